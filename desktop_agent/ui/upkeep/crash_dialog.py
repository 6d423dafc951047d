"""The reports of failures, one at a time, as they are kept."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.upkeep import words
from desktop_agent.ui.upkeep.diagnosing import Diagnosing
from desktop_agent.ui.upkeep.part import button
from desktop_agent.ui.upkeep.words import tr


class CrashDialog(QDialog):
    """Closes when the reports were forgotten."""

    def __init__(self, diagnosing: Diagnosing, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._diagnosing = diagnosing
        self._reports = diagnosing.crashes or ()
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Reports of failures"))
        self.resize(640, 480)
        self.which = QComboBox()
        self.which.setAccessibleName(tr("Which report"))
        self.which.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.which.addItems([words.crash_line(each) for each in self._reports])
        self.text = QPlainTextEdit()
        self.text.setObjectName("stackTrace")
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.text.setAccessibleName(tr("The report"))
        self.copy = button(tr("Copy"), self._copy)
        self.forget = button(tr("Forget all"), diagnosing.forget)
        self.close_button = button(tr("Close"), self.accept)
        self._lay_out()
        self.which.currentIndexChanged.connect(self._show)
        diagnosing.changed.connect(self._changed)
        self._show(0)

    def _show(self, row: int) -> None:
        report = self._reports[row] if 0 <= row < len(self._reports) else None
        self.text.setPlainText(report.text if report is not None else "")

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())

    def _changed(self) -> None:
        if not self._diagnosing.crashes and not self._diagnosing.reading.active:
            self.accept()

    def _lay_out(self) -> None:
        note = wrapped(
            tr(
                "Kept on this machine alone. A report says where in the program something failed, "
                "and nothing of what you asked or read."
            ),
            "muted",
        )
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addWidget(self.copy)
        buttons.addWidget(self.forget)
        buttons.addStretch(1)
        buttons.addWidget(self.close_button)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(20, 18, 20, 16)
        lines.setSpacing(10)
        lines.addWidget(note)
        lines.addWidget(self.which)
        lines.addWidget(self.text, 1)
        lines.addLayout(buttons)
