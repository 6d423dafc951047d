"""The progress view of an operation."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QProgressBar, QWidget

from desktop_agent.frontends.ui.settings.maintenance import labels
from desktop_agent.frontends.ui.settings.maintenance.labels import tr
from desktop_agent.frontends.ui.settings.maintenance.operations import Operation
from desktop_agent.frontends.ui.settings.page import button
from desktop_agent.frontends.ui.widgets.labels import heading
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox


class OperationView(QWidget):
    """Shows the progress of an operation, and is visible only while it runs.

    ``doing`` names the operation. The cancel button or Escape cancels it.
    """

    def __init__(self, work: Operation, doing: str) -> None:
        super().__init__()
        self._work = work
        self._doing = doing
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(doing)
        self.told = heading("", "hint")
        self.told.setTextFormat(Qt.TextFormat.PlainText)
        self.cancel = button(tr("Cancel"), work.stop, tip=tr("Breaks this off (Esc)"))
        lines = vbox(STRETCH, self.bar, self.told, STRETCH, spacing=5)
        line = hbox((lines, 1), spacing=12)
        line.addWidget(self.cancel, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setLayout(line)
        work.changed.connect(self._show)
        self._show()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Cancel the operation on Escape without closing the dialog."""
        if event.key() == Qt.Key.Key_Escape and self._work.active:
            self._work.stop()
        else:
            super().keyPressEvent(event)

    def _show(self) -> None:
        work = self._work
        self.bar.setRange(0, 100 if work.total else 0)
        self.bar.setValue(labels.share(work))
        self.told.setText(labels.progress(work, self._doing))
        self.bar.setAccessibleDescription(self.told.text())
        self.cancel.setEnabled(work.state == "running")
        self.setVisible(work.active)
