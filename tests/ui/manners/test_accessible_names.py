"""A screen reader finds every control by a name, and the keyboard gets to every one and away."""

import asyncio

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QLineEdit,
    QMainWindow,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.frontends.ui.dialogs.command_palette import CommandPalette
from desktop_agent.frontends.ui.dialogs.keyboard_shortcuts import CheatSheet
from desktop_agent.frontends.ui.settings.shortcuts_page import ShortcutsPage
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.text_fields import add_clear_button
from tests.ui.manners.accessible_tree import controls, nameless
from tests.ui.manners.activation import activate
from tests.ui.stage import Stage

TABS_MOST = 200


@pytest.fixture
def commands(theme):
    window = QMainWindow()
    window.resize(900, 700)
    commands = Commands(window, {})
    commands.add("Chat", "chat.new", "New chat", "Ctrl+N", window.update)
    commands.add("View", "view.sources", "Show the sources", "", window.update)
    commands.settle()
    window.show()
    yield commands
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def tab_round(window: QWidget, start: QWidget) -> list[QWidget]:
    """Presses Tab until the focus is back; gives what had it on the way."""
    activate(window)
    start.setFocus(Qt.FocusReason.TabFocusReason)
    had = []
    for _ in range(TABS_MOST):
        before = QApplication.focusWidget()
        QTest.keyClick(before, Qt.Key.Key_Tab)
        now = QApplication.focusWidget()
        if now is start:
            return had
        had.append(now)
    raise AssertionError(f"the focus does not come back: {had[-4:]}")


def stops(window: QWidget) -> set[QWidget]:
    """Gives the controls that Tab should reach."""
    return {
        each
        for each in window.findChildren(QWidget)
        if each.isVisible()
        and each.isEnabled()
        and each.focusPolicy() & Qt.FocusPolicy.TabFocus
        and each.focusProxy() is None
        and each.window() is window
        and each.objectName() != "qt_spinbox_lineedit"
    }


def test_the_walk_finds_a_control_without_a_name(theme):
    window = QWidget()
    lines = QVBoxLayout(window)
    good, bad = QLineEdit(), QToolButton()
    good.setAccessibleName("Question")
    for each in (good, bad):
        lines.addWidget(each)
    window.show()
    assert [each.name for each in controls(window)] == ["Question", ""]
    assert [each.where for each in nameless(window)] == ["QWidget > QToolButton"]
    bad.setToolTip("")
    bad.setAccessibleName("Send")
    assert nameless(window) == []
    window.close()
    window.deleteLater()


def test_the_button_that_empties_a_field_has_a_name(theme):
    field = QLineEdit("text")
    field.setAccessibleName("Search")
    add_clear_button(field)
    field.show()
    QTest.qWait(10)
    assert [each.name for each in controls(field)] == ["Clear"]
    field.close()
    field.deleteLater()


def test_every_control_of_the_palette_has_a_name(theme, commands):
    palette = CommandPalette(theme, commands, commands.parent())
    palette.open()
    names = [each.name for each in controls(palette)]
    assert nameless(palette) == []
    assert "New chat, Chat, Ctrl+N" in names
    palette.close()


def test_every_control_of_the_cheat_sheet_has_a_name(theme, commands):
    sheet = CheatSheet(theme, commands, commands.parent())
    sheet.open()
    names = [each.name for each in controls(sheet)]
    assert "Search shortcuts" in names
    assert "Ctrl+N" in names
    assert nameless(sheet) == []
    assert set(tab_round(sheet, sheet.search)) | {sheet.search} == stops(sheet)
    sheet.close()


def test_every_control_of_the_shortcuts_page_has_a_name(theme, commands, tmp_path):
    dialog = QDialog(commands.parent())
    page = ShortcutsPage(theme, commands, Stage(tmp_path / "home", []))
    QVBoxLayout(dialog).addWidget(page)
    dialog.open()
    assert nameless(dialog) == []
    assert "no keys" in [each.name for each in controls(dialog)]
    page.choose("view.sources", "Ctrl+N")
    page.tree.setCurrentIndex(page.tree.model().index(0, 0, page.tree.model().index(0, 0)))
    assert set(tab_round(dialog, page.tree)) | {page.tree} == stops(dialog)
    dialog.close()


async def test_tab_from_the_question_reaches_everything_and_comes_back(open_window):
    window = open_window([])
    window.look_for_models()
    await asyncio.sleep(0.05)
    window.composer.put("What is new?")
    reached = set(tab_round(window, window.composer.edit)) | {window.composer.edit}
    left = stops(window) - reached
    assert [(type(each).__name__, each.accessibleName()) for each in left] == []
