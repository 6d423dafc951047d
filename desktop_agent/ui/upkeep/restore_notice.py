"""Tells at the start what became of a backup that was to be restored."""

from pathlib import Path

from desktop_agent.core.backup import RestoreOutcome
from desktop_agent.ui.browser import open_folder
from desktop_agent.ui.localized import localized
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.upkeep.notice_line import Act, NoticeLine
from desktop_agent.ui.upkeep.words import tr


class RestoreNotice(NoticeLine):
    """Is there until it is dismissed."""

    def __init__(self, theme: Theme, outcome: RestoreOutcome) -> None:
        super().__init__(theme, "restore", "accent" if outcome.done else "warn")
        self._outcome = outcome

    def tell(self) -> None:
        """Says it, with the folder of what was there before."""
        outcome = self._outcome
        if not outcome.done:
            text = tr("The backup still waits to be restored: {0}")
            self.say(text.format(localized(outcome.why)), [], "warn")
            return
        kept = Path(outcome.kept)
        acts: list[Act] = [(tr("Show what was there before"), lambda: open_folder(kept))]
        self.say(tr("The backup was restored."), acts if outcome.kept else [])
