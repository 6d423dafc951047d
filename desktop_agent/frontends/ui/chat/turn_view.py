"""The widgets of a turn."""

from typing import NamedTuple

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QEnterEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QWidget

from desktop_agent.core.conversations import TurnOutline, TurnPart
from desktop_agent.frontends.ui.chat.answer_view import AssistantMessage
from desktop_agent.frontends.ui.chat.question_view import UserMessage
from desktop_agent.frontends.ui.chat.turn_actions import TurnActions
from desktop_agent.frontends.ui.chat.widget_column import WidgetColumn
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.markdown.rich_text import RichTextView
from desktop_agent.frontends.ui.widgets.theme import Theme

PARTS: tuple[TurnPart, TurnPart] = ("question", "answer")
GAP = 6
"""Pixels between a question and its answer. The question's bar is above the gap."""


class TurnPosition(NamedTuple):
    """A text position in a turn, and an offset in pixels from the top of its line."""

    part: int
    position: int
    below: int


class TurnView(WidgetColumn):
    """A column with a question and its answer.

    It reserves ``floor`` pixels until rendered. Set the width and show the view before calling
    `fill`, so that the text is laid out only once.
    """

    def __init__(
        self,
        theme: Theme,
        index: int,
        turn: Turn,
        outline: TurnOutline,
        actions: TurnActions,
        parent: QWidget,
    ) -> None:
        super().__init__(GAP, parent)
        self.index = index
        self.turn = turn
        self.floor = 0
        self.filled = False
        self.question = UserMessage(theme, turn, actions, self)
        self.question.show_outline(outline)
        self.answer = AssistantMessage(theme, turn, actions, self)
        self.put(self.question)
        self.put(self.answer)

    def fill(self) -> None:
        self.filled = True
        self.answer.catch_up()
        self.place()

    def show_active(self) -> None:
        """Show the turn's actions while it is hovered over or focused."""
        focus = QApplication.focusWidget()
        active = self.underMouse() or (focus is not None and self.isAncestorOf(focus))
        self.question.show_active(active=active)

    def enterEvent(self, event: QEnterEvent) -> None:
        super().enterEvent(event)
        self.show_active()

    def leaveEvent(self, event: QEvent) -> None:
        super().leaveEvent(event)
        self.show_active()

    @property
    def filling(self) -> bool:
        return self.answer.filling

    @property
    def room(self) -> int:
        return max(self.height(), self.floor) if self.filling else self.height()

    def text(self, part: int) -> RichTextView:
        """Return the text view of the question (0) or the answer (1)."""
        return self.answer.body if part else self.question.text

    # --- Text positions

    def spot_at(self, at: QPoint) -> TurnPosition:
        """Return the text position nearest to a point in this widget."""
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
        return TurnPosition(part, position, inside.y() - self._line(text, position))

    def top_of(self, spot: TurnPosition) -> int:
        """Return the y coordinate of a text position in this widget, in pixels."""
        text = self.text(spot.part)
        line = self._line(text, spot.position)
        return text.mapTo(self, QPoint(0, 0)).y() + line + spot.below

    def focusable(self) -> list[QWidget]:
        """Return the widgets that accept keyboard focus, in reading order."""
        parts = [
            each
            for each in self.findChildren(QWidget)
            if each.focusPolicy() & Qt.FocusPolicy.TabFocus and each.focusProxy() is None
        ]
        return sorted(parts, key=self._reading_order)

    def _reading_order(self, part: QWidget) -> tuple[int, int]:
        at = part.mapTo(self, QPoint(0, 0))
        return at.y() // 8, at.x()  # widgets within 8 pixels are on one line

    @staticmethod
    def _line(text: RichTextView, position: int) -> int:
        cursor = QTextCursor(text.document())
        cursor.setPosition(max(0, min(position, text.document().characterCount() - 1)))
        return text.cursorRect(cursor).top()
