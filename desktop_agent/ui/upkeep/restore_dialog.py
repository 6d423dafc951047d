"""What is in a backup, and what happens when it is restored, before anything does."""

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from desktop_agent.ui.parts import wrapped
from desktop_agent.ui.upkeep import words
from desktop_agent.ui.upkeep.backing_up import BackingUp
from desktop_agent.ui.upkeep.part import Said, button, section
from desktop_agent.ui.upkeep.words import tr
from desktop_agent.ui.upkeep.work_line import WorkLine

_WIDTH = 600
_LINES = 12


class RestoreDialog(QDialog):
    """Of the backup that ``backing_up`` has found; ``quit`` ends the program once it lies ready."""

    def __init__(
        self, backing_up: BackingUp, quit_: Callable[[], object], parent: QWidget | None
    ) -> None:
        super().__init__(parent)
        assert backing_up.found is not None
        self._backing_up = backing_up
        self._quit = quit_
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Restore a backup"))
        self.setMinimumWidth(_WIDTH)
        path, info = backing_up.found
        self._head = section(words.one_line(path.name))
        self._made = wrapped(words.made(info), "muted")
        self.holdings = wrapped("\n".join(f"• {each}" for each in words.holdings(info)))
        self._index = wrapped(words.index_line(info), "hint")
        self._index.setVisible(bool(self._index.text()))
        self.effects = self._make_effects()
        self.said = Said()
        backing_up.restoring.forget()
        self.line = WorkLine(backing_up.restoring, tr("Unpacking and checking…"))
        self.line.cancel.hide()  # the dialog's own does that
        self.restore = button(tr("Restore and quit"), backing_up.restore, "primary")
        self.restore.setToolTip(tr("Start the program again afterwards"))
        self.cancel = button(tr("Cancel"), self.reject)
        self._lay_out()
        backing_up.restoring.changed.connect(self._show)
        self.cancel.setFocus()

    def reject(self) -> None:
        """Closes the dialog; what had begun is broken off."""
        self._backing_up.restoring.stop()
        super().reject()

    def _show(self) -> None:
        work = self._backing_up.restoring
        self.restore.setEnabled(not work.active)
        self.said.say(words.fault(work), "error")
        if work.state == "done":
            self.accept()
            self._quit()

    def _make_effects(self) -> QPlainTextEdit:
        """Show what a stranger's file would start, ask and get: all of it, and as plain text."""
        shown = QPlainTextEdit("\n".join(words.effects(self._backing_up.effects)))
        shown.setReadOnly(True)
        shown.setTabChangesFocus(True)
        shown.setObjectName("restoreEffects")
        shown.setAccessibleName(tr("What the backup would start and ask"))
        lines = shown.document().blockCount() + 2  # a long command takes more than one
        shown.setFixedHeight(min(_LINES, lines) * shown.fontMetrics().lineSpacing() + 24)
        shown.setVisible(bool(shown.toPlainText()))
        return shown

    def _lay_out(self) -> None:
        note = wrapped(
            tr(
                "When the program is started next, this takes the place of everything that is "
                "there now. What is there now is kept in a folder beside it, so nothing is lost."
            )
        )
        buttons = QHBoxLayout()
        buttons.setSpacing(8)
        buttons.addStretch(1)
        buttons.addWidget(self.cancel)
        buttons.addWidget(self.restore)
        lines = QVBoxLayout(self)
        lines.setContentsMargins(22, 20, 22, 18)
        lines.setSpacing(10)
        for part in (
            self._head,
            self._made,
            self.holdings,
            self._index,
            self.effects,
            note,
            self.said,
            self.line,
        ):
            lines.addWidget(part)
        lines.addSpacing(6)
        lines.addStretch(1)
        lines.addLayout(buttons)
