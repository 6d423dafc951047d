"""Days between dates, dates some time later, weekdays, ages and leap years (proleptic Gregorian)."""

import calendar
import re
from datetime import date, timedelta

from desktop_agent.agents.reasoning.solvers.base import Rule, Solved, by_rules, rule
from desktop_agent.evidence.text.dates import SHOWN_MONTHS

_MONTHS = {name.lower(): number for number, name in enumerate(SHOWN_MONTHS, 1)}
_MONTHS |= {name[:3]: number for name, number in list(_MONTHS.items())} | {"sept": 9}
_MONTH = "(?:" + "|".join(sorted(_MONTHS, key=len, reverse=True)) + r")\.?"
_DAY = r"\d{1,2}(?:st|nd|rd|th)?"
_DATE = rf"(?:(?:the )?(?:{_MONTH} {_DAY},? \d{{4}}|{_DAY}(?: of)? {_MONTH},? \d{{4}})|\d{{4}}-\d{{2}}-\d{{2}})"
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_WEEKDAY = "|".join(day.lower() for day in _WEEKDAYS) + r"|mon|tues?|wed|thu(?:rs)?|fri|sat|sun"
_DATED = re.compile(rf"(?:(?:{_WEEKDAY}),? )?({_DATE})")
_NOTE = "Proleptic Gregorian calendar"


def solve_dates(text: str) -> Solved | None:
    """Solves arithmetic with dates that are written out, or in ISO 8601."""
    return by_rules(text, _RULES)


def read_date(text: str) -> date | None:
    """Gives the date that a text is, or None where there is no such day."""
    if iso := re.fullmatch(r"(\d{4})-(\d{2})-(\d{2})", text):
        year, month, day = (int(part) for part in iso.groups())
    else:
        named = re.search(rf"({_MONTH})", text)
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        if named is None or len(numbers) != 2:
            return None
        month, (day, year) = _MONTHS[named.group(1).rstrip(".")], numbers
    try:
        return date(year, month, day)
    except ValueError:
        return None


def shown_date(day: date) -> str:
    """Gives a date in ISO 8601."""
    return day.isoformat()


