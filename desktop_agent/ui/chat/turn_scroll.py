"""Scrolling over turns of which only those in sight have widgets."""

import time

from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QPainter, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QWidget

from desktop_agent.ui.chat.column_area import ColumnArea
from desktop_agent.ui.chat.height_estimate import HeightEstimate
from desktop_agent.ui.chat.heights import Heights
from desktop_agent.ui.chat.history import History
from desktop_agent.ui.chat.idle_work import IdleWork
from desktop_agent.ui.chat.placeholder import paint_placeholder
from desktop_agent.ui.chat.scroll_anchor import ScrollAnchor
from desktop_agent.ui.chat.turn_pool import TurnPool
from desktop_agent.ui.chat.turn_view import TurnView
from desktop_agent.ui.column import BOTTOM, GAP, TOP
from desktop_agent.ui.theme import Theme

NEAR_END = 40
BUILD_S = 0.004
"""CPU time after which building goes on in the next tick; a step takes about as long."""
AHEAD = 2
"""Turns above and below what is seen that are loaded, and built when there is time."""
_NEXT_MS = 2
"""Until building goes on, so that painting and input get their turn."""
_RUSH_MS = 40
"""Leaps that follow each other faster than this build nothing: nobody can read what flies past."""
_ESTIMATE_MS = 150


