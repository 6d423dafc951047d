"""Tells at the start that the program has ended unexpectedly; nothing of it is sent."""

from collections.abc import Callable

from desktop_agent.ui.theme import Theme
from desktop_agent.ui.upkeep.diagnosing import Diagnosing
from desktop_agent.ui.upkeep.notice_line import NoticeLine
from desktop_agent.ui.upkeep.words import tr


class CrashNotice(NoticeLine):
    """Is there from `tell` until the reports were shown or forgotten, or it is dismissed."""

    def __init__(
        self, theme: Theme, diagnosing: Diagnosing, show_reports: Callable[[], object]
    ) -> None:
        super().__init__(theme, "warning", "warn")
        self._diagnosing = diagnosing
        self._show_reports = show_reports

    def tell(self) -> None:
        """Says it."""
        text = tr("Desktop Agent ended unexpectedly last time. A report is kept on this machine.")
        self.say(text, [(tr("Show"), self._show), (tr("Forget"), self._forget)])

    def _show(self) -> None:
        self.dismiss()
        self._show_reports()

    def _forget(self) -> None:
        self._diagnosing.forget()
        self.dismiss()
