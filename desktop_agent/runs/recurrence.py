"""Recurrence rules (RFC 5545) for scheduled questions, in the user's local time.

Rules based on days (``DAILY``, ``WEEKLY``, ``MONTHLY``, ``YEARLY``) follow the wall clock. Rules
based on hours or minutes follow elapsed time, so "every 2 hours" means two hours even when the
clocks change. All times fall on whole minutes.
"""

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import count, groupby, takewhile
from typing import TYPE_CHECKING, Final, Literal

from desktop_agent.core.errors import AgentError

if TYPE_CHECKING:
    from dateutil.rrule import rrule

# --- Moments and wall-clock time


def to_utc(wall: datetime, zone: tzinfo | None = None) -> datetime:
    """Convert ``wall``, a naive wall-clock time in ``zone``, to UTC.

    As required by RFC 5545, section 3.3.5, an ambiguous time means its first occurrence, and a
    skipped time is interpreted with the UTC offset before the change. ``zone`` defaults to local
    time.
    """
    first = wall.replace(fold=0, tzinfo=zone)
    return first.astimezone(UTC)


def to_wall(moment: datetime, zone: tzinfo | None = None) -> datetime:
    """Convert an aware datetime to naive wall-clock time in ``zone``."""
    return moment.astimezone(zone).replace(tzinfo=None)


def iso(moment: datetime) -> str:
    """Format an aware datetime as ISO 8601 in UTC, to the second."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def from_iso(text: str) -> datetime | None:
    """Parse an ISO 8601 time, assuming UTC by default; return None if empty or invalid."""
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
"""Longer than any clock change, even those by which some islands skipped a whole day."""
_EXAMPLE = "For example: FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0."


def checked_rule(text: str) -> str:
    """Validate and normalize a recurrence rule; raise `AgentError` if it is invalid."""
    rule = "".join(text.split()).upper().removeprefix("RRULE:").rstrip(";")
    parts = _parts(rule)
    try:
        _check(parts)
        _rrule(parts, datetime(2000, 1, 1))  # noqa: DTZ001 - a time on the wall
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:  # of dateutil
        raise _refused(rule, str(error) or "it cannot be read") from None
    return rule


def next_after(
    rule: str, start: datetime, after: datetime, zone: tzinfo | None = None
) -> datetime | None:
    """Return a rule's first occurrence after ``after``, in UTC, or None.

    INTERVAL and COUNT are counted from ``start``, when the rule begins.
    """
    return next(moments(rule, start, after, zone), None)


def moments(
    rule: str, start: datetime, after: datetime, zone: tzinfo | None = None
) -> Iterator[datetime]:
    """Yield a rule's occurrences after ``after`` in chronological order, in UTC."""
    parts = _parts(rule)
    until = _until(parts["UNTIL"], zone) if "UNTIL" in parts else None
    start = start.astimezone(UTC).replace(second=0, microsecond=0)
    if parts["FREQ"] in _BY_TIME:
        found = _by_time(parts, start, after)
    else:
        found = _by_days(parts, start, after, zone)
    return takewhile(lambda moment: until is None or moment <= until, found)