class TurnScroll(ColumnArea):
    """Places the turns of a `History` in a column.

    A turn's height is estimated until it was in sight. Correcting it moves nothing that is seen,
    and a change of width leaves the text at the top where it is. The end is followed while one is
    there. What is seen is built at once as far as one tick allows, what is near by `IdleWork`.
    """

    def __init__(self, theme: Theme, history: History, parent: QWidget | None) -> None:
        super().__init__(theme, parent)
        self._history = history
        self._heights = Heights()
        self._value = 0
        self._follow = True
        self._moving = False
        self._fitting = False
        self._gaps = False
        self._leapt = 0.0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._pool = TurnPool(theme, history, self.viewport())
        self._pool.resized.connect(self._resized)
        self._idle = IdleWork(self, self._pool)
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._lay)
        self._estimate_due = QTimer(self, singleShot=True, interval=_ESTIMATE_MS)
        self._estimate_due.timeout.connect(self._estimate)

    # --- for the rest of the chat

    @property
    def pool(self) -> TurnPool:
        """The turns that have widgets."""
        return self._pool

    @property
    def seen(self) -> range:
        """The indexes of the turns in sight."""
        if not len(self._heights):
            return range(0)
        begin = self._value - TOP
        last = self._heights.at(begin + self.viewport().height())
        return range(self._heights.at(begin), last + 1)

    @property
    def near(self) -> range:
        """The indexes of the turns in sight and of some around them."""
        seen = self.seen
        return range(max(0, seen.start - AHEAD), min(len(self._heights), seen.stop + AHEAD))

    def scroll_by(self, pixels: int) -> None:
        """Scrolls as a person does: the end is followed only from there on."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + pixels)

    def scroll_to(self, index: int, below: int, under: int) -> None:
        """Brings what is ``below`` the top of a turn to ``under`` pixels below the view's top."""
        self._follow = False
        self._value = self._top(index) + below - under
        self.place()
        self._lay()

    def build(self, index: int) -> TurnView | None:
        """Gives the widgets of a turn, made and written now; None while it is not loaded."""
        while (view := self._pool.get(index)) is None or not view.filled:
            if not self.build_step(index):
                return None
        return view

    def build_step(self, index: int) -> bool:
        """Makes the widgets of a turn, or has them write; False if it is done or not loaded."""
        view = self._pool.get(index)
        if view is not None and view.filled:
            return False
        self._fitting = True
        if view is None:
            view = self._pool.build(index, max(1, self.column), self._heights[index] - GAP)
        else:
            view.fill()
        self._fitting = False
        if view is not None and self._fit(index, view):
            self.place()
        return view is not None

    def settle(self, index: int, view: TurnView) -> None:
        """Takes the height of a turn whose text is written now."""
        if self._fit(index, view):
            self.place()

    # --- for what derives from it

    def built_seen(self) -> None:
        """Called when what is seen has been built, as far as there was time for it."""

    def scrolled(self) -> None:
        """Called when a person has scrolled."""

    # --- heights

    def _guess(self) -> HeightEstimate:
        return HeightEstimate(self._theme.font, max(1, self.column))

    def _top(self, index: int) -> int:
        return TOP + self._heights.top(index)

    def _anchor(self) -> ScrollAnchor | None:
        """Remembers what is at the top of the view."""
        if not len(self._heights):
            return None
        index = self._heights.at(max(0, self._value - TOP))
        return ScrollAnchor(index, self._pool.get(index), self._value - self._top(index))

    def _estimate(self, anchor: ScrollAnchor | None = None) -> None:
        """Reckons all heights anew; what has widgets knows its own."""
        anchor = anchor or self._anchor()
        outlines = (self._history.outline(index) for index in range(len(self._history)))
        self._heights = Heights(height + GAP for height in self._guess().heights(outlines))
        self._fit_all(anchor)
        self._lay()

    def _fit_all(self, anchor: ScrollAnchor | None) -> None:
        """Takes the heights of all widgets, and has the anchor stay where it is."""
        self._fitting = True
        for index, view in self._pool:
            view.set_width(self.column)
            self._heights.change(index, view.room + GAP)
        self._fitting = False
        if anchor is not None and not self._follow and anchor.index < len(self._heights):
            self._value = self._top(anchor.index) + anchor.below()
        self.place()

    def _fit(self, index: int, view: TurnView) -> bool:
        """Takes the height of a turn; what is seen stays where it is. True if it was another."""
        height, before = view.room + GAP, self._heights[index]
        if height == before:
            return False
        top = self._top(index) - self._value
        self._heights.change(index, height)
        above = top + before <= 0
        # of one that comes in from above the end is in sight, and nobody has read in it yet
        entering = top < 0 and view.floor and top + before < self.viewport().height()
        if above or entering:
            self._value += height - before
        return True

    def _resized(self, index: int) -> None:
        view = self._pool.get(index)
        if view is not None and not self._fitting and self._fit(index, view):
            self.place()
            self.lay_soon()

    # --- widgets for what is seen

    def _lay(self) -> None:
        """Builds what is seen and has no widgets, as far as the time of one tick allows."""
        if not len(self._heights) or not self.isVisible():
            return
        began, built = time.thread_time(), 0
        while (index := self._next_missing()) is not None:
            if built and time.thread_time() - began > BUILD_S:
                self._soon.start(_NEXT_MS)
                break
            self.build_step(index)
            self._idle.make_room()
            built += 1
        self.place()
        self.built_seen()
        self._idle.start()

    def lay_soon(self) -> None:
        if not self._soon.isActive():
            self._soon.start(_NEXT_MS)

    def _next_missing(self) -> int | None:
        seen = self.seen
        self._history.want(self.near)
        for index in reversed(seen) if self._follow else seen:
            view = self._pool.get(index)
            missing = view is None and self._history.turn(index) is not None
            if missing or (view is not None and not view.filled):
                return index
        return None

    def place_all(self) -> None:
        height = self.viewport().height()
        most = max(0, TOP + self._heights.total + BOTTOM - GAP - height)
        bar = self.verticalScrollBar()
        self._moving = True
        bar.setPageStep(height)
        bar.setSingleStep(20)
        bar.setRange(0, most)
        self._value = most if self._follow else max(0, min(most, self._value))
        bar.setValue(self._value)
        self._moving = False
        left = (self.viewport().width() - self.column) // 2
        for index, view in self._pool:
            view.move(left, self._top(index) - self._value)
        gaps = any(index not in self._pool for index in self.seen)
        if gaps or self._gaps:
            self.viewport().update()
        self._gaps = gaps
        self.placed(most)

    # --- Qt

    def scrollContentsBy(self, dx: int, dy: int) -> None:  # noqa: ARG002 - Qt's signature
        if self._moving:
            return
        bar = self.verticalScrollBar()
        before, self._value = self._value, bar.value()
        self._follow = self._value >= bar.maximum() - NEAR_END
        leap = abs(self._value - before) >= self.viewport().height()
        if not leap:
            self.viewport().scroll(0, before - self._value)
        self.scrolled()
        now = time.monotonic()
        if leap and now - self._leapt < _RUSH_MS / 1000:
            self.place()
            self._soon.start(_RUSH_MS)
        else:
            self._lay()
        if leap:
            self._leapt = now

    def take_column(self, column: int) -> None:
        anchor = self._anchor()
        self.column = column
        self._pool.keep(lambda index, _view: index in self.near)
        self._fit_all(anchor)
        self._estimate_due.start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._soon.start(_NEXT_MS)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._theme.colours.window)
        left = (self.viewport().width() - self.column) // 2
        for index in self.seen:
            if index not in self._pool:
                top, height = self._top(index) - self._value, self._heights[index] - GAP
                place = QRect(left, top, self.column, height)
                paint_placeholder(painter, place, self._theme.colours)
        painter.end()
