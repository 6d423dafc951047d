"""Recurrence of scheduled questions: RFC 5545 rules in the user's local time.

Rules based on days (``DAILY``, ``WEEKLY``, ``MONTHLY``, ``YEARLY``) follow the wall clock. Rules
based on hours or minutes follow elapsed time, so "every 2 hours" means two hours even when the
clocks change. All times are whole minutes.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, tzinfo
from itertools import count, groupby, takewhile
from typing import TYPE_CHECKING, Final, Literal

from desktop_agent.core.errors import AgentError

if TYPE_CHECKING:
    from dateutil.rrule import rrule

# --- Moments and wall-clock time


def to_utc(wall: datetime, zone: tzinfo | None = None) -> datetime:
    """Convert the naive wall-clock time ``wall`` in ``zone`` to UTC.

    As in RFC 5545, 3.3.5, an ambiguous time means its first occurrence, and a skipped time is
    interpreted with the UTC offset before the change. Without a zone, the time zone of this
    computer is used.
    """
    first = wall.replace(fold=0, tzinfo=zone)
    return first.astimezone(UTC)


def to_wall(moment: datetime, zone: tzinfo | None = None) -> datetime:
    """Convert a moment to the naive wall-clock time in ``zone``."""
    return moment.astimezone(zone).replace(tzinfo=None)


def iso(moment: datetime) -> str:
    """Format a moment as ISO 8601 in UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def from_iso(text: str) -> datetime | None:
    """Parse the output of `iso`; return None if the text is empty or invalid."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    return moment if moment.tzinfo is not None else moment.replace(tzinfo=UTC)


_BY_DAYS = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
_BY_TIME = {"HOURLY": timedelta(hours=1), "MINUTELY": timedelta(minutes=1)}
_COUNTED = frozenset({"FREQ", "INTERVAL", "COUNT", "UNTIL"})
_MOST_CHARS = 500
_PART = re.compile(r"([A-Z]+)=([A-Z0-9,+-]+)")
_CYCLE = 400
"""Number of years after which the Gregorian calendar repeats, including weekdays."""
_LEAP = timedelta(hours=25)
"""Longer than any clock change, including those with which some islands skipped a whole day."""
_EXAMPLE = "Say for example FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0."


def checked_rule(text: str) -> str:
    """Return a rule in upper case without ``RRULE:``; raise `AgentError` if it is unusable."""
    rule = "".join(text.split()).upper().removeprefix("RRULE:").rstrip(";")
    parts = _parts(rule)
    try:
        _check(parts)
        _rrule(parts, datetime(2000, 1, 1))  # noqa: DTZ001 - a time on the wall
    except (
        ValueError,
        TypeError,
        KeyError,
        IndexError,
        AttributeError,
    ) as error:  # raised by dateutil
        raise _refused(rule, str(error) or "it cannot be read") from None
    return rule


def next_after(
    rule: str, start: datetime, after: datetime, zone: tzinfo | None = None
) -> datetime | None:
    """Return the first occurrence of a rule after ``after``, in UTC, or None if there is none.

    ``start`` is when the rule begins; intervals and COUNT are counted from there.
    """
    return next(moments(rule, start, after, zone), None)


def moments(
    rule: str, start: datetime, after: datetime, zone: tzinfo | None = None
) -> Iterator[datetime]:
    """Yield the occurrences of a rule after ``after``, in UTC and in chronological order."""
    parts = _parts(rule)
    until = _until(parts["UNTIL"], zone) if "UNTIL" in parts else None
    start = start.astimezone(UTC).replace(second=0, microsecond=0)
    if parts["FREQ"] in _BY_TIME:
        found = _by_time(parts, start, after)
    else:
        found = _by_days(parts, start, after, zone)
    return takewhile(lambda moment: until is None or moment <= until, found)


def _by_time(parts: dict[str, str], start: datetime, after: datetime) -> Iterator[datetime]:
    """Yield multiples of the interval; `dateutil` would count through all since the start."""
    every = _BY_TIME[parts["FREQ"]] * int(parts.get("INTERVAL", "1"))
    first = max(0, (after - start) // every + 1)
    numbers = range(first, int(parts["COUNT"])) if "COUNT" in parts else count(first)
    with suppress(OverflowError):  # beyond the year 9999
        for number in numbers:
            yield start + number * every


def _by_days(
    parts: dict[str, str], start: datetime, after: datetime, zone: tzinfo | None
) -> Iterator[datetime]:
    """Yield the occurrences of a wall-clock rule, sorting those around a clock change."""
    wall = to_wall(start, zone)
    shift = (9999 - wall.year) // _CYCLE * _CYCLE
    found = _rrule(parts, wall.replace(year=wall.year + shift))
    begin = to_wall(after, zone) - _LEAP
    if begin.year + shift > 9999:
        return
    last = after
    shifted = found.xafter(begin.replace(year=begin.year + shift))
    for _day, walls in groupby(shifted, key=datetime.date):
        for moment in sorted(to_utc(each.replace(year=each.year - shift), zone) for each in walls):
            if moment > last:
                yield moment
                last = moment


def _rrule(parts: dict[str, str], start: datetime) -> "rrule":
    from dateutil.rrule import rrule, rrulestr

    # UNTIL is left out: it may be in UTC while the rule is in local time
    bare = ";".join(f"{name}={value}" for name, value in parts.items() if name != "UNTIL")
    found = rrulestr(bare, dtstart=start)
    assert isinstance(found, rrule)
    return found


def _parts(rule: str) -> dict[str, str]:
    if len(rule) > _MOST_CHARS:
        raise _refused(rule, "it is too long")
    parts: dict[str, str] = {}
    for each in rule.split(";"):
        found = _PART.fullmatch(each)
        if found is None or found[1] in parts:
            raise _refused(rule, f"“{each[:40]}” is no part of a rule")
        parts[found[1]] = found[2]
    return parts


def _check(parts: dict[str, str]) -> None:
    """Raise `ValueError` for rules that `dateutil` accepts but this program does not."""
    frequency = parts.get("FREQ", "")
    if frequency == "SECONDLY" or parts.get("BYSECOND", "0") not in ("0", "00"):
        raise ValueError("a question is asked at most once a minute")
    if frequency in _BY_TIME and not parts.keys() <= _COUNTED:
        raise ValueError(
            "by hours or minutes there is only INTERVAL, COUNT and UNTIL; use DAILY;BYHOUR"
        )
    if frequency not in _BY_TIME and frequency not in _BY_DAYS:
        raise ValueError("FREQ must be MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY")
    for name, most in (("INTERVAL", 10_000), ("COUNT", 1_000_000)):
        text = parts.get(name, "1")
        if not text.isdigit() or len(text) > 7 or not 1 <= int(text) <= most:
            raise ValueError(f"{name} must be a number from 1 to {most}")
    if "UNTIL" in parts:
        if "COUNT" in parts:
            raise ValueError("COUNT and UNTIL exclude each other")
        try:
            _until(parts["UNTIL"], UTC)
        except ValueError:
            raise ValueError("UNTIL must be like 20261231 or 20261231T180000Z") from None


def _until(text: str, zone: tzinfo | None) -> datetime:
    """Parse UNTIL; a date means the end of that day, and a time without ``Z`` is local."""
    from dateutil.parser import isoparse

    if not re.fullmatch(r"\d{8}(T\d{6}Z?)?", text):
        raise ValueError(text)
    until = isoparse(text if "T" in text else f"{text}T235959")
    return until if until.tzinfo is not None else to_utc(until, zone)


def _refused(rule: str, why: str) -> AgentError:
    return AgentError(f"“{rule[:80]}” is no rule that can be followed: {why}.", _EXAMPLE)


# --- Recurrence patterns

Frequency = Literal["minutes", "hours", "gap", "days", "month", "other"]

WEEKDAYS = ("MO", "TU", "WE", "TH", "FR", "SA", "SU")
"""Weekday codes used in rules, starting with Monday."""
EVERY_DAY = tuple(range(7))
WORKDAYS = tuple(range(5))
WEEKEND = (5, 6)
LAST_DAY = -1


@dataclass(frozen=True, slots=True)
class RecurrencePattern:
    """A recurrence rule in a form that the frontends can offer as a few choices.

    ``minutes`` and ``hours`` repeat after every ``every`` of these units, ``gap`` every ``every``
    days, ``days`` every ``every`` weeks on the ``weekdays`` (0 is Monday), and ``month`` on day
    ``day`` of each month (-1 is the last day); the last three at ``hour`` and ``minute``. ``other``
    follows ``rule``, and the other fields are ignored.
    """

    frequency: Frequency
    every: int = 1
    weekdays: tuple[int, ...] = EVERY_DAY
    day: int = 1
    hour: int = 8
    minute: int = 0
    rule: str = ""


def rule_of(pattern: RecurrencePattern) -> str:
    """Return the rule for a pattern, in the form that `pattern_of` parses."""
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


def pattern_of(rule: str) -> RecurrencePattern:
    """Convert a rule to a pattern; rules that no pattern expresses exactly become ``other``."""
    parts = dict(part.split("=", 1) for part in rule.split(";") if "=" in part)
    pattern = _read(parts)
    same = pattern is not None and _parts_by_name(rule_of(pattern)) == _parts_by_name(rule)
    return pattern if pattern is not None and same else RecurrencePattern("other", rule=rule)


def _read(parts: dict[str, str]) -> RecurrencePattern | None:
    try:
        every = int(parts.get("INTERVAL", "1"))
        if parts.get("FREQ") in ("HOURLY", "MINUTELY"):
            return RecurrencePattern(
                "hours" if parts["FREQ"] == "HOURLY" else "minutes", every=every
            )
        hour, minute = int(parts["BYHOUR"]), int(parts["BYMINUTE"])
        if parts.get("FREQ") == "DAILY" and every > 1:
            return RecurrencePattern("gap", every=every, hour=hour, minute=minute)
        if parts.get("FREQ") == "MONTHLY":
            return RecurrencePattern(
                "month", day=int(parts["BYMONTHDAY"]), hour=hour, minute=minute
            )
        named = parts.get("BYDAY", "").split(",") if "BYDAY" in parts else WEEKDAYS
        days = tuple(sorted({WEEKDAYS.index(day) for day in named}))
        return RecurrencePattern("days", every=every, weekdays=days, hour=hour, minute=minute)
    except (KeyError, ValueError):
        return None


def _parts_by_name(rule: str) -> dict[str, frozenset[str]]:
    """Split a rule into parts that can be compared regardless of their order."""
    parts: dict[str, frozenset[str]] = {}
    for part in rule.split(";"):
        name, _, value = part.partition("=")
        parts[name] = frozenset(each.lstrip("0") or "0" for each in value.split(","))
    if "1" in parts.get("INTERVAL", ()):
        del parts["INTERVAL"]
    return parts


def rounded_up(moment: datetime) -> datetime:
    """Round a moment up to a whole minute."""
    whole = moment.replace(second=0, microsecond=0)
    return whole if whole == moment else whole + timedelta(minutes=1)


# --- Rules in words; `recurrence_parser` parses them into the same rule

DAY_NAMES: Final = (
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
)  # fmt: skip


def rule_words(rule: str) -> str:
    """Describe a rule in words that `read_when` understands; an empty rule is "once"."""
    if not rule:
        return "once"
    pattern = pattern_of(rule)
    at = f"{pattern.hour}:{pattern.minute:02}"
    match pattern.frequency:
        case "minutes" | "hours":
            unit = pattern.frequency
            return f"every {pattern.every} {unit}" if pattern.every > 1 else f"every {unit[:-1]}"
        case "gap":
            return f"every {pattern.every} days at {at}"
        case "month":
            day = "last day" if pattern.day == LAST_DAY else f"{pattern.day}{_ending(pattern.day)}"
            return f"monthly on the {day} at {at}"
        case "days":
            return _days_words(pattern, at)
        case _:
            return rule


def _days_words(pattern: RecurrencePattern, at: str) -> str:
    days = tuple(sorted(set(pattern.weekdays)))
    named = [DAY_NAMES[day] for day in days]
    listed = " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))
    if pattern.every > 1:
        return f"every {pattern.every} weeks on {listed} at {at}"
    groups = {EVERY_DAY: "daily", WORKDAYS: "weekdays", WEEKEND: "weekends"}
    return f"{groups.get(days, f'every {listed}')} at {at}"


def _ending(day: int) -> str:
    return "th" if 10 < day < 20 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")


# --- First time and rule


@dataclass(frozen=True, slots=True)
class When:
    """The time of a question, ``first`` (UTC), and its recurrence ``rule``, or "" for a single one."""

    rule: str
    first: datetime


def repeated(rule: str, now: datetime, zone: tzinfo | None = None) -> When:
    """Return the first time of a rule after ``now``; raise `AgentError` if there is none."""
    first = next_after(rule, now, now, zone)
    if first is None:
        raise AgentError(
            f"“{rule_words(rule)}” never comes again.",
            "Choose a day that there is, and an end to come.",
        )
    return When(rule, first)


def once(wall: datetime, now: datetime, zone: tzinfo | None = None) -> When:
    """Return a single time given in wall-clock time; raise `AgentError` if it has passed."""
    moment = to_utc(wall, zone)
    if moment <= now:
        raise AgentError(f"{wall:%Y-%m-%d %H:%M} has passed already.", "Choose a time to come.")
    return When("", moment)
