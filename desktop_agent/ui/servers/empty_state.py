"""What is seen before any server was added: what this is for, and how to begin."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_agent.ui.parts import IconLabel, wrapped
from desktop_agent.ui.servers.words import tr
from desktop_agent.ui.theme import Theme


class EmptyState(QWidget):
    """``add`` is its button."""

    add = Signal()

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        about = wrapped(
            tr(
                "The Model Context Protocol (MCP) lets other programs lend their tools to models: "
                "files, calendars, databases, whatever there is a server for. "
                "Each tool asks you before it is called for the first time."
            ),
            "muted",
        )
        begin = wrapped(
            tr(
                "To begin, find a server for what you need, copy the JSON that its page shows, "
                "and paste it here."
            ),
            "muted",
        )
        self.button = QPushButton(tr("Add a server…"))
        self.button.setObjectName("primary")
        self.button.setAutoDefault(False)
        self.button.clicked.connect(self.add)
        theme.bind_icon(self.button, "plus", "on_accent", side=16)
        row = QHBoxLayout()
        row.addWidget(self.button)
        row.addStretch(1)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 4, 0, 12)
        lines.setSpacing(10)
        lines.addWidget(IconLabel(theme, "tool", "accent", 32), 0, Qt.AlignmentFlag.AlignLeft)
        lines.addWidget(about)
        lines.addWidget(begin)
        lines.addSpacing(4)
        lines.addLayout(row)
