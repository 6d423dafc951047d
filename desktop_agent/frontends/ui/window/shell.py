"""A placeholder window with an input field, shown while the application loads.

It restores the last position, size and colours; the main window is loaded in a thread and embedded
in it. To appear quickly, this module imports only Qt and the colour palette.
"""

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QByteArray, QRect, QSettings, QSize, QTimer, Signal
from PySide6.QtGui import (
    QBrush,
    QCloseEvent,
    QFont,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QFrame, QMainWindow, QPlainTextEdit, QWidget

from desktop_agent.frontends.ui.widgets.appearance import (
    SIDE,
    Palette,
    column_width,
    palette,
    running_text,
)

# --- Window placement

_SIZE = QSize(1280, 820)


def place(window: QWidget, store: QSettings) -> None:
    """Restore a window's geometry from ``store``, or use the default size.

    Qt keeps the window on screen even if its monitor has been disconnected.
    """
    geometry = store.value("geometry")
    if not (isinstance(geometry, QByteArray) and window.restoreGeometry(geometry)):
        window.resize(_SIZE.boundedTo(window.screen().availableSize()))


LEAST = (640, 480)
TOP_BAR = 48
_POINTS = 10.0
_COMPOSER = 71
"""Height of the composer excluding its line of text."""
_SIDEBAR = 248
_CENTRE = 560
"""Minimum width of the chat beside the sidebar."""
_BELOW = 16
_TITLE = 55
_ROUND = 20
_HALF = 128
_V_CENTRE = 0x80
"""The value of ``Qt.AlignmentFlag.AlignVCenter``.

Building Qt's namespace takes 15 ms, so this file never uses it. It also never sets a pen or a
brush by colour, which would build the namespace too.
"""


class Shell(QMainWindow):
    """The placeholder window; ``state`` is the file with its geometry and colours.

    ``painted`` is emitted after the first paint, and ``closing`` when the window is closed, not
    merely hidden.
    """

    painted = Signal()
    closing = Signal()

    def __init__(self, state: Path) -> None:
        super().__init__()
        store = QSettings(str(state), QSettings.Format.IniFormat)
        _speak(str(store.value("language", "")))
        self.closed = False
        self.stays: Callable[[], bool] = bool
        """A function that returns whether to hide the window instead of closing it."""
        self._skeleton: Skeleton | None = Skeleton(
            self._palette(store), _number(store, "sidebar", _SIDEBAR)
        )
        self._skeleton.painted.connect(self.painted)
        points = _number(store, "points", 0)
        own = QApplication.font()
        self._skeleton.setFont(running_text(own, points or max(own.pointSizeF(), _POINTS)))
        self.setWindowTitle("Desktop Agent")
        self.setMinimumSize(*LEAST)
        self.setCentralWidget(self._skeleton)
        place(self, store)
        self._skeleton.edit.setFocus()

    @property
    def typed(self) -> str:
        """The text typed so far, or "" once the main window is embedded."""
        return self._skeleton.edit.toPlainText() if self._skeleton is not None else ""

    def take(self, window: QWidget) -> None:
        """Embed the main window, preserving its focus."""
        focused = window.focusWidget()
        self.setCentralWidget(window)
        self._skeleton = None
        if focused is not None:
            focused.setFocus()

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.stays():
            event.ignore()
            self.hide()
            return
        super().closeEvent(event)
        self.closed = True
        self.closing.emit()

    @staticmethod
    def _palette(store: QSettings) -> Palette:
        shade = str(store.value("shade", ""))
        if shade not in ("light", "dark"):
            system = QApplication.palette().window().color()
            shade = "dark" if system.lightness() < _HALF else "light"
        return palette("dark" if shade == "dark" else "light")


class Skeleton(QWidget):
    """An outline of the main window with a question field.

    ``painted`` is emitted after the first paint.
    """

    painted = Signal()

    def __init__(self, colours: Palette, sidebar: int) -> None:
        super().__init__()
        self._sidebar = sidebar
        self._is_painted = False
        self.setPalette(colours.qt())
        self.edit = QPlainTextEdit(self)
        self.edit.setFrameShape(QFrame.Shape.NoFrame)
        self.edit.document().setDocumentMargin(2)
        self.edit.setPlaceholderText(self.tr("Ask anything"))
        self.edit.setAccessibleName(self.tr("Question"))
        self.edit.setTabChangesFocus(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.edit.setGeometry(self._field().adjusted(17, 13, -11, -51))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002 - Qt's signature
        colours = self.palette()
        painter = QPainter(self)
        left, width = self._left(), self.width()
        painter.eraseRect(self.rect())
        if left:
            _fill(painter, QRect(0, 0, left, self.height()), colours.alternateBase())
        font = QFont(self.font())
        font.setWeight(QFont.Weight.DemiBold)
        painter.setFont(font)
        painter.drawText(QRect(left + _TITLE, 0, width, TOP_BAR), _V_CENTRE, "Desktop Agent")
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        _outline(painter, self._field(), _ROUND, colours.accent(), colours.base())
        painter.end()
        if not self._is_painted:
            self._is_painted = True
            QTimer.singleShot(0, self.painted.emit)  # the field is painted afterwards

    def _left(self) -> int:
        """Return the sidebar width, or 0 if there is too little room for it."""
        return self._sidebar if self.width() - self._sidebar >= _CENTRE else 0

    def _field(self) -> QRect:
        room = self.width() - self._left()
        column = min(column_width(self.font().pointSizeF()), room)
        left = self._left() + (room - column) // 2 + SIDE
        height = _COMPOSER + self.fontMetrics().lineSpacing()
        return QRect(left, self.height() - _BELOW - height, column - 2 * SIDE, height)


def _fill(painter: QPainter, where: QRect, brush: QBrush) -> None:
    path = QPainterPath()
    path.addRect(where)
    painter.fillPath(path, brush)


def _outline(painter: QPainter, where: QRect, radius: int, line: QBrush, inside: QBrush) -> None:
    for inset, brush in ((0, line), (1, inside)):
        path = QPainterPath()
        path.addRoundedRect(
            where.adjusted(inset, inset, -inset, -inset), radius - inset, radius - inset
        )
        painter.fillPath(path, brush)


def _speak(language: str) -> None:
    """Install the translations for the last language used, unless it was English."""
    app = QApplication.instance()
    if language not in ("", "en") and app is not None:
        from desktop_agent.frontends.ui.widgets.translation import install

        install(app, language)


def _number(store: QSettings, key: str, usual: int) -> int:
    value = str(store.value(key, ""))
    return int(value) if value.isdecimal() else usual
