"""Scrolling over turns of which only those in sight have widgets."""

import time
from collections.abc import Iterable, Iterator
from typing import Protocol

from PySide6.QtCore import QMargins, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetricsF,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.frontends.ui.chat.answer_view import FOOTER_HEIGHT, SPACING
from desktop_agent.frontends.ui.chat.question_view import (
    BUBBLE_MOST,
    INDENT,
    PADDING,
    SHOWN_MOST,
    text_room,
)
from desktop_agent.frontends.ui.chat.question_view import HEIGHT as BAR_HEIGHT
from desktop_agent.frontends.ui.chat.turn_view import GAP, TurnPool, TurnView
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.widgets.appearance import BOTTOM, TOP, Palette, text_width
from desktop_agent.frontends.ui.widgets.appearance import GAP as WINDOW_GAP
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- A scrolled area with a column of text in its middle, and a scroll bar that moves none of it.

_REFITS_MOST = 3
"""Times that the width is taken anew because a scroll bar came or went."""


class ColumnArea(QAbstractScrollArea):
    """Keeps ``column``, the width of the text in pixels, as the room and the size of the text go."""

    bar_width = Signal(int)
    """Pixels that the scroll bar takes now: what stands below keeps in line with the column."""

    def __init__(self, theme: Theme, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.column = 0
        self._placing = False
        self._refits = 0

    def place_all(self) -> None:
        """Brings the scroll bar and all that it scrolls to where they belong."""
        raise NotImplementedError

    def take_column(self, column: int) -> None:
        """Takes another ``column``."""
        raise NotImplementedError

    def lay_soon(self) -> None:
        """Builds what is in sight, in a moment."""
        raise NotImplementedError

    def place(self) -> None:
        """Places everything.

        A bar that comes or goes makes the viewport narrow or wide for a moment. Only what it is in
        the end counts: else lines that break in another way take the bar away again, without end.
        """
        if self._placing:
            return
        self._placing = True
        self.place_all()
        self._placing = False
        if self._room() != self.column and self._refits < _REFITS_MOST:
            self._refits += 1
            self.fit_column()

    def placed(self, most: int) -> None:
        """Called when everything has its place; ``most`` is how far one can scroll."""
        bar = self.verticalScrollBar().sizeHint().width()
        margins = QMargins(bar, 0, 0 if most else bar, 0)  # the text stays when the bar appears
        if self.viewportMargins() != margins:
            self.setViewportMargins(margins)
            self.bar_width.emit(bar)

    def fit_column(self) -> None:
        """Takes the width that there is room for, and that suits the size of the text."""
        column = self._room()
        if column != self.column:
            self.take_column(column)
        self.place()
        self.lay_soon()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._placing:
            self._refits = 0
            self.fit_column()

    def _room(self) -> int:
        return text_width(self.viewport().width(), self._theme.points)


# --- Heights of many things below each other: where each begins, and which one is at a place.


class Heights:
    """A Fenwick tree over heights in pixels (P. Fenwick, 1994): every question costs O(log n).

    Building it costs O(n), so that a conversation of any length opens at once.
    """

    def __init__(self, heights: Iterable[int] = ()) -> None:
        self._heights = list(heights)
        self._tree = [0, *self._heights]
        for index in range(1, len(self._tree)):
            parent = index + (index & -index)
            if parent < len(self._tree):
                self._tree[parent] += self._tree[index]

    def __len__(self) -> int:
        return len(self._heights)

    def __getitem__(self, index: int) -> int:
        return self._heights[index]

    @property
    def total(self) -> int:
        """The height of all of them."""
        return self.top(len(self._heights))

    def append(self, height: int) -> None:
        """Adds one at the end."""
        index = len(self._tree)
        begins = index - (index & -index)
        self._tree.append(self.top(index - 1) - self.top(begins) + height)
        self._heights.append(height)

    def change(self, index: int, height: int) -> None:
        """Gives one another height."""
        grown = height - self._heights[index]
        self._heights[index] = height
        node = index + 1
        while node < len(self._tree):
            self._tree[node] += grown
            node += node & -node

    def top(self, index: int) -> int:
        """Gives where one begins; for the number of them, where the last one ends."""
        place = 0
        while index:
            place += self._tree[index]
            index &= index - 1
        return place

    def at(self, place: int) -> int:
        """Gives which one is at a place; the first or the last for a place before or behind."""
        node, step = 0, 1 << len(self._heights).bit_length()
        while step:
            ahead = node + step
            if ahead < len(self._tree) and self._tree[ahead] <= place:
                node = ahead
                place -= self._tree[ahead]
            step >>= 1
        return max(0, min(node, len(self._heights) - 1))


# --- How tall a turn may be that nobody has laid out yet.

_SAMPLE = "the quick brown fox jumps over the lazy dog, and so it goes on in 12 of 30 cases; "
_QUESTION_LINE = 1.35
_ANSWER_LINE = 1.4
_FILLED = 0.94
"""How much of a line words fill on average, until the next one has no room."""
_PARAGRAPH = 400
"""Characters after which an answer is thought to begin a new paragraph."""
_PARAGRAPH_GAP = 16


class HeightEstimate:
    """Reckons heights from counts of characters, for one font and one width of the column."""

    def __init__(self, font: QFont, column: int) -> None:
        metrics = QFontMetricsF(font)
        character = metrics.horizontalAdvance(_SAMPLE) / len(_SAMPLE)
        self._line = metrics.height()
        self._column = column
        self._question_room = max(1.0, text_room(column) / character * _FILLED)
        self._answer_room = max(1.0, column / character * _FILLED)
        self._fixed = PADDING.top() + PADDING.bottom() + BAR_HEIGHT + 4 + GAP
        self._fixed += FOOTER_HEIGHT + SPACING

    def heights(self, outlines: Iterable[TurnOutline]) -> Iterator[int]:
        """Gives the height of each turn, in pixels."""
        known: dict[tuple[int, int], int] = {}
        for outline in outlines:
            size = (outline.question_chars, outline.answer_chars)
            height = known.get(size)
            if height is None:
                height = known[size] = self.height(*size)
            yield height

    def height(self, question_chars: int, answer_chars: int) -> int:
        """Gives the height of one turn, in pixels."""
        asked = 1 + min(question_chars, SHOWN_MOST) // self._question_room
        said = (answer_chars + self._answer_room - 1) // self._answer_room
        gaps = answer_chars // _PARAGRAPH * _PARAGRAPH_GAP
        lines = asked * _QUESTION_LINE + said * _ANSWER_LINE
        return round(lines * self._line + gaps + self._fixed)


# --- What stands in the place of a turn until it is loaded and built.

_BUBBLE = 44
_BAR = 10
_STEP = 24
_ENDS = (0.94, 1.0, 0.9, 0.97, 0.6)
"""How far the bars reach, as text would; then anew."""
_LINES_MOST = 60


def paint_placeholder(painter: QPainter, place: QRect, palette: Palette) -> None:
    """Paints the outline of a bubble and of a few lines, quietly."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(palette.sunken))
    width = min(BUBBLE_MOST, place.width() - INDENT) // 2
    painter.drawRoundedRect(place.right() - width, place.top(), width, _BUBBLE, 14, 14)
    top = place.top() + _BUBBLE + _STEP
    for line in range(min(_LINES_MOST, (place.bottom() - _STEP - top) // _STEP)):
        reach = round(place.width() * _ENDS[line % len(_ENDS)])
        painter.drawRoundedRect(place.left(), top + line * _STEP, reach, _BAR, 5, 5)


# --- What stays where it is while heights change: a place in a text at the top of the view.


class ScrollAnchor:
    """A place in a turn that is ``below`` pixels from its top."""

    def __init__(self, index: int, view: TurnView | None, below: int) -> None:
        self.index = index
        self._view = view
        self._below = below
        self._spot = None
        if view is not None and below >= 0:
            self._spot = view.spot_at(QPoint(0, below))

    def below(self) -> int:
        """Gives how far below the top of the turn the place is now, in pixels."""
        if self._view is None or self._spot is None:
            return self._below
        return self._view.top_of(self._spot)


# --- What a chat does while nobody scrolls: one small thing at a time.

_REST_MS = 30
_IDLE_WORK_NEXT_MS = 8
_KEPT_MOST = 14
"""Turns with widgets; more than are near the view are let go beyond that."""


class Scrolled(Protocol):
    """What holds the turns: see `TurnScroll`."""

    @property
    def seen(self) -> range: ...
    @property
    def near(self) -> range: ...
    def build_step(self, index: int) -> bool: ...
    def settle(self, index: int, view: TurnView) -> None: ...


class IdleWork(QObject):
    """Finishes what is seen, builds what is near, lets go what is far, and mends the tab order.

    ``written`` brings the index of a turn whose text is whole on the screen now.
    """

    written = Signal(int)

    def __init__(self, scroll: "Scrolled", pool: TurnPool) -> None:
        super().__init__(pool)
        self._scroll = scroll
        self._pool = pool
        self._pinned: list[int] = []
        self._chain: list[int] = []
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self._work)

    def start(self) -> None:
        """Begins once nothing has been asked for during a short while."""
        self._timer.start(_REST_MS)

    def pin(self, indexes: list[int]) -> None:
        """Keeps the widgets of these turns."""
        self._pinned = indexes

    def make_room(self) -> None:
        """Lets one go, where much more was built than there was time to let go."""
        if len(self._pool) > 2 * _KEPT_MOST:
            self._let_go()

    def _work(self) -> None:
        waiting = self._settle()
        if any(self._things()) or waiting:
            self._timer.start(_IDLE_WORK_NEXT_MS)

    def _things(self) -> Iterator[bool]:
        """Yields once for each thing that could be done; True has done it."""
        yield self._dress(self._scroll.seen)
        yield self._build()
        yield self._dress(self._scroll.near)
        yield self._let_go()
        self._order()

    def _settle(self) -> bool:
        waiting = False
        for index, view in self._pool:
            if view.filling:
                waiting |= view.filled  # one that was left behind unwritten is nothing to wait for
            elif view.floor:
                self._scroll.settle(index, view)
                view.floor = 0
                self.written.emit(index)
        return waiting

    def _dress(self, indexes: range) -> bool:
        views = (self._pool.get(index) for index in indexes)
        return any(view is not None and not view.filling and view.dress() for view in views)

    def _build(self) -> bool:
        return any(self._scroll.build_step(index) for index in self._scroll.near)

    def _let_go(self) -> bool:
        if len(self._pool) <= _KEPT_MOST:
            return False
        near = self._scroll.near
        focus = QApplication.focusWidget()
        middle = (near.start + near.stop) // 2
        far = [
            (abs(index - middle), index)
            for index, view in self._pool
            if index not in near
            and index not in self._pinned
            and not view.turn.running
            and not (focus is not None and view.isAncestorOf(focus))
        ]
        if far:
            self._pool.drop(max(far)[1])
        return bool(far)

    def _order(self) -> None:
        """Has Tab go through the turns as they are read: they were not made in that order."""
        indexes = [index for index, _ in self._pool]
        if indexes == self._chain:
            return
        self._chain = indexes
        before: QWidget = self._pool.chat
        for _, view in self._pool:
            for part in view.focusable():
                QWidget.setTabOrder(before, part)
                before = part


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
            view = self._pool.build(index, max(1, self.column), self._heights[index] - WINDOW_GAP)
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
        self._heights = Heights(height + WINDOW_GAP for height in self._guess().heights(outlines))
        self._fit_all(anchor)
        self._lay()

    def _fit_all(self, anchor: ScrollAnchor | None) -> None:
        """Takes the heights of all widgets, and has the anchor stay where it is."""
        self._fitting = True
        for index, view in self._pool:
            view.set_width(self.column)
            self._heights.change(index, view.room + WINDOW_GAP)
        self._fitting = False
        if anchor is not None and not self._follow and anchor.index < len(self._heights):
            self._value = self._top(anchor.index) + anchor.below()
        self.place()

    def _fit(self, index: int, view: TurnView) -> bool:
        """Takes the height of a turn; what is seen stays where it is. True if it was another."""
        height, before = view.room + WINDOW_GAP, self._heights[index]
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
        most = max(0, TOP + self._heights.total + BOTTOM - WINDOW_GAP - height)
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
                top, height = self._top(index) - self._value, self._heights[index] - WINDOW_GAP
                place = QRect(left, top, self.column, height)
                paint_placeholder(painter, place, self._theme.colours)
        painter.end()
