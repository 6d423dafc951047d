"""Keys: in the environment, the keyring or memory; redacted, and never waited for without end."""

import base64
import os
import sys
import threading
import time
from pathlib import Path
from urllib.parse import quote

import pytest
from keyring.backend import KeyringBackend
from keyring.errors import PasswordSetError
from pydantic import SecretStr

from desktop_agent.core.errors import KeyStoreError
from desktop_agent.core.settings import KEY_VARIABLES, origin
from desktop_agent.storage.secrets import CallsWithTimeout, Secrets, StoredKey
from tests.child_process import output_of


def value(secret: SecretStr | None) -> str | None:
    return None if secret is None else secret.get_secret_value()


def test_the_environment_needs_no_keyring_and_wins_over_what_is_stored(home: Path):
    secrets = Secrets({"BRAVE_API_KEY": " BSA-1 ", "TAVILY_API_KEY": ""})
    assert value(secrets.get("brave")) == "BSA-1"
    assert secrets.names() == (StoredKey("brave", "environment"),)
    assert value(secrets.get("tavily")) is None
    secrets.set("brave", SecretStr("BSA-stored"))
    assert value(secrets.get("brave")) == "BSA-1"
    with pytest.raises(KeyStoreError) as caught:
        Secrets({"OPENAI_API_KEY": "sk-env"}).remove("openai")
    assert "OPENAI_API_KEY" in caught.value.remedy


def test_with_no_keyring_a_key_lives_in_memory_until_the_process_ends(home: Path):
    secrets = Secrets({})
    assert secrets.in_memory
    assert "memory" in secrets.backend
    secrets.set("tavily", SecretStr(" tvly-1\n"))
    assert value(secrets.get("tavily")) == "tvly-1"
    assert secrets.names() == (StoredKey("tavily", "memory"),)
    assert Secrets({}).names() == ()
    secrets.remove("tavily")
    assert secrets.get("tavily") is None
    assert not home.exists()


def test_an_unknown_name_is_refused_with_the_names_there_are(home: Path):
    secrets = Secrets({})
    for use in (secrets.get, secrets.remove, lambda name: secrets.set(name, SecretStr("x"))):
        with pytest.raises(KeyStoreError, match="'google'") as caught:
            use("google")
        assert all(name in caught.value.remedy for name in KEY_VARIABLES)
    # and one that is only like that of a server
    for name in (
        "mcp:",
        "mcp:a",
        "mcp:a:",
        "mcp::b",
        "mcp:a:b:c",
        "mcp:a:b\n",
        "mcp:../a:b",
        "MCP:a:b",
    ):
        with pytest.raises(KeyStoreError, match="no key called"):
            secrets.get(name)


@pytest.mark.parametrize(
    ("url", "key"),
    [("https://openrouter.ai/api/v1", "sk-or"), ("https://api.openai.com/v1", "sk-openai")],
)
def test_the_key_of_openrouter_goes_to_openrouter_alone(home: Path, url: str, key: str):
    environ = {"OPENROUTER_API_KEY": "sk-or", "OPENAI_API_KEY": "sk-openai"}
    secrets = Secrets(environ, origin_of=lambda _name: origin(url))
    found = secrets.get("openai")
    assert found is not None
    assert found.get_secret_value() == key
    assert secrets.may_go("openai")
    assert secrets.redact("sk-or sk-openai") == "[redacted] [redacted]"


@pytest.mark.parametrize("text", ["", "two words", "sk-\x1b[31m", "schlüssel"])
def test_what_cannot_be_a_key_is_refused_and_not_repeated(home: Path, text: str):
    with pytest.raises(KeyStoreError, match="openai") as caught:
        Secrets({}).set("openai", SecretStr(text))
    assert not text.strip() or text not in str(caught.value)


def test_no_text_form_of_the_object_shows_a_key(home: Path):
    secrets = Secrets({"OPENAI_API_KEY": "sk-env"})
    secrets.set("brave", SecretStr("BSA-memory"))
    shown = f"{secrets!r} {vars(secrets)['_environ']} {vars(secrets)['_memory']} {secrets.names()}"
    assert "sk-env" not in shown
    assert "BSA-memory" not in shown


