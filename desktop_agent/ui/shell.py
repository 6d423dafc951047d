"""The window before the program is there: painted at once, with a field that can be typed into.

Importing all that the window is made of takes longer than a person waits. So this frame is shown
first, in the place, size and colours that the window last had; the rest is loaded in a thread, and
moves in. Nothing but Qt and the colours is imported here, and that is what this file is for.
"""

import importlib
import threading
from pathlib import Path

from PySide6.QtCore import QEventLoop, QObject, QRect, QSettings, Signal
from PySide6.QtGui import QCloseEvent, QColor, QFont, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QMainWindow, QPlainTextEdit, QWidget

from desktop_agent.ui.palette import DARK, LIGHT, Palette
from desktop_agent.ui.placement import SIZE, place

LEAST = (640, 480)
TOP_BAR = 48
STATUS_BAR = 36
COLUMN = 780
"""Widest column of text in pixels: longer lines are hard to read."""
_COMPOSER = 92
_SIDE = 28
_BELOW = 16
_HALF = 128
_V_CENTRE = 0x80
"""Qt.AlignmentFlag.AlignVCenter, without building the namespace Qt: that takes 15 ms."""


class Shell(QMainWindow):
    """The window's frame. ``closing`` is sent once, when the person closes it.

    ``state`` is the file in which the window remembers its place and its colours.
    """

    closing = Signal()

    def __init__(self, state: Path) -> None:
        super().__init__()
        store = QSettings(str(state), QSettings.Format.IniFormat)
        self._skeleton: Skeleton | None = Skeleton(self._palette(store), _number(store, "sidebar"))
        self.setWindowTitle("Desktop Agent")
        self.setMinimumSize(*LEAST)
        self.setCentralWidget(self._skeleton)
        place(self, store, SIZE)
        self._skeleton.edit.setFocus()

    @property
    def typed(self) -> str:
        """What was typed before the window was there."""
        return self._skeleton.edit.toPlainText() if self._skeleton is not None else ""

    def take(self, window: QWidget) -> None:
        """Puts the window into the frame."""
        self.setCentralWidget(window)
        self._skeleton = None

    def closeEvent(self, event: QCloseEvent) -> None:
        super().closeEvent(event)
        self.closing.emit()

    @staticmethod
    def _palette(store: QSettings) -> Palette:
        shade = str(store.value("shade", ""))
        if shade not in ("light", "dark"):
            system = QApplication.palette().window().color()
            shade = "dark" if system.lightness() < _HALF else "light"
        return DARK if shade == "dark" else LIGHT


class Skeleton(QWidget):
    """The window's outlines, and a field for the first question."""

    def __init__(self, colours: Palette, sidebar: int) -> None:
        super().__init__()
        self._colours = colours
        self._sidebar = sidebar
        self.setPalette(colours.qt())
        self.edit = QPlainTextEdit(self)
        self.edit.setFrameShape(QFrame.Shape.NoFrame)
        self.edit.setPlaceholderText(self.tr("Ask anything that you want to check"))
        self.edit.setAccessibleName(self.tr("Question"))
        self.edit.setTabChangesFocus(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.edit.setGeometry(self._field().adjusted(14, 10, -14, -40))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        colours = self._colours
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colours.window))
        painter.fillRect(QRect(0, 0, self._sidebar, self.height()), QColor(colours.sunken))
        painter.setPen(QColor(colours.border))
        status = self.height() - STATUS_BAR
        painter.drawLine(self._sidebar, TOP_BAR, self.width(), TOP_BAR)
        painter.drawLine(0, status, self.width(), status)
        if self._sidebar:
            painter.drawLine(self._sidebar, 0, self._sidebar, status)
        painter.setPen(QColor(colours.text))
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        bar = QRect(self._sidebar + 18, 0, self.width(), TOP_BAR)
        painter.drawText(bar, _V_CENTRE, "Desktop Agent")
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.accent), 1))
        painter.setBrush(QColor(colours.surface))
        painter.drawRoundedRect(self._field(), 16, 16)
        painter.end()

    def _field(self) -> QRect:
        room = self.width() - self._sidebar
        width = min(COLUMN, room) - 2 * _SIDE
        left = self._sidebar + (room - width) // 2
        return QRect(left, self.height() - STATUS_BAR - _BELOW - _COMPOSER, width, _COMPOSER)


class Loading(QObject):
    """Imports a module in a thread while the window stays alive."""

    _done = Signal()

    def __init__(self, module: str) -> None:
        super().__init__()
        self._module = module
        self._fault: BaseException | None = None

    def wait(self) -> None:
        """Serves the window until the module is there.

        Raises:
            BaseException: what importing it raised.
        """
        loop = QEventLoop()
        self._done.connect(loop.quit)
        threading.Thread(target=self._load, name="loading the program", daemon=True).start()
        loop.exec()
        if self._fault is not None:
            raise self._fault

    def _load(self) -> None:
        try:
            importlib.import_module(self._module)
        except BaseException as fault:  # noqa: BLE001 - raised again by who waits
            self._fault = fault
        self._done.emit()


def _number(store: QSettings, key: str) -> int:
    value = str(store.value(key, "0"))
    return int(value) if value.isdecimal() else 0
