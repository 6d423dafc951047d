"""When a question is asked again: the recurrence rules of RFC 5545, in the person's local time.

A rule by days (``DAILY``, ``WEEKLY``, ``MONTHLY``, ``YEARLY``) follows the clock on the wall; one by
hours or minutes follows the time that passes, so that "every 2 hours" is two hours even in the
night in which the clock is put forward. Moments are whole minutes.
"""

import heapq
import re
from collections.abc import Generator, Iterator
from datetime import UTC, datetime, time, timedelta, tzinfo
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from desktop_agent.core.errors import AgentError
from desktop_agent.core.local_time import to_utc, to_wall

if TYPE_CHECKING:
    from dateutil.rrule import rrule

_BY_DAYS = ("DAILY", "WEEKLY", "MONTHLY", "YEARLY")
_BY_TIME = {"HOURLY": timedelta(hours=1), "MINUTELY": timedelta(minutes=1)}
_COUNTED = frozenset({"FREQ", "INTERVAL", "COUNT", "UNTIL"})
_KNOWN = _COUNTED | {
    *("BYDAY", "BYMONTHDAY", "BYMONTH", "BYHOUR", "BYMINUTE", "BYSECOND", "BYSETPOS", "BYWEEKNO"),
    *("BYYEARDAY", "WKST"),
}
_MOST_CHARS = 500
_MOST_INTERVAL = 10_000
_PART = re.compile(r"([A-Z]+)=([A-Z0-9,+-]+)")
_UNTIL = re.compile(r"(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)(Z?))?")
_CYCLE = 400
"""Years after which the Gregorian calendar is the same again, week days included."""
_LEAP = timedelta(hours=25)
"""More than a clock is ever put forward or back: islands have left out a whole day."""
_EXAMPLE = "Say for example FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0."


def checked_rule(text: str) -> str:
    """Gives a rule in one form: in capitals, without ``RRULE:``.

    Raises:
        AgentError: it is no rule, or asks more often than once a minute.
    """
    rule = "".join(text.split()).upper().removeprefix("RRULE:").rstrip(";")
    parts = _parts(rule)
    frequency = parts.get("FREQ", "")
    if frequency == "SECONDLY" or parts.get("BYSECOND", "0") not in ("0", "00"):
        raise _refused(rule, "a question is asked at most once a minute")
    if frequency in _BY_TIME and not parts.keys() <= _COUNTED:
        raise _refused(
            rule, "by hours or minutes there is only INTERVAL, COUNT and UNTIL; use DAILY;BYHOUR"
        )
    if frequency not in _BY_TIME and frequency not in _BY_DAYS:
        raise _refused(rule, "FREQ must be MINUTELY, HOURLY, DAILY, WEEKLY, MONTHLY or YEARLY")
    _check_numbers(rule, parts)
    try:
        _rrule(rule, datetime(2000, 1, 1))  # noqa: DTZ001 - a time on the wall
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        raise _refused(rule, str(error) or "it cannot be read") from None
    return rule


def next_after(
    rule: str, start: datetime, after: datetime, zone: tzinfo | None = None
) -> datetime | None:
    """Gives the first moment of a rule after ``after``, in UTC; None where it never comes again.

    ``start`` is when the rule begins: intervals and a COUNT are reckoned from there. Without a
    ``zone`` it is the local time of this computer.
    """
    return next(moments(rule, start, after, zone), None)


def count_between(
    rule: str, start: datetime, after: datetime, until: datetime, zone: tzinfo | None = None
) -> int:
    """Counts the moments after ``after`` and up to ``until``; 1,000 stand for that many or more."""
    found = 0
    for moment in islice(moments(rule, start, after, zone), 1000):
        if moment > until:
            break
        found += 1
    return found


def moments(
    rule: str, start: datetime, after: datetime, zone: tzinfo | None = None
) -> Iterator[datetime]:
    """Gives the moments of a rule after ``after``, in UTC and in order."""
    parts = _parts(rule)
    until = _until(parts.get("UNTIL", ""), zone)
    start = start.astimezone(UTC).replace(second=0, microsecond=0)
    every = _BY_TIME.get(parts["FREQ"])
    if every is not None:
        found = _by_time(every * int(parts.get("INTERVAL", "1")), parts, start, after)
    else:
        found = _by_days(rule, start, after, zone)
    for moment in found:
        if until is not None and moment > until:
            return
        yield moment


