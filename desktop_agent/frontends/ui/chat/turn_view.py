"""The widgets of a turn, and the pool of turns that currently have widgets."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal, SignalInstance
from PySide6.QtGui import QEnterEvent, QTextCursor
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QWidget

from desktop_agent.core.conversations import TurnOutline, TurnPart
from desktop_agent.frontends.ui.chat.answer_view import AssistantMessage
from desktop_agent.frontends.ui.chat.question_view import UserMessage
from desktop_agent.frontends.ui.chat.turn_actions import TurnActions
from desktop_agent.frontends.ui.chat.widget_column import WidgetColumn
from desktop_agent.frontends.ui.conversation.history import History
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
    """A column with a question and its answer. It reserves ``floor`` pixels until rendered.

    Set the width and show the view before calling `fill`, so that the text is laid out only once.
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
        """Show the actions on the turn while it is hovered over or has the keyboard focus."""
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
        """Return the y coordinate in this widget, in pixels, of a text position."""
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


# --- Pool of turns with widgets: those in view and a few around it


class TurnPool(QObject):
    """Creates the widgets of turns and deletes those that are no longer needed.

    ``built`` is emitted with a new `TurnView`, ``wrote`` with a view whose text is complete, and
    ``resized`` with a view whose size has changed. ``reveal`` is emitted with a widget and a
    rectangle in it that should be made visible, because keyboard navigation has reached it. ``wishes`` has the signals for user actions.
    """

    built = Signal(object)
    wrote = Signal(object)
    resized = Signal(object)
    reveal = Signal(object, object)

    def __init__(self, theme: Theme, history: History, chat: QAbstractScrollArea) -> None:
        super().__init__(chat.viewport())
        self.chat = chat
        self.canvas = chat.viewport()
        self._theme = theme
        self._history = history
        self.wishes = TurnActions(self)
        self._views: dict[int, TurnView] = {}
        history.appended.connect(self._show_last)
        history.replaced.connect(self._show_last)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.focusChanged.connect(self._focus_moved)

    def __contains__(self, index: int) -> bool:
        return index in self._views

    def __iter__(self) -> Iterator[TurnView]:
        return iter([self._views[index] for index in sorted(self._views)])

    def __len__(self) -> int:
        return len(self._views)

    def get(self, index: int) -> TurnView | None:
        return self._views.get(index)

    def build(self, index: int, width: int, floor: int) -> TurnView | None:
        """Create the widgets of a turn off-screen; return None if the turn is not loaded.

        Call `TurnView.fill` afterwards. The view reserves ``floor`` pixels until its text is
        rendered.
        """
        turn = self._history.turn(index)
        if turn is None:
            return None
        outline = self._history.outline(index)
        view = TurnView(self._theme, index, turn, outline, self.wishes, self.canvas)
        view.floor = floor
        view.move(0, self.canvas.height() + 10)
        view.set_width(width)
        view.show()
        view.place()
        self._views[index] = view
        view.answer.show_last(last=index == len(self._history) - 1)
        view.resized.connect(lambda: self._emit(self.resized, view))
        body = view.answer.body
        body.wrote.connect(lambda: self._emit(self.wrote, view))
        body.tabbed.connect(lambda: self._tabbed(body))
        self.built.emit(view)
        return view

    def drop(self, index: int) -> None:
        view = self._views.pop(index)
        focus = QApplication.focusWidget()
        if focus is not None and view.isAncestorOf(focus):
            self.chat.setFocus(
                Qt.FocusReason.OtherFocusReason
            )  # otherwise Qt focuses the next widget
        view.hide()
        view.deleteLater()

    def keep(self, wanted: Callable[[TurnView], bool]) -> None:
        for view in self:
            if not wanted(view):
                self.drop(view.index)

    def _show_last(self) -> None:
        for view in self:
            view.answer.show_last(last=view.index == len(self._history) - 1)

    def _focus_moved(self, before: QWidget | None, now: QWidget | None) -> None:
        for view in self:
            if any(each is not None and view.isAncestorOf(each) for each in (before, now)):
                view.show_active()

    def _emit(self, signal: SignalInstance, view: TurnView) -> None:
        if self._views.get(view.index) is view:  # otherwise the view was dropped
            signal.emit(view)

    def _tabbed(self, text: RichTextView) -> None:
        if text.hasFocus() and text.textCursor().hasSelection():
            self.reveal.emit(text, text.cursorRect())
