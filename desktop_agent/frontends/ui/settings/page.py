"""A settings page with searchable rows, and small widgets for pages and panes."""

import html
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QMouseEvent, QShowEvent
from PySide6.QtWidgets import QCheckBox, QLabel, QPushButton, QScrollArea, QWidget

from desktop_agent.frontends.ui.settings.field import Option, SettingField
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import SELECTABLE, heading, label, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, Part, hbox, vbox
from desktop_agent.frontends.ui.widgets.tasks import Gradual
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Widgets of the panes


def button(text: str, act: Callable[[], object], *, tip: str = "", name: str = "") -> QPushButton:
    """Return a push button that never becomes the dialog's default button by itself."""
    made = push_button(text, lambda _checked: act(), name=name, tip=tip)
    made.setAutoDefault(False)
    return made


class Said(QLabel):
    """A line of selectable plain text that is hidden while it is empty."""

    def __init__(self, name: str = "") -> None:
        super().__init__()
        self.setObjectName(name)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setTextInteractionFlags(SELECTABLE)
        self.setWordWrap(True)
        self.hide()

    def say(self, text: str, tone: str = "") -> None:
        """Show ``text``; ``tone`` is "ok", "warn", "error", "muted" or ""."""
        tone = tone if text else ""
        if tone != self.property("tone"):
            self.setProperty("tone", tone)
            self.style().polish(self)
        self.setText(text)
        self.setVisible(bool(text))


# --- The row of a setting: title, field, help, default, and reset

FIELD_WIDTH = 380
"""Maximum width of a field in pixels."""


class OptionRow(QWidget):
    """The row for an option, with its title, field, help text and default value.

    ``edited`` is emitted with the key of the option and its new value, or None for the default.
    ``origin`` names the environment variable or command-line option that overrides the setting. If
    it is not "", the field is disabled.
    """

    edited = Signal(str, object)

    def __init__(self, theme: Theme, option: Option, value: Any, origin: str = "") -> None:
        super().__init__()
        self.option = option
        self._theme = theme
        self._origin = origin
        self.field = SettingField(option, self)
        self.field.edited.connect(self.edited)
        self._title = heading(option.title, "section")
        self._title.setBuddy(self.field.widget)
        self._about = label(option.description, "hint")
        self._default = wrapped("", "hint")
        self.error = Said("hint")
        tip = self.tr("Back to {0}").format(option.shown(option.default))
        act = partial(self.edited.emit, option.key, None)
        self.reset = button(self.tr("Reset"), act, tip=tip, name="flat")
        self.reset.setAccessibleName(self.tr("Reset {0}").format(option.title))
        self._lay_out()
        self.show_value(value)
        if origin:
            self.field.widget.setEnabled(False)

    def show_value(self, value: Any) -> None:
        self.field.show_value(value)
        changed = value != self.option.default
        self.reset.setVisible(changed and not self._origin)
        if self._origin:
            self._default.setText(self.tr("Set by {0}, which wins").format(self._origin))
        elif changed:
            default = self.option.shown(self.option.default)
            self._default.setText(self.tr("Default: {0}").format(default))
        self._default.setVisible(changed or bool(self._origin))

    def mark(self, words: Sequence[str]) -> None:
        ground = self._theme.colours.selection
        option = self.option
        for line, text in ((self._title, option.title), (self._about, option.description)):
            marked = _marked(text, words, ground) if words else ""
            line.setTextFormat(Qt.TextFormat.RichText if marked else Qt.TextFormat.PlainText)
            line.setText(marked or text)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Toggle the check box when its title is clicked."""
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
        lines: list[Part] = [self.error, self._about, self._default]
        if isinstance(widget, QCheckBox):
            self._title.installEventFilter(self)
            lines.insert(0, hbox(widget, self._title, self.reset, STRETCH, spacing=8))
        else:
            widget.setMinimumWidth(180)
            widget.setMaximumWidth(FIELD_WIDTH)
            value = hbox((widget, 1), self.reset, spacing=8)
            value.addStretch(0)
            lines[:0] = [self._title, value]
        vbox(*lines, parent=self, margins=(0, 0, 0, 14), spacing=4)


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
    """A row's search text, and the function that builds the row.

    ``widget`` is set once the row has been built.
    """

    words: str
    make: Callable[[], QWidget]
    widget: QWidget | None = None


class SettingsPage(QWidget):
    """A page that is built when it is first shown, a few rows per iteration of the event loop.

    ``whole`` is emitted once the last row is built. ``title`` is the name of the page, and
    ``spacing`` the distance between rows in pixels. The page can be searched before it is built.
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
        """Add a row that can be found by ``words`` and by the page's title."""
        self._rows.append(_Row(f"{words} {self.title}".casefold(), make))

    def look_for(self, words: Sequence[str]) -> int:
        """Show only the rows that contain all words, and return the number of these rows.

        The words must be case-folded.
        """
        self._words = tuple(words)
        if self.isVisible():
            self._show_found()
        return sum(self._holds(row) for row in self._rows)

    def when_whole(self, act: Callable[[], object]) -> None:
        """Call ``act`` once the page is built, or immediately if it already is."""
        if self.is_whole:
            act()
        else:
            self.whole.connect(act, Qt.ConnectionType.SingleShotConnection)

    def showEvent(self, event: QShowEvent) -> None:
        """Build the page when it is first shown, and apply the current search."""
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
        options = [widget] if isinstance(widget, OptionRow) else widget.findChildren(OptionRow)
        for option in options:
            option.mark(self._words if found else ())

    # --- Construction

    def _build(self) -> None:
        self.area = self._make_area()
        vbox(self.area, parent=self, spacing=10)
        self._marked = self._words
        self._building = Gradual((partial(self._build_row, row) for row in self._rows), self)
        self._building.done.connect(self._finish)

    def _finish(self) -> None:
        self.is_whole = True
        self.whole.emit()

    def _build_row(self, row: _Row) -> None:
        row.widget = row.make()
        if self._marked:
            self._show_row(row, row.widget)
        self.lines.insertWidget(self.lines.count() - 1, row.widget)

    def _make_area(self) -> QScrollArea:
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        page.setObjectName("page")
        top = vbox(heading(self.title), label(self._about, "muted"), spacing=4)
        lines, margins = (top, 14, STRETCH), (32, 26, 32, 32)
        self.lines = vbox(*lines, parent=page, margins=margins, spacing=self._spacing)
        area.setWidget(page)
        return area
