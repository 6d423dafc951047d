"""The switch that says whether questions of this conversation search the person's documents."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QToolButton, QWidget

from desktop_agent.core.conversations import Conversation
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme

if TYPE_CHECKING:
    from desktop_agent.app import Session
    from desktop_agent.ui.chat_page import ChatPage
    from desktop_agent.ui.middle import Middle


class DocumentsSwitch(QToolButton):
    """Checked while they are searched; hidden while there are none."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setObjectName("documents")
        self.setCheckable(True)
        self.setToolButtonStyle(self.toolButtonStyle().ToolButtonTextBesideIcon)
        self.setAccessibleName(self.tr("Use my documents"))
        self.setToolTip(self.tr("Whether questions of this conversation search your documents too"))
        self.toggled.connect(lambda _on: self._draw())
        self.setChecked(True)
        self.hide()

    def follow(self, session: "Session", tasks: Tasks, page: "ChatPage", middle: "Middle") -> None:
        """Shows and changes the choice of the conversation that is open."""
        self._session = session
        self._tasks = tasks
        page.search_documents_if(self.isChecked)
        page.conversation.shown.connect(self._show_choice)
        self.clicked.connect(lambda on: page.conversation.change(documents=on))
        middle.currentChanged.connect(lambda _index: self.look())
        self.look()

    def look(self) -> None:
        """Looks whether there is anything to search in."""
        self._tasks.start(self._session.has_documents(), self.setVisible, lambda _error: None)

    def _show_choice(self, conversation: Conversation | None) -> None:
        self.setChecked(conversation is None or conversation.documents)

    def _draw(self) -> None:
        on = self.isChecked()
        self.setText(self.tr("With my documents") if on else self.tr("Without my documents"))
        self._theme.bind_icon(self, "knowledge", "muted" if on else "faint", side=16)
