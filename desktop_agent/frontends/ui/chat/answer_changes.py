"""The summary of changes since the previous answer to the same question."""

from collections.abc import Iterable, Sequence
from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtGui import QTextCharFormat

from desktop_agent.core.answers import AnswerChanges, compare_answers, same_question
from desktop_agent.core.events import Event, RunFinished
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.chat.verdict_view import Fold
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.markdown.inline_writer import clean
from desktop_agent.frontends.ui.markdown.rich_text import DrawnTextView, diff_forms, write_piece
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.word_diff import Change, word_diff
from desktop_agent.frontends.ui.wording import answer_changes

_MOST = 60
"""Maximum number of statements listed per kind of change; more would block the UI."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("AnswerChanges", text)


class ChangesText(DrawnTextView):
    """A list of added, removed and changed statements; changed ones are shown as a word diff."""

    def __init__(self, theme: Theme, changes: AnswerChanges) -> None:
        super().__init__(theme)
        self._changes = changes
        self.setAccessibleName(_tr("What is new in this answer"))
        self.redraw()

    def draw(self) -> None:
        changes = self._changes
        self._section(_tr("New"), [[("added", clean(each.text))] for each in changes.added])
        changed = [word_diff(each.before.text, each.after.text) for each in changes.changed[:_MOST]]
        self._section(_tr("Changed"), changed, len(changes.changed))
        self._section(_tr("Gone"), [[("removed", clean(each.text))] for each in changes.gone])

    def _section(
        self, title: str, statements: Sequence[Iterable[tuple[Change, str]]], count: int = 0
    ) -> None:
        count = count or len(statements)
        if not count:
            return
        _block, forms = diff_forms(self.theme)
        small = QTextCharFormat(self.styles.body)
        small.setForeground(self.styles.muted)
        self.begin_block(top=0 if self.writing.atStart() else 8, bottom=4)
        self.writing.insertText(f"{title} · {count}", small)
        for pieces in statements[:_MOST]:
            self.begin_block(left=18, bottom=4)
            for change, text in pieces:
                write_piece(self.writing, text, forms[change])
        if count > _MOST:
            self.begin_block(left=18, bottom=4)
            self.writing.insertText(_tr("… and {0} more").format(count - _MOST), small)


class ChangesFold(Fold):
    """A one-line summary of the changes that expands to show the full list."""

    def __init__(self, theme: Theme, since: str, changes: AnswerChanges) -> None:
        summary, tip = answer_changes.since(since, changes), _tr("Show what is new in this answer")
        super().__init__(summary, tip, lambda: ChangesText(theme, changes))
        self.button.setEnabled(not changes.nothing_new)
        theme.bind_icon(self.button, "diff", "muted" if changes.nothing_new else "accent", side=16)


_compared = lru_cache(maxsize=64)(compare_answers)
"""Cached, because a turn that is scrolled to again gets its widgets again."""


class ChatChanges(QObject):
    """Adds a `ChangesFold` above an answer if the previous turn asked the same question."""

    def __init__(self, theme: Theme, chat: ChatView, history: History) -> None:
        super().__init__(chat)
        self._theme = theme
        self._pool = chat.pool
        self._history = history
        self._pool.built.connect(lambda view: self._look(view.index))
        history.loaded.connect(lambda index: self._look(index + 1))
        history.happened.connect(self._happened)
        for view in self._pool:
            self._look(view.index)

    def _happened(self, index: int, event: Event) -> None:
        if isinstance(event, RunFinished):
            self._look(index)

    def _look(self, index: int) -> None:
        view = self._pool.get(index)
        before = self._history.turn(index - 1) if 0 < index < len(self._history) else None
        if view is None or before is None or view.findChild(ChangesFold) is not None:
            return
        turn = view.turn
        both = all(each.finished and each.finished.status == "answered" for each in (before, turn))
        if both and before.text and same_question(before.question, turn.question):
            fold = ChangesFold(self._theme, before.asked, _compared(before.text, turn.text))
            view.put(fold, after=view.question)
            view.place()
