"""Compute weekdays, date offsets and the days between two dates (proleptic Gregorian calendar)."""

import re
from datetime import date, timedelta

from desktop_agent.agents.reasoning.solvers.base import Rule, Solved
from desktop_agent.evidence.text.dates import SHOWN_MONTHS

_MONTHS = {name.lower(): number for number, name in enumerate(SHOWN_MONTHS, 1)}
_MONTHS |= {name[:3]: number for name, number in list(_MONTHS.items())} | {"sept": 9}
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = rf"(?:(?:the )?(?:{_MONTH} {_DAY},? \d{{4}}|{_DAY}(?: of)? {_MONTH},? \d{{4}})|\d{{4}}-\d{{2}}-\d{{2}})"
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_NOTE = "Proleptic Gregorian calendar"


def _read(text: str) -> date | None:
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if named := re.search(_MONTH, text):
        day, year = numbers
        month = _MONTHS[named.group().rstrip(".")]
    else:
        year, month, day = numbers
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _between(match: re.Match[str]) -> Solved | None:
    first, last = _read(match["first"]), _read(match["last"])
    if first is None or last is None or last < first:
        return None
    days = (last - first).days
    inclusive = bool(match["inclusive"])
    if match["unit"] == "weeks":
        if days % 7 or inclusive:
            return None
        line = f"{first} to {last}: {days} days = {days // 7} weeks. {_NOTE}."
        return Solved(str(days // 7), "dates", line)
    counted = f"the first day not counted; with both ends it is {days + 1}"
    if inclusive:
        days, counted = days + 1, "both ends counted"
    return Solved(str(days), "dates", f"{first} to {last}: {days} days, {counted}. {_NOTE}.")


def _later(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    start, count = _read(parts["first"]), int(parts["count"])
    if start is None or count > 4_000_000:
        return None
    backward = parts["way"] in ("before", "minus", "prior to", "-")
    end = _moved(start, -count if backward else count, parts["unit"].rstrip("s"))
    if end is None:
        return None
    weekday = _WEEKDAYS[end.weekday()]
    value = weekday if parts.get("weekday") else end.isoformat()
    line = f"{start} {'-' if backward else '+'} {count} {parts['unit']} = {end}, a {weekday} (the start is not counted). {_NOTE}."
    return Solved(value, "dates", line)


def _moved(start: date, count: int, unit: str) -> date | None:
    """Return the date that is ``count`` units after ``start``, or None if it does not exist."""
    try:
        if unit in ("day", "week"):
            return start + timedelta(days=count * (7 if unit == "week" else 1))
        months = start.year * 12 + start.month - 1 + count * (12 if unit == "year" else 1)
        return date(months // 12, months % 12 + 1, start.day)
    except (ValueError, OverflowError):
        return None


def _weekday(match: re.Match[str]) -> Solved | None:
    day = _read(match["first"])
    if day is None:
        return None
    name = _WEEKDAYS[day.weekday()]
    line = f"Day {day.toordinal()} of the calendar, and day 1 was a Monday: {day} is a {name}. {_NOTE}."
    return Solved(name, "dates", line)


_HOW_MANY = r"(?:how many (?P<unit>days|weeks)(?: are there| are| lie| passed| elapsed| is it)?|(?:what is |find |calculate )?the number of days)"
_FIRST, _LAST = rf"(?P<first>{_DATE})", rf"(?P<last>{_DATE})"
_COUNT = r"(?P<count>\d+) (?P<unit>days?|weeks?|months?|years?)"
_BOTH = r"(?:inclusive|inclusively|(?:including|counting) both (?:dates|days|ends))"
_INCLUSIVE = rf"(?P<inclusive>,? ?\(?{_BOTH}\)?)?"
_WAY = r"(?P<way>after|before|from|following|prior to)"
_IS = r"(?:is|was|will be|comes|falls|will it be|is it|lies)"
_WEEKDAY = r"(?:day of the week|weekday)"
DATE_RULES: tuple[Rule, ...] = (
    (rf"{_HOW_MANY} (?:between|from) {_FIRST} (?:and|to|until|till|through) {_LAST}{_INCLUSIVE}", _between),
    (rf"(?:(?:what|which) (?:is the )?date {_IS}|what is the date|find the date) {_COUNT} {_WAY} {_FIRST}", _later),
    (rf"(?:what|which) (?P<weekday>{_WEEKDAY}) {_IS} {_COUNT} {_WAY} {_FIRST}", _later),
    (rf"(?:what is |calculate |what date is )?{_FIRST} (?P<way>\+|-|plus|minus) {_COUNT}", _later),
    (rf"(?:on )?(?:what|which) {_WEEKDAY} (?:is|was|will be|does|did|will)(?: it on)? {_FIRST}(?: be| fall on| fall)?", _weekday),
)  # fmt: skip
