"""Somebody who clicks, types, drags and resizes without a thought, by the dice."""

import random
import time
from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QInputMethodEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QDialog,
    QFileDialog,
    QMenu,
    QTabBar,
    QWidget,
)
from shiboken6 import isValid

from desktop_agent.frontends.ui.window.main_window import MainWindow

_LEFT = Qt.MouseButton.LeftButton
_NONE = Qt.KeyboardModifier.NoModifier
_CTRL = Qt.KeyboardModifier.ControlModifier
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_NOT = frozenset({"program.quit", "chat.print"})
"""What would end the program, or ask the system for a printer."""
_NAMES = (
    "Return Escape Tab Backtab Up Down Left Right PageUp PageDown Home End Delete Backspace Space "
    "F1 F2 F6 F10"
)
_KEYS = tuple(Qt.Key[f"Key_{name}"] for name in _NAMES.split())
_LETTERS = "knfbtoplrswzeacvx,/1234"
_SAID = ("why? ", "/deep ", "@", "heat pumps ", "ünï€ ", "a" * 40, "\u202e", "/", "#1 ")


class Monkey:
    """Acts on the window, or what lies over it; ``slowest`` is in seconds of this thread's time."""

    def __init__(self, window: MainWindow, dice: random.Random) -> None:
        self._window = window
        self._dice = dice
        self.slowest = 0.0
        self.slowest_act = ""
        self.last: list[str] = []

    def act(self) -> None:
        acts: tuple[tuple[int, Callable[[QWidget], str]], ...] = (
            (30, self._button),
            (14, self._anywhere),
            (14, self._key),
            (12, self._shortcut),
            (8, self._say),
            (8, self._command),
            (4, self._drag),
            (3, self._resize),
            (4, self._wheel),
            (3, self._tab),
            (3, self._menu),
        )
        where = self._top()
        act = self._dice.choices([each for _, each in acts], [weight for weight, _ in acts])[0]
        before = time.thread_time()
        said = act(where)
        took = time.thread_time() - before
        self.last = [*self.last[-30:], said]
        if took > self.slowest:
            self.slowest, self.slowest_act = took, said

    def _top(self) -> QWidget:
        """Gives what the hands can reach: a menu, a dialog, or the window."""
        for each in (QApplication.activePopupWidget(), QApplication.activeModalWidget()):
            if isinstance(each, QFileDialog):
                each.reject()
            elif each is not None:
                if self._dice.random() < 0.1:
                    each.close()
                return each if each.isVisible() else self._window
        dialogs = [
            each
            for each in QApplication.topLevelWidgets()
            if isinstance(each, QDialog) and each.isVisible()
        ]
        for each in dialogs:
            if isinstance(each, QFileDialog):
                each.reject()
            elif self._dice.random() < 0.05:
                each.close()
        left = [each for each in dialogs if each.isVisible()]
        return self._dice.choice(left) if left else self._window

    def _one(self, where: QWidget, kind: type[QWidget]) -> QWidget | None:
        found = [
            each
            for each in where.findChildren(kind)
            if each.isVisible() and each.isEnabled() and each.window() is where.window()
        ]
        return self._dice.choice(found) if found else None

    def _button(self, where: QWidget) -> str:
        button = self._one(where, QAbstractButton)
        if button is None:
            return self._key(where)
        name = _name(button)
        _click(button, _LEFT, button.rect().center())
        return f"button {name}"

    def _anywhere(self, where: QWidget) -> str:
        widget = self._one(where, QWidget) or where
        name, spot = _name(widget), self._spot(widget)
        match self._dice.randrange(5):
            case 0:
                _click(widget, _LEFT, spot)
                if isValid(widget):
                    _click(widget, _LEFT, spot)
            case 1:
                _click(widget, Qt.MouseButton.RightButton, spot)
            case 2:
                _click(widget, _LEFT, spot, _SHIFT)
            case _:
                _click(widget, _LEFT, spot)
        return f"click {name}"

    def _key(self, where: QWidget) -> str:
        key = self._dice.choice(_KEYS)
        modifier = self._dice.choice((_NONE, _NONE, _NONE, _SHIFT, _CTRL))
        QTest.keyClick(self._focus(where), key, modifier)
        return f"key {key.name} {modifier.name}"

    def _shortcut(self, where: QWidget) -> str:
        letter = self._dice.choice(_LETTERS)
        modifier = self._dice.choice((_CTRL, _CTRL, _CTRL | _SHIFT))
        if letter in "pq":
            letter = "k"
        QTest.keyClick(self._focus(where), letter, modifier)
        return f"shortcut {letter}"

    def _say(self, where: QWidget) -> str:
        said = self._dice.choice(_SAID)
        typed = QInputMethodEvent()  # `QTest` knows only the letters of ASCII
        typed.setCommitString(said)
        QApplication.sendEvent(self._focus(where), typed)
        return f"say {said!r}"

    def _command(self, _where: QWidget) -> str:
        able = (each for each in self._window.commands if each.action.isEnabled())
        commands = [each for each in able if each.name not in _NOT]
        if not commands or QApplication.activeModalWidget() is not None:
            return "no command"
        command = self._dice.choice(commands)
        command.action.trigger()
        return f"command {command.name}"

    def _drag(self, where: QWidget) -> str:
        widget = self._one(where, QWidget) or where
        name, start, end = _name(widget), self._spot(widget), self._spot(widget)
        QTest.mousePress(widget, _LEFT, _NONE, start)
        for part in (0.3, 0.7, 1.0):
            if isValid(widget):
                QTest.mouseMove(widget, start + (end - start) * part)
        if isValid(widget):
            QTest.mouseRelease(widget, _LEFT, _NONE, end)
        return f"drag {name}"

    def _resize(self, _where: QWidget) -> str:
        size = self._dice.randint(640, 1800), self._dice.randint(480, 1200)
        self._window.window().resize(*size)
        return f"resize {size}"

    def _wheel(self, where: QWidget) -> str:
        widget = self._one(where, QWidget) or where
        name = _name(widget)
        QTest.wheelEvent(
            widget.window().windowHandle(),
            widget.mapTo(widget.window(), self._spot(widget)),
            QPoint(0, self._dice.choice((-120, 120, -600))),
        )
        return f"wheel {name}"

    def _tab(self, where: QWidget) -> str:
        bar = self._one(where, QTabBar)
        if not isinstance(bar, QTabBar) or not bar.count():
            return self._key(where)
        bar.setCurrentIndex(self._dice.randrange(bar.count()))
        return "tab"

    def _menu(self, where: QWidget) -> str:
        menu = where if isinstance(where, QMenu) else None
        shown = menu.actions() if menu else []
        actions = [each for each in shown if each.isEnabled() and each.text()]
        if menu is None or not actions:
            return self._anywhere(where)
        action = self._dice.choice(actions)
        text = action.text()
        _click(menu, _LEFT, menu.actionGeometry(action).center())
        return f"menu {text}"

    def _focus(self, where: QWidget) -> QWidget:
        focused = QApplication.focusWidget()
        return focused if focused is not None and focused.isVisible() else where

    def _spot(self, widget: QWidget) -> QPoint:
        return QPoint(
            self._dice.randrange(max(1, widget.width())),
            self._dice.randrange(max(1, widget.height())),
        )


def put_all_away(window: MainWindow) -> None:
    for each in QApplication.topLevelWidgets():
        if each is not window.window() and each.isVisible():
            each.close()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def _click(
    widget: QWidget,
    button: Qt.MouseButton,
    spot: QPoint,
    modifier: Qt.KeyboardModifier = _NONE,
) -> None:
    """Presses and lets go, where the press has left the widget there: `QTest` would not look."""
    QTest.mousePress(widget, button, modifier, spot)
    if isValid(widget):
        QTest.mouseRelease(widget, button, modifier, spot)


def _name(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.objectName() or widget.accessibleName()}"
