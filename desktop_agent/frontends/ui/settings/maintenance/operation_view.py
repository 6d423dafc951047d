"""The progress view of an operation, and small widgets of the maintenance panes."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget

from desktop_agent.frontends.ui.settings.maintenance import labels
from desktop_agent.frontends.ui.settings.maintenance.labels import tr
from desktop_agent.frontends.ui.settings.maintenance.operations import Operation
from desktop_agent.frontends.ui.widgets.labels import wrapped

# --- Widgets of the maintenance panes


def button(text: str, act: Callable[[], object], name: str = "") -> QPushButton:
    """Return a button that is not triggered by Return elsewhere in the dialog."""
    made = QPushButton(text)
    made.setObjectName(name)
    made.setAutoDefault(False)
    made.clicked.connect(lambda _checked: act())
    return made


def row_of(*parts: QWidget) -> QHBoxLayout:
    """Return a left-aligned row of these widgets."""
    row = QHBoxLayout()
    row.setContentsMargins(0, 0, 0, 0)
    row.setSpacing(8)
    for part in parts:
        row.addWidget(part)
    row.addStretch(1)
    return row


def section(text: str) -> QLabel:
    """Return a heading within a page."""
    label = QLabel(text)
    label.setObjectName("section")
    return label


class Said(QLabel):
    """A line that shows a result; it is visible only while it has text."""

    def __init__(self) -> None:
        super().__init__()
        like = wrapped("")
        self.setTextFormat(like.textFormat())
        self.setTextInteractionFlags(like.textInteractionFlags())
        self.setWordWrap(True)
        self.hide()

    def say(self, text: str, tone: str = "") -> None:
        """Show a text; ``tone`` is ok, warn, error or ""."""
        tone = tone if text else ""
        if tone != self.property("tone"):
            self.setProperty("tone", tone)
            self.style().polish(self)
        self.setText(text)
        self.setVisible(bool(text))


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
