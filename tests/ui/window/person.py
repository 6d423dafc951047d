"""What a person does at the window, with mouse and keys, and what they then see."""

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from desktop_agent.core.events import AnswerGiven
from desktop_agent.frontends.ui.sidebar.conversation_view import Entry
from desktop_agent.frontends.ui.widgets.list_view import ROW
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui import scenes
from tests.ui.conftest import until

LEFT = Qt.MouseButton.LeftButton
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


def said(text: str) -> list[AnswerGiven]:
    return [AnswerGiven(text=text)]


def write(window: MainWindow, text: str) -> None:
    QTest.keyClicks(window.composer.edit, text)


def send(window: MainWindow, text: str) -> None:
    write(window, text)
    QTest.keyClick(window.composer.edit, Qt.Key.Key_Return)


async def ask(window: MainWindow, text: str) -> None:
    send(window, text)
    assert window.page.conversation.busy
    await until(lambda: not window.page.conversation.busy)
    await until(lambda: window.chat.last.whole)


async def asked(
    open_window: Callable[..., MainWindow], *scenes: Any, question: str = "What?", **about: Any
) -> MainWindow:
    """Opens a window on scenes, and asks a question that the first of them answers."""
    window = open_window(*scenes, **about)
    await ask(window, question)
    return window


async def two_conversations(
    open_window: Callable[..., MainWindow], *more: Any
) -> tuple[MainWindow, str, str]:
    """Gives a window with the conversations "one" and "two", and their ids; "two" is open."""
    window = open_window(scenes.from_memory(), scenes.from_memory(), *more or [[]])
    window.refresh()
    await ask(window, "one")
    first = window.page.conversation.id
    window.page.begin_new()
    await ask(window, "two")
    await until(lambda: titles(window) == ["two", "one"])
    return window, first, window.page.conversation.id


async def press(
    window: QWidget, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier
) -> None:
    """Presses a key where the keyboard is; the window has it then."""
    await until(lambda: _active(window))
    QTest.keyClick(QApplication.focusWidget() or window, key, modifiers)


def _active(window: QWidget) -> bool:
    if QApplication.activeWindow() is not window.window():
        window.window().activateWindow()
        return False
    return True


def click(widget: QWidget) -> None:
    assert widget.isVisible(), widget
    assert widget.isEnabled(), widget
    QTest.mouseClick(widget, LEFT)


def button(parent: QWidget, name: str) -> QToolButton:
    return next(
        each
        for each in parent.findChildren(QToolButton)
        if each.accessibleName() == name and each.isVisible()
    )


def titles(window: MainWindow) -> list[str]:
    model = window.sidebar.view.model()
    rows = [model.index(row, 0).data(ROW) for row in range(model.rowCount())]
    return [row.conversation.title for row in rows if isinstance(row, Entry)]


def open_row(window: MainWindow, title: str) -> None:
    view = window.sidebar.view
    model = view.model()
    for row in range(model.rowCount()):
        index = model.index(row, 0)
        if isinstance(index.data(ROW), Entry) and index.data() == title:
            place: QPoint = view.visualRect(index).center()
            QTest.mouseClick(view.viewport(), LEFT, pos=place)
            return
    raise AssertionError(f"{title} is not in {titles(window)}")


def answers(window: MainWindow) -> list[str]:
    found = [window.chat.message(n) for n in range(len(window.page.conversation.history))]
    return [each.body.toPlainText() if each is not None else "" for each in found]


def questions(window: MainWindow) -> list[str]:
    history = window.page.conversation.history
    turns = [history.turn(n) for n in range(len(history))]
    return [turn.question if turn is not None else "" for turn in turns]


def last_answer(window: MainWindow) -> str:
    return (answers(window) or [""])[-1]
