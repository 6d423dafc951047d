"""An answer as markdown for the world outside: with its marks, its sources and its weak claims."""

from desktop_agent.core.citations import legend, marked_text, unsupported_lines
from desktop_agent.ui.turn import Turn


def answer_markdown(turn: Turn) -> str:
    """Gives the answer of a turn, or what there is of it; marks and sources come along."""
    answer = turn.answer
    if answer is None:
        return turn.text
    parts = [marked_text(answer.text.rstrip(), answer.claims)]
    if answer.sources:
        parts.append(
            "\n".join(
                f"{each.number}. [{each.title or each.url}]({each.url})" for each in answer.sources
            )
        )
    if answer.claims:
        weak = [f"- {line}" for line in unsupported_lines(answer.claims)]
        parts.append("\n".join([legend(), *(["", *weak] if weak else [])]))
    return "\n\n".join(parts)
