"""A settings page with searchable sections, the row of an option, and small widgets."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from PySide6.QtCore import QEvent, QObject, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QCheckBox, QFrame, QScrollArea, QWidget

from desktop_agent.frontends.ui.settings.field import Option, make_field
from desktop_agent.frontends.ui.widgets.buttons import push_button
from desktop_agent.frontends.ui.widgets.labels import Said, heading, label
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.tasks import Gradual
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- The row of a setting

_FIELD_WIDTH = 250
_BESIDE_FROM = 440
"""Width of a row in pixels from which the field stands beside the title."""


class OptionRow(QWidget):
    """An option's row, with its title, field, help text and default value.

    ``edited`` is emitted with the option's key and its new value, or None for the default.
    ``origin`` names the environment variable or command-line option that overrides the setting;
    unless it is "", the field is disabled.
    """

    edited = Signal(str, object)

    def __init__(self, theme: Theme, option: Option, value: Any, origin: str = "") -> None:
        super().__init__()
        self.option = option
        self._origin = origin
        self.widget, self._show = make_field(theme, option, partial(self.edited.emit, option.key))
        self.widget.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.widget.setAccessibleName(option.title)
        self.widget.setAccessibleDescription(option.description)
        self.widget.setToolTip(option.key)
        self._title = label(option.title, "section")
        self._title.setBuddy(self.widget)
        for each in (self.widget, self._title):
            each.installEventFilter(self)
        self.note = heading("", "hint")
        self.error = Said("hint")
        default = option.shown(option.default)
        act = partial(self.edited.emit, option.key, None)
        tip = self.tr("Reset to {0}").format(default)
        self.reset = push_button(self.tr("Reset"), act, tip=tip, name="link")
        self.reset.setAccessibleName(self.tr("Reset {0}").format(option.title))
        self._lay_out()
        self.show_value(value)
        self.widget.setEnabled(not origin)

    @property
    def _is_wide(self) -> bool:
        return isinstance(self.option.default, tuple)

    def show_value(self, value: Any) -> None:
        with QSignalBlocker(self.widget):
            self._show(value)
        changed = value != self.option.default
        self.reset.setVisible(changed and not self._origin)
        text = self.tr("Default: {0}").format(self.option.shown(self.option.default))
        if self._origin:
            text = self.tr("Set by {0}").format(self._origin)
        self.note.setText(text)
        self.note.setVisible(changed or bool(self._origin))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Leave wheel events to the page unless the field has focus; toggle it on title clicks."""
        if watched is self.widget:
            if event.type() == QEvent.Type.Wheel and not self.widget.hasFocus():
                event.ignore()
                return True
        elif event.type() == QEvent.Type.MouseButtonRelease and isinstance(self.widget, QCheckBox):
            self.widget.click()
            return True
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        is_small = self.width() >= _BESIDE_FROM or isinstance(self.widget, QCheckBox)
        beside = is_small and not self._is_wide
        ways = QBoxLayout.Direction
        self._line.setDirection(ways.LeftToRight if beside else ways.TopToBottom)
        self._line.setSpacing(20 if beside else 6)

    def _lay_out(self) -> None:
        if not (self._is_wide or isinstance(self.widget, QCheckBox)):
            self.widget.setFixedWidth(_FIELD_WIDTH)
        about = label(self.option.description, "hint")
        about.setVisible(bool(self.option.description))
        told = vbox(self._title, about, spacing=2)
        self._line = hbox((told, 1), self.widget, spacing=20)
        note = hbox(self.note, self.reset, STRETCH, spacing=8)
        vbox(self._line, note, self.error, parent=self, margins=(0, 9, 0, 9), spacing=4)


# --- Sections of a page


@dataclass(slots=True)
class _Row:
    """A row's search text, the function that builds it, and its ``widget`` once built."""

    words: str
    make: Callable[[], QWidget]
    widget: QWidget | None = None


@dataclass(slots=True)
class _Section:
    title: str
    about: str
    fold: bool
    rows: list[_Row] = field(default_factory=list)


class SectionView(QWidget):
    """A heading above a card with rows of options and other widgets.

    The heading of a folded section is the button ``switch``. ``is_sought`` opens the section while a
    search finds something in it.
    """

    def __init__(self, theme: Theme, section: _Section) -> None:
        super().__init__()
        self._theme = theme
        self.rows = section.rows
        self.is_sought = False
        self.switch = push_button(section.title, name="fold") if section.fold else None
        self._card = QFrame()
        self._card.setObjectName("card")
        self._options = vbox(parent=self._card, margins=(16, 6, 16, 6), spacing=0)
        self._body = vbox(self._card, spacing=10)
        self._card.hide()
        head: QWidget = heading(section.title, "section")
        if self.switch is not None:
            self.switch.setCheckable(True)
            head = self.switch
            self._draw_arrow()
        note = label(section.about, "hint")
        note.setVisible(bool(section.about))
        top = vbox((head, 0, Qt.AlignmentFlag.AlignLeft), note, spacing=2)
        vbox(top, self._body, parent=self, spacing=8)

    @property
    def is_open(self) -> bool:
        return self.switch is None or self.switch.isChecked() or self.is_sought

    def add(self, widget: QWidget, *, shown: bool) -> None:
        if not (shown and self.is_open):
            widget.hide()  # the others are shown by Qt, later and all at once
        if isinstance(widget, OptionRow):
            self._options.addWidget(widget)
            if shown and self.is_open and self._card.isHidden():
                self._card.show()
        else:
            self._body.addWidget(widget)

    def show_rows(self, found: Callable[[_Row], bool]) -> None:
        """Show the rows accepted by ``found`` if they are built; hide all others."""
        self.setVisible(any(map(found, self.rows)))
        self._draw_arrow()
        has_options = False
        for row in self.rows:
            if row.widget is not None:
                is_shown = found(row) and self.is_open
                row.widget.setVisible(is_shown)
                has_options |= is_shown and isinstance(row.widget, OptionRow)
        self._card.setVisible(has_options)

    def _draw_arrow(self) -> None:
        if self.switch is not None:
            icon = "down" if self.is_open else "right"
            self._theme.bind_icon(self.switch, icon, "muted", side=14)


