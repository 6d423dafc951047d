"""How many files a question crosses, from the key press in the window to its strategy."""

import sys
from dataclasses import is_dataclass
from pathlib import Path
from types import FrameType

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

import desktop_agent
from desktop_agent.app.session import open_session
from desktop_agent.core.events import Event
from desktop_agent.frontends.ui import main
from desktop_agent.runs.run import Run
from tests.servers.loopback import serve as serve_app
from tests.servers.ollama import FakeOllama
from tests.ui.conftest import until
from tests.ui.test_main import running, set_environment

PACKAGE = Path(desktop_agent.__file__).parent
QUESTION = "Why is the sky blue?"
MOST = 22


class QuestionPath:
    """Notes the files whose functions are handed the question, until a strategy has it."""

    def __init__(self) -> None:
        self.files: dict[str, str] = {}
        self.arrived = False

    def __call__(self, frame: FrameType, event: str, _argument: object) -> None:
        code = frame.f_code
        if event != "call" or self.arrived or not code.co_filename.startswith(str(PACKAGE)):
            return
        file = code.co_filename.removeprefix(f"{PACKAGE}/")
        if any(map(_carries, _arguments(frame))) and not _of_an_event(frame):
            self.files.setdefault(file, code.co_qualname)
            self.arrived = file.startswith("agents/strategies/") and code.co_name == "answer"


def _arguments(frame: FrameType) -> list[object]:
    code = frame.f_code
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return [frame.f_locals.get(name) for name in names]


def _of_an_event(frame: FrameType | None) -> bool:
    """Return whether a call belongs to the showing or storing of an event of the run."""
    while frame is not None:
        if any(isinstance(each, Event) for each in _arguments(frame)):
            return True
        frame = frame.f_back
    return False


def _carries(value: object) -> bool:
    """Return whether a value is the question, or a shape that wraps it."""
    if isinstance(value, str):
        return value == QUESTION
    if not (is_dataclass(value) or isinstance(value, Run)):
        return False
    inside = getattr(value, "question", None) or getattr(value, "text", None)
    return QUESTION in (inside, getattr(inside, "text", None))


async def test_a_question_crosses_few_files_on_its_way_to_the_strategy(app, tmp_path, monkeypatch):
    monkeypatch.setattr(main, "_PAINTED_S", 0.01)
    model = FakeOllama(replies=["Because blue light is scattered more."])
    path = QuestionPath()
    with serve_app(model.app) as url:
        set_environment(monkeypatch, tmp_path, url, url)
        async with running(app, open_session()) as window:
            window.composer.mode.choose("quick")
            await window.session.warm_up()
            QTest.keyClicks(window.composer.edit, QUESTION)
            sys.setprofile(path)
            try:
                QTest.keyClick(window.composer.edit, Qt.Key.Key_Return)
                await until(lambda: path.arrived, seconds=30)
            finally:
                sys.setprofile(None)
            await until(lambda: not window.page.conversation.busy, seconds=30)
    print(f"files that a question crosses: {len(path.files)}")
    print("\n".join(f"  {file}: {name}" for file, name in path.files.items()))
    assert path.arrived
    assert len(path.files) <= MOST, path.files
