"""Opening and closing the program: in good order, whatever is under way or damaged."""

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, asynccontextmanager, contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from desktop_agent.app.session import Session, open_session
from desktop_agent.frontends.ui.chat.answer_sources import SourceCard
from desktop_agent.frontends.ui.chat.error_card import ErrorCard
from desktop_agent.frontends.ui.main import open_session_or_show_error, serve
from desktop_agent.frontends.ui.start import STATE_FILE
from desktop_agent.frontends.ui.widgets.model_download import DownloadView
from desktop_agent.frontends.ui.window.main_window import MainWindow
from desktop_agent.frontends.ui.window.shell import Shell
from tests.servers.duckduckgo import FakeDuckDuckGo, Result
from tests.servers.loopback import serve as serve_app
from tests.servers.ollama import FakeOllama, Reply
from tests.servers.pages import Document, PagesServer
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.replay.recorded import stamped, written
from tests.ui.stage import Stage

ROOT = Path(__file__).parents[2]


def begin(app, session, *about):
    shell = Shell(session.paths.config / STATE_FILE)
    shell.show()
    return asyncio.create_task(serve(app, session, shell, *about)), shell


async def the_window(shell):
    await until(lambda: isinstance(shell.centralWidget(), MainWindow))
    return shell.centralWidget()


@asynccontextmanager
async def running(app, session, *about):
    """The window of the program, which ends in good order with the block."""
    serving, shell = begin(app, session, *about)
    yield await the_window(shell)
    shell.close()
    assert await serving == 0


async def test_a_run_that_was_clicked_on_is_played(app, tmp_path):
    path = written(tmp_path / "handed on", stamped(scenes.verified()))
    async with running(app, Stage(tmp_path, []), None, str(path)) as window:
        await until(lambda: window.middle.shown == "replay" and window.middle.is_built("replay"))
        await until(lambda: window.middle.page("replay").player.turn.question == scenes.QUESTION)


async def test_what_was_typed_into_the_frame_is_in_the_composer_to_go_on_with(app, tmp_path):
    stage = Stage(tmp_path, [])
    shell = Shell(stage.paths.config / STATE_FILE)
    shell.resize(1280, 820)
    shell.show()
    QTest.keyClicks(shell.focusWidget(), "Do heat pumps")
    serving = asyncio.create_task(serve(app, stage, shell))
    window = await the_window(shell)
    QTest.keyClicks(shell.focusWidget(), " work?")
    assert window.composer.edit.toPlainText() == "Do heat pumps work?"
    assert window.composer.edit.textCursor().atEnd()
    await until(window.sidebar.isVisible)
    await asyncio.sleep(0.3)  # a draft that was kept is read by then
    assert window.composer.edit.toPlainText() == "Do heat pumps work?"
    shell.close()
    assert await serving == 0


async def test_closing_the_frame_before_the_window_listens_ends_the_program(app, tmp_path):
    stage = Stage(tmp_path, [])
    shell = Shell(stage.paths.config / STATE_FILE)
    shell.show()
    shell.close()
    async with asyncio.timeout(10):
        assert await serve(app, stage, shell) == 0
    assert stage.closed


PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox
from desktop_agent.__main__ import main
from desktop_agent.frontends.ui.window.shell import Shell

state = sys.argv[1]
if state == "broken":
    sys.modules["qasync"] = None  # as where it was not installed
app = QApplication(["desktop-agent"])
asked = False

def tick():
    shell = next((w for w in app.topLevelWidgets() if isinstance(w, Shell)), None)
    window = shell.centralWidget() if shell is not None else None
    if state in ("loading", "broken") and shell is not None:
        wait_for_the_end(shell)
    elif hasattr(window, "page"):
        act(window)

def wait_for_the_end(shell):
    if state == "loading":
        print("loaded" if "desktop_agent.frontends.ui.main" in sys.modules else "loading")
        timer.stop()
        shell.close()
    box = shell.findChild(QMessageBox)
    if box is not None:
        timer.stop()
        print(box.text(), box.informativeText(), sep="|")
        box.accept()

def act(window):
    global asked
    if window.composer.model.name and not asked:
        asked = True
        window.ask("What is new?")
    if window.chat.last and "word" in window.chat.last.body.toPlainText():
        timer.stop()
        window.open_settings()
        window.command_palette.open()
        QTimer.singleShot(200, window.commands["program.quit"].action.trigger)