def _by_time(parts: dict[str, str], start: datetime, after: datetime) -> Iterator[datetime]:
    """Yield occurrences by arithmetic, because `dateutil` would iterate from the rule's start."""
    every = _BY_TIME[parts["FREQ"]] * int(parts.get("INTERVAL", "1"))
    first = max(0, (after - start) // every + 1)
    numbers = range(first, int(parts["COUNT"])) if "COUNT" in parts else count(first)
    with suppress(OverflowError):  # beyond the year 9999
        for number in numbers:
            yield start + number * every


def _by_days(
    parts: dict[str, str], start: datetime, after: datetime, zone: tzinfo | None
) -> Iterator[datetime]:
    """Yield the occurrences of a day-based rule, in order even around a clock change."""
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
            raise _refused(rule, f"“{each[:40]}” isn't part of a valid rule")
        parts[found[1]] = found[2]
    return parts


def _check(parts: dict[str, str]) -> None:
    """Raise `ValueError` for a rule that `dateutil` accepts but this program does not."""
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
    """Parse UNTIL: a date means the end of that day, and a time without ``Z`` is local."""
    from dateutil.parser import isoparse

    if not re.fullmatch(r"\d{8}(T\d{6}Z?)?", text):
        raise ValueError(text)
    until = isoparse(text if "T" in text else f"{text}T235959")
    return until if until.tzinfo is not None else to_utc(until, zone)


def _refused(rule: str, why: str) -> AgentError:
    return AgentError(f"“{rule[:80]}” isn't a usable schedule rule: {why}.", _EXAMPLE)


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
    """A recurrence rule as one of the choices that frontends offer.

    - ``minutes``, ``hours``: every ``every`` minutes or hours
    - ``gap``: every ``every`` days
    - ``days``: every ``every`` weeks on each of ``weekdays`` (0 is Monday)
    - ``month``: monthly on ``day`` (-1 is the last day)
    - ``other``: any other rule, given in ``rule``

    ``gap``, ``days`` and ``month`` occur at ``hour`` and ``minute``.
    """

    frequency: Frequency
    every: int = 1
    weekdays: tuple[int, ...] = EVERY_DAY
    day: int = 1
    hour: int = 8
    minute: int = 0
    rule: str = ""


def rule_of(pattern: RecurrencePattern) -> str:
    """Convert a pattern to a rule that `pattern_of` can parse."""
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
    """Convert a rule to a pattern, which is ``other`` if no choice expresses the rule exactly."""
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
    """Split a rule into parts for comparison regardless of their order."""
    parts: dict[str, frozenset[str]] = {}
    for part in rule.split(";"):
        name, _, value = part.partition("=")
        parts[name] = frozenset(each.lstrip("0") or "0" for each in value.split(","))
    if "1" in parts.get("INTERVAL", ()):
        del parts["INTERVAL"]
    return parts


def rounded_up(moment: datetime) -> datetime:
    """Round a datetime up to the next whole minute."""
    whole = moment.replace(second=0, microsecond=0)
    return whole if whole == moment else whole + timedelta(minutes=1)


# --- Rules in words; `read_when` parses them into the same rule

DAY_NAMES: Final = (
    "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday",
)  # fmt: skip


def rule_words(rule: str) -> str:
    """Describe a rule in words that `read_when` understands; an empty rule becomes "once"."""
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
    """A time to ask a question: first at ``first`` (UTC), then by ``rule`` if that is not empty."""

    rule: str
    first: datetime


def repeated(rule: str, now: datetime, zone: tzinfo | None = None) -> When:
    """Return a schedule that repeats after ``now``; raise `AgentError` if it never occurs."""
    first = next_after(rule, now, now, zone)
    if first is None:
        raise AgentError(
            f"“{rule_words(rule)}” has no future occurrences.",
            "Choose a valid day and an end date in the future.",
        )
    return When(rule, first)


def once(wall: datetime, now: datetime, zone: tzinfo | None = None) -> When:
    """Return a one-time schedule; raise `AgentError` if the wall-clock time has passed."""
    moment = to_utc(wall, zone)
    if moment <= now:
        raise AgentError(
            f"{wall:%Y-%m-%d %H:%M} has passed already.", "Choose a time in the future."
        )
    return When("", moment)


# --- English phrases for a time or a rule

EXAMPLES: Final = (
    "every Monday 8:00",
    "daily 7:30",
    "weekdays at 9",
    "every 2 hours",
    "monthly on the 1st 6:00",
    "2026-12-24 18:00",
    "tomorrow 9:00",
    "in 2 hours",
)
"""Example phrases for help texts."""

_GROUPS = {
    "day": EVERY_DAY, "daily": EVERY_DAY, "weekday": WORKDAYS, "weekdays": WORKDAYS,
    "workday": WORKDAYS, "workdays": WORKDAYS, "weekend": WEEKEND, "weekends": WEEKEND,
}  # fmt: skip
_WEEKDAYS = {"tues": 1, "weds": 2, "thur": 3, "thurs": 3} | {
    name.lower()[:length]: day for day, name in enumerate(DAY_NAMES) for length in (3, 9)
}
_FILLERS = frozenset(("at", "on", "the", "and", "of", "a", "an", "o'clock"))
_NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8,
    "nine": 9, "ten": 10, "eleven": 11, "twelve": 12, "other": 2,
}  # fmt: skip
_TIME = re.compile(r"(\d{1,2})(?:[:.](\d\d))?(am|pm)?")
_CLOCK_WORDS = {"noon": (12, 0), "midday": (12, 0), "midnight": (0, 0)}
_DATE = re.compile(r"(\d{4})-(\d\d?)-(\d\d?)")
_DAY_OF_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?")
_UNITS = {
    "minute": timedelta(minutes=1), "min": timedelta(minutes=1), "hour": timedelta(hours=1),
    "h": timedelta(hours=1), "day": timedelta(days=1), "week": timedelta(weeks=1),
}  # fmt: skip


