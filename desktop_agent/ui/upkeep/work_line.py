"""How far a work is: a bar, a line of words, and the button that breaks it off."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop_agent.ui.upkeep import words
from desktop_agent.ui.upkeep.words import tr
from desktop_agent.ui.upkeep.work import Work


class WorkLine(QWidget):
    """Is there only while the work is under way. ``doing`` names it; Escape stops it as well."""

    def __init__(self, work: Work, doing: str) -> None:
        super().__init__()
        self._work = work
        self._doing = doing
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(doing)
        self.told = QLabel()
        self.told.setObjectName("hint")
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.cancel = QPushButton(tr("Cancel"))
        self.cancel.setAutoDefault(False)
        self.cancel.setToolTip(tr("Breaks this off (Esc)"))
        self.cancel.clicked.connect(work.stop)
        lines = QVBoxLayout()
        lines.setSpacing(5)
        lines.addStretch(1)
        lines.addWidget(self.bar)
        lines.addWidget(self.told)
        lines.addStretch(1)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(12)
        row.addLayout(lines, 1)
        row.addWidget(self.cancel, 0, Qt.AlignmentFlag.AlignVCenter)
        work.changed.connect(self._show)
        self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape breaks the work off, and does not close what it is shown in."""
        if event.key() == Qt.Key.Key_Escape and self._work.active:
            self._work.stop()
        else:
            super().keyPressEvent(event)

    def _show(self) -> None:
        work = self._work
        self.bar.setRange(0, 100 if work.total else 0)
        self.bar.setValue(words.share(work))
        self.told.setText(words.progress(work, self._doing))
        self.bar.setAccessibleDescription(self.told.text())
        self.cancel.setEnabled(work.state == "running")
        self.setVisible(work.active)
