"""Key figures and translatable strings for comparing two answers."""

from functools import partial

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.citations import count_marks
from desktop_agent.core.events import ModelCall
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.wording import evidence, reasoning

tr = partial(QCoreApplication.translate, "Compare")

NOTHING = "–"  # noqa: RUF001 - a dash where there is no figure


def titles() -> tuple[str, ...]:
    """Return the column titles of the figures table."""
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


def cells(turn: Turn) -> tuple[str, ...]:
    """Return the table cells for a turn, in the order of `titles`."""
    calls, tokens = _usage(turn)
    answer, started, found = turn.answer, turn.started, turn.evidence
    strategy = started.strategy if started is not None else ""
    marks = count_marks(answer.claims).items() if answer is not None else ()
    return (
        reasoning.strategy_name(strategy) if strategy else NOTHING,
        (started.model if started is not None else "") or NOTHING,
        reasoning.ms(turn.elapsed_s * 1000),
        f"{calls:,}",
        f"{tokens:,}",
        f"{len(turn.pages):,}",
        f"{len(answer.sources) if answer is not None else 0:,}",
        " · ".join(evidence.counted(name, count) for name, count in marks) or NOTHING,
        evidence.sureness(found.confidence if found is not None else None) or NOTHING,
    )


def _usage(turn: Turn) -> tuple[int, int]:
    """Return the number of model calls that a turn made, and its total number of tokens."""
    if turn.finished is not None and turn.finished.usage.model_calls:
        usage = turn.finished.usage
        return usage.model_calls, usage.prompt_tokens + usage.completion_tokens
    calls = [event for event in turn.events if isinstance(event, ModelCall)]
    return len(calls), sum(each.prompt_tokens + each.completion_tokens for each in calls)


def changed(added: int, removed: int) -> str:
    """Format the numbers of words added and removed, or say that there is no difference."""
    if not added and not removed:
        return tr("Both answers say the same.")
    gained = tr("1 word added") if added == 1 else tr("{0} words added").format(f"{added:,}")
    lost = tr("1 word removed") if removed == 1 else tr("{0} words removed").format(f"{removed:,}")
    return f"{gained} · {lost}"
