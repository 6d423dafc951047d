"""What the sidebar says where it has no rows to show."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel


class ListNote(QLabel):
    """A line in the middle of the empty list."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("muted")
        self.setWordWrap(True)
        self.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self.setContentsMargins(24, 48, 24, 24)
        self.setTextFormat(Qt.TextFormat.PlainText)

    def tell(self, *, nothing: bool, searching: bool, deleted: bool) -> None:
        """Says why there is nothing; hides where there is something."""
        self.setVisible(nothing)
        if deleted:
            self.setText(self.tr("Nothing was deleted lately."))
        elif searching:
            self.setText(self.tr("Nothing matches."))
        else:
            self.setText(self.tr("No conversations yet. What you ask is kept here."))
