"""Selecting text across messages: from where one pressed to where one is, over all between."""

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent
from PySide6.QtWidgets import QWidget

from desktop_agent.ui.chat.turn_pool import TurnPool
from desktop_agent.ui.chat.turn_view import TurnView

_END = 1 << 30
"""A position behind every text."""
_EDGE = 24
_SCROLL_MS = 16


class Place(NamedTuple):
    """A place in the conversation: a turn's index, its question (0) or answer (1), a position."""

    turn: int
    part: int
    position: int


class ChatSelection(QObject):
    """What is selected, when that is more than one text.

    Within one text Qt selects by itself. ``dragged_out`` asks to scroll by pixels while the mouse
    is held beyond an edge; ``menu`` asks for the menu of what is selected, at a global point.
    """

    changed = Signal()
    dragged_out = Signal(int)
    menu = Signal(QPoint)

    def __init__(
        self, pool: TurnPool, canvas: QWidget, place_at: Callable[[QPoint], Place | None]
    ) -> None:
        super().__init__(canvas)
        self._pool = pool
        self._canvas = canvas
        self._place_at = place_at
        self._anchor: Place | None = None
        self._head: Place | None = None
        self._at = QPoint()
        self._scrolling = QTimer(self)
        self._scrolling.setInterval(_SCROLL_MS)
        self._scrolling.timeout.connect(self._scroll)
        pool.built.connect(self._built)

    @property
    def span(self) -> tuple[Place, Place] | None:
        """The first and the last place, when more than one text is selected."""
        if self._anchor is None or self._head is None:
            return None
        return min(self._anchor, self._head), max(self._anchor, self._head)

    @property
    def ends(self) -> list[int]:
        """The turns that the selection begins and ends in: their widgets should stay."""
        span = self.span
        return [] if span is None else [span[0].turn, span[1].turn]

    def select_all(self, turns: int) -> None:
        """Selects everything."""
        self._anchor = Place(0, 0, 0)
        self._head = Place(turns - 1, 1, _END)
        self.show()

    def clear(self) -> None:
        """Selects nothing."""
        had = self._head is not None
        self._anchor = self._head = None
        if had:
            self.show()

    def show(self) -> None:
        """Shows the selection in all texts that have widgets."""
        for index, view in self._pool:
            self.show_in(index, view)
        self.changed.emit()

    def show_in(self, index: int, view: TurnView) -> None:
        """Shows the selection in the texts of one turn."""
        span = self.span
        for part in (0, 1):
            piece = (index, part)
            if span is None or not span[0][:2] <= piece <= span[1][:2]:
                view.select(part, 0, 0)
                continue
            begin = span[0].position if piece == span[0][:2] else 0
            end = span[1].position if piece == span[1][:2] else _END
            view.select(part, begin, end)

    def cut(self) -> dict[tuple[int, int], str]:
        """Gives the text of the pieces at the two ends of which only a part is selected."""
        pieces: dict[tuple[int, int], str] = {}
        for place in self.span or ():
            view = self._pool.get(place.turn)
            if view is not None:
                cursor = view.text(place.part).textCursor()
                text = cursor.selection().toPlainText()
                if text != view.text(place.part).toPlainText():
                    pieces[place.turn, place.part] = text
        return pieces

    # --- the mouse

    def eventFilter(self, _watched: QObject, event: QEvent) -> bool:
        match event.type():
            case QEvent.Type.MouseButtonPress if isinstance(event, QMouseEvent):
                return self._pressed(event)
            case QEvent.Type.MouseMove if isinstance(event, QMouseEvent):
                return self._moved(event)
            case QEvent.Type.MouseButtonRelease:
                self._scrolling.stop()
        if isinstance(event, QContextMenuEvent) and self.span is not None:
            self.menu.emit(event.globalPos())
            return True
        return False

    def _pressed(self, event: QMouseEvent) -> bool:
        if event.button() != Qt.MouseButton.LeftButton:
            return event.button() == Qt.MouseButton.RightButton and self.span is not None
        place = self._place(event)
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier and self._anchor is not None:
            return self._extend(place)
        self._head = None
        self.show()
        for index, view in self._pool:
            for part in (0, 1):
                if place is None or (index, part) != (place.turn, place.part):
                    view.select(part, 0, 0)
        self._anchor = place
        return False

    def _moved(self, event: QMouseEvent) -> bool:
        if not event.buttons() & Qt.MouseButton.LeftButton or self._anchor is None:
            return False
        self._at = self._canvas.mapFromGlobal(event.globalPosition().toPoint())
        if -_EDGE // 3 < self._at.y() < self._canvas.height() + _EDGE // 3:
            self._scrolling.stop()
        elif not self._scrolling.isActive():
            self._scrolling.start()
        return self._extend(self._place_at(self._at))

    def _extend(self, place: Place | None) -> bool:
        """Takes the other end; True where the selection is ours and not that of one text."""
        if place is None or self._anchor is None:
            return False
        if self._head is None and place[:2] == self._anchor[:2]:
            return False
        self._head = place
        self.show()
        return True

    def _place(self, event: QMouseEvent) -> Place | None:
        self._at = self._canvas.mapFromGlobal(event.globalPosition().toPoint())
        return self._place_at(self._at)

    def _scroll(self) -> None:
        beyond = self._at.y() if self._at.y() < 0 else self._at.y() - self._canvas.height()
        self.dragged_out.emit(max(-120, min(120, beyond // 2)))
        self._extend(self._place_at(self._at))

    # --- the texts

    def _built(self, index: int) -> None:
        view = self._pool.get(index)
        if view is not None:
            for part in (0, 1):
                view.text(part).viewport().installEventFilter(self)
