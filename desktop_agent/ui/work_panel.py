"""The panel at the right: the work behind an answer, its sources, discoveries, what went out."""

from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from desktop_agent.core.events import DiscoveryFlagged, Event, Network, RunFinished, RunStarted
from desktop_agent.core.research import CitationCheck
from desktop_agent.ui.panel.discoveries_dock import DiscoveriesDock
from desktop_agent.ui.panel.ledger_dock import LedgerDock
from desktop_agent.ui.panel.reasoning_dock import ReasoningDock
from desktop_agent.ui.panel.side_panel import SidePanel
from desktop_agent.ui.panel.sources_dock import SourcesDock
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.turn import Turn

if TYPE_CHECKING:
    from desktop_agent.app import Session


class WorkPanel(SidePanel):
    """Shows one turn in its tabs; the events of the run are told to it after the turn took them."""

    def __init__(
        self, theme: Theme, session: "Session", tasks: Tasks, parent: QWidget | None = None
    ) -> None:
        super().__init__(theme, parent)
        self._turn: Turn | None = None
        self.reasoning = ReasoningDock(theme)
        self.sources = SourcesDock(theme, session, tasks)
        self.discoveries = DiscoveriesDock(theme, session, tasks)
        self.ledger = LedgerDock(theme, session.ledger, tasks)
        self.add(self.tr("Reasoning"), self.reasoning, self.tr("Every step of the run"))
        self.add(self.tr("Sources"), self.sources, self.tr("What the answer rests on"))
        self.add(self.tr("Discoveries"), self.discoveries, self.tr("Findings worth keeping"))
        self.add(self.tr("Ledger"), self.ledger, self.tr("What went out over the network"))
        self.sources.save.connect(self.discoveries.save)
        self.sources.counted.connect(lambda count: self.set_count(self.sources, count))

    def show_turn(self, turn: Turn | None) -> None:
        """Shows the work and the sources of another turn; nothing is done for the one shown."""
        if turn is not self._turn:
            self._turn = turn
            self.reasoning.show_turn(turn)
            self.sources.show_turn(turn)

    def show_event(self, event: Event) -> None:
        """Follows a run."""
        match event:
            case RunStarted():
                self.ledger.know_question(event.run_id, event.question)
            case RunFinished():
                self.reasoning.catch_up()
                self.sources.catch_up()
                return
            case DiscoveryFlagged():
                self.discoveries.refresh()
            case Network():
                self.ledger.refresh_soon()
        self.reasoning.catch_up_soon()
        self.sources.catch_up_soon()

    def point_at(self, turn: Turn, number: int, check: CitationCheck | None) -> None:
        """Turns to a source of a turn."""
        self.show_turn(turn)
        self.turn_to(self.sources)
        self.sources.point_at(number, check)
