"""What is exported to find a fault tells nothing of the person: canaries are planted everywhere."""

import getpass
import platform
from contextlib import closing
from pathlib import Path

import pytest

from desktop_agent.app.doctor import Diagnostics
from desktop_agent.app.session import open_session
from desktop_agent.core.models import Check
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
async def exported(planted: Paths) -> str:
    session = open_session()
    try:
        written = await session.diagnostics.write(planted.data.parent / "d.txt")
    finally:
        await session.aclose()
    return written.read_text()


async def test_no_canary_is_in_it(exported: str):
    for canary in CANARIES:
        assert canary.casefold() not in exported.casefold(), canary


async def test_what_helps_is_in_it(exported: str):
    assert "PySide6-Essentials 6." in exported
    assert "ok       system: Python 3" in exported
    assert "ValueError at test_diagnostics.py" in exported
    assert "Fatal Python error: Aborted" in exported


async def test_a_doctor_that_cannot_look_costs_its_words_alone(home: Path):
    paths = paths_of(home)

    async def examine() -> tuple[Check, ...]:
        raise TimeoutError

    diagnostics = Diagnostics(paths, examine, CrashReports(paths.crashes))
    written = await diagnostics.write(paths.data / "d.txt")
    assert "could not look: TimeoutError" in written.read_text()


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