@pytest.mark.parametrize(
    ("text", "blackened"),
    [
        ("Bearer sk-a/b", "Bearer [redacted]"),
        ("key=sk-a%2Fb&x", "key=[redacted]&x"),
        ("sk-a", "sk-a"),
        ("abc", "abc"),
    ],
)
def test_seen_keys_are_blackened_in_texts(home: Path, text: str, blackened: str):
    secrets = Secrets({"OPENAI_API_KEY": "sk-a/b", "BRAVE_API_KEY": "abc"})
    assert secrets.redact(text) == blackened


LONG = "sk-proj/Zk3v+N8tR1yU6wQ9e"
QUOTED = quote(LONG, safe="")


def _encoded(around: str) -> list[str]:
    text = around.format(LONG).encode()
    return [base64.b64encode(text).decode(), base64.urlsafe_b64encode(text).decode()]


@pytest.mark.parametrize(
    "echoed",
    [
        LONG[::-1],
        LONG.encode().hex(),
        quote(LONG),
        QUOTED,
        quote(QUOTED, safe=""),
        "".join(f"%{ord(each):02X}" for each in LONG),
        LONG.replace("/", "\\/"),
        base64.b64encode(LONG[::-1].encode()).decode(),
        *_encoded("{}"),
        *_encoded("Bearer {}"),
        *_encoded("x{}, and more"),
    ],
)
def test_a_key_is_blackened_however_it_is_encoded(home: Path, echoed: str):
    clean = Secrets({"OPENAI_API_KEY": LONG}).redact(f'{{"detail": "<{echoed}>"}}')
    assert "[redacted]" in clean
    rest = clean.partition("<")[2].partition(">")[0].replace("[redacted]", "")
    assert not any(rest[n : n + 8] in echoed[8:-8] for n in range(max(0, len(rest) - 8))), clean
    for n in range(len(LONG) - 8):
        assert LONG[n : n + 8] not in clean


PRELUDE = "from pydantic import SecretStr\nfrom desktop_agent.storage.secrets import *\n"


def in_another_process(script: str, folder: Path, **environ: str) -> str:
    """Keyring chooses its backend once for a process, so each choice is tried in one of its own."""
    (folder / "script.py").write_text(PRELUDE + script)
    keep = {name: os.environ[name] for name in ("PATH", "SYSTEMROOT", "HOME") if name in os.environ}
    return output_of(
        [sys.executable, "-W", "error", folder / "script.py"],
        env={**keep, "PYTHONPATH": os.pathsep.join([str(folder), *sys.path]), **environ},
    )


FILE_BACKEND = """
from keyring.backend import KeyringBackend
class PlaintextKeyring(KeyringBackend):
    priority = 9
    def get_password(self, service, name): raise AssertionError("asked")
    set_password = delete_password = get_password
"""


@pytest.fixture
def alt(tmp_path: Path) -> Path:
    """A stand-in for the packages keyrings.alt and keyrings.cryptfile, found as those are."""
    package = tmp_path / "keyrings" / "alt"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "file.py").write_text(FILE_BACKEND)
    info = tmp_path / "keyrings_alt-5.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: keyrings.alt\nVersion: 5.0\n")
    (info / "entry_points.txt").write_text("[keyring.backends]\nfile = keyrings.alt.file\n")
    return tmp_path


REPORT = """
secrets = Secrets({})
secrets.set("tavily", SecretStr("tvly-1"))
print(secrets.in_memory, secrets.get("tavily").get_secret_value(), secrets.backend)
"""


def test_an_installed_backend_that_writes_readable_files_is_never_chosen(alt: Path):
    out = in_another_process(REPORT, alt, DBUS_SESSION_BUS_ADDRESS="unix:path=/nowhere")
    assert out.startswith("True tvly-1 memory")
    configured = "keyrings.alt.file.PlaintextKeyring"
    out = in_another_process(REPORT, alt, PYTHON_KEYRING_BACKEND=configured)
    assert out.startswith("True tvly-1 memory")
    assert "keyrings.alt" in out


