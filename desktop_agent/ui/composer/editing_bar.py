"""The line that says that an earlier question is being changed."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton

from desktop_agent.core.attachments import Attachment


class EditingBar(QFrame):
    """Shown above the field while a question is edited; ``cancelled`` when it shall stay.

    It keeps what was being written before.
    """

    cancelled = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("editingBar")
        self._set_aside: tuple[str, tuple[Attachment, ...]] | None = None
        label = QLabel(self.tr("Editing an earlier question"))
        label.setObjectName("meta")
        cancel = QPushButton(self.tr("Cancel (Esc)"))
        cancel.setObjectName("flat")
        cancel.setAccessibleName(self.tr("Cancel editing"))
        cancel.setToolTip(self.tr("Leave the question as it is (Esc)"))
        cancel.clicked.connect(self.cancelled)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(label)
        row.addWidget(cancel)
        row.addStretch(1)
        self.hide()

    @property
    def active(self) -> bool:
        """True while a question is edited."""
        return self._set_aside is not None

    def begin(self, text: str, attachments: tuple[Attachment, ...]) -> None:
        """Keeps what was being written; what was kept before stays."""
        if self._set_aside is None:
            self._set_aside = (text, attachments)
        self.show()

    def end(self) -> tuple[str, tuple[Attachment, ...]]:
        """Gives back what was being written."""
        kept = self._set_aside or ("", ())
        self._set_aside = None
        self.hide()
        return kept
