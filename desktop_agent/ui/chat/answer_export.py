"""An answer of the open chat as markdown: as the export of a conversation writes it."""

from desktop_agent.ui.export import markdown_form
from desktop_agent.ui.export.exported import of_turn
from desktop_agent.ui.turn import Turn


def answer_markdown(turn: Turn) -> str:
    """Gives the answer of a turn, or what there is of it; marks and sources come along."""
    return markdown_form.answer_markdown(of_turn(turn))