def _by_time(
    every: timedelta, parts: dict[str, str], start: datetime, after: datetime
) -> Iterator[datetime]:
    number = max(0, (after - start) // every + 1)
    most = int(parts["COUNT"]) if "COUNT" in parts else None
    try:
        while most is None or number < most:
            yield start + number * every
            number += 1
    except OverflowError:  # the year 10,000
        return


def _by_days(
    rule: str, start: datetime, after: datetime, zone: tzinfo | None
) -> Iterator[datetime]:
    """Reads the rule as times on the wall; those within a change of the clock are put in order."""
    waiting: list[tuple[datetime, datetime]] = []
    last = after
    for wall in _walls(rule, to_wall(start, zone), to_wall(after, zone) - _LEAP):
        while waiting and waiting[0][1] < wall - 2 * _LEAP:
            last = yield from _in_turn(waiting, last)
        heapq.heappush(waiting, (to_utc(wall, zone), wall))
    while waiting:
        last = yield from _in_turn(waiting, last)


def _in_turn(
    waiting: list[tuple[datetime, datetime]], last: datetime
) -> Generator[datetime, None, datetime]:
    moment, _wall = heapq.heappop(waiting)
    if moment > last:
        yield moment
    return max(moment, last)


def _walls(rule: str, start: datetime, after: datetime) -> Iterator[datetime]:
    """Gives the times on the wall after ``after``.

    A rule that can never come true ("the 30th of February") is looked for up to the year 9999,
    for seconds; so the years are shifted by whole cycles of the calendar to shortly before that.
    """
    shift = (9999 - start.year) // _CYCLE * _CYCLE
    found = _rrule(rule, start.replace(year=start.year + shift))
    try:
        begin = after.replace(year=after.year + shift)
    except ValueError:  # after the last year there is
        return
    for wall in found.xafter(begin):
        yield wall.replace(year=wall.year - shift)


@lru_cache(maxsize=64)
def _rrule(rule: str, start: datetime) -> "rrule":
    from dateutil.rrule import rrule, rrulestr

    bare = ";".join(part for part in rule.split(";") if not part.startswith("UNTIL="))
    found = rrulestr(bare, dtstart=start.replace(second=0, microsecond=0))
    assert isinstance(found, rrule)
    return found


def _parts(rule: str) -> dict[str, str]:
    if len(rule) > _MOST_CHARS:
        raise _refused(rule, "it is too long")
    parts: dict[str, str] = {}
    for each in rule.split(";"):
        found = _PART.fullmatch(each)
        if found is None or found[1] not in _KNOWN or found[1] in parts:
            raise _refused(rule, f"“{each[:40]}” is no part of a rule")
        parts[found[1]] = found[2]
    return parts


def _check_numbers(rule: str, parts: dict[str, str]) -> None:
    for name, most in (("INTERVAL", _MOST_INTERVAL), ("COUNT", 1_000_000)):
        text = parts.get(name, "1")
        if not text.isdigit() or len(text) > 7 or not 1 <= int(text) <= most:
            raise _refused(rule, f"{name} must be a number from 1 to {most}")
    if "UNTIL" in parts:
        if "COUNT" in parts:
            raise _refused(rule, "COUNT and UNTIL exclude each other")
        try:
            _until(parts["UNTIL"], UTC)
        except ValueError:
            raise _refused(rule, "UNTIL must be like 20261231 or 20261231T180000Z") from None


def _until(text: str, zone: tzinfo | None) -> datetime | None:
    """Reads UNTIL; a day means all of it, a time without ``Z`` is local."""
    if not text:
        return None
    found = _UNTIL.fullmatch(text)
    if found is None:
        raise ValueError(text)
    day = datetime(int(found[1]), int(found[2]), int(found[3]))  # noqa: DTZ001 - a time on the wall
    if found[4] is None:
        return to_utc(datetime.combine(day, time(23, 59, 59)), zone)
    wall = day.replace(hour=int(found[4]), minute=int(found[5]), second=int(found[6]))
    return wall.replace(tzinfo=UTC) if found[7] else to_utc(wall, zone)


def _refused(rule: str, why: str) -> AgentError:
    return AgentError(f"“{rule[:80]}” is no rule that can be followed: {why}.", _EXAMPLE)
