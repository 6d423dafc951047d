"""The field above the list of runs: which of them are shown."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from desktop_agent.ui.runs.grouping import Kind
from desktop_agent.ui.runs.words import tr
from desktop_agent.ui.search_field import SearchField
from desktop_agent.ui.theme import Theme

_WAIT_MS = 120


class FilterBar(QWidget):
    """``wanted`` tells of other words or another kind; ``left_downwards`` is the Down key."""

    wanted = Signal()
    left_downwards = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.field = SearchField(theme, tr("Search the runs"), _WAIT_MS)
        self.field.setObjectName("runsSearch")
        self.field.setToolTip(tr("Search questions and answers; Down goes to the list"))
        self.kinds = QComboBox()
        self.kinds.setAccessibleName(tr("Which runs are shown"))
        self.kinds.setToolTip(tr("Which runs are shown"))
        for kind, title in _kinds():
            self.kinds.addItem(title, kind)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        row.addWidget(self.field, 1)
        row.addWidget(self.kinds)
        self.field.wanted.connect(self.wanted)
        self.field.left_downwards.connect(self.left_downwards)
        self.kinds.currentIndexChanged.connect(self.wanted)

    @property
    def words(self) -> str:
        """What is looked for."""
        return self.field.words

    @property
    def kind(self) -> Kind:
        """What the list is narrowed to."""
        kind: Kind = self.kinds.currentData()
        return kind

    def clear(self) -> None:
        """Shows all runs again."""
        self.field.clear()
        self.kinds.setCurrentIndex(0)


def _kinds() -> tuple[tuple[Kind, str], ...]:
    return (
        ("all", tr("All runs")),
        ("active", tr("Not over yet")),
        ("asking", tr("Waiting for you")),
        ("done", tr("Answered")),
        ("failed", tr("Failed or stopped")),
    )
