"""The child widgets of the main window and their layout."""

from collections.abc import Callable
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.core.text import display_name
from desktop_agent.frontends.ui.conversation.run_controller import RunController
from desktop_agent.frontends.ui.pages.chat import ChatPage
from desktop_agent.frontends.ui.settings.dialog import SettingsDialog
from desktop_agent.frontends.ui.sidebar.conversation_list import ConversationList
from desktop_agent.frontends.ui.widgets.browser import open_folder
from desktop_agent.frontends.ui.widgets.command_registry import Commands
from desktop_agent.frontends.ui.widgets.error_dialog import show_error
from desktop_agent.frontends.ui.widgets.layout import vbox
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.frontends.ui.window.page_stack import PageStack
from desktop_agent.frontends.ui.window.shell import LEAST
from desktop_agent.frontends.ui.window.side_panels import Panes, WorkPanel
from desktop_agent.frontends.ui.window.window_state import WindowState

if TYPE_CHECKING:
    from desktop_agent.app.session import Session
    from desktop_agent.frontends.ui.settings.maintenance import Upkeep


class WindowLayout(QWidget):
    """The base class of `MainWindow`. It creates the widgets and the objects that they share.

    Controllers depend on this class so that they need not import `MainWindow`. ``setting_changed``
    is emitted with the key of a setting that was changed in the dialog, and ``models_changed`` when
    models were installed or removed there.
    """

    setting_changed = Signal(str)
    models_changed = Signal()

    def __init__(self, theme: Theme, session: "Session", frame: QWidget | None) -> None:
        super().__init__()
        self.setObjectName("page")
        self.setWindowTitle("Desktop Agent")
        self.setMinimumSize(*LEAST)
        self.theme = theme
        self.session = session
        self.tasks = Tasks(self.show_failure)
        self.leaving = False
        """True once the user has quit, so that the window is not kept in the tray."""
        self.state = WindowState(session.paths.config, frame or self)
        self.commands = Commands(self, session.settings.shortcuts.keys)
        self.runs = RunController(session, self)
        self.downloads = Downloads(session, self.tasks, self)
        self.page = ChatPage(theme, session, self.tasks, self.runs, self.downloads)
        self.chat, self.composer = self.page.chat, self.page.composer
        self.toast = Toast(self.page.pages, theme)
        self.sidebar = ConversationList(
            theme, session.conversations, self.tasks, self.toast, self.composer.model
        )
        self.middle = PageStack(self.tasks, self.page)
        self.side = WorkPanel(theme, session, self.tasks)
        centre = QWidget()
        self.column = vbox(parent=centre, spacing=0)
        self.panes = Panes(self, self.sidebar, centre, self.side)

    def lay_out(self, top: QWidget) -> None:
        """Arrange the widgets, with ``top`` above the pages.

        The chat comes last: the styles of all widgets in one that is moved are computed anew.
        """
        self.column.addWidget(top)
        self.column.addWidget(self.middle, 1)
        self.middle.take_chat()
        self.page_toast = Toast(self.middle, self.theme)
        vbox((self.panes, 1), parent=self, spacing=0)

    @cached_property
    def upkeep(self) -> "Upkeep":
        """The maintenance operations, loaded on first use."""
        from desktop_agent.frontends.ui.settings.maintenance import Upkeep

        made = Upkeep(self.session, self.tasks, self)
        made.quit_wanted.connect(self.quit)
        return made

    def open_settings(self, page: str = "models") -> SettingsDialog:
        """Open the settings at a page, such as "privacy", or at a section, such as "privacy/log"."""
        shared = (self.theme, self.session, self.tasks, self.commands, self.downloads)
        dialog = SettingsDialog(*shared, lambda: self.upkeep, self)
        dialog.changed.connect(self.setting_changed)
        dialog.models_changed.connect(self.models_changed)
        dialog.show_page(page)
        dialog.open()
        return dialog

    def show_panel(self, panel: QWidget) -> None:
        """Open the side panel and select the given panel in it."""
        self.side.turn_to(panel)
        self.panes.open_side(True)

    def say(
        self, text: str, action_text: str = "", act: Callable[[], object] | None = None
    ) -> None:
        """Show a toast. Its optional action is not bound to the undo shortcut."""
        toast = self.page_toast if self.middle.shown else self.toast
        toast.show_message(text, action_text, act, undoes=False)

    def show_exported(self, path: str) -> None:
        file = Path(path)
        said = self.tr("Exported to {0}").format(display_name(file.name))
        self.say(said, self.tr("Show in folder"), partial(open_folder, file))

    def show_failure(self, error: AgentError) -> None:
        show_error(self, error.message, error.remedy)

    def quit(self) -> None:
        """Exit the program, even if closing the window would keep it in the tray."""
        self.leaving = True
        self.window().close()
