"""A file for those who mend the program, and the reports of failures that are kept here."""

from datetime import UTC, datetime

from PySide6.QtWidgets import QFileDialog, QVBoxLayout, QWidget

from desktop_agent.ui.browser import open_folder
from desktop_agent.ui.export.save_dialog import ask_where
from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.upkeep import words
from desktop_agent.ui.upkeep.crash_dialog import CrashDialog
from desktop_agent.ui.upkeep.diagnosing import Diagnosing
from desktop_agent.ui.upkeep.part import Said, button, row_of, section
from desktop_agent.ui.upkeep.words import tr
from desktop_agent.ui.upkeep.work_line import WorkLine


class DiagnosticsPane(QWidget):
    """Nothing of it is ever sent: the person decides who gets the file."""

    def __init__(self, theme: Theme, diagnosing: Diagnosing) -> None:
        super().__init__()
        self._diagnosing = diagnosing
        self.save = button(tr("Save diagnostics…"), self.save_diagnostics)
        self.save.setToolTip(tr("Asks where to write the file; nothing is sent"))
        theme.bind_icon(self.save, "export", "muted", side=16)
        self.folder = button(tr("Show in folder"), self._show_folder)
        self.line = WorkLine(diagnosing.saving, tr("Gathering what is needed…"))
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
        """Asks where to write the file, and writes it."""
        day = datetime.now(UTC).astimezone().date().isoformat()
        forms = [(tr("Diagnostics"), "zip")]
        name = f"Desktop Agent diagnostics {day}"
        return ask_where(self, tr("Save diagnostics"), name, forms, self._diagnosing.save)

    def _show(self) -> None:
        diagnosing = self._diagnosing
        self.save.setEnabled(not diagnosing.saving.active)
        self.folder.setVisible(diagnosing.saved is not None)
        fault = words.fault(diagnosing.saving, diagnosing.reading)
        if fault or diagnosing.saved is None:
            self.said.say(fault, "error")
        else:
            text = tr("Saved as {0}. Look through it before you give it away.")
            self.said.say(text.format(diagnosing.saved.name), "ok")
        count = len(diagnosing.crashes or ())
        self.kept.setText(words.crashes(count))
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
        lines = QVBoxLayout(self)
        lines.setContentsMargins(0, 6, 0, 12)
        lines.setSpacing(10)
        lines.addWidget(section(tr("Diagnostics")))
        for part in (about, note, self.said, self.line):
            lines.addWidget(part)
        lines.addLayout(row_of(self.save, self.folder))
        lines.addSpacing(8)
        lines.addWidget(self.kept)
        lines.addLayout(row_of(self.show_crashes, self.forget))
