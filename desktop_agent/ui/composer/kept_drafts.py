"""The unsent texts of the composer: each conversation's own, there again when it is opened."""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from desktop_agent.ui.composer.composer import Composer
from desktop_agent.ui.tasks import Tasks

if TYPE_CHECKING:
    from desktop_agent.app import Session


class KeptDrafts(QObject):
    """Keeps what is written but not sent. ``failed`` brings an `AgentError`."""

    failed = Signal(object)

    def __init__(self, session: "Session", tasks: Tasks, composer: Composer) -> None:
        super().__init__(composer)
        self._store = session.conversations
        self._tasks = tasks
        self._composer = composer
        self._here = ""
        self._opened = False
        self._read = False
        self._saving: set[asyncio.Task[None]] = set()
        composer.draft_changed.connect(self._keep)

    def show(self, conversation_id: str) -> None:
        """Shows the text of the conversation that is open now, empty for one not yet begun.

        What is written before it has been read follows it, and so does what was written before
        the first one was opened.
        """
        if self._opened:
            self._composer.show_draft("")
        self._here, self._opened, self._read = conversation_id, True, False
        put_back = partial(self._put_back, conversation_id)
        self._tasks.start(self._store.draft(conversation_id), put_back, self.failed.emit)

    def go_on(self, conversation_id: str) -> None:
        """Says that the chat that was not yet begun has this id now; its text stays."""
        self._here, self._opened, self._read = conversation_id, True, True

    async def aclose(self) -> None:
        """Keeps what was written last.

        Raises:
            StorageError: it could not be written.
        """
        if self._saving:  # whoever ends the window's tasks would end what waits for its turn
            await asyncio.wait(self._saving)
        if self._composer.editing_bar.active:
            return
        text = self._composer.edit.toPlainText()
        if not self._read:  # an empty field says nothing of a text that is not there yet
            kept = await self._store.draft(self._here)
            text = f"{kept}\n{text}" if kept and text.strip() else kept or text
        await self._store.save_draft(self._here, text)

    def _put_back(self, conversation_id: str, text: str) -> None:
        typed = self._composer.edit.toPlainText()
        if conversation_id != self._here:
            return
        self._read = True
        if not text or text == typed:
            return
        if not typed.strip():
            self._composer.show_draft(text)
            return
        self._composer.show_draft(f"{text}\n{typed}")
        self._keep(f"{text}\n{typed}")

    def _keep(self, text: str) -> None:
        keep = self._store.save_draft(self._here, text)
        saving = self._tasks.start(keep, lambda _none: None, self.failed.emit)
        self._saving.add(saving)
        saving.add_done_callback(self._saving.discard)
