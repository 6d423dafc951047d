"""A scroll area that creates widgets only for turns in or near the view."""

import time
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import accumulate

from PySide6.QtCore import QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QFrame, QWidget

from desktop_agent.frontends.ui.chat.answer_view import FOOTER_HEIGHT, HANDLE_HEIGHT, SPACING
from desktop_agent.frontends.ui.chat.question_view import HEIGHT as BAR_HEIGHT
from desktop_agent.frontends.ui.chat.question_view import PADDING, SHOWN_MOST, text_room
from desktop_agent.frontends.ui.chat.turn_actions import TurnActions
from desktop_agent.frontends.ui.chat.turn_view import GAP, TurnView
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.markdown.rich_text import RichTextView
from desktop_agent.frontends.ui.widgets.appearance import BOTTOM, SIDE, TOP, text_width
from desktop_agent.frontends.ui.widgets.appearance import GAP as WINDOW_GAP
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Heights of the turns


class Heights:
    """The heights and vertical positions of the turns, in pixels."""

    def __init__(self, heights: Iterable[int] = ()) -> None:
        self._heights = list(heights)
        self._positions: list[int] = []

    def __len__(self) -> int:
        return len(self._heights)

    def __getitem__(self, index: int) -> int:
        return self._heights[index]

    @property
    def total(self) -> int:
        return self._tops[-1]

    def append(self, height: int) -> None:
        self._heights.append(height)
        self._positions = []

    def change(self, index: int, height: int) -> None:
        self._heights[index] = height
        self._positions = []

    def top(self, index: int) -> int:
        """Return the top of a turn or, for the index after the last turn, that turn's bottom."""
        return self._tops[index]

    def at(self, place: int) -> int:
        """Return the index of the turn at a position, clamped to the valid range."""
        return max(0, min(bisect_right(self._tops, place), len(self._heights)) - 1)

    @property
    def _tops(self) -> list[int]:
        self._positions = self._positions or list(accumulate(self._heights, initial=0))
        return self._positions


# --- Height estimates

_SAMPLE = "the quick brown fox jumps over the lazy dog, and so it goes on in 12 of 30 cases; "
_QUESTION_LINE = 1.35
_ANSWER_LINE = 1.4
_FILLED = 0.94
"""Average fraction of a line's width that words fill before the next word wraps."""
_PARAGRAPH = 400
"""Assumed number of characters per paragraph in an answer."""
_PARAGRAPH_GAP = 16


def height_estimate(font: QFont, column: int) -> Callable[[int, int], int]:
    """Return a function that estimates a turn's height in pixels from its character counts."""
    metrics = QFontMetricsF(font)
    character = metrics.horizontalAdvance(_SAMPLE) / len(_SAMPLE)
    question_room = max(1.0, text_room(column) / character * _FILLED)
    answer_room = max(1.0, column / character * _FILLED)
    fixed = PADDING.top() + PADDING.bottom() + BAR_HEIGHT + 4 + GAP
    fixed += HANDLE_HEIGHT + FOOTER_HEIGHT + 2 * SPACING

    def height(question_chars: int, answer_chars: int) -> int:
        asked = 1 + min(question_chars, SHOWN_MOST) // question_room
        said = (answer_chars + answer_room - 1) // answer_room
        gaps = answer_chars // _PARAGRAPH * _PARAGRAPH_GAP
        lines = asked * _QUESTION_LINE + said * _ANSWER_LINE
        return round(lines * metrics.height() + gaps + fixed)

    return height


# --- Idle work

_REST_MS = 30
_IDLE_WORK_NEXT_MS = 8
_KEPT_MOST = 14
"""Number of turns that keep their widgets; beyond that, those far from the view lose them."""


