"""The conversation view, with match highlighting."""

from collections.abc import Iterator, Sequence
from itertools import islice

from PySide6.QtCore import QEvent, QObject, QRegularExpression, Qt
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QResizeEvent,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QApplication, QTextEdit, QToolButton

from desktop_agent.core.conversations import TextHit, TurnPart
from desktop_agent.core.events import AnswerGiven, Event
from desktop_agent.frontends.ui.chat.answer_view import AssistantMessage
from desktop_agent.frontends.ui.chat.turn_view import PARTS, TurnPosition, TurnView
from desktop_agent.frontends.ui.chat.virtual_scroll import TurnScroll
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.widgets.appearance import GAP, SIDE
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Match highlights

_ANY_CASE = QRegularExpression.PatternOption.CaseInsensitiveOption
_MOST = 1_000
"""Maximum number of matches to highlight per text."""


class MatchHighlights:
    """Highlights every occurrence of ``texts`` in the turns and emphasises the current one.

    ``of_search`` is True if ``texts`` comes from a search across all conversations.
    """

    def __init__(self, theme: Theme) -> None:
        self._theme = theme
        self.texts: Sequence[str] = ()
        self.current: TextHit | None = None
        self.of_search = False

    def mark(self, view: TurnView) -> None:
        hit = self.current
        for part, name in enumerate(PARTS):
            text = view.text(part)
            found = list(self._found(text.document()))
            if not found and not text.extraSelections():
                continue
            here = hit is not None and (hit.turn, hit.part) == (view.index, name)
            # the stored text may contain more matches than the text on the screen
            strong = min(hit.nth, len(found) - 1) if hit is not None and here else -1
            text.setExtraSelections(
                [self._selection(cursor, strong=nth == strong) for nth, cursor in enumerate(found)]
            )

    def position(self, view: TurnView, part: int, nth: int) -> int:
        """Return the start of the nth match in a part of a turn.

        If there are fewer matches, return the start of the last one, or 0 if there are none.
        """
        found = list(islice(self._found(view.text(part).document()), nth + 1))
        return found[-1].selectionStart() if found else 0

    def _found(self, document: QTextDocument) -> Iterator[QTextCursor]:
        if not self.texts:
            return
        escaped = "|".join(map(QRegularExpression.escape, self.texts))
        wanted = QRegularExpression(escaped, _ANY_CASE)
        cursor = QTextCursor(document)
        for _ in range(_MOST):
            cursor = document.find(wanted, cursor)
            if cursor.isNull():
                return
            yield cursor

    def _selection(self, cursor: QTextCursor, *, strong: bool) -> QTextEdit.ExtraSelection:
        colours = self._theme.colours
        form = QTextCharFormat()
        form.setBackground(QColor(colours.accent if strong else colours.warn_soft))
        form.setForeground(QColor(colours.on_accent if strong else colours.warn))
        marked = QTextEdit.ExtraSelection()
        marked.cursor = cursor
        marked.format = form
        return marked


_LINE = 40
"""Pixels that an arrow key scrolls."""


