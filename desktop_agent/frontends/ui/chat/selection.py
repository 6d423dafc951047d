"""Select and copy text across the messages of a chat."""

import time
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer, Signal
from PySide6.QtGui import QContextMenuEvent, QMouseEvent, QTextDocument

from desktop_agent.frontends.ui.chat.answer_view import answer_markdown
from desktop_agent.frontends.ui.chat.turn_view import TurnPool, TurnView
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.markdown.document import MarkdownDocument
from desktop_agent.frontends.ui.markdown.formulas import plain_text, whole
from desktop_agent.frontends.ui.markdown.text_styles import TextStyles
from desktop_agent.frontends.ui.widgets.appearance import GAP
from desktop_agent.frontends.ui.widgets.theme import Theme

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
    """A selection across several questions or answers. Qt handles selections within one of them.

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

    def select_all(self, turns: int) -> None:
        self._anchor = Place(0, 0, 0)
        self._head = Place(turns - 1, 1, _END)
        self.show()

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

    def cut(self) -> dict[tuple[int, int], str]:
        """Return the selected text of each partly selected message, keyed by turn and part."""
        pieces: dict[tuple[int, int], str] = {}
        for place in self.span or ():
            view = self._pool.get(place.turn)
            if view is not None:
                cursor = view.text(place.part).textCursor()
                if cursor.selection().toPlainText() != view.text(place.part).toPlainText():
                    pieces[place.turn, place.part] = plain_text(cursor)
        return pieces

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
        self._head = place
        self.show()
        return True

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


# --- Copying a range of any length without blocking the UI

_AT_ONCE = 24
"""Number of turns requested together, well below the size of the history's cache."""
_BUDGET_S = 0.005

Piece = tuple[int, int]
"""The index of a turn, and 0 for its question or 1 for its answer."""


class ConversationCopy(QObject):
    """Joins the text of several messages in order, and calls ``take`` with the result.

    ``cut`` holds the selected text of those ``pieces`` that are only partly selected. The object
    deletes itself when it is done.
    """

    def __init__(
        self,
        theme: Theme,
        history: History,
        pieces: Sequence[Piece],
        cut: Mapping[Piece, str],
        take: Callable[[str], object],
        parent: QObject,
        *,
        markdown: bool,
    ) -> None:
        super().__init__(parent)
        self._history = history
        self._pieces = pieces
        self._cut = cut
        self._take = take
        self._markdown = markdown
        self._styles = TextStyles(theme.colours, theme.font, theme.mono)
        self._texts: list[str] = []
        self._timer = QTimer(self, interval=1)
        self._timer.timeout.connect(self._go_on)
        history.replaced.connect(self.cancel)
        history.loaded.connect(self._loaded)

    def start(self) -> None:
        """Start collecting the text. If it is short and loaded, ``take`` is called directly."""
        self._timer.start()
        self._go_on()

    def cancel(self) -> None:
        self._timer.stop()
        self.deleteLater()

    def _loaded(self, _index: int) -> None:
        if not self._timer.isActive():
            self._timer.start()

    def _go_on(self) -> None:
        began = time.thread_time()
        while len(self._texts) < len(self._pieces):
            if time.thread_time() - began > _BUDGET_S:
                return
            index, part = piece = self._pieces[len(self._texts)]
            if piece in self._cut:
                self._texts.append(self._cut[piece])
            elif (turn := self._history.turn(index)) is not None:
                self._texts.append(self._text(turn, part))
            else:
                self._timer.stop()  # `_loaded` starts it again
                self._history.want(range(index, min(index + _AT_ONCE, self._pieces[-1][0] + 1)))
                return
        self._timer.stop()
        self._take("\n\n".join(text for text in self._texts if text))
        self.deleteLater()

    def _text(self, turn: Turn, part: int) -> str:
        if part:
            return answer_markdown(turn) if self._markdown else self._plain(turn.text)
        if not self._markdown:
            return turn.question
        return "\n".join(f"> {line}".rstrip() for line in turn.question.split("\n"))

    def _plain(self, text: str) -> str:
        """Render an answer as in the chat and return it as plain text."""
        document = QTextDocument()
        writer = MarkdownDocument(document, self._styles)
        writer.append(text)
        writer.finish()
        return plain_text(whole(document))
