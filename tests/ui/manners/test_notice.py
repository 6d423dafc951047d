"""Error boxes in plain words, and texts that can be read on everything in both shades."""

import asyncio
import re

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop_agent.core.errors import StorageError
from desktop_agent.frontends.ui.widgets.appearance import palette
from desktop_agent.frontends.ui.widgets.error_dialog import ExceptHook
from desktop_agent.frontends.ui.widgets.theme import style_sheet
from desktop_agent.system.resources import resource_path
from tests.ui.conftest import until


@pytest.fixture
def window(theme, place):
    return place(QWidget())


def fail():
    int("no number")


def copy_button(box):
    return next((each for each in box.buttons() if "Copy" in each.text()), None)


async def test_an_unexpected_error_becomes_a_notice_with_its_traceback(window, caplog):
    hook = ExceptHook(window)
    try:
        QTimer.singleShot(0, fail)
        await until(lambda: window.findChild(QMessageBox) is not None)
        box = window.findChild(QMessageBox)
        assert "ValueError" in box.text()
        assert "no number" not in box.text()
        assert "Traceback" not in box.text() + box.informativeText()
        assert "unexpected error" in caplog.text
        caplog.clear()
        copy_button(box).click()
        assert "test_notice.py" in QGuiApplication.clipboard().text()
        assert "no number" in QGuiApplication.clipboard().text()
        box.accept()
        await asyncio.sleep(0.01)
        hook.report(StorageError("The disk is full.", "Make room."))
        box = window.findChild(QMessageBox)
        assert box.text() == "The disk is full."
        assert copy_button(box) is None
        box.accept()
    finally:
        hook.remove()


TEXTS = ("text", "muted", "faint", "accent", "ok", "warn", "error")
GROUNDS = (
    *("window", "surface", "sunken", "hover", "bubble", "code"),
    *("accent_soft", "ok_soft", "warn_soft", "error_soft"),
)
ENOUGH = 4.5
ENOUGH_FOR_MARKED = 3.0
"""Text that was marked is drawn in the colour of text; only marks of ours keep their colour then."""


def _light(colour: str) -> float:
    channels = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """How well one colour is read on another by WCAG 2: 1 to 21."""
    darker, lighter = sorted((_light(first), _light(second)))
    return (lighter + 0.05) / (darker + 0.05)


SHADES = ["light", "dark"]
both = pytest.mark.parametrize("colours", [palette(each) for each in SHADES], ids=SHADES)


@both
def test_text_and_the_frame_of_the_focus_can_be_seen_on_every_ground(colours):
    needed = {(text, ground): ENOUGH for text in TEXTS for ground in GROUNDS}
    needed |= {(text, "selection"): ENOUGH_FOR_MARKED for text in TEXTS}
    needed |= {("on_accent", ground): ENOUGH for ground in ("accent", "accent_hover")}
    needed["text", "selection"] = ENOUGH
    read = {pair: contrast(*(getattr(colours, each) for each in pair)) for pair in needed}
    assert {pair: ratio for pair, ratio in read.items() if ratio < needed[pair]} == {}


@both
def test_every_rule_of_the_sheets_takes_its_colours_from_the_palette(colours):
    rules = re.compile(r"#[0-9a-fA-F]{3,8}\b(?=[^{}]*;)|\brgba?\(")
    for file in resource_path("style").glob("*.qss"):
        bodies = re.findall(r"\{([^}]*)\}", file.read_text(encoding="utf-8"))
        assert not [body for body in bodies if rules.search(body)], file.name
    assert "@" not in re.sub(r"/\*.*?\*/", "", style_sheet(colours, 10), flags=re.DOTALL)
