"""Asks before a stored key goes to a server that it never went to."""

import asyncio
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from desktop_agent.core.errors import AgentError
from desktop_agent.core.keys import KeyDestination
from desktop_agent.ui.localized import localized_error
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.upkeep import words
from desktop_agent.ui.upkeep.notice_line import NoticeLine
from desktop_agent.ui.upkeep.words import tr
from desktop_agent.ui.while_alive import while_alive

if TYPE_CHECKING:
    from desktop_agent.app import Session


class KeyNotice(NoticeLine):
    """Stays until it is answered or dismissed, which keeps the key from that server.

    ``settings_wanted`` brings the page with the address.
    """

    settings_wanted = Signal(str)

    def __init__(
        self, theme: Theme, destination: KeyDestination, session: "Session", tasks: Tasks
    ) -> None:
        super().__init__(theme, "key", "warn")
        self._destination = destination
        self._session = session
        self._tasks = tasks

    def tell(self) -> None:
        """Say which key would go where, and offer to allow it."""
        name, setting, there = self._destination
        text = tr("The key for {0} was not sent to {1}, where it has never been. Send it there?")
        page = "servers" if setting.startswith("llm.") else setting.partition(".")[0]
        acts = [
            (tr("Send it there"), self._allow),
            (tr("Change the address…"), lambda: self.settings_wanted.emit(page)),
        ]
        self.say(text.format(words.service(name), words.one_line(there)), acts, "warn")

    def _allow(self) -> None:
        work = asyncio.to_thread(self._session.allow_key, self._destination)
        self._tasks.start(work, while_alive(self, self._allowed), while_alive(self, self._failed))

    def _allowed(self, _none: object) -> None:
        self.dismiss()

    def _failed(self, error: AgentError) -> None:
        self.say(localized_error(error), [], "error")
