"""What was to be asked while the program was closed, offered above the page: ask now, or leave it."""

from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from desktop_agent.core.kept_schedule import Missed
from desktop_agent.ui.parts import ElidedLabel, IconLabel
from desktop_agent.ui.schedules import words
from desktop_agent.ui.schedules.session import ScheduleSession
from desktop_agent.ui.schedules.words import tr
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme

_MOST = 3
"""Questions that are offered one by one; of more, only all can be decided at once."""


class MissedBar(QFrame):
    """Is there only while something was missed; ``failed`` brings an `AgentError`."""

    failed = Signal(object)

    def __init__(self, theme: Theme, session: ScheduleSession, tasks: Tasks) -> None:
        super().__init__()
        self.setObjectName("banner")
        self.setAccessibleName(tr("Missed questions"))
        self._session = session
        self._tasks = tasks
        self._missed: tuple[Missed, ...] = ()
        self._lines = QVBoxLayout()
        self._lines.setSpacing(4)
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 8, 10, 8)
        row.setSpacing(10)
        row.addWidget(IconLabel(theme, "clock", "warn"), 0, Qt.AlignmentFlag.AlignVCenter)
        row.addLayout(self._lines, 1)
        self.hide()

    def look(self) -> None:
        """Shows what was missed, where anything was."""
        self._tasks.start(self._session.schedules.missed(), self.show_missed, self.failed.emit)

    def show_missed(self, missed: tuple[Missed, ...]) -> None:
        """Offers these; none at all go away."""
        self._missed = missed
        had_keys = self.focusWidget() is not None and self.isAncestorOf(self.focusWidget())
        while (item := self._lines.takeAt(0)) is not None:
            line = item.widget()
            if line is not None:
                line.hide()
                line.deleteLater()
        one_by_one = missed if len(missed) <= _MOST else ()
        for each in one_by_one:
            self._lines.addWidget(self._line(words.missed(each), (each,)))
        if len(missed) > _MOST:
            text = tr("{0} questions were to be asked while the program was closed")
            self._lines.addWidget(self._line(text.format(len(missed)), missed))
        self.setVisible(bool(missed))
        if had_keys and missed:
            first = self.findChild(QPushButton)
            if first is not None:
                first.setFocus()

    def _line(self, text: str, missed: tuple[Missed, ...]) -> QWidget:
        line = QWidget()
        row = QHBoxLayout(line)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(6)
        row.addWidget(ElidedLabel(text), 1)
        many = len(missed) > 1
        for title, about, run in (
            (tr("Ask all now") if many else tr("Ask now"), tr("Ask now: {0}"), True),
            (tr("Skip all") if many else tr("Skip"), tr("Skip: {0}"), False),
        ):
            button = QPushButton(title)
            button.setObjectName("" if run else "flat")
            button.setAccessibleName(about.format(text))
            button.clicked.connect(partial(self._decide, missed, run=run))
            row.addWidget(button)
        return line

    def _decide(self, missed: tuple[Missed, ...], _checked: bool = False, *, run: bool) -> None:  # noqa: FBT001, FBT002 - of `clicked`
        left = tuple(each for each in self._missed if each not in missed)
        self.show_missed(left)
        self._tasks.start(self._decided(missed, run=run), lambda _none: None, self._failed)

    def _failed(self, error: object) -> None:
        self.failed.emit(error)
        self.look()  # what could not be done is offered again

    async def _decided(self, missed: tuple[Missed, ...], *, run: bool) -> None:
        schedules = self._session.schedules
        for each in missed:
            if run:
                await schedules.run_now(each.schedule.id)
            else:
                await schedules.skip(each.schedule.id)
