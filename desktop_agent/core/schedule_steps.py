"""What happens to a schedule: it is due, is claimed, is missed, is turned on. No clock, no file."""

from dataclasses import replace
from datetime import datetime, tzinfo
from itertools import islice

from desktop_agent.core.errors import AgentError
from desktop_agent.core.kept_schedule import KeptSchedule
from desktop_agent.core.local_time import from_iso, iso
from desktop_agent.core.recurrence import moments, next_after
from desktop_agent.core.recurrence_when import When, repeated

_MOST_MISSED = 1000


def due_at(kept: KeptSchedule) -> datetime | None:
    """Gives when a schedule is to be asked next; None where it is turned off, or over."""
    return from_iso(kept.schedule.next_at) if kept.schedule.enabled else None


def claimed(
    kept: KeptSchedule, next_at: str, now: datetime, zone: tzinfo | None = None
) -> KeptSchedule | None:
    """Gives a due schedule with its next time after ``now``.

    None where it is not as ``next_at`` says any more: somebody else has claimed that time.
    """
    if kept.schedule.next_at != next_at or due_at(kept) is None:
        return None
    return _moved(kept, _next(kept, now, zone))


def missed(
    kept: KeptSchedule, next_at: str, now: datetime, zone: tzinfo | None = None
) -> KeptSchedule | None:
    """As `claimed`, with all times up to ``now`` counted as missed."""
    due, moved = due_at(kept), claimed(kept, next_at, now, zone)
    if due is None or moved is None:
        return None
    times = [due]
    if kept.schedule.rule:
        later = moments(kept.schedule.rule, starts(kept), due, zone)
        for moment in islice(later, _MOST_MISSED - 1):
            if moment > now:
                break
            times.append(moment)
    most = min(kept.missed + len(times), _MOST_MISSED)
    return replace(moved, missed=most, missed_last=iso(times[-1]))


def timed_anew(kept: KeptSchedule, when: When, now: datetime) -> KeptSchedule:
    """Gives a schedule with another time, turned on; intervals are reckoned from ``now``."""
    schedule = replace(kept.schedule, rule=when.rule, next_at=iso(when.first), enabled=True)
    return replace(kept, schedule=schedule, starts=iso(now))


def switched(
    kept: KeptSchedule, now: datetime, zone: tzinfo | None = None, *, on: bool
) -> KeptSchedule:
    """Gives a schedule turned on or off; what has passed meanwhile is left out.

    Raises:
        AgentError: there is no time to come that it could be turned on for.
    """
    switched = replace(kept, schedule=replace(kept.schedule, enabled=on))
    if not on:
        return switched
    return caught_up(switched, now, zone)


def caught_up(kept: KeptSchedule, now: datetime, zone: tzinfo | None = None) -> KeptSchedule:
    """Gives a schedule whose next time is to come; raises `AgentError` where there is none."""
    due = from_iso(kept.schedule.next_at)
    if due is not None and due > now:
        return kept
    if not kept.schedule.rule:
        raise AgentError(
            f"“{kept.schedule.question}” was to be asked once, and that time has passed.",
            "Give it another time.",
        )
    found = _next(kept, now, zone)
    return _moved(kept, found or iso(repeated(kept.schedule.rule, now, zone).first))


def reckoned_anew(kept: KeptSchedule, now: datetime, zone: tzinfo | None = None) -> KeptSchedule:
    """Gives a schedule whose next time follows from its rule and ``now`` alone."""
    if due_at(kept) is None or not kept.schedule.rule:
        return kept
    found = _next(kept, now, zone)
    return _moved(kept, found) if found else kept


def starts(kept: KeptSchedule) -> datetime:
    """Gives from when the intervals of a schedule are reckoned."""
    found = from_iso(kept.starts) or from_iso(kept.schedule.created)
    if found is None:
        raise AgentError(f"“{kept.schedule.question}” has no time that it began at.")
    return found


def _next(kept: KeptSchedule, now: datetime, zone: tzinfo | None) -> str:
    """Gives the next time of the rule after ``now``, empty where there is none."""
    if not kept.schedule.rule:
        return ""
    found = next_after(kept.schedule.rule, min(starts(kept), now), now, zone)
    return iso(found) if found is not None else ""


def _moved(kept: KeptSchedule, next_at: str) -> KeptSchedule:
    return replace(kept, schedule=replace(kept.schedule, next_at=next_at))