@pytest.mark.parametrize(
    "backend",
    [
        "keyring.backends.null.Keyring",
        "no.such.Backend",
    ],
)
def test_a_backend_that_keeps_nothing_or_is_not_there_means_memory(tmp_path: Path, backend: str):
    out = in_another_process(REPORT, tmp_path, PYTHON_KEYRING_BACKEND=backend)
    assert out.startswith("True tvly-1 memory")


class Kept(KeyringBackend):
    """A keyring of which the test says what it does when it is read."""

    priority = 1

    def __init__(self, read):
        self.get_password = lambda service, username: read()

    def get_password(self, service, username):
        raise NotImplementedError

    def set_password(self, service, username, password):
        raise PasswordSetError("no room")


@pytest.fixture
def keyring_of(home, monkeypatch):
    """Makes keys of which one is known to be in such a keyring."""

    def make(read, *, found_after_s=0.0):
        def find():
            time.sleep(found_after_s)
            return Kept(read), ""

        monkeypatch.setattr("desktop_agent.storage.secrets._usable_keyring", find)
        secrets = Secrets({})
        secrets.record.add(["tavily"])
        return secrets

    return make


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (
            ConnectionResetError(104, "Connection reset by peer"),
            "refused access (Connection reset by peer)",
        ),
        (ValueError("odd <object object at 0x7f00>"), "the keyring refused access."),
    ],
)
def test_a_refusal_is_told_in_the_words_of_the_system_and_no_other(keyring_of, error, words):
    def refuse():
        raise error

    with pytest.raises(KeyStoreError) as caught:
        keyring_of(refuse).get("tavily")
    assert words in caught.value.message
    assert "0x" not in caught.value.message


def test_a_keyring_that_takes_no_key_is_an_error_with_a_remedy_and_no_silent_memory(keyring_of):
    secrets = keyring_of(lambda: "stored")
    with pytest.raises(KeyStoreError, match="no room") as caught:
        secrets.set("tavily", SecretStr("tvly-1"))
    assert caught.value.remedy
    assert "tvly-1" not in str(caught.value)
    assert value(secrets.get("tavily")) == "stored"


def test_a_keyring_that_never_answers_is_given_up_when_the_program_ends(keyring_of):
    over, asked = threading.Event(), threading.Event()
    secrets = keyring_of(lambda: (asked.set(), over.wait(10)))
    failures = []

    def read():
        try:
            secrets.get("tavily")
        except KeyStoreError as error:
            failures.append(error.message)

    reader = threading.Thread(target=read)
    reader.start()
    assert asked.wait(5)
    secrets.give_up()
    reader.join(5)
    over.set()
    assert failures == ["The keyring does not answer."]


def test_a_slow_machine_is_no_password_prompt(keyring_of, monkeypatch):
    stage = []

    def read():
        stage.append("read")
        time.sleep(0.1)
        return "tvly-1"

    monkeypatch.setattr("desktop_agent.storage.secrets._NOTIFY_AFTER_S", 0.01)
    secrets = keyring_of(read, found_after_s=0.1)
    secrets.watch_waiting(lambda waits: stage.append("prompt" if waits else "over"))
    assert secrets.get("tavily").get_secret_value() == "tvly-1"
    assert stage == ["read", "prompt", "over"]


def test_a_call_without_an_answer_is_given_up_behind_it_nobody_waits_and_later_all_is_well():
    calls, over = CallsWithTimeout(), threading.Event()
    began = time.monotonic()
    with pytest.raises(KeyStoreError, match=r"did not answer within 0\.1 s") as caught:
        calls.ask(lambda: over.wait(10), 0.1)
    assert "password" in caught.value.remedy
    with pytest.raises(KeyStoreError, match="does not answer"):
        calls.ask(lambda: 7, 10)
    assert time.monotonic() - began < 2
    over.set()
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            assert calls.ask(lambda: 7, 10) == 7
            return
        except KeyStoreError:
            time.sleep(0.01)
    raise AssertionError("it is never asked again")
