"""A search field, and a dialog for a single line of text."""

import re
from collections.abc import Callable, Sequence

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QInputDialog, QLineEdit, QWidget

from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Clear button with an accessible name, which Qt's own button lacks

_QTS_NAME = "_q_qlineeditclearaction"


def add_clear_button(field: QLineEdit) -> None:
    """Add a clear button that is shown while the field is not empty."""
    field.setClearButtonEnabled(True)
    action = field.findChild(QAction, _QTS_NAME)
    if action is not None:
        action.setText(QCoreApplication.translate("ClearButton", "Clear"))


def filter_field(title: str) -> QLineEdit:
    """Return a text field with a clear button; ``title`` is its placeholder and accessible name."""
    field = QLineEdit()
    field.setPlaceholderText(title)
    field.setAccessibleName(title)
    add_clear_button(field)
    return field


_WAIT_MS = 150


class SearchField(QLineEdit):
    """A search field; ``title`` is its placeholder and accessible name.

    ``wanted`` is emitted with the new text shortly after a change, or immediately when the field is
    cleared. Pressing Down emits ``left_downwards``; Enter emits ``wanted`` if the text has changed,
    and then ``entered``.
    """

    wanted = Signal(str)
    left_downwards = Signal()
    entered = Signal()

    def __init__(self, theme: Theme, title: str) -> None:
        super().__init__()
        self._told = ""
        self.setPlaceholderText(title)
        self.setAccessibleName(title)
        add_clear_button(self)
        lens = QAction(theme.icon("search", "faint"), title, self)
        lens.triggered.connect(self.setFocus)
        self.addAction(lens, QLineEdit.ActionPosition.LeadingPosition)
        self._due = QTimer(self, singleShot=True, interval=_WAIT_MS)
        self._due.timeout.connect(self._tell)
        self.textChanged.connect(self._changed)

    @property
    def words(self) -> str:
        return self.text().strip()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride:
            undo = event.matches(QKeySequence.StandardKey.Undo)
            if undo and not self.isUndoAvailable():
                event.ignore()  # leave the key to the window
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


# --- Dialog for one line


class LineDialog(QInputDialog):
    """A dialog for a single line of text, which is passed to ``done`` when accepted."""

    def __init__(
        self,
        parent: QWidget,
        title: str,
        question: str,
        text: str,
        done: Callable[[str], object],
        *,
        may_be_empty: bool = False,
    ) -> None:
        super().__init__(parent)
        self._may_be_empty = may_be_empty
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.setLabelText(question)
        self.setTextValue(text)
        self.textValueSelected.connect(done)

    def done(self, result: int) -> None:
        """Close the dialog, unless required text is missing."""
        if not result or self._may_be_empty or self.textValue().strip():
            super().done(result)


_COMMA = re.compile("[,\uff0c\u3001]")  # including those of Chinese and Japanese keyboards


def ask_tags(
    parent: QWidget, title: str, tags: Sequence[str], done: Callable[[tuple[str, ...]], object]
) -> None:
    """Ask for comma-separated tags in a dialog, and call ``done`` with them."""
    question = QCoreApplication.translate("Tags", "Tags, separated by commas")
    text, accepted = ", ".join(tags), lambda typed: done(tags_of(typed))
    LineDialog(parent, title, question, text, accepted, may_be_empty=True).open()


def tags_of(text: str) -> tuple[str, ...]:
    """Parse a comma-separated list of tags, dropping empty tags and case-insensitive duplicates."""
    tags: dict[str, str] = {}
    for part in _COMMA.split(text):
        tag = " ".join(part.split()).removeprefix("#")
        if tag:
            tags.setdefault(tag.casefold(), tag)
    return tuple(tags.values())
