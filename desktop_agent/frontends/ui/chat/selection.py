"""Select text across the messages of a chat."""

from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent

from desktop_agent.frontends.ui.chat.answer_view import answer_markdown
from desktop_agent.frontends.ui.chat.turn_view import TurnPool, TurnView
from desktop_agent.frontends.ui.markdown.formulas import plain_text
from desktop_agent.frontends.ui.widgets.appearance import GAP

_END = 1 << 30
"""A position beyond the end of any text."""
_EDGE = 24
_SCROLL_MS = 16


class Place(NamedTuple):
    """A position in a conversation: turn index, question (0) or answer (1), and text position."""

    turn: int
    part: int
    position: int


class ChatSelection(QObject):
    """A selection across questions or answers that have widgets. Qt handles it within one of them.

    While the mouse is dragged beyond an edge, ``dragged_out`` is emitted with the distance to
    scroll in pixels. ``menu`` is emitted with the global position at which to show the context
    menu.
    """

    changed = Signal()
    dragged_out = Signal(int)
    menu = Signal(QPoint)

    def __init__(self, pool: TurnPool) -> None:
        super().__init__(pool)
        self._pool = pool
        self._canvas = pool.canvas
        self._anchor: Place | None = None
        self._head: Place | None = None
        self._at = QPoint()
        self._scrolling = QTimer(self, interval=_SCROLL_MS)
        self._scrolling.timeout.connect(self._scroll)
        pool.built.connect(self._built)

    @property
    def span(self) -> tuple[Place, Place] | None:
        """The start and end of the selection, or None if it does not span several messages."""
        if self._anchor is None or self._head is None:
            return None
        return min(self._anchor, self._head), max(self._anchor, self._head)

    def clear(self) -> None:
        had = self._head is not None
        self._anchor = self._head = None
        if had:
            self.show()

    def show(self) -> None:
        for view in self._pool:
            self.show_in(view)
        self.changed.emit()

    def show_in(self, view: TurnView) -> None:
        span = self.span
        for part in (0, 1):
            piece = (view.index, part)
            if span is None or not span[0][:2] <= piece <= span[1][:2]:
                view.select(part, 0, 0)
                continue
            begin = span[0].position if piece == span[0][:2] else 0
            end = span[1].position if piece == span[1][:2] else _END
            view.select(part, begin, end)

    def text(self, *, markdown: bool = False) -> str:
        """Return the selected text: that across messages, or else that of the focused message.

        If ``markdown`` is True, messages that are selected whole are returned as Markdown.
        """
        parts = [(view, part) for view in self._pool for part in (0, 1)]
        parts = [each for each in parts if each[0].text(each[1]).textCursor().hasSelection()]
        if self.span is None:
            parts = sorted(parts, key=lambda each: not each[0].text(each[1]).hasFocus())[:1]
        return "\n\n".join(_text(view, part, markdown=markdown) for view, part in parts)

    # --- Mouse

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
        for view in self._pool:
            for part in (0, 1):
                if place is None or (view.index, part) != place[:2]:
                    view.select(part, 0, 0)
        self._anchor = place
        return False

    def _moved(self, event: QMouseEvent) -> bool:
        if not event.buttons() & Qt.MouseButton.LeftButton or self._anchor is None:
            return False
        place = self._place(event)
        if -_EDGE // 3 < self._at.y() < self._canvas.height() + _EDGE // 3:
            self._scrolling.stop()
        elif not self._scrolling.isActive():
            self._scrolling.start()
        return self._extend(place)

    def _extend(self, place: Place | None) -> bool:
        """Extend the selection to ``place``; return False if Qt should handle it instead."""
        if place is None or self._anchor is None:
            return False
        if self._head is None and place[:2] == self._anchor[:2]:
            return False
        self._head = self._reached(self._anchor, place)
        self.show()
        return True

    def _reached(self, anchor: Place, place: Place) -> Place:
        """Return ``place``, or the end of the last turn on the way to it that has widgets."""
        step = 1 if place.turn >= anchor.turn else -1
        for index in range(anchor.turn, place.turn, step):
            if self._pool.get(index + step) is None:
                return Place(index, 1, _END) if step > 0 else Place(index, 0, 0)
        return place

    def _place(self, event: QMouseEvent) -> Place | None:
        self._at = self._canvas.mapFromGlobal(event.globalPosition().toPoint())
        return self._place_at(self._at)

    def _place_at(self, at: QPoint) -> Place | None:
        """Return the text position nearest to a viewport point, or None if no turn is visible."""
        built = [view for view in self._pool if view.isVisible()]
        for view in built:
            if at.y() < view.geometry().bottom() + GAP or view is built[-1]:
                spot = view.spot_at(view.mapFrom(self._canvas, at))
                return Place(view.index, spot.part, spot.position)
        return None

    def _scroll(self) -> None:
        beyond = self._at.y() if self._at.y() < 0 else self._at.y() - self._canvas.height()
        self.dragged_out.emit(max(-120, min(120, beyond // 2)))
        self._extend(self._place_at(self._at))

    def _built(self, view: TurnView) -> None:
        for part in (0, 1):
            view.text(part).viewport().installEventFilter(self)


def _text(view: TurnView, part: int, *, markdown: bool) -> str:
    cursor = view.text(part).textCursor()
    is_whole = cursor.selection().toPlainText() == view.text(part).toPlainText()
    if not (markdown and is_whole):
        return plain_text(cursor)
    if part:
        return answer_markdown(view.turn)
    return "\n".join(f"> {line}".rstrip() for line in view.turn.question.split("\n"))
