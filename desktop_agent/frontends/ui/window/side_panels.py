"""The window's panes, and the tabbed panels on the right."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QStackedWidget, QTabBar, QWidget

from desktop_agent.core.events import DiscoveryFlagged, Event, RunFinished
from desktop_agent.core.research import CitationCheck
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.panels.discoveries import DiscoveriesPanel
from desktop_agent.frontends.ui.panels.reasoning import ReasoningPanel
from desktop_agent.frontends.ui.panels.sources import SourcesPanel
from desktop_agent.frontends.ui.widgets.buttons import icon_button
from desktop_agent.frontends.ui.widgets.layout import hbox, vbox
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

# --- The three panes: sidebar, centre, side panel

SIDEBAR_WIDTH = 248
_SIDE_WIDTH = 360
_LEAST, _MOST = 200, 560
"""Minimum and maximum width of an outer pane in pixels."""
_CENTRE, _CENTRE_OF_THREE = 560, 640
"""Width of the centre in pixels below which an outer pane covers it rather than narrowing it.

The second is for the side panel beside an open sidebar.
"""
_HANDLE = 7


class _Handle(QWidget):
    """The draggable edge of a pane; ``dragged`` is emitted with the x coordinate."""

    dragged = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setCursor(Qt.CursorShape.SplitHCursor)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self.dragged.emit(self.mapToParent(event.position().toPoint()).x())


class _Pane:
    def __init__(self, widget: QWidget, width: int, handle: _Handle) -> None:
        self.widget, self.width, self.handle = widget, width, handle
        self.wanted = False
        self.covers = False
        """True while the pane is a drawer that covers the centre."""

    def place(self, box: QRect, edge: int) -> None:
        """Show or hide the pane, with its handle at the inner edge."""
        self.widget.setGeometry(box)
        self.widget.setVisible(self.wanted)
        self.handle.setGeometry(edge - _HANDLE // 2, box.top(), _HANDLE, box.height())
        self.handle.setVisible(self.wanted)
        if self.wanted and self.covers:
            self.widget.raise_()
        self.handle.raise_()
        if bool(self.widget.property("drawer")) != self.covers:
            self.widget.setProperty("drawer", self.covers)
            self.widget.style().polish(self.widget)


class Panes(QWidget):
    """The layout of the sidebar, the centre and the side panel.

    An outer pane that would make the centre too narrow becomes a drawer over the centre. The
    sidebar opens as a drawer only at the user's request, and closes on a click outside it.
    ``sidebar_shown`` and ``side_shown`` are emitted when a pane is shown or hidden, and ``resized``
    when the user has changed a width.
    """

    sidebar_shown = Signal(bool)
    side_shown = Signal(bool)
    resized = Signal()

    def __init__(self, window: QWidget, sidebar: QWidget, centre: QWidget, side: QWidget) -> None:
        super().__init__(window)  # before the panes are added, as their styles are computed anew
        self._centre = centre
        self._drawer = False  # the user opened the sidebar in a narrow window
        for pane in (centre, sidebar, side):
            pane.setParent(self)
        self._sidebar = _Pane(sidebar, SIDEBAR_WIDTH, _Handle(self))
        self._side = _Pane(side, _SIDE_WIDTH, _Handle(self))
        self._sidebar.handle.dragged.connect(lambda x: self._drag(self._sidebar, x))
        self._side.handle.dragged.connect(lambda x: self._drag(self._side, self.width() - x))
        self._wants_sidebar = True
        side.hide()

    # --- State

    @property
    def side_open(self) -> bool:
        return self._side.wanted

    @property
    def wanted_sidebar_width(self) -> int:
        """The sidebar width in pixels if there is room, or 0 if the user has hidden the sidebar."""
        return self._sidebar.width if self._wants_sidebar else 0

    def widths(self) -> str:
        return f"{self._sidebar.width} {self._side.width}"

    def restore_widths(self, stored: str) -> None:
        numbers = stored.split()
        if len(numbers) == 2 and all(each.isdecimal() for each in numbers):
            self._sidebar.width, self._side.width = (_held(int(each)) for each in numbers)
            self.arrange()

    # --- Opening and closing

    def open_sidebar(self, is_open: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Show or hide the sidebar, as a drawer in a narrow window."""
        self._wants_sidebar = is_open
        self._drawer = is_open and self.isVisible()
        if self._drawer and self._sidebar.covers and self._side.wanted and self._side.covers:
            self.open_side(False)
        self.arrange()

    def open_side(self, is_open: bool) -> None:  # noqa: FBT001 - a switch, named by its method
        """Show or hide the side panel, as a drawer in a narrow window."""
        self._side.wanted = is_open
        self._drawer = self._drawer and not is_open
        self.arrange()
        self.side_shown.emit(is_open)

    def close_drawer(self) -> bool:
        """Close the open drawer; return False if none is open."""
        if self.close_sidebar_drawer():
            return True
        if self._side.wanted and self._side.covers:
            self.open_side(False)
            return True
        return False

    def close_sidebar_drawer(self) -> bool:
        """Close the sidebar and return True if it is open as a drawer; otherwise, return False."""
        is_open = self._sidebar.wanted and self._sidebar.covers
        if is_open:
            self._drawer = False
            self.arrange()
        return is_open

    # --- Geometry

    def arrange(self) -> None:
        """Lay out the panes, placing drawers over the centre and other panes beside it."""
        sidebar, side, room = self._sidebar, self._side, self.width()
        sidebar.covers = room - sidebar.width < _CENTRE
        sidebar.wanted = self._wants_sidebar and (not sidebar.covers or self._drawer)
        left = sidebar.width if sidebar.wanted and not sidebar.covers else 0
        side.covers = room - left - side.width < (_CENTRE_OF_THREE if left else _CENTRE)
        right = side.width if side.wanted and not side.covers else 0
        # minimum widths of the window and of the panes leave room for both
        wide = min(side.width, room)
        self._centre.setGeometry(left, 0, room - left - right, self.height())
        side.place(QRect(room - wide, 0, wide, self.height()), room - wide)
        sidebar.place(QRect(0, 0, sidebar.width, self.height()), sidebar.width)
        self.sidebar_shown.emit(sidebar.wanted)
        app = QApplication.instance()
        if app is not None:
            app.removeEventFilter(self)
            if sidebar.wanted and sidebar.covers:
                app.installEventFilter(self)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.MouseButtonPress
        if pressed and isinstance(watched, QWidget) and self._centre.isAncestorOf(watched):
            self.close_sidebar_drawer()
        return super().eventFilter(watched, event)

    def _drag(self, pane: _Pane, width: int) -> None:
        pane.width = _held(width)
        self.arrange()
        self.resized.emit()


