"""A page of the settings dialog: rows below each other that can be searched."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QLabel, QScrollArea, QVBoxLayout, QWidget

from desktop_agent.ui.gradual import Gradual
from desktop_agent.ui.settings.option_row import FIELD_WIDTH, OptionRow

__all__ = ["FIELD_WIDTH", "SettingsPage"]


@dataclass(slots=True)
class _Row:
    """What a row is found by, and how it is made; ``widget`` is there once it was."""

    words: str
    make: Callable[[], QWidget]
    widget: QWidget | None = None


class SettingsPage(QWidget):
    """Made when it is first shown, a few rows a turn of the event loop; ``whole`` comes after the last.

    ``title`` names the page, ``spacing`` is pixels between rows. What it holds can be searched
    before it is made.
    """

    whole = Signal()

    def __init__(self, title: str, about: str, spacing: int = 4) -> None:
        super().__init__()
        self._spacing = spacing
        self.title = title
        self.is_whole = False
        self._about = about
        self._rows: list[_Row] = []
        self._words: tuple[str, ...] = ()
        self._marked: tuple[str, ...] = ()
        self._building: Gradual | None = None

    def add_row(self, words: str, make: Callable[[], QWidget]) -> None:
        """Adds a row that is found by ``words`` and the title of the page."""
        self._rows.append(_Row(f"{words} {self.title}".casefold(), make))

    def look_for(self, words: Sequence[str]) -> int:
        """Leaves the rows that hold every word, and marks the words; gives how many are left.

        ``words`` are case-folded.
        """
        self._words = tuple(words)
        if self.isVisible():
            self._show_found()
        return sum(self._holds(row) for row in self._rows)

    def when_whole(self, act: Callable[[], object]) -> None:
        """Calls ``act`` when the page is made; at once where it is."""
        if self.is_whole:
            act()
        else:
            self.whole.connect(act, Qt.ConnectionType.SingleShotConnection)

    def showEvent(self, event: QShowEvent) -> None:
        """Makes the page, and shows what was searched for while another one was in view."""
        super().showEvent(event)
        if self._building is None:
            self._build()
        self._show_found()

    # --- the rows

    def _holds(self, row: _Row) -> bool:
        return all(word in row.words for word in self._words)

    def _show_found(self) -> None:
        if self._marked != self._words:
            self._marked = self._words
            for row in self._rows:
                if row.widget is not None:
                    self._show_row(row, row.widget)

    def _show_row(self, row: _Row, widget: QWidget) -> None:
        found = self._holds(row)
        widget.setVisible(found)
        for option in _options_in(widget):
            option.mark(self._words if found else ())

    # --- building

    def _build(self) -> None:
        self.area = self._make_area()
        around = QVBoxLayout(self)
        around.setContentsMargins(0, 0, 0, 0)
        around.addWidget(self.area)
        self._marked = self._words
        self._building = Gradual((self._making(row) for row in self._rows), self)
        self._building.done.connect(self._finish)

    def _finish(self) -> None:
        self.is_whole = True
        self.whole.emit()

    def _making(self, row: _Row) -> Callable[[], None]:
        def make() -> None:
            row.widget = row.make()
            if self._marked:
                self._show_row(row, row.widget)
            self.lines.insertWidget(self.lines.count() - 1, row.widget)

        return make

    def _make_area(self) -> QScrollArea:
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        page.setObjectName("page")
        self.lines = QVBoxLayout(page)
        self.lines.setContentsMargins(32, 26, 32, 32)
        self.lines.setSpacing(self._spacing)
        head = QLabel(self.title)
        head.setObjectName("heading")
        note = QLabel(self._about)
        note.setObjectName("muted")
        note.setWordWrap(True)
        top = QVBoxLayout()
        top.setSpacing(4)
        top.addWidget(head)
        top.addWidget(note)
        self.lines.addLayout(top)
        self.lines.addSpacing(14)
        self.lines.addStretch(1)
        area.setWidget(page)
        return area


def _options_in(widget: QWidget) -> list[OptionRow]:
    return [widget] if isinstance(widget, OptionRow) else widget.findChildren(OptionRow)
