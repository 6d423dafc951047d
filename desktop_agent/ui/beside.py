"""What is shown in the panel at the right, from wherever it is asked for."""

from PySide6.QtWidgets import QWidget

from desktop_agent.core.research import CitationCheck
from desktop_agent.ui.panes import Panes
from desktop_agent.ui.turn import Turn
from desktop_agent.ui.work_panel import WorkPanel


class Beside:
    """Unfolds the panel at the work or at the sources of a turn."""

    def __init__(self, panes: Panes, side: WorkPanel) -> None:
        self._panes = panes
        self._side = side

    def show(self, panel: QWidget) -> None:
        """Unfolds it at one of its tabs."""
        self._side.turn_to(panel)
        self._panes.open_side(True)

    def show_reasoning(self, turn: Turn) -> None:
        """Unfolds it at the work behind a turn."""
        self._side.show_turn(turn)
        self.show(self._side.reasoning)

    def show_source(self, turn: Turn, number: int, check: CitationCheck | None) -> None:
        """Points at a source, where the panel is unfolded."""
        if self._panes.side_open:
            self._side.point_at(turn, number, check)
