"""The field above the list of runs: which of them are shown."""

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QWidget

from desktop_agent.ui import icons
from desktop_agent.ui.clear_button import add_clear_button
from desktop_agent.ui.runs.grouping import Kind
from desktop_agent.ui.runs.words import tr
from desktop_agent.ui.theme import Theme

_WAIT_MS = 120


class FilterBar(QWidget):
    """``wanted`` tells of other words or another kind; ``left_downwards`` is the Down key."""

    wanted = Signal()
    left_downwards = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.field = _Field(self)
        self.field.setObjectName("runsSearch")
        self.field.setPlaceholderText(tr("Search the runs"))
        self.field.setAccessibleName(tr("Search the runs"))
        self.field.setToolTip(tr("Search questions and answers; Down goes to the list"))
        add_clear_button(self.field)
        self._lens = QAction(tr("Search the runs"), self.field)
        self.field.addAction(self._lens, QLineEdit.ActionPosition.LeadingPosition)
        self.kinds = QComboBox()
        self.kinds.setAccessibleName(tr("Which runs are shown"))
        self.kinds.setToolTip(tr("Which runs are shown"))
        for kind, title in _kinds():
            self.kinds.addItem(title, kind)
        self._due = QTimer(self)
        self._due.setSingleShot(True)
        self._due.setInterval(_WAIT_MS)
        self._due.timeout.connect(self.wanted)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.kinds)
        self.field.textChanged.connect(lambda _text: self._due.start())
        self.kinds.currentIndexChanged.connect(lambda _index: self.wanted.emit())
        theme.changed.connect(self._draw)
        self._draw()

    @property
    def words(self) -> str:
        """What is looked for."""
        return self.field.text().strip()

    @property
    def kind(self) -> Kind:
        """What the list is narrowed to."""
        kind: Kind = self.kinds.currentData()
        return kind

    def clear(self) -> None:
        """Shows all runs again."""
        self.field.clear()
        self.kinds.setCurrentIndex(0)
        self._due.stop()
        self.wanted.emit()

    def _draw(self) -> None:
        self._lens.setIcon(icons.icon("search", self._theme.colours.faint))


class _Field(QLineEdit):
    """Down leads to the list, Escape empties it."""

    def __init__(self, bar: FilterBar) -> None:
        super().__init__()
        self._bar = bar

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Down:
            self._bar.left_downwards.emit()
        elif event.key() == Qt.Key.Key_Escape and self.text():
            self.clear()
        else:
            super().keyPressEvent(event)


def _kinds() -> tuple[tuple[Kind, str], ...]:
    return (
        ("all", tr("All runs")),
        ("active", tr("Not over yet")),
        ("asking", tr("Waiting for you")),
        ("done", tr("Answered")),
        ("failed", tr("Failed or stopped")),
    )
