"""The usual ways of asking again, as a person chooses them, and their rules."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal

Frequency = Literal["minutes", "hours", "gap", "days", "month", "other"]

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
"""The days of the week as a rule names them, Monday first."""
EVERY_DAY = tuple(range(7))
WORKDAYS = tuple(range(5))
WEEKEND = (5, 6)
LAST_DAY = -1


@dataclass(frozen=True, slots=True)
class Pattern:
    """A rule that can be said in few words.

    ``minutes``, ``hours``: each ``every`` of them. ``gap``: each ``every`` days at ``hour`` and
    ``minute``. ``days``: on the ``weekdays`` (0 is Monday) at that time,
    of each ``every`` weeks. ``month``: on day ``day`` of the month (-1 is the last one) at that
    time. ``other``: as ``rule`` says, and nothing else counts.
    """

    frequency: Frequency
    every: int = 1
    weekdays: tuple[int, ...] = EVERY_DAY
    day: int = 1
    hour: int = 8
    minute: int = 0
    rule: str = ""


def rule_of(pattern: Pattern) -> str:
    """Gives the rule of a pattern, in the one form that `pattern_of` reads."""
    at = f";BYHOUR={pattern.hour};BYMINUTE={pattern.minute}"
    every = f";INTERVAL={pattern.every}" if pattern.every > 1 else ""
    match pattern.frequency:
        case "minutes" | "hours":
            return f"FREQ={'HOURLY' if pattern.frequency == 'hours' else 'MINUTELY'}{every}"
        case "gap":
            return f"FREQ=DAILY{every}{at}"
        case "month":
            return f"FREQ=MONTHLY;BYMONTHDAY={pattern.day}{at}"
        case "days":
            if pattern.weekdays == EVERY_DAY and not every:
                return f"FREQ=DAILY{at}"
            named = ",".join(WEEKDAYS[day] for day in sorted(set(pattern.weekdays)))
            return f"FREQ=WEEKLY{every};BYDAY={named}{at}"
        case _:
            return pattern.rule


def pattern_of(rule: str) -> Pattern:
    """Reads a rule; one that says anything that no pattern says is an ``other``."""
    parts = dict(part.split("=", 1) for part in rule.split(";") if "=" in part)
    pattern = _read(parts)
    same = pattern is not None and _parts(rule_of(pattern)) == _parts(rule)
    return pattern if pattern is not None and same else Pattern("other", rule=rule)


def _read(parts: dict[str, str]) -> Pattern | None:
    try:
        every = int(parts.get("INTERVAL", "1"))
        if parts.get("FREQ") in ("HOURLY", "MINUTELY"):
            return Pattern("hours" if parts["FREQ"] == "HOURLY" else "minutes", every=every)
        hour, minute = int(parts["BYHOUR"]), int(parts["BYMINUTE"])
        if parts.get("FREQ") == "DAILY" and every > 1:
            return Pattern("gap", every=every, hour=hour, minute=minute)
        if parts.get("FREQ") == "MONTHLY":
            return Pattern("month", day=int(parts["BYMONTHDAY"]), hour=hour, minute=minute)
        named = parts.get("BYDAY", "").split(",") if "BYDAY" in parts else WEEKDAYS
        days = tuple(sorted({WEEKDAYS.index(day) for day in named}))
        return Pattern("days", every=every, weekdays=days, hour=hour, minute=minute)
    except (KeyError, ValueError):
        return None


def _parts(rule: str) -> dict[str, frozenset[str]]:
    """Gives what a rule says, whatever the order that it says it in."""
    parts: dict[str, frozenset[str]] = {}
    for part in rule.split(";"):
        name, _, value = part.partition("=")
        parts[name] = frozenset(each.lstrip("0") or "0" for each in value.split(","))
    if "1" in parts.get("INTERVAL", ()):
        del parts["INTERVAL"]
    return parts


def rounded_up(moment: datetime) -> datetime:
    """Gives a moment as a whole minute, the same one or the next."""
    whole = moment.replace(second=0, microsecond=0)
    return whole if whole == moment else whole + timedelta(minutes=1)
