"""Why there is no window is said in one; a damaged file of settings keeps nobody out."""

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop_agent.app.session import Session
from desktop_agent.frontends.ui.main import open_session_or_show_error

USUAL = "Begin with the usual settings"
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


def open_as(_person: Person) -> Session | None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    return open_session_or_show_error(app)


@pytest.mark.parametrize("button", ["Close", ""])
def test_who_closes_the_message_finds_the_file_as_it_was(
    settings: Path, qapp: QApplication, button: str
) -> None:
    person = Person(button)
    assert open_as(person) is None
    ((said, remedy),) = person.read
    assert f"{settings} is not valid TOML" in said
    assert "Correct that line." in remedy
    assert settings.read_text() == DAMAGED
    assert [each.name for each in settings.parent.iterdir() if "damaged" in each.name] == []


@pytest.mark.parametrize("text", [DAMAGED, "[llm]\nmodell = 3\n", "[llm]\nmodel = 3\n", "\xff"])
def test_one_may_begin_with_the_usual_settings_and_loses_none(
    settings: Path, qapp: QApplication, text: str
) -> None:
    settings.write_bytes(text.encode("latin-1"))
    person = Person(USUAL)
    session = open_as(person)
    assert session is not None
    try:
        assert session.settings.llm.model == type(session.settings.llm)().model
        kept = settings.with_name("settings-damaged.toml")
        assert kept.read_bytes() == text.encode("latin-1")
        session.change_setting("search.count", 7)
        assert "count = 7" in settings.read_text()
    finally:
        asyncio.run(session.aclose())


def test_what_was_set_aside_before_is_not_written_over(settings: Path, qapp: QApplication) -> None:
    first = settings.with_name("settings-damaged.toml")
    first.write_text("# of last year")
    session = open_as(Person(USUAL))
    assert session is not None
    asyncio.run(session.aclose())
    assert first.read_text() == "# of last year"
    assert settings.with_name("settings-damaged-2.toml").read_text() == DAMAGED


def test_a_wrong_variable_is_told_and_no_file_is_touched(
    settings: Path, qapp: QApplication, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.write_text("[llm]\n")
    monkeypatch.setenv("DESKTOP_AGENT_LLM__TEMPERATURE", "warm")
    person = Person("")
    assert open_as(person) is None
    ((said, remedy),) = person.read
    assert "DESKTOP_AGENT_LLM__TEMPERATURE" in said
    assert "usual" not in remedy
    assert settings.read_text() == "[llm]\n"