class IdleWork(QObject):
    """Completes visible turns, builds nearby ones and drops distant ones while the UI is idle."""

    def __init__(self, scroll: "TurnScroll") -> None:
        super().__init__(scroll)
        self._scroll = scroll
        self._chain: list[int] = []
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._work)

    def start(self) -> None:
        self._timer.start(_REST_MS)

    def make_room(self) -> None:
        """Drop distant turns if continuous scrolling has built many of them."""
        if len(self._scroll.built) > 2 * _KEPT_MOST:
            self._let_go()

    def _work(self) -> None:
        waiting = self._settle()
        if any(self._steps()) or waiting:
            self._timer.start(_IDLE_WORK_NEXT_MS)

    def _steps(self) -> Iterator[bool]:
        """Do pending work, most urgent first; after each kind, yield whether there was any."""
        yield self._build_parts(self._scroll.seen)
        yield any(self._scroll.build_step(index) for index in self._scroll.near)
        yield self._build_parts(self._scroll.near)
        yield self._let_go()
        self._order()

    def _settle(self) -> bool:
        waiting = False
        for view in self._scroll.views:
            if view.filling:
                waiting |= view.filled  # do not wait for views that were scrolled past unfilled
            elif view.floor:
                self._scroll.settle(view)
                view.floor = 0
                self._scroll.written(view)
        return waiting

    def _build_parts(self, indexes: range) -> bool:
        views = (self._scroll.built.get(index) for index in indexes)
        built = any(
            view is not None and not view.filling and view.answer.build_next() for view in views
        )
        if built:
            self._chain = []
        return built

    def _let_go(self) -> bool:
        if len(self._scroll.built) <= _KEPT_MOST:
            return False
        near = self._scroll.near
        focus = QApplication.focusWidget()
        middle = (near.start + near.stop) // 2
        far = [
            (abs(view.index - middle), view.index)
            for view in self._scroll.views
            if view.index not in near
            and not view.turn.running
            and not (focus is not None and view.isAncestorOf(focus))
        ]
        if far:
            self._scroll.drop(max(far)[1])
        return bool(far)

    def _order(self) -> None:
        """Make the tab order follow the reading order, even if turns were created out of order."""
        indexes = [view.index for view in self._scroll.views]
        if indexes == self._chain:
            return
        self._chain = indexes
        before: QWidget = self._scroll
        for view in self._scroll.views:
            for part in view.focusable():
                QWidget.setTabOrder(before, part)
                before = part


NEAR_END = 40
BUILD_S = 0.004
"""CPU seconds spent on building per tick, about as long as one step takes."""
AHEAD = 2
"""Number of turns above and below the view that are loaded, and built when idle."""
_NEXT_MS = 2
"""Milliseconds until building continues, which leaves time for painting and input."""
_RUSH_MS = 40
"""Nothing is built between jumps that follow each other within this many milliseconds."""
_ESTIMATE_MS = 150
_Anchor = tuple[int, Callable[[], int]]
"""The index of a turn, and a function that returns the current offset of a text position in it."""


