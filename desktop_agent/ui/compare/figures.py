"""What an answer took, and how it stands, in numbers. Nothing here knows Qt."""

from dataclasses import dataclass

from desktop_agent.core.citations import count_marks
from desktop_agent.core.events import ModelCall
from desktop_agent.core.research import Mark
from desktop_agent.ui.turn import Turn


@dataclass(frozen=True, slots=True)
class Figures:
    """``marks`` counts the checked sentences by their mark; ``confidence`` is that of the evidence."""

    strategy: str
    model: str
    seconds: float
    calls: int
    tokens: int
    pages: int
    sources: int
    marks: tuple[tuple[Mark, int], ...] = ()
    confidence: float | None = None


def figures_of(turn: Turn) -> Figures:
    """Gives the figures of a turn as it stands; those of a running one are what it took so far."""
    calls, tokens = _calls(turn)
    answer, started = turn.answer, turn.started
    return Figures(
        strategy=started.strategy if started is not None else "",
        model=started.model if started is not None else "",
        seconds=turn.elapsed_s,
        calls=calls,
        tokens=tokens,
        pages=turn.pages,
        sources=len(answer.sources) if answer is not None else 0,
        marks=tuple(count_marks(answer.claims).items()) if answer is not None else (),
        confidence=turn.evidence.confidence if turn.evidence is not None else None,
    )


def _calls(turn: Turn) -> tuple[int, int]:
    if turn.finished is not None and turn.finished.usage.model_calls:
        usage = turn.finished.usage
        return usage.model_calls, usage.prompt_tokens + usage.completion_tokens
    calls = [event for event in turn.events if isinstance(event, ModelCall)]
    return len(calls), sum(each.prompt_tokens + each.completion_tokens for each in calls)
