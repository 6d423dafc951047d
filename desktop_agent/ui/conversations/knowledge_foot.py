"""The foot of the sidebar: the way to the person's own documents."""

from PySide6.QtWidgets import QFrame, QPushButton, QVBoxLayout

from desktop_agent.ui.theme import Theme


class KnowledgeFoot(QFrame):
    """Has one button, which stays down while the documents are shown."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self.setObjectName("knowledgeFoot")
        self.button = QPushButton(self.tr("Knowledge"))
        self.button.setObjectName("knowledgeEntry")
        self.button.setCheckable(True)
        self.button.setAutoDefault(False)
        theme.bind_icon(self.button, "knowledge", side=18)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(8, 6, 8, 6)
        lines.addWidget(self.button)
