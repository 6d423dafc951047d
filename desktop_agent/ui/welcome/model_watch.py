"""Looks again for a model while the welcome, or a question that failed, waits for one."""

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, QTimer, Signal

from desktop_agent.core.errors import AgentError
from desktop_agent.core.loopback import is_loopback
from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.welcome.welcome import Welcome

if TYPE_CHECKING:
    from desktop_agent.app import Session

_EVERY_MS = 4000


class ModelWatch(QObject):
    """Asks a server on this machine, and no other, for its models every few seconds.

    That is Ollama while the welcome is seen and waits, and the server in use once a question has
    failed because of its model. ``appeared`` says that it is worth asking the session anew: the
    server has begun to answer, or has got a model.
    """

    appeared = Signal()

    def __init__(
        self, welcome: Welcome, session: "Session", tasks: Tasks, every_ms: int = _EVERY_MS
    ) -> None:
        super().__init__(welcome)
        self._welcome = welcome
        self._session = session
        self._tasks = tasks
        self._asking = self._failed = False
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

    def watch_failure(self) -> None:
        """Look again also while the conversation is seen, until the model is back."""
        self._failed = True

    def show_state(self, state: ProviderState) -> None:
        """Take what was found: a model that is back need not be looked for."""
        self._failed = self._failed and not state.ok

    def _look(self) -> None:
        llm = self._session.settings.llm
        provider = llm.provider if self._failed else "ollama"
        url = getattr(llm, f"{provider}_url", "")
        waits = self._welcome.isVisible() and self._welcome.waiting
        if self._asking or not (waits or (self._failed and self._welcome.window().isVisible())):
            return
        if not is_loopback(urlsplit(url).hostname or ""):
            return
        self._asking = True
        self.looks += 1
        self._tasks.start(self._session.models.list(provider), self._answered, self._silent)
        self.find_program()

    def _answered(self, models: tuple[ModelInfo, ...]) -> None:
        self._asking = False
        waits = self._failed or self._welcome.waiting
        if waits and (models or not self._welcome.needs_model):
            self.appeared.emit()

    def _silent(self, _error: AgentError) -> None:
        self._asking = False
        if self._welcome.needs_model:  # it answered before: tell that it no longer does
            self.appeared.emit()
