"""Look up the state of the provider and its models."""

import asyncio
from contextlib import suppress
from urllib.parse import urlsplit

from PySide6.QtCore import QObject, QTimer

from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import Event, ModelCall, RunFinished
from desktop_agent.core.models import ModelInfo
from desktop_agent.core.network import is_loopback
from desktop_agent.frontends.ui.window.layout import WindowLayout

_EVERY_MS = 4_000


class ModelStatus(QObject):
    """The state of the provider and its models.

    A local server is polled every few seconds while the welcome page waits for a model, or after a
    model failure.
    """

    def __init__(self, window: WindowLayout) -> None:
        super().__init__(window)
        self._window = window
        self._models: tuple[ModelInfo, ...] = ()
        self._asked = self._answered = 0
        self._ok = True
        self._failed = False
        self._timer = QTimer(self, interval=_EVERY_MS)
        self._timer.timeout.connect(self._poll)
        self._timer.start()

    def look(self) -> None:
        self._asked += 1
        self._window.tasks.start(self._look(self._asked))

    def look_again(self) -> None:
        """Refresh the status, unless the server is remote and was ready when last checked."""
        if self._local or not self._ok:
            self.look()

    def find_program(self) -> None:
        """Check in a thread whether Ollama is installed, and update the welcome page."""
        find, show = (
            self._window.session.models.find_ollama,
            self._window.page.welcome.show_installed,
        )
        self._window.tasks.start(
            asyncio.to_thread(find), lambda found: show(installed=found is not None)
        )

    def show_event(self, event: Event) -> None:
        """Refresh the status if a model call contradicts it or a model failure ended a run."""
        match event:
            case ModelCall(error=error, lost=lost) if bool(error) == self._ok:
                if lost and self._window.composer.model.show_failure(event.provider, error):
                    self._ok = False
                self.look()
            case RunFinished(cause="model"):
                self._failed = True
                self.look()

    @property
    def _local(self) -> bool:
        llm = self._window.session.settings.llm
        url = getattr(llm, f"{llm.provider}_url", "")
        return is_loopback(urlsplit(url).hostname or "")

    def _poll(self) -> None:
        welcome = self._window.page.welcome
        waits = welcome.isVisible() and welcome.waiting
        failed = self._failed and self._window.isVisible()
        if (waits or failed) and self._local and self._answered == self._asked:
            self.find_program()
            self.look()

    async def _look(self, asked: int) -> None:
        window, models = self._window, self._window.session.models
        state = await models.state()
        if asked != self._asked:
            return  # a later lookup is under way
        self._answered = asked
        self._ok = state.ok
        self._failed = self._failed and not state.ok
        window.page.show_state(state, self._models)
        if state.ok:
            with suppress(AgentError):  # the next lookup reports it
                self._models = await models.list()
                window.page.show_state(state, self._models)
