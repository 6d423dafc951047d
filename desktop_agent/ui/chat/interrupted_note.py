"""An answer that ended because the program did, and the offer to ask again."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton

from desktop_agent.ui.parts import IconLabel, wrapped
from desktop_agent.ui.theme import Theme


class InterruptedNote(QFrame):
    """Says why an answer is not whole."""

    retry = Signal()

    def __init__(self, theme: Theme, reason: str) -> None:
        super().__init__()
        self.setObjectName("card")
        self.setAccessibleName(self.tr("Interrupted"))
        self.setAccessibleDescription(reason)
        again = QPushButton(self.tr("Ask again"))
        again.setToolTip(self.tr("Ask the same question once more"))
        again.setAccessibleDescription(again.toolTip())
        again.clicked.connect(self.retry)
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 10, 12, 10)
        row.setSpacing(12)
        row.addWidget(IconLabel(theme, "warning", "warn"), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addWidget(wrapped(reason, "muted"), 1)
        row.addWidget(again)
