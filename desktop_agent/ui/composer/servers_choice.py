"""Which servers the open conversation may use tools of, chosen below the question."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

from PySide6.QtCore import QObject, Signal, SignalInstance

from desktop_agent.core.conversations import Conversation
from desktop_agent.core.mcp import McpServerState
from desktop_agent.ui.composer.composer import Composer
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.while_alive import while_alive

if TYPE_CHECKING:
    from desktop_agent.ui.composer.servers_button import ServersButton


class Servers(Protocol):
    """The configured servers; see `servers.Servers`."""

    async def states(self) -> Sequence[McpServerState]: ...

    def watch(self, watcher: Callable[[McpServerState], object]) -> Callable[[], object]: ...


class ServersSession(Protocol):
    """The session as far as servers go."""

    @property
    def servers(self) -> Servers: ...


class Open(Protocol):
    """The conversation on the screen."""

    @property
    def shown(self) -> SignalInstance: ...

    def change(self, **fields: Any) -> None: ...


class ServersChoice(QObject):
    """``button`` is None until servers are configured; ``settings`` asks for a page of the settings."""

    settings = Signal(str)

    def __init__(
        self, theme: Theme, session: ServersSession, tasks: Tasks, composer: Composer, here: Open
    ) -> None:
        super().__init__(composer)
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self._composer = composer
        self._here = here
        self._watching = False
        self._states: tuple[McpServerState, ...] = ()
        self.button: ServersButton | None = None
        self.chosen: tuple[str, ...] | None = None
        """What the next question is asked with; None for those that are on by themselves."""
        here.shown.connect(self._shown)

    def look(self) -> None:
        """Looks which servers are configured, and from then on follows what becomes of them."""
        if not self._watching:
            self._watching = True
            self._session.servers.watch(while_alive(self, self._look))
        self._look()

    def _look(self, _news: object = None) -> None:
        self._tasks.start(
            self._session.servers.states(),
            while_alive(self, self._found),
            lambda _error: None,  # the page of the servers tells of it
        )

    def _found(self, states: Sequence[McpServerState]) -> None:
        self._states = tuple(each for each in states if each.server.enabled)
        if self._states and self.button is None:
            self.button = self._make()
        self._show()

    def _make(self) -> "ServersButton":
        from desktop_agent.ui.composer.servers_button import ServersButton

        button = ServersButton(self._theme)
        button.chosen.connect(self._choose)
        button.settings.connect(lambda: self.settings.emit("mcp"))
        self._composer.bar.add_servers(button)
        return button

    @property
    def _usual(self) -> tuple[str, ...]:
        return tuple(each.server.name for each in self._states if each.server.default)

    def _choose(self, names: tuple[str, ...]) -> None:
        self.chosen = None if names == self._usual else names
        self._here.change(servers=self.chosen)

    def _shown(self, conversation: Conversation | None) -> None:
        self.chosen = conversation.servers if conversation is not None else None
        self._show()

    def _show(self) -> None:
        if self.button is not None:
            self.button.setVisible(bool(self._states))
            on = self._usual if self.chosen is None else self.chosen
            self.button.show_servers(self._states, on)
            self._composer.bar.fit()
