"""Key figures of two answers, and the translatable texts of the comparison."""

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.citations import count_marks
from desktop_agent.core.events import ModelCall, RunStarted
from desktop_agent.core.research import Mark
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.wording import evidence, reasoning

# --- Figures of an answer; independent of Qt


@dataclass(frozen=True, slots=True)
class Figures:
    """The key figures of an answer.

    ``marks`` counts the checked sentences by mark, and ``confidence`` is that of the evidence.
    """

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
    """Return the figures of a turn; for a running turn, these are the figures so far."""
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


NOTHING = "–"  # noqa: RUF001 - a dash where there is no figure


def tr(text: str) -> str:
    """Translate in this page's context."""
    return QCoreApplication.translate("Compare", text)


def titles() -> tuple[str, ...]:
    """Return the names of the figures, in order."""
    return (
        tr("Strategy"),
        tr("Model"),
        tr("Time"),
        tr("Calls"),
        tr("Tokens"),
        tr("Pages read"),
        tr("Sources"),
        tr("Citations"),
        tr("Confidence"),
    )


def cells(figures: Figures) -> tuple[str, ...]:
    """Return the figures of an answer as text, in the order of `titles`."""
    confidence = evidence.sureness(figures.confidence)
    return (
        reasoning.strategy_name(figures.strategy) if figures.strategy else NOTHING,
        figures.model or NOTHING,
        reasoning.ms(figures.seconds * 1000),
        f"{figures.calls:,}",
        f"{figures.tokens:,}",
        f"{figures.pages:,}",
        f"{figures.sources:,}",
        " · ".join(evidence.counted(name, count) for name, count in figures.marks) or NOTHING,
        confidence or NOTHING,
    )


def about(started: RunStarted | None) -> str:
    """Return the strategy and the model of an answer."""
    if started is None:
        return ""
    parts = (reasoning.strategy_name(started.strategy), started.model)
    return " · ".join(part for part in parts if part)


def changed(added: int, removed: int) -> str:
    """Summarise how the second answer differs from the first."""
    if not added and not removed:
        return tr("Both answers say the same.")
    gained = tr("1 word added") if added == 1 else tr("{0} words added").format(f"{added:,}")
    lost = tr("1 word removed") if removed == 1 else tr("{0} words removed").format(f"{removed:,}")
    return f"{gained} · {lost}"