class SettingsPage(QWidget):
    """A page that is built when it is first shown, a few rows per iteration of the event loop.

    ``is_whole`` is True once the last row is built; a folded section is built when it is opened.
    The page can be searched before it is built.
    """

    def __init__(self, theme: Theme, title: str, about: str) -> None:
        super().__init__()
        self.title = title
        self.is_whole = False
        self._theme = theme
        self._about = about
        self._sections: dict[str, _Section] = {}
        self.views: dict[str, SectionView] = {}
        self._words: tuple[str, ...] = ()
        self._building: Gradual | None = None
        self._wanted = ""
        """The section to scroll to."""

    def add_section(self, name: str, title: str, about: str = "", *, fold: bool = False) -> None:
        self._sections[name] = _Section(title, about, fold)

    def add_row(self, section: str, words: str, make: Callable[[], QWidget]) -> None:
        """Add a row that can be found by ``words`` and by the page's title."""
        self._sections[section].rows.append(_Row(f"{words} {self.title}".casefold(), make))

    def look_for(self, words: Sequence[str]) -> int:
        """Show only the rows that contain all words, and return their number.

        The words must be case-folded. A collapsed section is opened while it contains a match.
        """
        self._words = tuple(words)
        if self.isVisible():
            self._show_found()
        return sum(self._holds(row) for each in self._sections.values() for row in each.rows)

    def show_section(self, name: str) -> None:
        """Scroll to a section once the page is built, opening it if it is collapsed."""
        if name in self._sections:
            self._wanted = name
            if self.is_whole:
                self._go_to_wanted()

    def showEvent(self, event: QShowEvent) -> None:
        """Build the page when it is first shown, and apply the current search."""
        super().showEvent(event)
        if self._building is None:
            self._building = Gradual(self._steps(), self)
            self._building.done.connect(self._finish)
        self._show_found()

    # --- Rows

    def _holds(self, row: _Row) -> bool:
        return all(word in row.words for word in self._words)

    def _show_found(self) -> None:
        for name, view in self.views.items():
            view.is_sought = bool(self._words) and any(map(self._holds, view.rows))
            self._show_rows(name)

    def _show_rows(self, name: str) -> None:
        """Show a section's matching rows, building missing ones if it is open."""
        view = self.views[name]
        view.show_rows(self._holds)
        steps = [partial(self._build_row, name, row) for row in view.rows if row.widget is None]
        if view.is_open and steps:
            Gradual(steps, self).done.connect(partial(self._scroll_to, name))

    def _go_to_wanted(self) -> None:
        switch = self.views[self._wanted].switch
        if switch is not None:
            switch.setChecked(True)
        self._scroll_to(self._wanted)

    def _scroll_to(self, name: str) -> None:
        """Scroll to a section if it is the last one requested."""
        if name == self._wanted:
            view = self.views[name]
            # its place is known once the page is laid out, in the next iteration
            bar = self.area.verticalScrollBar()
            QTimer.singleShot(0, view, lambda: bar.setValue(view.y() - 16))

    # --- Construction

    def _steps(self) -> Iterator[Callable[[], object]]:
        yield self._make_area
        for name, section in self._sections.items():
            yield partial(self._make_view, name, section)
            if not section.fold:
                for row in section.rows:
                    yield partial(self._build_row, name, row)

    def _finish(self) -> None:
        self._show_found()
        self.is_whole = True
        if self._wanted:
            self._go_to_wanted()

    def _build_row(self, name: str, row: _Row) -> None:
        if row.widget is None:
            row.widget = row.make()
            self.views[name].add(row.widget, shown=self._holds(row))

    def _make_view(self, name: str, section: _Section) -> None:
        view = SectionView(self._theme, section)
        if view.switch is not None:
            view.switch.toggled.connect(lambda _on: self._show_rows(name))
        self.views[name] = view
        if not any(map(self._holds, section.rows)):
            view.hide()
        self._lines.insertWidget(self._lines.count() - 1, view)

    def _make_area(self) -> None:
        self.area = QScrollArea()
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        page = QWidget()
        page.setObjectName("page")
        top = vbox(heading(self.title), label(self._about, "muted"), spacing=4)
        self._lines = vbox(top, STRETCH, parent=page, margins=(32, 26, 32, 32), spacing=24)
        self.area.setWidget(page)
        vbox(self.area, parent=self)
