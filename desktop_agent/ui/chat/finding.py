"""Find in chat: what is typed into the bar is looked for in the store, and shown in the view."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer

from desktop_agent.core.conversations import TextHit
from desktop_agent.ui.chat.chat_view import ChatView
from desktop_agent.ui.chat.find_bar import FindBar
from desktop_agent.ui.tasks import Tasks

if TYPE_CHECKING:
    from desktop_agent.app import Session

_PAUSE_MS = 120
"""A search begins when nothing has been typed for so long."""


class Finding(QObject):
    """Plays a find bar on a chat view; `look_in` tells which conversation is shown."""

    def __init__(self, session: "Session", tasks: Tasks, chat: ChatView, bar: FindBar) -> None:
        super().__init__(bar)
        self._store = session.conversations
        self._tasks = tasks
        self._chat = chat
        self._bar = bar
        self._conversation = ""
        self._text = ""
        self._shown_text = ""
        self._hits: Sequence[TextHit] = ()
        self._current = 0
        self._search: asyncio.Task[tuple[TextHit, ...]] | None = None
        self._pause = QTimer(self)
        self._pause.setSingleShot(True)
        self._pause.setInterval(_PAUSE_MS)
        self._pause.timeout.connect(self._look)
        bar.looked_for.connect(self._typed)
        bar.stepped.connect(self._step)
        bar.closed.connect(self.close)

    def open(self, text: str = "") -> None:
        """Shows the bar, ready to type, with a text in it where one is given."""
        self._bar.open(text)

    def close(self) -> None:
        """Hides the bar and the marks of what was found."""
        self._forget()
        self._text = ""
        self._bar.hide()
        self._chat.clear_found()
        self._chat.setFocus()

    def look_in(self, conversation_id: str) -> None:
        """Looks for the same in another conversation, on another branch, or in one that has grown.

        Where the occurrence that one is at is still there, nothing moves.
        """
        if conversation_id != self._conversation:
            self._hits = ()
        self._conversation = conversation_id
        if self._bar.isVisible():
            self._look()

    def _typed(self, text: str) -> None:
        self._text = text
        self._pause.start()

    def _look(self) -> None:
        self._forget()
        if not self._text or not self._conversation:
            self._show(())
            return
        self._search = self._tasks.start(
            self._store.find(self._conversation, self._text), self._show, lambda _e: self._show(())
        )

    def _forget(self) -> None:
        self._pause.stop()
        if self._search is not None:
            self._search.cancel()
            self._search = None

    def _show(self, hits: Sequence[TextHit]) -> None:
        self._search = None
        here = self._hits[self._current] if self._hits else None
        same = self._text == self._shown_text and here in hits
        self._hits, self._shown_text = hits, self._text
        self._current = hits.index(here) if same and here is not None else 0
        self._show_current(go=not same)

    def _step(self, by: int) -> None:
        if self._hits:
            self._current = (self._current + by) % len(self._hits)
            self._show_current()

    def _show_current(self, *, go: bool = True) -> None:
        self._bar.show_count(self._current + 1 if self._hits else 0, len(self._hits))
        if self._hits:
            self._chat.show_found(self._text, self._hits, self._current, go=go)
        else:
            self._chat.clear_found()
