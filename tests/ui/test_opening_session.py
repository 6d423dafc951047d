"""Why there is no window is said in one; a damaged file of settings keeps nobody out."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop_agent.app.session import Session
from desktop_agent.frontends.ui.main import open_session_or_show_error

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
