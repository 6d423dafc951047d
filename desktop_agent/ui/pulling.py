"""Downloads a model that a question found missing, and asks the question again."""

import asyncio
from typing import TYPE_CHECKING

from desktop_agent.core.errors import AgentError
from desktop_agent.ui.chat.error_card import ErrorCard
from desktop_agent.ui.tasks import Tasks

if TYPE_CHECKING:
    from desktop_agent.app import Session


class Pulling:
    """Plays downloads on the cards that ask for them."""

    def __init__(self, session: "Session", tasks: Tasks) -> None:
        self._session = session
        self._tasks = tasks
        self._running: dict[ErrorCard, asyncio.Task[None]] = {}

    def switch(self, card: ErrorCard) -> None:
        """Begins, goes on where an earlier download was broken off, or breaks it off."""
        running = self._running.pop(card, None)
        if running is not None:
            # cancelled and not just left: only that unwinds the HTTP client's own generators
            running.cancel()
            card.show_end(None)
            return
        card.show_start()
        self._running[card] = self._tasks.start(
            self._pull(card),
            lambda _done: self._pulled(card),
            lambda fault: self._failed(card, fault),
        )

    async def _pull(self, card: ErrorCard) -> None:
        async for step in self._session.pull_model(card.pullable):
            card.show_progress(step)

    def _pulled(self, card: ErrorCard) -> None:
        del self._running[card]
        card.show_end(None)
        card.retry.emit()

    def _failed(self, card: ErrorCard, fault: AgentError) -> None:
        del self._running[card]
        card.show_end(fault)
