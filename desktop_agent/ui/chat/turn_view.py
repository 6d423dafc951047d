"""One turn on the screen: the question above, the answer below."""

from typing import NamedTuple

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from desktop_agent.core.conversations import TurnOutline, TurnPart
from desktop_agent.ui.chat.message_view import AssistantMessage
from desktop_agent.ui.chat.stack import Stack
from desktop_agent.ui.chat.user_message import UserMessage
from desktop_agent.ui.markdown.growing_text import GrowingText
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import Turn

PARTS: tuple[TurnPart, TurnPart] = ("question", "answer")
GAP = 6
"""Room between a question and its answer, in pixels; the question's bar is above it."""


class Spot(NamedTuple):
    """A place in the text of a turn, and how many pixels below its line's top is meant."""

    part: int
    position: int
    below: int


class TurnView(Stack):
    """The widgets of a turn. It is ``floor`` pixels tall at least while its text is being written.

    Its width is set and it is shown before `fill`, so that the text is laid out once only.
    """

    def __init__(self, theme: Theme, turn: Turn, outline: TurnOutline, parent: QWidget) -> None:
        super().__init__(GAP, parent)
        self.turn = turn
        self.floor = 0
        self.filled = False
        self.question = UserMessage(theme, turn.question, turn.attachments, self)
        self.question.show_outline(outline)
        self.answer = AssistantMessage(theme, turn, self)
        self.put(self.question)
        self.put(self.answer)

    def fill(self) -> None:
        """Writes what the turn has to say."""
        self.filled = True
        self.answer.catch_up()
        self.place()

    def dress(self) -> bool:
        """Builds one more of what may come later; False when there is no more."""
        self.question.dress()
        return self.answer.dress()

    @property
    def filling(self) -> bool:
        """True while a text that was there already is still being written."""
        return self.answer.filling

    @property
    def room(self) -> int:
        """The height that the turn takes in the conversation, in pixels."""
        return max(self.height(), self.floor) if self.filling else self.height()

    def text(self, part: int) -> GrowingText:
        """Gives the text of the question (0) or of the answer (1)."""
        return self.answer.body if part else self.question.text

    # --- places in the text

    def spot_at(self, at: QPoint) -> Spot:
        """Gives the place in the text that is nearest to a point of this widget."""
        answer_top = self.answer.mapTo(self, QPoint(0, 0)).y()
        part = int(at.y() >= answer_top and not self.answer.body.isHidden())
        text = self.text(part)
        inside = text.mapFrom(self, at)
        inside.setX(max(0, min(inside.x(), text.width() - 1)))
        if inside.y() >= text.height():
            position = text.document().characterCount() - 1
        elif inside.y() < 0:
            position = 0
        else:
            position = text.cursorForPosition(inside).position()
        return Spot(part, position, inside.y() - self._line(text, position))

    def top_of(self, spot: Spot) -> int:
        """Gives where a place in the text is now, in pixels from the top of this widget."""
        text = self.text(spot.part)
        line = self._line(text, spot.position)
        return text.mapTo(self, QPoint(0, 0)).y() + line + spot.below

    def select(self, part: int, begin: int, end: int) -> None:
        """Selects a stretch of a text; an end behind the last character is that character."""
        text = self.text(part)
        last = max(0, text.document().characterCount() - 1)
        begin, end = min(begin, last), min(end, last)
        cursor = text.textCursor()
        if (cursor.anchor(), cursor.position()) == (begin, end) or (
            begin == end and not cursor.hasSelection()
        ):
            return
        cursor.setPosition(begin)
        cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        text.setTextCursor(cursor)

    def focusable(self) -> list[QWidget]:
        """Gives the parts that the keyboard can go to, from top to bottom."""
        parts = [
            each
            for each in self.findChildren(QWidget)
            if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.focusProxy() is None
        ]
        origin = QPoint(0, 0)
        # within 8 pixels it is one line, which is read from left to right
        return sorted(parts, key=lambda each: _reading(each.mapTo(self, origin)))

    @staticmethod
    def _line(text: GrowingText, position: int) -> int:
        cursor = QTextCursor(text.document())
        cursor.setPosition(max(0, min(position, text.document().characterCount() - 1)))
        return text.cursorRect(cursor).top()


def _reading(at: QPoint) -> tuple[int, int]:
    return at.y() // 8, at.x()