timer = QTimer()
timer.timeout.connect(tick)
timer.start(1 if state == "loading" else 50)
sys.exit(main([]))
"""


def run_program(state, environ):
    return subprocess.run(
        [sys.executable, "-X", "dev", "-W", "error", "-c", PROGRAM, state],
        env=environ,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def environment(home, url, engine):
    kept = {name: os.environ[name] for name in ("PATH", "LANG", "LC_ALL") if name in os.environ}
    return kept | {
        "DESKTOP_AGENT_HOME": str(home),
        "DESKTOP_AGENT_LLM__OLLAMA_URL": url,
        "DESKTOP_AGENT_SEARCH__ENGINES": '["duckduckgo"]',
        "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_URL": engine,
        "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_INTERVAL_S": "0",
        "PYTHONPATH": os.pathsep.join([str(ROOT / "tests" / "site"), str(ROOT)]),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        "QT_QPA_PLATFORM": "offscreen",
    }


def set_environment(monkeypatch, home, url, engine):
    for name, value in environment(home, url, engine).items():
        if name.startswith("DESKTOP_AGENT_"):
            monkeypatch.setenv(name, value)


def said_by(done):
    return [line for line in done.stderr.splitlines() if "This plugin does not support" not in line]


@pytest.mark.parametrize("state", ["loading", "dialogs in a run"])
def test_quitting_leaves_nothing_on_stderr(tmp_path, state):
    model = FakeOllama(replies=[Reply(text="word " * 400, between_s=0.05)])
    with serve_app(model.app) as url:
        done = run_program(state, environment(tmp_path, url, url))
    assert said_by(done) == []
    assert done.returncode == 0
    if state == "loading":
        assert done.stdout == "loading\n"
    runs = list((tmp_path / "data" / "runs").rglob("*.jsonl"))
    assert len(runs) == (state == "dialogs in a run")
    for run in runs:
        last = json.loads(run.read_text().splitlines()[-1])
        assert (last["type"], last["status"]) == ("run_finished", "stopped")


def test_a_part_that_is_missing_is_told_in_the_window_and_in_the_terminal(tmp_path):
    done = run_program("broken", environment(tmp_path, "http://127.0.0.1:9", "http://127.0.0.1:9"))
    told, remedy = done.stdout.strip().split("|")
    assert told.startswith("Couldn't open the window: import of qasync halted")
    assert "README" in remedy
    assert said_by(done)[0].startswith(
        "desktop-agent: Couldn't open the window: import of qasync halted"
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == 1


PUMPS = """<!doctype html><html><head><title>Pumps in the cold</title></head><body><main>
<h1>Pumps in the cold</h1><p>In the field, over a whole winter, a heat pump delivers 2.6 units of
heat for each unit of electricity, and it did not fail on the coldest day.</p></main></body></html>"""


async def test_a_question_goes_all_the_way_through_the_real_program(app, home, monkeypatch):
    pages = PagesServer({"/cold": Document(PUMPS.encode())})
    model = FakeOllama(
        replies=[
            Reply(tool_calls=[("web_search", {"query": "heat pump cold"})]),
            "A heat pump delivers **2.6** units [1].",
            '{"missing": [], "faults": [], "verdict": "ok"}',
        ]
    )
    with ExitStack() as servers:
        url, web = (servers.enter_context(serve_app(each)) for each in (model.app, pages))
        found = Result("Pumps in the cold", f"{web}/cold", "They deliver 2.6.")
        search = servers.enter_context(serve_app(FakeDuckDuckGo([[found]]).app))
        monkeypatch.setenv("DESKTOP_AGENT_FETCH__ALLOW_HOSTS", '["127.0.0.1"]')
        set_environment(monkeypatch, home, url, search)
        async with running(app, open_session()) as window:
            await until(lambda: window.composer.model.name, seconds=30)
            window.show_panel(window.side.reasoning)
            QTest.keyClicks(window.composer.edit, "How well do heat pumps do in the cold?")
            QTest.keyClick(window.composer.edit, Qt.Key.Key_Return)
            await until(lambda: window.chat.last and not window.page.conversation.busy, seconds=30)
            turn = window.chat.last.turn
            assert turn.finished.status == "answered", turn.finished
            await until(lambda: window.chat.last.whole)
            assert "A heat pump delivers 2.6 units [1✓]." in window.chat.last.body.toPlainText()
            assert [row.source.url for row in window.chat.last.findChildren(SourceCard)] == [
                found.url
            ]
            assert turn.critique.ok
            assert turn.queries


async def test_a_missing_model_is_pulled_from_the_error_card(app, home, monkeypatch):
    pull = {"pull_steps": 40, "pull_step_bytes": 10**8, "pull_pause_s": 0.02}
    model = FakeOllama(models=[], replies=["Hello to you."], **pull)
    with serve_app(model.app) as url:
        set_environment(monkeypatch, home, url, url)
        monkeypatch.setenv("DESKTOP_AGENT_LLM__MODEL", "tiny:1b")
        async with running(app, open_session()) as window:
            window.ask("Hello")
            await until(lambda: window.chat.last and not window.page.conversation.busy, seconds=30)
            first = window.chat.last
            await until(lambda: first.whole)
            card = first.findChild(ErrorCard)
            button = next(b for b in card.findChildren(QPushButton) if "tiny:1b" in b.text())
            button.click()
            await until(lambda: model.pulled_bytes.get("tiny:1b"), seconds=30)
            download = card.findChild(DownloadView)
            await until(lambda: "of 4.0 GB" in download.told.text())
            download.button.click()
            await until(lambda: "Resume at any time" in download.told.text())
            assert 0 < model.pulled_bytes["tiny:1b"] < 40 * 10**8
            download.button.click()
            await until(
                lambda: window.chat.last is not first and not window.page.conversation.busy,
                seconds=30,
            )
            await until(lambda: window.chat.last.body.toPlainText() == "Hello to you.")
            assert model.paths.count("POST /api/pull") == 2


DAMAGED = "[llm]\nmodel = "


class Person:
    """Reads each box that appears, and presses the button of that name, or Escape."""

    def __init__(self, *buttons: str) -> None:
        self.read: list[tuple[str, str]] = []
        self._buttons = list(buttons)
        self._timer = QTimer()
        self._timer.timeout.connect(self._look)
        self._timer.start(10)

    def _look(self) -> None:
        box = next((w for w in QApplication.topLevelWidgets() if isinstance(w, QMessageBox)), None)
        if box is None or not box.isVisible():
            return
        self.read.append((box.text(), box.informativeText()))
        wanted = self._buttons.pop(0)
        if not wanted:
            box.reject()
            return
        next(each for each in box.buttons() if each.text() == wanted).click()


@pytest.fixture
def settings(home: Path) -> Path:
    file = home / "config" / "settings.toml"
    file.parent.mkdir(parents=True)
    file.write_text(DAMAGED)
    return file


@contextmanager
def begun_with_the_usual(app: QApplication) -> Iterator[Session]:
    _person = Person("Reset settings")
    session = open_session_or_show_error(app)
    assert session is not None
    yield session
    asyncio.run(session.aclose())


@pytest.mark.parametrize("button", ["Close", ""])
def test_who_closes_the_message_finds_the_file_as_it_was(settings, qapp, button):
    person = Person(button)
    assert open_session_or_show_error(qapp) is None
    ((said, remedy),) = person.read
    assert f"{settings} is not valid TOML" in said
    assert "Correct that line." in remedy
    assert settings.read_text() == DAMAGED
    assert [each.name for each in settings.parent.iterdir() if "damaged" in each.name] == []


@pytest.mark.parametrize("text", [DAMAGED, "[llm]\nmodell = 3\n", "[llm]\nmodel = 3\n", "\xff"])
def test_one_may_begin_with_the_usual_settings_and_loses_none(settings, qapp, text):
    settings.write_bytes(text.encode("latin-1"))
    with begun_with_the_usual(qapp) as session:
        assert session.settings.llm.model == type(session.settings.llm)().model
        kept = settings.with_name("settings-damaged.toml")
        assert kept.read_bytes() == text.encode("latin-1")
        session.change_setting("search.count", 7)
        assert "count = 7" in settings.read_text()


def test_what_was_set_aside_before_is_not_written_over(settings, qapp):
    first = settings.with_name("settings-damaged.toml")
    first.write_text("# of last year")
    with begun_with_the_usual(qapp):
        pass
    assert first.read_text() == "# of last year"
    assert settings.with_name("settings-damaged-2.toml").read_text() == DAMAGED


def test_a_wrong_variable_is_told_and_no_file_is_touched(settings, qapp, monkeypatch):
    settings.write_text("[llm]\n")
    monkeypatch.setenv("DESKTOP_AGENT_LLM__TEMPERATURE", "warm")
    person = Person("")
    assert open_session_or_show_error(qapp) is None
    ((said, remedy),) = person.read
    assert "DESKTOP_AGENT_LLM__TEMPERATURE" in said
    assert "usual" not in remedy
    assert settings.read_text() == "[llm]\n"
