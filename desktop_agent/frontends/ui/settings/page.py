"""A page of the settings dialog with searchable rows."""

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent, QShowEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from desktop_agent.frontends.ui.settings.field import Option, SettingField
from desktop_agent.frontends.ui.widgets.labels import wrapped
from desktop_agent.frontends.ui.widgets.tasks import Gradual
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- The row of a setting: title, field, help, default, and reset

FIELD_WIDTH = 380
"""Maximum width of a field in pixels."""


class OptionRow(QWidget):
    """A row of the page that shows an option.

    ``edited`` is emitted with the key and the new value, or None for the default. ``origin`` names
    what forces the value, such as an environment variable; the field is then read-only.
    """

    edited = Signal(str, object)

    def __init__(self, theme: Theme, option: Option, value: Any, origin: str = "") -> None:
        super().__init__()
        self.option = option
        self._theme = theme
        self._origin = origin
        self.field = SettingField(option, value, self)
        self.field.edited.connect(self.edited)
        self._title = QLabel(option.title)
        self._title.setObjectName("section")
        self._title.setBuddy(self.field.widget)
        self._about = QLabel(option.description)
        self._about.setObjectName("hint")
        self._about.setWordWrap(True)
        self._default = wrapped("", "hint")
        self.error = wrapped("", "hint")
        self.error.setProperty("tone", "error")
        self.error.hide()
        self.reset = QPushButton(self.tr("Reset"))
        self.reset.setObjectName("flat")
        self.reset.setAutoDefault(False)
        self.reset.setAccessibleName(self.tr("Reset {0}").format(option.title))
        self.reset.setToolTip(self.tr("Back to {0}").format(option.shown(option.default)))
        self.reset.clicked.connect(lambda: self.edited.emit(option.key, None))
        self._lay_out()
        self.show_value(value)
        if origin:
            self.field.widget.setEnabled(False)

    def show_value(self, value: Any) -> None:
        """Show the current value."""
        self.field.show_value(value)
        changed = value != self.option.default
        self.reset.setVisible(changed and not self._origin)
        if self._origin:
            self._default.setText(self.tr("Set by {0}, which wins").format(self._origin))
        elif changed:
            default = self.option.shown(self.option.default)
            self._default.setText(self.tr("Default: {0}").format(default))
        self._default.setVisible(changed or bool(self._origin))

    def show_error(self, text: str) -> None:
        """Show an error below the field, or remove it if the text is empty."""
        self.error.setText(text)
        self.error.setVisible(bool(text))

    def mark(self, words: Sequence[str]) -> None:
        """Highlight the search words in the title and the text."""
        ground = self._theme.colours.selection
        for label, text in (
            (self._title, self.option.title),
            (self._about, self.option.description),
        ):
            marked = _marked(text, words, ground) if words else ""
            label.setTextFormat(Qt.TextFormat.RichText if marked else Qt.TextFormat.PlainText)
            label.setText(marked or text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Toggle the check box when the user clicks its title."""
        box = self.field.widget
        if (
            isinstance(event, QMouseEvent)
            and event.type() == QEvent.Type.MouseButtonRelease
            and event.button() == Qt.MouseButton.LeftButton
            and isinstance(box, QCheckBox)
        ):
            box.click()
            return True
        return super().eventFilter(watched, event)

    def _lay_out(self) -> None:
        widget = self.field.widget
        row = QHBoxLayout()
        row.setSpacing(8)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 0, 0, 14)
        lines.setSpacing(4)
        if isinstance(widget, QCheckBox):
            self._title.installEventFilter(self)
            row.addWidget(widget)
            row.addWidget(self._title)
        else:
            widget.setMinimumWidth(180)
            widget.setMaximumWidth(FIELD_WIDTH)
            lines.addWidget(self._title)
            row.addWidget(widget, 1)
        row.addWidget(self.reset)
        row.addStretch(0 if widget.maximumWidth() == FIELD_WIDTH else 1)
        lines.addLayout(row)
        lines.addWidget(self.error)
        lines.addWidget(self._about)
        lines.addWidget(self._default)


def _marked(text: str, words: Sequence[str], ground: str) -> str:
    """Return the text as HTML with the words highlighted, or "" if none of them occurs."""
    sought = re.compile("|".join(re.escape(word) for word in words), re.IGNORECASE)
    if not sought.search(text):
        return ""
    parts, end = [], 0
    for found in sought.finditer(text):
        parts.append(html.escape(text[end : found.start()]))
        parts.append(f'<span style="background-color:{ground}">{html.escape(found[0])}</span>')
        end = found.end()
    return "".join(parts) + html.escape(text[end:])


@dataclass(slots=True)
class _Row:
    """The search text of a row and the function that builds it; ``widget`` is set once built."""

    words: str
    make: Callable[[], QWidget]
    widget: QWidget | None = None


class SettingsPage(QWidget):
    """A page that is built when first shown, a few rows per iteration of the event loop.

    ``whole`` is emitted once the last row is built. ``title`` names the page, and ``spacing`` is
    the distance between rows in pixels. The contents can be searched before the page is built.
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
        """Add a row that can be found by ``words`` and by the title of the page."""
        self._rows.append(_Row(f"{words} {self.title}".casefold(), make))

    def look_for(self, words: Sequence[str]) -> int:
        """Show only rows that contain every word and highlight the words; return the row count.

        ``words`` must be case-folded.
        """
        self._words = tuple(words)
        if self.isVisible():
            self._show_found()
        return sum(self._holds(row) for row in self._rows)

    def when_whole(self, act: Callable[[], object]) -> None:
        """Call ``act`` once the page is built, which may be immediately."""
        if self.is_whole:
            act()
        else:
            self.whole.connect(act, Qt.ConnectionType.SingleShotConnection)

    def showEvent(self, event: QShowEvent) -> None:
        """Build the page, or apply a search that was made while another page was shown."""
        super().showEvent(event)
        if self._building is None:
            self._build()
        self._show_found()

    # --- Rows

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

    # --- Construction

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
