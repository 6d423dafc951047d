"""Getting ready to answer: not at the start, but when somebody begins to ask or to read."""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop_agent.core.conversations import Conversation
from desktop_agent.ui.garbage import WindowThreadGarbage

if TYPE_CHECKING:
    from desktop_agent.app import Session
    from desktop_agent.ui.window import MainWindow


class Readiness(QObject):
    """Loads what answers questions when the first letter is typed, or a conversation is opened.

    A window that is only open does without the memory of it. Who types a question takes longer than
    the second that the loading does.
    """

    def __init__(self, window: "MainWindow", session: "Session") -> None:
        super().__init__(window)
        self._window = window
        self._session = session
        self._begun = False
        window.composer.edit.textChanged.connect(self._typed)
        window.page.conversation.shown.connect(self._shown)
        window.runs.running_changed.connect(self.begin)
        self._typed()  # what was typed into the frame is there already

    def begin(self) -> None:
        """Begins, unless it has begun."""
        if not self._begun:
            self._begun = True
            self._window.tasks.start(self._load(), lambda _none: None, lambda _error: None)

    def _typed(self) -> None:
        if not self._window.composer.edit.document().isEmpty():
            self.begin()

    def _shown(self, conversation: Conversation | None) -> None:
        if conversation is not None:
            self.begin()

    async def _load(self) -> None:
        await self._session.warm_up()
        await asyncio.to_thread(_load_lexers)
        WindowThreadGarbage.leave_out_what_is_loaded()


def _load_lexers() -> None:
    from desktop_agent.ui.markdown.code_highlight import load_lexers

    load_lexers()
