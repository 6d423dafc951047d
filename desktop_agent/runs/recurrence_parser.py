"""Parse English phrases into a time or a recurrence rule; see `EXAMPLES`."""

import re
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

from desktop_agent.core.errors import AgentError
from desktop_agent.runs import recurrence
from desktop_agent.runs.recurrence import (
    DAY_NAMES,
    EVERY_DAY,
    LAST_DAY,
    WEEKEND,
    WORKDAYS,
    RecurrencePattern,
    When,
    once,
    repeated,
    rounded_up,
    rule_of,
    to_utc,
    to_wall,
)

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
"""Examples for use in help texts."""

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
_MOST_CHARS = 500


def read_when(words: str, now: datetime, zone: tzinfo | None = None) -> When:
    """Parse a phrase that says when to ask a question, relative to ``now``.

    Times are in ``zone`` or, without a zone, in the local time of this computer. Raise
    `AgentError`, with examples, if the phrase is not understood or its time has passed or never
    comes.
    """
    text = " ".join(words.split())
    if not text or len(text) > _MOST_CHARS:
        raise _not_understood(text, "it is empty" if not text else "it is too long")
    if re.match(r"(?:rrule:|freq=)", text, re.IGNORECASE):
        return repeated(recurrence.checked_rule(text), now, zone)
    try:
        return _Reader(text, now, zone).read()
    except (OverflowError, ValueError):  # out of the range of dates
        raise _not_understood(text, "there is no such day in every time zone") from None


class _Reader:
    """Consumes the words one by one; any words left at the end are an error."""

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
        """Parse the time of day, which must come last."""
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
    return AgentError(
        f"“{text[:80]}” is not understood as a time: {why}.", f"Say for example {said}."
    )
