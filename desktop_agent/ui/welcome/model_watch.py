"""Looks again for a model while the welcome waits for one, and stops when nobody sees it."""

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.errors import AgentError
from desktop_agent.core.loopback import is_loopback
from desktop_agent.core.models import ModelInfo
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.welcome.welcome import Welcome

if TYPE_CHECKING:
    from desktop_agent.app import Session

_EVERY_MS = 4000


class ModelWatch(QObject):
    """Asks an Ollama on this machine, and no other, for its models every few seconds.

    Only while the welcome is seen and waits. ``appeared`` says that it is worth asking the session
    anew: Ollama has begun to answer, or has got a model.
    """

    appeared = Signal()

    def __init__(
        self, welcome: Welcome, session: "Session", tasks: Tasks, every_ms: int = _EVERY_MS
    ) -> None:
        super().__init__(welcome)
        self._welcome = welcome
        self._session = session
        self._tasks = tasks
        self._asking = False
        self.looks = 0
        self._timer = QTimer(self)
        self._timer.setInterval(every_ms)
        self._timer.timeout.connect(self._look)
        self._timer.start()

    def find_program(self) -> None:
        """Looks on the disk for Ollama's program, in a thread, and tells the welcome."""
        self._tasks.start(
            asyncio.to_thread(self._session.models.find_ollama),
            lambda found: self._welcome.show_installed(installed=found is not None),
            lambda _error: None,
        )

    def _look(self) -> None:
        url = self._session.settings.llm.ollama_url
        if self._asking or not (self._welcome.isVisible() and self._welcome.waiting):
            return
        if not is_loopback(urlsplit(url).hostname or ""):
            return
        self._asking = True
        self.looks += 1
        self._tasks.start(self._session.models.list("ollama"), self._answered, self._silent)
        self.find_program()

    def _answered(self, models: tuple[ModelInfo, ...]) -> None:
        self._asking = False
        if self._welcome.waiting and (models or not self._welcome.needs_model):
            self.appeared.emit()

    def _silent(self, _error: AgentError) -> None:
        self._asking = False
        if self._welcome.needs_model:  # it answered before: tell that it no longer does
            self.appeared.emit()