class TurnScroll(QAbstractScrollArea):
    """A scroll area that lays out the turns of a `History` in a centred column.

    A turn's height is estimated until the turn is built. Correcting an estimate does not move
    visible text, and a change of width keeps the text at the top in place. A view scrolled to the
    end of the conversation follows the end. Visible turns are built immediately, within a time
    budget per tick; `IdleWork` builds nearby ones.

    ``column`` is the text width in pixels, which does not depend on the scroll bar. ``built`` maps
    turn indexes to widgets, and ``wishes`` holds the signals for the user's actions on turns.
    """

    bar_width = Signal(int)
    """Emitted with the width of the scroll bar in pixels, so that widgets below can align."""

    def __init__(self, theme: Theme, history: History) -> None:
        super().__init__()
        self._theme = theme
        self.column = 0
        self._history = history
        self._heights = Heights()
        self._value = 0
        self._follow = True
        self._moving = False
        self._fitting = False
        self._leapt = 0.0
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self.built: dict[int, TurnView] = {}
        self.wishes = TurnActions(self)
        history.appended.connect(self._show_last)
        history.replaced.connect(self._show_last)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)
        self._idle = IdleWork(self)
        self._soon = QTimer(self, singleShot=True)
        self._soon.timeout.connect(self._lay)
        self._estimate_due = QTimer(self, singleShot=True, interval=_ESTIMATE_MS)
        self._estimate_due.timeout.connect(self._estimate)

    # --- Used by the rest of the chat

    @property
    def views(self) -> list[TurnView]:
        """The turns that have widgets, in order."""
        return [self.built[index] for index in sorted(self.built)]

    @property
    def seen(self) -> range:
        if not len(self._heights):
            return range(0)
        begin = self._value - TOP
        last = self._heights.at(begin + self.viewport().height())
        return range(self._heights.at(begin), last + 1)

    @property
    def near(self) -> range:
        seen = self.seen
        return range(max(0, seen.start - AHEAD), min(len(self._heights), seen.stop + AHEAD))

    def scroll_by(self, pixels: int) -> None:
        """Scroll as the user would, which may start or stop following the end."""
        bar = self.verticalScrollBar()
        bar.setValue(bar.value() + pixels)

    def scroll_to(self, index: int, below: int, under: int) -> None:
        """Scroll a point in a turn to a given height in the view.

        The point is ``below`` pixels from the top of the turn and ends up ``under`` pixels from the
        top of the view.
        """
        self._follow = False
        self._value = self._top(index) + below - under
        self.place()
        self._lay()

    def build(self, index: int) -> TurnView | None:
        """Build and fill a turn's widgets now; return None if the turn is not loaded."""
        while (view := self.built.get(index)) is None or not view.filled:
            if not self.build_step(index):
                return None
        return view

    def build_step(self, index: int) -> bool:
        """Create or fill a turn's widgets; return False if it is complete or not loaded."""
        view = self.built.get(index)
        if view is not None and view.filled:
            return False
        self._fitting = True
        if view is None:
            view = self._create(index)
        else:
            view.fill()
        self._fitting = False
        if view is not None:
            self.settle(view)
        return view is not None

    def settle(self, view: TurnView) -> None:
        """Update the layout after a turn has been built or filled."""
        if self._fit(view):
            self.place()

    # --- Views

    def _create(self, index: int) -> TurnView | None:
        """Create a turn's widgets off-screen at its estimated height.

        Return None if the turn is not loaded.
        """
        turn, canvas = self._history.turn(index), self.viewport()
        if turn is None:
            return None
        outline = self._history.outlines[index]
        view = TurnView(self._theme, index, turn, outline, self.wishes, canvas)
        view.floor = self._heights[index] - WINDOW_GAP
        view.move(0, canvas.height() + 10)
        view.set_width(max(1, self.column))
        view.show()
        view.place()
        self.built[index] = view
        view.answer.show_last(last=index == len(self._history) - 1)
        view.resized.connect(lambda: self._resized(view))
        body = view.answer.body
        body.wrote.connect(lambda: self.written(view))
        body.tabbed.connect(lambda: self._tabbed(body))
        for text in (view.question.text, body):
            text.installEventFilter(self)
        self.written(view)
        return view

    def drop(self, index: int) -> None:
        view = self.built.pop(index)
        focus = QApplication.focusWidget()
        if focus is not None and view.isAncestorOf(focus):
            self.setFocus(Qt.FocusReason.OtherFocusReason)  # otherwise Qt focuses the next widget
        view.hide()
        view.deleteLater()

    def keep(self, wanted: Callable[[TurnView], bool]) -> None:
        """Drop every view for which ``wanted`` returns False."""
        for view in self.views:
            if not wanted(view):
                self.drop(view.index)

    def reveal(self, part: QWidget, place: QRect) -> None:
        """Scroll just enough to make a rectangle within a widget visible."""
        top = part.mapTo(self.viewport(), place.topLeft()).y()
        height = self.viewport().height()
        below = top + min(place.height(), height // 2) + SIDE - height
        if top < SIDE:
            self.scroll_by(top - SIDE)
        elif below > 0:
            self.scroll_by(below)

    def _show_last(self) -> None:
        for view in self.views:
            view.answer.show_last(last=view.index == len(self._history) - 1)

    def _focus_moved(self, before: QWidget | None, now: QWidget | None) -> None:
        for view in self.views:
            if any(each is not None and view.isAncestorOf(each) for each in (before, now)):
                view.show_active()

    def _tabbed(self, text: RichTextView) -> None:
        if text.hasFocus() and text.textCursor().hasSelection():
            self.reveal(text, text.cursorRect())

    # --- Hooks for subclasses

    def written(self, view: TurnView) -> None:
        """Hook for subclasses, called when a view is created and when its text is complete."""

    def built_seen(self) -> None:
        """Hook for subclasses, called after each pass of building visible turns."""

    def scrolled(self) -> None:
        """Hook for subclasses, called after the user has scrolled."""

    # --- Heights

    def _guess(self) -> Callable[[int, int], int]:
        return height_estimate(self._theme.font, max(1, self.column))

    def _top(self, index: int) -> int:
        return TOP + self._heights.top(index)

    def _anchor(self) -> _Anchor | None:
        """Return an anchor for the text at the top of the view, or None if there are no turns."""
        if not len(self._heights):
            return None
        index = self._heights.at(max(0, self._value - TOP))
        view, below = self.built.get(index), self._value - self._top(index)
        if view is None or below < 0:
            return index, lambda: below
        return index, partial(view.top_of, view.spot_at(QPoint(0, below)))

    def _estimate(self, anchor: _Anchor | None = None) -> None:
        """Re-estimate the heights of all turns without widgets."""
        anchor = anchor or self._anchor()
        height = self._guess()
        self._heights = Heights(
            height(each.question_chars, each.answer_chars) + WINDOW_GAP
            for each in self._history.outlines
        )
        self._fit_all(anchor)
        self._lay()

    def _fit_all(self, anchor: _Anchor | None) -> None:
        """Fit the layout to the heights of all widgets, keeping the anchor in place."""
        self._fitting = True
        for view in self.views:
            view.set_width(self.column)
            self._heights.change(view.index, view.room + WINDOW_GAP)
        self._fitting = False
        if anchor is not None and not self._follow and anchor[0] < len(self._heights):
            self._value = self._top(anchor[0]) + anchor[1]()
        self.place()

    def _fit(self, view: TurnView) -> bool:
        """Update a turn's height without moving visible text; return whether it has changed."""
        height, before = view.room + WINDOW_GAP, self._heights[view.index]
        if height == before:
            return False
        top = self._top(view.index) - self._value
        self._heights.change(view.index, height)
        above = top + before <= 0
        # a turn entering from above shows its end, and nothing in it has been read yet
        entering = top < 0 and view.floor and top + before < self.viewport().height()
        if above or entering:
            self._value += height - before
        return True

    def _resized(self, view: TurnView) -> None:
        here = self.built.get(view.index) is view  # otherwise it was dropped
        if here and not self._fitting and self._fit(view):
            self.place()
            self.lay_soon()

    # --- Widgets in view

    def _lay(self) -> None:
        """Build visible turns that lack widgets, within a time budget; leave the rest for later."""
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
            view = self.built.get(index)
            missing = view is None and self._history.turn(index) is not None
            if missing or (view is not None and not view.filled):
                return index
        return None

    # --- Column

    def place(self) -> None:
        """Place all widgets and update the scroll range."""
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
        for view in self.views:
            view.move(left, self._top(view.index) - self._value)
        self.placed(most)

    def placed(self, most: int) -> None:
        """Hook for subclasses, called after layout; ``most`` is the maximum scroll position."""
        self.verticalScrollBar().setEnabled(most > 0)  # a disabled bar cannot be seen

    def fit_column(self) -> None:
        bar = self.verticalScrollBar().sizeHint().width()
        if self.viewportMargins().left() != bar:
            self.setViewportMargins(bar, 0, 0, 0)  # as wide as the bar, so that the text is centred
            self.bar_width.emit(bar)
        column = self._room()
        if column != self.column:
            anchor = self._anchor()
            self.column = column
            self.keep(lambda view: view.index in self.near)
            self._fit_all(anchor)
            self._estimate_due.start()
        self.place()
        self.lay_soon()

    def _room(self) -> int:
        return text_width(self.viewport().width(), self._theme.points)

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

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit_column()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._soon.start(_NEXT_MS)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self.viewport())
        painter.fillRect(event.rect(), self._theme.colours.window)
        painter.end()