def _between(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    first, last = read_date(parts["first"]), read_date(parts["last"])
    if first is None or last is None or last < first:
        return None
    days = (last - first).days
    inclusive = bool(parts.get("inclusive"))
    unit = parts.get("unit") or "days"
    if unit.startswith("week"):
        if days % 7 or inclusive:
            return None
        return Solved(
            str(days // 7), "dates", f"{first} to {last}: {days} days = {days // 7} weeks. {_NOTE}."
        )
    value = days + 1 if inclusive else days
    counted = (
        "both ends counted"
        if inclusive
        else f"the first day not counted; with both ends it is {days + 1}"
    )
    return Solved(f"{value}", "dates", f"{first} to {last}: {value} days, {counted}. {_NOTE}.")


def _later(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    start, count = read_date(parts["first"]), int(parts["count"])
    if start is None or count > 4_000_000:
        return None
    backward = parts["way"] in ("before", "minus", "prior to", "earlier than", "-")
    end = _moved(start, -count if backward else count, parts["unit"].rstrip("s"))
    if end is None:
        return None
    weekday = _WEEKDAYS[end.weekday()]
    value = weekday if parts.get("weekday") else shown_date(end)
    line = f"{start} {'-' if backward else '+'} {count} {parts['unit']} = {end}, a {weekday} (the start is not counted). {_NOTE}."
    return Solved(value, "dates", line)


def _moved(start: date, count: int, unit: str) -> date | None:
    """Gives the date so many units later; None where that day is missing in its month."""
    try:
        if unit in ("day", "week"):
            return start + timedelta(days=count * (7 if unit == "week" else 1))
        months = start.year * 12 + start.month - 1 + count * (12 if unit == "year" else 1)
        return date(months // 12, months % 12 + 1, start.day)
    except (ValueError, OverflowError):
        return None


def _weekday(match: re.Match[str]) -> Solved | None:
    day = read_date(match.group("first"))
    if day is None:
        return None
    name = _WEEKDAYS[day.weekday()]
    return Solved(
        name,
        "dates",
        f"Day {day.toordinal()} of the calendar, and day 1 was a Monday: {day} is a {name}. {_NOTE}.",
    )


def _age(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    born, then = read_date(parts["born"]), read_date(parts["then"])
    if born is None or then is None or then < born:
        return None
    had = (then.month, then.day) >= (born.month, born.day)
    years = then.year - born.year - (not had)
    line = f"From {born} to {then}: the birthday in {then.year} {'has' if had else 'has not'} been, so {years} full years."
    return Solved(str(years), "dates", line)


def _leap(match: re.Match[str]) -> Solved | None:
    year = int(match.group("year"))
    if not 1 <= year <= 9999:
        return None
    leap = calendar.isleap(year)
    line = f"{year} is {'' if leap else 'not '}a leap year: divisible by 4, and by 400 where by 100. {_NOTE}."
    return Solved("yes" if leap else "no", "dates", line)


def _leap_years(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    first, last = int(parts["first"]), int(parts["last"])
    if not 1 <= first <= last <= 9999:
        return None
    ends = [year for year in {first, last} if calendar.isleap(year)]
    if ends and not parts.get("inclusive") and parts["word"] == "between":
        return None  # it is not said whether the ends count
    count = calendar.leapdays(first, last + 1)
    return Solved(
        str(count),
        "dates",
        f"Years from {first} to {last} divisible by 4, and by 400 where by 100: {count}.",
    )


def _month_days(match: re.Match[str]) -> Solved | None:
    parts = match.groupdict()
    year = int(parts["year"])
    if not 1 <= year <= 9999:
        return None
    name = parts.get("month")
    days = (
        calendar.monthrange(year, _MONTHS[name.rstrip(".")])[1]
        if name
        else 365 + calendar.isleap(year)
    )
    return Solved(
        str(days),
        "dates",
        f"{f'{name.capitalize()} ' if name else ''}{year} has {days} days. {_NOTE}.",
    )


_FIRST, _LAST = rf"(?P<first>{_DATE})", rf"(?P<last>{_DATE})"
_COUNT = r"(?P<count>\d+) (?P<unit>days?|weeks?|months?|years?)"
_INCLUSIVE = r"(?P<inclusive>,? ?\(?(?:inclusive|inclusively|including both (?:dates|days|ends)|counting both (?:dates|days|ends))\)?)?"
_WAY = r"(?P<way>after|before|from|following|prior to)"
_IS = r"(?:is|was|will be|comes|falls|will it be|is it|lies)"
_RULES: tuple[Rule, ...] = (
    rule(
        rf"(?:how many (?P<unit>days|weeks) (?:are there |are |lie |passed |elapsed |is it )?|(?:what is |find |calculate )?the number of (?:days) )(?:between|from) {_FIRST} (?:and|to|until|till|through) {_LAST}{_INCLUSIVE}",
        _between,
    ),
    rule(rf"(?:what (?:is the )?date {_IS}|what is the date|find the date|which date {_IS}) {_COUNT} {_WAY} {_FIRST}", _later),
    rule(rf"(?:what|which) (?P<weekday>(?:day of the week|weekday)) {_IS} {_COUNT} {_WAY} {_FIRST}", _later),
    rule(rf"(?:what is |calculate |what date is )?{_FIRST} (?P<way>\+|-|plus|minus) {_COUNT}", _later),
    rule(rf"(?:(?:on )?(?:what|which) (?:day of the week|weekday) (?:is|was|will be|does|did|is it on|will)|what day of the week (?:was|is) it on) {_FIRST}(?: be| fall on| fall)?", _weekday),
    rule(rf"how old (?:is|was|will|would) (?:someone|a person|somebody)(?: who (?:is|was))? born on (?P<born>{_DATE}) (?:be )?on (?P<then>{_DATE})", _age),
    rule(rf"(?:someone|a person) (?:is|was) born on (?P<born>{_DATE})[.,] how old (?:are|is|were|was|will) (?:they|he or she|the person|he|she) (?:be )?on (?P<then>{_DATE})", _age),
    rule(r"(?:is|was|will) (?:the year )?(?P<year>\d{1,4}) (?:be )?a leap year", _leap),
    rule(
        rf"how many leap years (?:are|were|are there|were there) (?P<word>between|from) (?P<first>\d{{4}}) (?:and|to|through) (?P<last>\d{{4}}){_INCLUSIVE}",
        _leap_years,
    ),
    rule(rf"how many days (?:are there in|are in|does|did|were in|were there in) (?:the month of )?(?:(?P<month>{_MONTH}),? (?:of )?)?(?:the year )?(?P<year>\d{{4}})(?: have)?", _month_days),
)  # fmt: skip
