"""A field for words to look for: tells them a moment after the typing stops."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit

from desktop_agent.ui import icons
from desktop_agent.ui.clear_button import add_clear_button
from desktop_agent.ui.theme import Theme

_WAIT_MS = 150


class SearchField(QLineEdit):
    """``wanted`` gives the words, at once when they are cleared; ``left_downwards`` is the Down key.

    ``entered`` is Enter, after ``wanted``. ``title`` says what is searched; ``wait_ms`` is how long
    nothing has to be typed.
    """

    wanted = Signal(str)
    left_downwards = Signal()
    entered = Signal()

    def __init__(self, theme: Theme, title: str, wait_ms: int = _WAIT_MS) -> None:
        super().__init__()
        self._theme = theme
        self._told = ""
        self.setPlaceholderText(title)
        self.setAccessibleName(title)
        add_clear_button(self)
        self._lens = QAction(title, self)
        self._lens.triggered.connect(self.setFocus)
        self.addAction(self._lens, QLineEdit.ActionPosition.LeadingPosition)
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.setInterval(wait_ms)
        self._due.timeout.connect(self._tell)
        self.textChanged.connect(self._changed)
        theme.changed.connect(self._draw)
        self._draw()

    @property
    def words(self) -> str:
        """What stands in it, without spaces around."""
        return self.text().strip()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            undo = event.matches(QKeySequence.StandardKey.Undo)
            if undo and not self.isUndoAvailable():
                event.ignore()  # nothing was typed: the key is for the window
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Down:
                self.left_downwards.emit()
            case Qt.Key.Key_Escape if self.text():
                self.clear()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self._tell()
                self.entered.emit()
            case _:
                super().keyPressEvent(event)

    def _changed(self) -> None:
        if self.words:
            self._due.start()
        else:
            self._tell()

    def _tell(self) -> None:
        self._due.stop()
        if self.words != self._told:
            self._told = self.words
            self.wanted.emit(self._told)

    def _draw(self) -> None:
        self._lens.setIcon(icons.icon("search", self._theme.colours.faint))
