"""The child widgets of the main window and their layout."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop_agent.core.errors import AgentError
from desktop_agent.frontends.ui.conversation.run_controller import RunController
from desktop_agent.frontends.ui.pages.chat import ChatPage
from desktop_agent.frontends.ui.sidebar.conversation_list import ConversationList
from desktop_agent.frontends.ui.widgets.error_dialog import show_error
from desktop_agent.frontends.ui.widgets.layout import vbox
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.frontends.ui.window.page_stack import PageStack
from desktop_agent.frontends.ui.window.shell import LEAST
from desktop_agent.frontends.ui.window.side_panels import Panes, WorkPanel

if TYPE_CHECKING:
    from desktop_agent.app.session import Session


class WindowLayout(QWidget):
    """The base class of `MainWindow`. It creates the widgets and the objects that they share.

    Controllers depend on this class so that they need not import `MainWindow`.
    """

    def __init__(self, theme: Theme, session: "Session") -> None:
        super().__init__()
        self.setObjectName("page")
        self.setWindowTitle("Desktop Agent")
        self.setMinimumSize(*LEAST)
        self.theme = theme
        self.session = session
        self.tasks = Tasks(self.show_failure)
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

    def show_panel(self, panel: QWidget) -> None:
        """Open the side panel and select the given panel in it."""
        self.side.turn_to(panel)
        self.panes.open_side(True)

    def show_failure(self, error: AgentError) -> None:
        show_error(self, error.message, error.remedy)