def _held(width: int) -> int:
    return min(max(width, _LEAST), _MOST)


# --- The side panel: reasoning, sources, discoveries

_CATCH_UP_MS = 150


class WorkPanel(QFrame):
    """The window's side panel. Call `show_event` for each event once the turn has applied it.

    ``closed`` is emitted when the user asks to hide the panel.
    """

    closed = Signal()

    def __init__(self, theme: Theme, session: "Session", tasks: Tasks) -> None:
        super().__init__()
        self.setObjectName("sidePanel")
        self._turn: Turn | None = None
        self._titles: list[str] = []
        self.reasoning = ReasoningPanel(theme)
        self.sources = SourcesPanel(theme, session, tasks)
        self.discoveries = DiscoveriesPanel(theme, session, tasks)
        self._stack = QStackedWidget()
        self._tabs = QTabBar()
        self._tabs.setDrawBase(False)
        self._tabs.setExpanding(False)
        self._tabs.setElideMode(Qt.TextElideMode.ElideRight)
        self._tabs.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._tabs.setAccessibleName(self.tr("Panels"))
        self._tabs.currentChanged.connect(self._stack.setCurrentIndex)
        name, tip = self.tr("Close panel"), self.tr("Close panel (Ctrl+Shift+P)")
        close = icon_button(theme, "cross", name, self.closed, tip=tip)
        row = hbox((self._tabs, 1), close, margins=(8, 8, 6, 6), spacing=2)
        vbox(row, (self._stack, 1), parent=self, spacing=0)
        self._add(self.tr("Reasoning"), self.reasoning)
        self._add(self.tr("Sources"), self.sources)
        self._add(self.tr("Discoveries"), self.discoveries)
        self.sources.view.save.connect(self.discoveries.save)
        self.sources.counted.connect(self._show_count)
        self._soon = QTimer(self, singleShot=True, interval=_CATCH_UP_MS)
        self._soon.timeout.connect(self._catch_up)

    def _add(self, title: str, panel: QWidget) -> None:
        self._titles.append(title)
        self._stack.addWidget(panel)
        self._tabs.setAccessibleTabName(self._tabs.addTab(title), title)

    def _show_count(self, count: int) -> None:
        number = self._stack.indexOf(self.sources)
        text = f"{self._titles[number]} {count:,}" if count else self._titles[number]
        if text == self._tabs.tabText(number):
            return
        self._tabs.setTabText(number, text)
        self._tabs.setAccessibleTabName(number, text)

    # --- Tabs

    def turn_to(self, panel: QWidget) -> None:
        self._tabs.setCurrentIndex(self._stack.indexOf(panel))

    @property
    def tab(self) -> int:
        return self._tabs.currentIndex()

    def restore_tab(self, stored: str) -> None:
        if stored.isdecimal():
            self._tabs.setCurrentIndex(int(stored))

    # --- Turns

    def show_turn(self, turn: Turn | None) -> None:
        if turn is not self._turn:
            self._turn = turn
            self.reasoning.show_turn(turn)
            self.sources.show_turn(turn)

    def show_event(self, event: Event) -> None:
        if isinstance(event, RunFinished):
            self._catch_up()
            return
        if isinstance(event, DiscoveryFlagged):
            self.discoveries.refresh()
        self.catch_up_soon()

    def catch_up_soon(self) -> None:
        """Show the turn's new events in the panels, at most a few times a second."""
        if not self._soon.isActive():
            self._soon.start()

    def _catch_up(self) -> None:
        self.reasoning.catch_up()
        self.sources.catch_up()

    def point_at(self, turn: Turn, number: int, check: CitationCheck | None) -> None:
        self.show_turn(turn)
        self.turn_to(self.sources)
        self.sources.point_at(number, check)
