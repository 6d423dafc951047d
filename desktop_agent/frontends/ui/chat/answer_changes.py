"""The summary of changes since the previous answer to the same question."""

from functools import lru_cache

from PySide6.QtCore import QCoreApplication, QObject

from desktop_agent.core.answers import compare_answers, same_question
from desktop_agent.core.events import Event, RunFinished
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.chat.verdict_view import Fold
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.markdown.rich_text import DiffView
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.wording import answer_changes


def _tr(text: str) -> str:
    return QCoreApplication.translate("AnswerChanges", text)


class ChangesFold(Fold):
    """A one-line summary of the changes that expands to show them word by word."""

    def __init__(self, theme: Theme, since: str, before: str, after: str) -> None:
        changes = _compared(before, after)
        tip = _tr("Show what is new in this answer")

        def make() -> DiffView:
            view = DiffView(theme)
            view.show_diff(before, after)
            view.setAccessibleName(_tr("What is new in this answer"))
            return view

        super().__init__(answer_changes.since(since, changes), tip, make)
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
            fold = ChangesFold(self._theme, before.asked, before.text, turn.text)
            view.put(fold, after=view.question)
            view.place()
