"""Asking who would answer, and saying so where it is shown."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from desktop_agent.core.errors import AgentError
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

    def look(self) -> None:
        """Asks who would answer now, and which models there are."""
        self._page.welcome.show_looking()
        self._tasks.start(self._session.models.state(), self._provider_known, self._failed)

    def _provider_known(self, state: ProviderState) -> None:
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
