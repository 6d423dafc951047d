"""Asking who would answer, and saying so where it is shown: at the start, after a failure, and again."""

from collections.abc import Callable
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import Event, ModelCall, RunFinished
from desktop_agent.core.loopback import is_loopback
from desktop_agent.core.models import ModelInfo, ProviderState
from desktop_agent.ui.chat_page import ChatPage
from desktop_agent.ui.status_bar import StatusBar
from desktop_agent.ui.tasks import Tasks

if TYPE_CHECKING:
    from desktop_agent.app import Session


class ModelLookup:
    """Tells the status bar and the page; ``failed`` is called where it cannot even be asked."""

    def __init__(
        self,
        session: "Session",
        tasks: Tasks,
        status: StatusBar,
        page: ChatPage,
        failed: Callable[[AgentError], object],
    ) -> None:
        self._session = session
        self._tasks = tasks
        self._status = status
        self._page = page
        self._failed = failed
        self._models: tuple[ModelInfo, ...] = ()
        self._looking = 0
        self._ok = True

    def look(self) -> None:
        """Asks who would answer now, and which models there are."""
        self._page.welcome.show_looking()
        self._looking += 1
        asked = self._looking
        self._tasks.start(
            self._session.models.state(), lambda state: self._known(state, asked), self._failed
        )

    def look_again(self) -> None:
        """Ask again, unnoticed, whether what is shown still holds.

        A server that is not on this machine is asked only while it is not known to be ready.
        """
        if self._local or not self._ok:
            self.look()

    def show_event(self, event: Event) -> None:
        """Follow the model calls of a run: a failed one is looked into at once."""
        match event:
            case ModelCall(error=error, lost=lost) if bool(error) == self._ok:
                if lost and self._status.show_failure(event.provider, error):
                    self._ok = False
                self.look()
            case RunFinished(cause="model"):
                self._page.watch.watch_failure()
                self.look()

    @property
    def _local(self) -> bool:
        llm = self._session.settings.llm
        url = getattr(llm, f"{llm.provider}_url", "")
        return is_loopback(urlsplit(url).hostname or "")

    def _known(self, state: ProviderState, asked: int) -> None:
        if asked == self._looking:  # else what was asked later knows better
            self._provider_known(state)

    def _provider_known(self, state: ProviderState) -> None:
        self._ok = state.ok
        self._status.show_state(state)
        self._page.show_state(state, self._models)
        if state.ok:
            self._tasks.start(
                self._session.models.list(),
                lambda models: self._models_known(state, models),
                lambda _error: None,  # the state has told already what is wrong
            )

    def _models_known(self, state: ProviderState, models: tuple[ModelInfo, ...]) -> None:
        self._models = models
        self._page.show_state(state, models)
