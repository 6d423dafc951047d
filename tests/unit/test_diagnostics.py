"""What is exported to find a fault tells nothing of the person: canaries are planted everywhere."""

import getpass
import platform
import zipfile
from contextlib import closing
from pathlib import Path

import pytest

from desktop_agent.app.diagnostics import Diagnostics, settings_digest
from desktop_agent.app.session import open_session
from desktop_agent.core.models import Check
from desktop_agent.core.settings import Settings
from desktop_agent.storage.conversations.schema import FORM
from desktop_agent.storage.crash_reports import CrashReports
from desktop_agent.storage.logs import PersonalDataRemover
from desktop_agent.storage.paths import Paths
from tests.unit.storage.backup_contents import database, paths_of, put

QUESTION, ANSWER, PAGE = "canary-question", "canary-answer", "canary-page"
KEY, HOST, FOLDER = "tvly-canary-key-0123456789", "canary-host.internal", "canary folder"
CANARIES = ("canary", KEY, HOST, FOLDER, "10.20.30.40")


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "canary-person" / "home"
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("DESKTOP_AGENT_HOME", str(home / FOLDER))
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    monkeypatch.setattr(getpass, "getuser", lambda: "canary-user")
    monkeypatch.setattr(platform, "node", lambda: "canary-computer.example.org")
    return home / FOLDER


@pytest.fixture
def planted(home: Path) -> Paths:
    """A home in which everything tells of the person."""
    paths = paths_of(home)
    put(
        paths.settings_file,
        f"""
[llm]
think = "off"
model = "local-7b:q4"
openai_url = "http://canary-user:{KEY}@{HOST}:8000/v1"
ollama_url = "http://127.0.0.1:1"
[search]
searxng_url = "https://{HOST}/search"
engines = ["searxng", "brave"]
duckduckgo_region = "canary"
[fetch]
allow_hosts = ["{HOST}"]
timeout_s = 12
[swarm]
models = ["openai/x@http://{HOST}", "b"]
[knowledge]
embedding_model = "/home/canary-person/model.gguf"
[shortcuts]
keys = {{"canary.command" = "F5"}}
""".encode(),
    )
    with closing(database(paths.conversations_file, FORM)) as connection:
        connection.execute(
            "INSERT INTO conversations (id, title, created, updated) VALUES ('a', ?, '', '')",
            (QUESTION,),
        )
        connection.execute("INSERT INTO drafts VALUES ('a', ?)", (ANSWER,))
    put(paths.runs / "20260101T000000.000Z-canary.jsonl", QUESTION.encode())
    put(paths.snapshots / "aa" / "aa.txt", PAGE.encode())
    put(paths.discoveries_file, ANSWER.encode())
    put(paths.mcp_file, KEY.encode())
    put(paths.ledger_file, HOST.encode())
    put(paths.templates / "canary.json", b"{}")
    _crash(paths)
    return paths


def _error() -> Exception:
    try:
        try:
            Path(f"/home/canary-person/{FOLDER}").read_bytes()
        except OSError as error:
            raise ValueError(f"{QUESTION}\nCanaryError: {ANSWER} {KEY}") from error
    except ValueError as error:
        return error
    raise AssertionError


def _crash(paths: Paths) -> None:
    CrashReports(paths.crashes).note(_error())
    hard = (
        f'Fatal Python error: Aborted\n  File "/home/canary-person/app.py", line 3 in x\n{PAGE}\n'
    )
    put(paths.crashes / "signals.txt", hard.encode())


@pytest.fixture
async def exported(planted: Paths) -> dict[str, str]:
    session = open_session()
    try:
        return texts(await session.diagnostics.write(planted.data.parent / "d.zip"))
    finally:
        await session.aclose()


def texts(written: Path) -> dict[str, str]:
    with zipfile.ZipFile(written) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


async def test_no_canary_is_in_it(exported: dict[str, str]):
    for name, text in exported.items():
        for canary in CANARIES:
            assert canary.casefold() not in text.casefold(), (name, canary)


async def test_what_helps_is_in_it(exported: dict[str, str]):
    assert set(exported) == {
        "README.txt", "about.txt", "settings.txt", "doctor.txt", "stores.txt", "crashes.txt",
    }  # fmt: skip
    assert "PySide6-Essentials 6." in exported["about.txt"]
    settings = dict(line.split(" = ") for line in exported["settings.txt"].splitlines())
    assert (
        settings.items()
        >= {
            "llm.think": "off",
            "llm.model": "local-7b:q4",
            "llm.openai_url": "elsewhere",
            "llm.ollama_url": "on this machine",
            "search.searxng_url": "elsewhere",
            "search.engines": "searxng, brave",
            "fetch.allow_hosts": "1 set",
            "fetch.timeout_s": "12.0",
            "knowledge.embedding_model": "set",
        }.items()
    )
    assert "conversations.db" in exported["stores.txt"]
    assert f"version {len(FORM.steps)}, ok" in exported["stores.txt"]
    assert "runs: 1 files, 15 bytes" in exported["stores.txt"]
    assert "ok       system: Python 3" in exported["doctor.txt"]
    assert "ValueError at test_diagnostics.py" in exported["crashes.txt"]
    assert "Fatal Python error: Aborted" in exported["crashes.txt"]


async def test_a_damaged_database_is_told_and_left_as_it_is(home: Path):
    paths = paths_of(home)
    put(paths.conversations_file, b"no database" * 500)

    async def examine() -> tuple[Check, ...]:
        raise TimeoutError

    diagnostics = Diagnostics(paths, Settings, examine, CrashReports(paths.crashes))
    told = texts(await diagnostics.write(paths.data / "d.zip"))
    assert "conversations.db: 5,500 bytes, NotADBError" in told["stores.txt"]
    assert "could not look: TimeoutError" in told["doctor.txt"]
    assert paths.conversations_file.read_bytes() == b"no database" * 500


def test_every_text_among_the_settings_is_left_out_unless_it_is_a_choice():
    """A new option that holds a text is not told by accident."""
    changed, count = Settings(), 0
    for name in Settings.model_fields:
        section = getattr(changed, name)
        texts = {k: "canary text" for k, v in section.model_dump().items() if isinstance(v, str)}
        count += len(texts)
        changed = changed.model_copy(update={name: section.model_copy(update=texts)})
    told = settings_digest(changed)
    assert len(told) == count
    assert {key for key, value in told.items() if value == "canary text"} == {
        "llm.provider", "llm.think", "fetch.links", "agent.strategy", "agent.judge_support", "knowledge.embedding_provider",
        "knowledge.engine", "knowledge.fusion", "appearance.theme", "appearance.language",
    }  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "Ollama at http://canary:11434 cannot be reached",
        "canary.internal:8000 refused",
        "10.20.30.40 refused",
        "canary:8000 refused",
        "'canary' is not there",
        'the model "canary" is not there',
        "/home/canary person/x is damaged",
        "C:\\Users\\canary person\\x is damaged",
        "\\\\canary\\share is damaged",
        "~/canary is damaged",
        "ask canary@example.org",
    ],
)
def test_the_cleaner_takes_out_what_leads_to_a_person(text: str):
    assert "canary" not in PersonalDataRemover().all(text)
