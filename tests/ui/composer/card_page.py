"""A composer with a card above it, and the conversation and the run that it belongs to."""

from types import SimpleNamespace
from typing import Any

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from desktop_agent.frontends.ui.composer.composer import Composer, ComposerRow
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from tests.ui.manners.activation import activate


class Here(QObject):
    """The conversation on the screen, and the run in it."""

    shown = Signal(object)
    happened = Signal(object)
    told = Signal(object, object)
    is_answering = True

    def show_conversation(self, *, answering: bool) -> None:
        """Another conversation, or the one that waits, comes on the screen."""
        self.is_answering = answering
        self.shown.emit(None)


class CardPage(QWidget):
    def __init__(self, theme: Theme, tasks: Tasks, **session: Any) -> None:
        super().__init__()
        self.here, self.session = Here(), SimpleNamespace(**session)
        self.composer = Composer(theme, "deep", session.get("read_file"), tasks)
        about = (self.session, self.here, self.here)
        self.row = ComposerRow(theme, self.composer, *about)
        self.stops: list[bool] = []
        self.composer.stopped.connect(lambda: self.stops.append(True))
        lines = QVBoxLayout(self)
        lines.addStretch(1)
        lines.addWidget(self.row)


def active(page: CardPage) -> CardPage:
    """The page in an active window, with the keyboard in the composer."""
    activate(page)
    page.composer.edit.setFocus()
    return page


def press(key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(QApplication.focusWidget(), key, modifiers)