class ChatView(TurnScroll):
    """A scrollable view of a `History` with shortcuts, a jump-to-end button and highlights."""

    def __init__(self, theme: Theme, history: History) -> None:
        super().__init__(theme, history)
        self._target: tuple[int, int, int] | None = None
        self._first_id: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName(self.tr("Chat"))
        self._found = MatchHighlights(theme)
        self._latest = self._make_latest()
        self._connect()
        self._take_history()

    # --- Content

    @property
    def last(self) -> AssistantMessage | None:
        return self.message(len(self._heights) - 1)

    def message(self, index: int) -> AssistantMessage | None:
        view = self.build(index) if 0 <= index < len(self._heights) else None
        return view.answer if view is not None else None

    def go_to_latest(self) -> None:
        self._follow, self._target = True, None
        self.place()
        self._lay()

    def go_to(self, index: int, part: TurnPart = "question", nth: int = 0) -> None:
        """Scroll to the nth match in a part of a turn, or to the part's start if there is none."""
        if 0 <= index < len(self._heights):
            self._target = (index, PARTS.index(part), nth)
            view = self.built.get(index)
            if index in self.seen and (self._found.texts or (view is not None and view.filled)):
                self._aim()
            else:
                self.scroll_to(index, 0, SIDE)

    def show_password_wait(self, waits: bool) -> None:  # noqa: FBT001 - a signal's argument
        """Show in the running turn whether the keyring is waiting for its password."""
        turn = self._history.last
        if turn is None or not turn.running:
            return
        turn.waits_for_password = waits
        view = self.built.get(len(self._history) - 1)
        if view is not None:
            view.answer.show_progress()

    def show_hit(self, texts: Sequence[str], index: int, part: TurnPart) -> None:
        """Highlight matches from a search across all conversations and scroll to one of them."""
        self.highlight([text for text in texts if text], TextHit(index, part, 0), of_search=True)
        self.go_to(index, part)

    def clear_hit(self) -> None:
        if self._found.of_search:
            self.highlight(())

    def highlight(
        self, texts: Sequence[str], current: TextHit | None = None, *, of_search: bool = False
    ) -> None:
        """Highlight all matches for ``texts`` and emphasise the current one."""
        found = self._found
        found.texts, found.current, found.of_search = texts, current, of_search
        for view in self.views:
            found.mark(view)

    def copy_answer(self, *, markdown: bool = False) -> None:
        """Copy the answer that has the focus, or otherwise the last one, to the clipboard."""
        focused = (view.answer for view in self.views if view.answer.body.hasFocus())
        answer = next(focused, None) or self.last
        if answer is not None:
            answer.copy_markdown() if markdown else answer.copy_text()

    def save_selection(self) -> bool:
        """Save the selection as a discovery; return False if no answer text is selected."""
        answers = sorted(
            (view.answer for view in self.views), key=lambda each: not each.body.hasFocus()
        )
        return any(answer.save_selection() for answer in answers)

    # --- History

    def _connect(self) -> None:
        history = self._history
        history.replaced.connect(self._take_history)
        history.appended.connect(self._appended)
        history.loaded.connect(self._loaded)
        history.happened.connect(self._happened)
        self._theme.changed.connect(self.fit_column)
        self._theme.changed.connect(self._estimate_due.start)

    def _take_history(self) -> None:
        count = len(self._history)
        first = self._history.outlines[0].id if count else None
        anchor = self._anchor() if first == self._first_id else None
        self.keep(lambda view: view.index < count and self._history.turn(view.index) is view.turn)
        self._target = None
        if first is None or first != self._first_id:
            self._follow = True
        self._first_id = first
        self._estimate(anchor)
        for view in self.views:
            view.question.show_outline(self._history.outlines[view.index])

    def _appended(self, index: int) -> None:
        self.clear_hit()
        outline = self._history.outlines[index]
        if index == 0:
            self._first_id = outline.id
        self._heights.append(self._guess()(outline.question_chars, 0) + GAP)
        self.go_to_latest()

    def _loaded(self, index: int) -> None:
        if index in self.near:
            self.lay_soon()

    def _happened(self, index: int, event: Event) -> None:
        view = self.built.get(index)
        if view is not None:
            view.answer.show_event(event)
            if view.answer.unfinished:
                self._idle.start()
        turn = self._history.turn(index)
        at_once = isinstance(event, AnswerGiven) and turn is not None and not turn.shown.pieces
        if at_once and self._follow:
            self.scroll_to(index, 0, SIDE)  # so that it can be read from the beginning

    # --- Texts

    def written(self, view: TurnView) -> None:
        """Update the highlights in a view whose text is complete."""
        here = self.built.get(view.index) is view  # otherwise it was dropped
        if here and not view.filling and not view.turn.running:
            self._found.mark(view)
            self.built_seen()

    def built_seen(self) -> None:
        if not self._fitting:  # otherwise its position is not known yet
            self._aim()

    def _aim(self) -> None:
        """Scroll to the target's exact position, which is known once its text is rendered."""
        if self._target is None:
            return
        index, part, nth = self._target
        view = self.built.get(index)
        if view is None or view.filling:
            return
        self._target = None
        text = view.text(part)
        below = view.top_of(TurnPosition(part, self._found.position(view, part, nth), 0))
        y = view.y() + below
        height = self.viewport().height()
        if self._found.texts and not SIDE <= y <= height - 3 * SIDE:
            self.scroll_to(index, below, height // 3)
        elif not self._found.texts:
            self.scroll_to(index, 0 if text is view.text(0) else below, SIDE)

    # --- Qt

    def scrolled(self) -> None:
        self._target = None

    def placed(self, most: int) -> None:
        super().placed(most)
        self._latest.setVisible(not self._follow and most > 0)
        self._place_latest()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place_latest()

    def focusNextPrevChild(self, next: bool) -> bool:  # noqa: A002, FBT001 - Qt's signature
        moved = super().focusNextPrevChild(next)
        focus = QApplication.focusWidget()
        if focus is not None and self.viewport().isAncestorOf(focus):
            self.reveal(focus, focus.rect())
        return moved

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self._pressed(event):
            super().keyPressEvent(event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make the scrolling keys work whichever part of the chat has the focus."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return super().eventFilter(watched, event)
        return self._pressed(event)

    def _pressed(self, event: QKeyEvent) -> bool:
        """Handle a key press; return False if the chat does not use the key."""
        if event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            return False
        bar = self.verticalScrollBar()
        page = max(_LINE, bar.pageStep() - _LINE)
        steps = {
            Qt.Key.Key_Up: -_LINE,
            Qt.Key.Key_Down: _LINE,
            Qt.Key.Key_PageUp: -page,
            Qt.Key.Key_PageDown: page,
            Qt.Key.Key_Home: -bar.maximum(),
        }
        key = Qt.Key(event.key())
        if key == Qt.Key.Key_End:
            self.go_to_latest()
        elif key in steps:
            self.scroll_by(steps[key])
        else:
            return False
        return True

    def _make_latest(self) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("latest")
        button.setToolTip(self.tr("Jump to latest (Ctrl+End)"))
        button.setAccessibleName(self.tr("Jump to latest"))
        self._theme.bind_icon(button, "latest", "text", side=16)
        button.clicked.connect(self.go_to_latest)
        button.adjustSize()
        button.hide()
        return button

    def _place_latest(self) -> None:
        if self._latest.isHidden():
            return
        self._latest.adjustSize()  # the font size may have changed
        x = (self.width() - self._latest.width()) // 2
        self._latest.move(x, self.height() - self._latest.height() - 12)
        self._latest.raise_()