def read_when(words: str, now: datetime, zone: tzinfo | None = None) -> When:
    """Parse a phrase that says when to ask a question, relative to ``now``.

    Times are in ``zone``, which defaults to local time. Raise `AgentError` if the time has passed
    or never occurs, or, with examples in the message, if the phrase is not understood.
    """
    text = " ".join(words.split())
    if not text or len(text) > _MOST_CHARS:
        raise _not_understood(text, "it is empty" if not text else "it is too long")
    if re.match(r"(?:rrule:|freq=)", text, re.IGNORECASE):
        return repeated(checked_rule(text), now, zone)
    try:
        return _Reader(text, now, zone).read()
    except (OverflowError, ValueError):  # out of the range of dates
        raise _not_understood(text, "there is no such day in every time zone") from None


class _Reader:
    """A parser that reads a phrase word by word and rejects leftover words."""

    def __init__(self, text: str, now: datetime, zone: tzinfo | None) -> None:
        self._text = text
        self._now = now.astimezone(UTC)
        self._zone = zone
        split = re.sub(r"(\d)t(\d)", r"\1 \2", text.casefold())  # the T of ISO 8601
        split = re.sub(r"(\d)\s?(am|pm|a\.m\.|p\.m\.)(?=\s|$)", _joined, split)
        self._words = [word for word in re.split(r"[\s,;]+", split) if word]

    def read(self) -> When:
        word = self._words[0] if self._words else ""
        if word == "in":
            return self._span()
        if word in ("hourly", "daily", "monthly", "weekly"):
            self._words[0] = {"daily": "day"}.get(word, word.removesuffix("ly"))
            return self._repeated()
        if word in ("every", "each"):
            self._take()
            return self._repeated()
        if word in _GROUPS or (word.endswith("s") and word[:-1] in _WEEKDAYS):
            return self._on_days(1)
        return self._once()

    # --- repeated

    def _repeated(self) -> When:
        number = self._number()
        unit = self._peek().removesuffix("s")
        if unit in ("hour", "minute"):
            self._take()
            self._all_read()
            return self._again(
                RecurrencePattern("hours" if unit == "hour" else "minutes", every=number)
            )
        if unit == "month" and number == 1:
            self._take()
            return self._in_month()
        if unit == "week":
            self._take()
            return self._on_days(number)
        if unit == "day" and number > 1:
            self._take()
            hour, minute = self._time()
            return self._again(RecurrencePattern("gap", every=number, hour=hour, minute=minute))
        if number > 1:
            raise self._refused(self._peek())
        return self._on_days(1)

    def _on_days(self, every: int) -> When:
        days: set[int] = set()
        while found := self._days():
            days.update(found)
        if not days:
            raise self._refused(self._peek(), "is no day")
        hour, minute = self._time()
        pattern = RecurrencePattern(
            "days", every=every, weekdays=tuple(sorted(days)), hour=hour, minute=minute
        )
        return self._again(pattern)

    def _in_month(self) -> When:
        word = self._take()
        found = _DAY_OF_MONTH.fullmatch(word)
        if word == "last" and self._peek() == "day":
            self._take()
            day = LAST_DAY
        elif found is not None and 1 <= int(found[1]) <= 31:
            day = int(found[1])
        else:
            raise self._refused(word, "is no day of a month")
        hour, minute = self._time()
        return self._again(RecurrencePattern("month", day=day, hour=hour, minute=minute))

    def _again(self, pattern: RecurrencePattern) -> When:
        return repeated(rule_of(pattern), self._now, self._zone)

    def _days(self) -> Sequence[int]:
        word = self._peek()
        day = _WEEKDAYS.get(word, _WEEKDAYS.get(word.removesuffix("s")))
        days = _GROUPS.get(word, () if day is None else (day,))
        if days:
            self._take()
        return days

    # --- once

    def _once(self) -> When:
        today = to_wall(self._now, self._zone).date()
        word = self._take()
        if word == "next":
            word = self._take()
        date_ = _DATE.fullmatch(word)
        weekday = _WEEKDAYS.get(word)
        if word in ("today", "tomorrow"):
            day = today + timedelta(days=word == "tomorrow")
        elif date_ is not None:
            day = self._date(date_)
        elif weekday is not None:
            day = today + timedelta(days=(weekday - today.weekday()) % 7)
        else:
            raise self._refused(word)
        wall = datetime.combine(day, time(*self._time()))
        if weekday is not None and to_utc(wall, self._zone) <= self._now:
            wall += timedelta(days=7)
        return once(wall, self._now, self._zone)

    def _date(self, found: re.Match[str]) -> date:
        try:
            return date(int(found[1]), int(found[2]), int(found[3]))
        except ValueError:
            raise self._refused(found[0], "is no day of the calendar") from None

    def _span(self) -> When:
        self._take()
        number = self._number()
        word = self._take()
        unit = _UNITS.get(word) or _UNITS.get(word.removesuffix("s"))
        if unit is None:
            raise self._refused(word)
        self._all_read()
        if unit >= timedelta(days=1):  # the same time of day, even across a clock change
            return once(
                to_wall(rounded_up(self._now), self._zone) + number * unit, self._now, self._zone
            )
        return When("", rounded_up(self._now) + number * unit)

    # --- words

    def _number(self) -> int:
        word = self._peek()
        if word in _NUMBERS or (word.isdecimal() and len(word) < 5 and int(word) > 0):
            self._take()
            return _NUMBERS.get(word) or int(word)
        return 1

    def _time(self) -> tuple[int, int]:
        """Parse a time of day, which must end the phrase."""
        word = self._take()
        if not word:
            raise _not_understood(self._text, "it has no time of day")
        found = _TIME.fullmatch(word)
        if word in _CLOCK_WORDS:
            hour, minute = _CLOCK_WORDS[word]
        elif found is not None:
            hour, minute = int(found[1]), int(found[2] or 0)
            if found[3] and not 1 <= hour <= 12:
                raise self._refused(word, "is no time of day")
            hour = hour % 12 + 12 * (found[3] == "pm") if found[3] else hour
        else:
            raise self._refused(word, "is no time of day")
        if hour > 23 or minute > 59:
            raise self._refused(word, "is no time of day")
        self._all_read()
        return hour, minute

    def _peek(self) -> str:
        while self._words and self._words[0] in _FILLERS:
            del self._words[0]
        return self._words[0] if self._words else ""

    def _take(self) -> str:
        word = self._peek()
        del self._words[:1]
        return word

    def _all_read(self) -> None:
        if self._peek():
            raise self._refused(self._peek())

    def _refused(self, word: str, why: str = "is not known here") -> AgentError:
        if not word:
            return _not_understood(self._text, "it stops too early")
        return _not_understood(self._text, f"“{word[:40]}” {why}")


def _joined(found: re.Match[str]) -> str:
    return found[1] + found[2].replace(".", "")


def _not_understood(text: str, why: str) -> AgentError:
    said = ", ".join(f"“{each}”" for each in EXAMPLES[:5])
    return AgentError(f"“{text[:80]}” isn't a valid time: {why}.", f"For example: {said}.")
