"""The pane for saving a diagnostics file and showing the stored crash reports."""

from datetime import UTC, datetime

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QComboBox, QDialog, QFileDialog, QPlainTextEdit, QWidget

from desktop_agent.frontends.ui.export.save_dialog import ask_save_path
from desktop_agent.frontends.ui.settings.maintenance import labels
from desktop_agent.frontends.ui.settings.maintenance.labels import tr
from desktop_agent.frontends.ui.settings.maintenance.operation_view import OperationView
from desktop_agent.frontends.ui.settings.maintenance.operations import DiagnosticsOperations
from desktop_agent.frontends.ui.settings.page import Said, button
from desktop_agent.frontends.ui.widgets.browser import open_folder
from desktop_agent.frontends.ui.widgets.labels import heading, wrapped
from desktop_agent.frontends.ui.widgets.layout import STRETCH, hbox, vbox
from desktop_agent.frontends.ui.widgets.theme import Theme

# --- Crash reports, one at a time


class CrashDialog(QDialog):
    """Shows the crash reports; it closes when they are deleted."""

    def __init__(self, diagnosing: DiagnosticsOperations, parent: QWidget | None = None) -> None:
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
        self.which.addItems([labels.crash_line(each) for each in self._reports])
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
        buttons = hbox(self.copy, self.forget, STRETCH, self.close_button, spacing=8)
        lines = vbox(
            note, self.which, (self.text, 1), buttons, margins=(20, 18, 20, 16), spacing=10
        )
        self.setLayout(lines)


class DiagnosticsPane(QWidget):
    """Saves diagnostics to a file. Nothing is sent, so the user decides who gets the file."""

    def __init__(self, theme: Theme, diagnosing: DiagnosticsOperations) -> None:
        super().__init__()
        self._diagnosing = diagnosing
        self.save = button(tr("Save diagnostics…"), self.save_diagnostics)
        self.save.setToolTip(tr("Asks where to write the file; nothing is sent"))
        theme.bind_icon(self.save, "export", "muted", side=16)
        self.folder = button(tr("Show in folder"), self._show_folder)
        self.line = OperationView(diagnosing.saving, tr("Gathering what is needed…"))
        self.said = Said()
        self.kept = wrapped("", "muted")
        self.show_crashes = button(tr("Show…"), self._open_crashes)
        self.show_crashes.setAccessibleName(tr("Show the reports of failures"))
        self.forget = button(tr("Forget"), diagnosing.forget)
        self.forget.setAccessibleName(tr("Forget the reports of failures"))
        self._lay_out()
        diagnosing.changed.connect(self._show)
        self._show()
        diagnosing.read()

    def save_diagnostics(self) -> QFileDialog:
        day = datetime.now(UTC).astimezone().date().isoformat()
        forms = [(tr("Diagnostics"), "zip")]
        name = f"Desktop Agent diagnostics {day}"
        return ask_save_path(self, tr("Save diagnostics"), name, forms, self._diagnosing.save)

    def _show(self) -> None:
        diagnosing = self._diagnosing
        self.save.setEnabled(not diagnosing.saving.active)
        self.folder.setVisible(diagnosing.saved is not None)
        fault = labels.fault(diagnosing.saving, diagnosing.reading)
        if fault or diagnosing.saved is None:
            self.said.say(fault, "error")
        else:
            text = tr("Saved as {0}. Look through it before you give it away.")
            self.said.say(text.format(diagnosing.saved.name), "ok")
        count = len(diagnosing.crashes or ())
        self.kept.setText(labels.crashes(count))
        self.kept.setVisible(diagnosing.crashes is not None)
        for part in (self.show_crashes, self.forget):
            part.setVisible(count > 0)

    def _open_crashes(self) -> None:
        CrashDialog(self._diagnosing, self.window()).open()

    def _show_folder(self) -> None:
        if self._diagnosing.saved is not None:
            open_folder(self._diagnosing.saved)

    def _lay_out(self) -> None:
        about = wrapped(
            tr(
                "One file for those who look for a fault: versions of the program and of this "
                "system, the settings that differ from the usual, the log, and reports of failures."
            ),
            "muted",
        )
        note = wrapped(
            tr(
                "Left out are keys, questions, answers, pages, the names of your folders, and "
                "the hosts that were spoken to. Nothing is sent: you decide who gets the file."
            ),
            "hint",
        )
        head, kept = heading(tr("Diagnostics"), "section"), self.kept
        save, crashes = (
            hbox(self.save, self.folder, STRETCH, spacing=8),
            hbox(self.show_crashes, self.forget, STRETCH, spacing=8),
        )
        lines = (head, about, note, self.said, self.line, save, 8, kept, crashes)
        self.setLayout(vbox(*lines, margins=(0, 6, 0, 12), spacing=10))
