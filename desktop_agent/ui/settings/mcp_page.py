"""The page of the settings dialog with the servers of the Model Context Protocol."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QWidget

from desktop_agent.ui.servers.configured import ServersSession
from desktop_agent.ui.settings.field import Option
from desktop_agent.ui.settings.option_row import OptionRow
from desktop_agent.ui.settings.page import SettingsPage
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.ui.servers.servers_pane import ServersPane


class McpPage(SettingsPage):
    """The servers, and below them the ``options``; nothing is asked for before it is shown.

    ``pane`` is None until then.
    """

    def __init__(
        self,
        theme: Theme,
        session: ServersSession,
        tasks: Tasks,
        options: Iterable[Option],
        make_row: Callable[[str], OptionRow],
    ) -> None:
        super().__init__(
            QCoreApplication.translate("McpServers", "MCP servers"),
            QCoreApplication.translate(
                "McpServers", "Other programs that lend their tools to models."
            ),
        )
        self._theme = theme
        self._session = session
        self._tasks = tasks
        self.pane: ServersPane | None = None
        words = QCoreApplication.translate("McpServers", "add remove tools allow never restart")
        self.add_row(f"mcp model context protocol server {words}", self._make_pane)
        for option in options:
            self.add_row(option.words, partial(make_row, option.key))

    def _make_pane(self) -> QWidget:
        from desktop_agent.ui.servers.servers_pane import ServersPane

        self.pane = ServersPane(self._theme, self._session.servers, self._tasks)
        return self.pane
