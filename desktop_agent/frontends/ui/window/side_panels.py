"""The window's panes, and the tabbed panels on its right."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import QFrame, QSplitter, QStackedWidget, QTabBar, QWidget

from desktop_agent.core.events import DiscoveryFlagged, Event, RunFinished
from desktop_agent.core.research import CitationCheck
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.panels.discoveries import DiscoveriesPanel
from desktop_agent.frontends.ui.panels.reasoning import ReasoningPanel
from desktop_agent.frontends.ui.panels.sources import SourcesPanel
from desktop_agent.frontends.ui.widgets import icons
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- The three panes: conversations, chat, work; the outer two can be hidden

_SIDEBAR_WIDTH = 260
_SIDE_WIDTH = 380
_CENTRE_WANTS = 440
"""Preferred width of the chat in pixels; the sidebar is hidden if the chat would be narrower."""
_CENTRE_LEAST = 340
"""Minimum width of the chat in pixels next to the side panel."""


class PaneSplitter(QSplitter):
    """A splitter that arranges the sidebar, the centre and the side panel.

    ``sidebar_shown`` and ``side_shown`` are emitted when the respective pane is shown or hidden.
    """

    sidebar_shown = Signal(bool)
    side_shown = Signal(bool)

    def __init__(self, window: QWidget, sidebar: QWidget, centre: QWidget, side: QWidget) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setParent(window)  # before the panes are added, as their styles are computed anew
        self._sidebar = sidebar
        self._side = side
        self._wants_sidebar = True
        self._insists = False  # the user opened the sidebar in a narrow window
        self.setChildrenCollapsible(False)
        self.setHandleWidth(1)
        for index, pane in enumerate((sidebar, centre, side)):
            self.addWidget(pane)
            self.setStretchFactor(index, int(pane is centre))
        centre.setMinimumWidth(_CENTRE_LEAST)
        self.setSizes([_SIDEBAR_WIDTH, 900, _SIDE_WIDTH])
        side.hide()

    @property
    def side_open(self) -> bool:
        return not self._side.isHidden()

    @property
    def sidebar_width(self) -> int:
        """The width of the sidebar in pixels, or 0 if it is hidden."""
        return 0 if self._sidebar.isHidden() else self._sidebar.width()

    def open_sidebar(self, is_open: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Show or hide the sidebar; in a narrow window, hide the side panel to make room."""
        self._wants_sidebar = is_open
        self._insists = is_open and self.isVisible()
        if is_open and not self._has_room():
            self.open_side(False)
        self._show_sidebar()

    def open_side(self, is_open: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Show or hide the side panel; in a narrow window, hide the sidebar to make room."""
        self._insists = self._insists and not is_open
        self._side.setVisible(is_open)
        self.side_shown.emit(is_open)
        self._show_sidebar()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._show_sidebar()

    def _show_sidebar(self) -> None:
        shown = self._wants_sidebar and self._has_room()
        if shown == self._sidebar.isHidden():
            self._sidebar.setVisible(shown)
        self.sidebar_shown.emit(shown)

    def _has_room(self) -> bool:
        side = self._side.minimumWidth() if self.side_open else 0
        centre = _CENTRE_LEAST if self._insists else _CENTRE_WANTS
        return self.width() > self._sidebar.minimumWidth() + centre + side


_TAB_PAD = 15
"""Padding of a tab around its title, in pixels."""
_CLOSE_WIDTH = 48


class SidePanel(QFrame):
    """A tabbed set of panels; ``closed`` is emitted when the user asks to hide it."""

    closed = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("sidePanel")
        self.setMinimumWidth(280)
        self._panels: list[QWidget] = []
        self._titles: list[str] = []
        self._counts: dict[int, str] = {}
        self._theme = theme
        theme.changed.connect(self._fit)
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setIconSize(QSize(14, 14))
        self._tabs.setExpanding(False)
        self._tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self._tabs.setUsesScrollButtons(True)
        self._tabs.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._tabs.setAccessibleName(self.tr("Panels"))
        self._stack = QStackedWidget()
        self._tabs.currentChanged.connect(self._stack.setCurrentIndex)
        self._tabs.currentChanged.connect(lambda _number: self._fit())
        name, tip = self.tr("Fold the panel away"), self.tr("Fold the panel away (Ctrl+Shift+P)")
        close = icon_button(theme, "cross", name, self.closed, tip=tip)
        row = hbox((self._tabs, 1), close, margins=(8, 8, 6, 6), spacing=2)
        vbox(row, (self._stack, 1), parent=self, spacing=0)

    def add(self, title: str, panel: QWidget, tip: str) -> None:
        """Add a panel as the last tab. Its ``icon_name`` replaces the title when space is short."""
        self._panels.append(panel)
        self._titles.append(title)
        self._stack.addWidget(panel)
        number = self._tabs.addTab(title)
        self._tabs.setTabToolTip(number, tip)
        self._tabs.setAccessibleTabName(number, title)
        self._fit()

    def set_count(self, panel: QWidget, count: int) -> None:
        """Show a count on a panel's tab, or no count if it is 0."""
        number = self._panels.index(panel)
        self._counts[number] = f" {count:,}" if count else ""
        self._tabs.setAccessibleTabName(number, self._titles[number] + self._counts[number])
        self._fit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Show the titles of all tabs or, if space is short, only that of the current one."""
        names = [title + self._counts.get(n, "") for n, title in enumerate(self._titles)]
        self._tabs.ensurePolished()
        metrics = self._tabs.fontMetrics()
        wide = sum(metrics.horizontalAdvance(name) + _TAB_PAD for name in names)
        short = wide > self.width() - _CLOSE_WIDTH
        for number, name in enumerate(names):
            icon = getattr(self._panels[number], "icon_name", "")
            alone = short and bool(icon) and number != self._tabs.currentIndex()
            colour = self._theme.colours.muted
            self._tabs.setTabText(number, self._counts.get(number, "").strip() if alone else name)
            self._tabs.setTabIcon(number, icons.icon(icon, colour) if alone else QIcon())

    def turn_to(self, panel: QWidget) -> None:
        self._tabs.setCurrentIndex(self._panels.index(panel))

    @property
    def current(self) -> QWidget:
        """The selected panel, even while the side panel is hidden."""
        return self._panels[self._tabs.currentIndex()]

    @property
    def tab(self) -> int:
        return self._tabs.currentIndex()

    @tab.setter
    def tab(self, number: int) -> None:
        self._tabs.setCurrentIndex(number)


# --- The work panel: reasoning, sources, discoveries


class WorkPanel(SidePanel):
    """The window's side panel. Call `show_event` for each event, after the turn has applied it."""

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__(theme)
        self._turn: Turn | None = None
        self.reasoning = ReasoningPanel(theme)
        self.sources = SourcesPanel(theme, session, tasks)
        self.discoveries = DiscoveriesPanel(theme, session, tasks)
        self.add(self.tr("Reasoning"), self.reasoning, self.tr("Every step of the run"))
        self.add(self.tr("Sources"), self.sources, self.tr("What the answer rests on"))
        self.add(self.tr("Discoveries"), self.discoveries, self.tr("Findings worth keeping"))
        self.sources.view.save.connect(self.discoveries.save)
        self.sources.counted.connect(lambda count: self.set_count(self.sources, count))

    def show_turn(self, turn: Turn | None) -> None:
        if turn is not self._turn:
            self._turn = turn
            self.reasoning.show_turn(turn)
            self.sources.show_turn(turn)

    def show_event(self, event: Event) -> None:
        match event:
            case RunFinished():
                self.reasoning.catch_up()
                self.sources.catch_up()
                return
            case DiscoveryFlagged():
                self.discoveries.refresh()
        self.reasoning.catch_up_soon()
        self.sources.catch_up_soon()

    def point_at(self, turn: Turn, number: int, check: CitationCheck | None) -> None:
        self.show_turn(turn)
        self.turn_to(self.sources)
        self.sources.point_at(number, check)
