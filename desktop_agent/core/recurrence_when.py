"""When a question is asked for the first time, and by which rule again."""

from dataclasses import dataclass
from datetime import datetime, tzinfo

from desktop_agent.core.errors import AgentError
from desktop_agent.core.local_time import to_utc
from desktop_agent.core.recurrence import next_after
from desktop_agent.core.recurrence_words import rule_words


@dataclass(frozen=True, slots=True)
class When:
    """When a question is asked: ``first`` in UTC, and again by ``rule``, empty for once."""

    rule: str
    first: datetime


def repeated(rule: str, now: datetime, zone: tzinfo | None = None) -> When:
    """Gives the first time of a rule from now on; raises `AgentError` where it never comes."""
    first = next_after(rule, now, now, zone)
    if first is None:
        raise AgentError(
            f"“{rule_words(rule)}” never comes again.",
            "Choose a day that there is, and an end to come.",
        )
    return When(rule, first)


def once(wall: datetime, now: datetime, zone: tzinfo | None = None) -> When:
    """Gives a single time, as a clock shows it; raises `AgentError` where it has passed."""
    moment = to_utc(wall, zone)
    if moment <= now:
        raise AgentError(f"{wall:%Y-%m-%d %H:%M} has passed already.", "Choose a time to come.")
    return When("", moment)
