"""What a chat does while nobody scrolls: one small thing at a time."""

from collections.abc import Iterator
from typing import Protocol

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

from desktop_agent.ui.chat.turn_pool import TurnPool
from desktop_agent.ui.chat.turn_view import TurnView

_REST_MS = 30
_NEXT_MS = 8
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
            self._timer.start(_NEXT_MS)

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
