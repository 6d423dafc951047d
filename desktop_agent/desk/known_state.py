"""What the list of runs knows of a run, as its events tell it."""

from dataclasses import replace
from datetime import UTC, datetime

from desktop_agent.core.background import KnownRun
from desktop_agent.core.events import (
    AnswerGiven,
    BudgetSpent,
    Event,
    PlanMade,
    RunFinished,
    RunStarted,
    SearchAttempt,
    StepStarted,
)
from desktop_agent.core.short_line import short_line
from desktop_agent.core.waiting_events import ApprovalAsked, ApprovalGiven

_DOING = 120
_ANSWER = 4000
"""Most characters of an answer that the list of runs keeps; the whole stands in its turn."""


def known_after(known: KnownRun, event: Event) -> KnownRun:
    """Gives what is known after an event."""
    match event:
        case RunStarted():
            began = {"strategy": event.strategy, "model": event.model, "budget_s": event.budget_s}
            return replace(known, **began)  # type: ignore[arg-type]  # each of its own type
        case StepStarted(title=doing) | SearchAttempt(query=doing):
            return replace(known, doing=short_line(doing, _DOING))
        case BudgetSpent(elapsed_s=elapsed):
            return replace(known, elapsed_s=elapsed)
        case ApprovalAsked() | PlanMade(proposed=True):
            return replace(known, state="asking")
        case ApprovalGiven() | PlanMade() if known.state == "asking":
            return replace(known, state="running")
        case AnswerGiven(text=text):
            return replace(known, answer=text[:_ANSWER])
        case RunFinished():
            return _ended(known, event)
    return known


def _ended(known: KnownRun, event: RunFinished) -> KnownRun:
    return replace(
        known, state=event.status, error=event.error, sleeping=None, doing="", ended=now()
    )


def now() -> str:
    """Gives the moment as lists keep it: ISO 8601 in UTC."""
    return datetime.now(UTC).isoformat(timespec="seconds")
