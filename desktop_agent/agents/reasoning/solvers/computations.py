"""Compute what plain questions ask for: sums, percentages, units, dates, primes and divisors.

The wordings are in ``resources/reasoning/computations.toml``. A form must match the whole question.
"""

import calendar
import math
import re
from collections.abc import Callable, Iterable
from datetime import date, timedelta
from fractions import Fraction
from functools import cache, reduce
from operator import add, mul, sub, truediv
from statistics import median

from desktop_agent.agents.answers.expressions import evaluate
from desktop_agent.agents.answers.quantities import Scale, converted, scale_named
from desktop_agent.agents.reasoning.solvers.base import Solved, as_decimal, exact, rounded
from desktop_agent.system.resources import toml_resource

Parts = dict[str, str]
"""The captured parts of a form, without those that are absent."""
Working = tuple[str, str]
"""A value, and the line that shows how it was worked out."""

# --- Reading a question by its forms


def expression(pattern: str) -> str:
    """Put the slots' own expressions in the place of each ``{slot}`` or ``{name:slot}``."""
    slots = toml_resource("reasoning", "computations.toml")["slots"]

    def slot(match: re.Match[str]) -> str:
        name, _, kind = match[1].rpartition(":")
        return f"({f'?P<{name}>' if name else '?:'}{expression(slots[kind])})"

    return re.sub(r"\{([a-z_:]+)\}", slot, pattern)


@cache
def _forms(archetype: str) -> list[tuple[str, re.Pattern[str]]]:
    forms = toml_resource("reasoning", "computations.toml")["forms"][archetype]
    return [(name, re.compile(expression(form))) for name, each in forms.items() for form in each]


def solve_by_form(text: str, archetype: str) -> Solved | None:
    """Return what the first form of an archetype that matches the whole text computes, or None."""
    for name, form in _forms(archetype):
        if match := form.fullmatch(text):
            parts = {key: part for key, part in match.groupdict().items() if part}
            worked = _COMPUTED[name](parts)
            return Solved(worked[0], archetype, worked[1]) if worked else None
    return None


@cache
def _languages() -> dict[str, tuple[re.Pattern[str], list[tuple[re.Pattern[str], str]]]]:
    languages = toml_resource("reasoning", "computations.toml")["languages"]
    return {
        name: (
            re.compile(each["opener"]),
            [(re.compile(expression(old)), new) for old, new in each["words"]],
        )
        for name, each in languages.items()
    }


def in_english(text: str) -> str:
    """Put a question in German, French or Spanish into the English words that the forms know.

    A number that another language writes differently is rewritten; "" is returned if it is unclear
    which number is meant.
    """
    text = re.sub(r"\s*\?$", "", text.lstrip("\u00bf\u00a1 "))
    for language, (opener, words) in _languages().items():
        if language == "en" or not re.match(rf"(?:{opener.pattern})\b", text):
            continue
        if re.search(r"\d,\d{3}(?!\d)", text) or (
            language == "fr" and re.search(r"\d\.\d{3}", text)
        ):
            return ""
        text = re.sub(r"(?<=\d)[.\u202f\u00a0](?=\d{3}(?!\d))", "", text)
        return _rewritten(re.sub(r"(?<=\d),(?=\d)", ".", text), words)
    return text


def _rewritten(text: str, words: Iterable[tuple[re.Pattern[str], str]]) -> str:
    for old, new in words:
        text = old.sub(new, text)
    return " ".join(text.split())


# --- Expressions: ``what is 17 * 23 - 4``

_ASKED = (
    r"{ask}(?P<expression>[-\d\s.+*/^()!]*(?:sqrt ?[\d(]|\d)[-\d\s.+*/^()!sqrt]*?)(?: ?= ?\??)?"
)
_VERB = re.compile(r"(?:calculate|compute|evaluate|simplify|find|work out|determine) ")
_OPERATOR = re.compile(r"[\d)!] ?[-+*/^] ?[\d(s-]|sqrt|\d!")
_UNSURE = re.compile(
    r"[-+*/^] ?\+|[-+*/^] - |/ ?[\d.]+ ?\(|/ ?\([^()]*\) ?\(|\d \d"  # 6/2(1+2)
    r"|\d+/\d+/\d+|\d+(?:-\d+){2,}|^(?!\d+!$).*!$"  # dates and telephone numbers; 3 + 4!
)
_TIGHT = re.compile(r"\d+[/-]\d+")
_SCIENTIFIC = re.compile(r"\d(?:\.\d+)? ?\* ?10 ?\^ ?\(?-?\d+\)?")
_MOST_DIGITS = 1200


def solve_arithmetic(text: str) -> Solved | None:
    """Evaluate an expression, exactly if possible; return None if the text is not an expression."""
    rooted = "square root of" in text  # ambiguous: the root of the whole sum or of its first term
    verb = _VERB.match(text)
    worded = _rewritten(text, _languages()["en"][1])
    worded = re.sub(r"(?<=\d) (?=[!^])", "", worded)
    match = re.fullmatch(expression(_ASKED), worded)
    if match is None or (rooted and not re.search(r"sqrt \d+(?:\.\d+)?$", worded)):
        return None
    summed = match["expression"].strip()
    if not _OPERATOR.search(summed) or _UNSURE.search(summed):
        return None
    tight = worded == text and _TIGHT.fullmatch(summed)
    if not verb and (tight or _SCIENTIFIC.fullmatch(summed)):
        return None  # 9/11 and 24/7 are names as often as sums; 6.02 * 10^23 is a number already
    amount = evaluate(summed)
    if amount is None:
        return None
    shown = exact(amount.value) if amount.exact else rounded(amount.value, 12)
    line = f"{summed} {'=' if amount.exact else '≈'} {shown}"
    if "/" in shown:
        line += f" = {rounded(amount.value)}"
    return Solved(shown, "arithmetic", line) if len(shown) <= _MOST_DIGITS else None


# --- Percentages


def _money(parts: Parts, *names: str) -> tuple[str, list[Fraction]] | None:
    """Return the sign of the amounts' common currency and the amounts; None for two currencies."""
    signs, amounts = set(), []
    for name in names:
        text = parts[name]
        amounts.append(Fraction(_figure(text)))
        if sign := re.search(r"[$€£]|[a-z]+", text):
            signs.add(
                {"dollars": "$", "usd": "$", "euros": "€", "eur": "€", "pounds": "£"}.get(
                    sign[0], sign[0]
                )
            )
    return ("".join(signs), amounts) if len(signs) < 2 else None


def _figure(text: str) -> str:
    return re.sub(r"[^\d.-]", "", text)


def _share(parts: Parts) -> Working | None:
    money = _money(parts, "whole")
    if money is None:
        return None
    sign, (whole,) = money
    percent = Fraction(_figure(parts["percent"]))
    shown = as_decimal(percent * whole / 100)
    return sign + shown, f"{exact(percent)}/100 \u00d7 {exact(whole)} = {shown}"


def _which_share(parts: Parts) -> Working | None:
    part, whole = Fraction(parts["part"]), Fraction(parts["whole"])
    if whole <= 0:
        return None
    shown = f"{as_decimal(part / whole * 100)}%"
    return shown, f"{exact(part)} / {exact(whole)} \u00d7 100 = {shown}"


def _change(parts: Parts) -> Working | None:
    money, kind = _money(parts, "before", "after"), parts["kind"]
    if money is None:
        return None
    before, after = money[1]
    falls = kind in ("decrease", "drop")
    if before <= 0 or (kind == "increase" and after < before) or (falls and after > before):
        return None
    first, last = (after, before) if falls else (before, after)
    shown = f"{as_decimal((last - first) / before * 100)}%"
    return shown, f"({exact(last)} - {exact(first)}) / {exact(before)} \u00d7 100 = {shown}"


_UP = ("increase", "increased", "raise", "raised", "plus", "+", "more than", "add")


def _changed(parts: Parts) -> Working | None:
    money, percent = _money(parts, "value"), Fraction(_figure(parts["percent"]))
    sign = 1 if parts["verb"] in _UP else -1
    if money is None or (sign < 0 and percent > 100):
        return None
    unit, (value,) = money
    shown = as_decimal(value * (1 + sign * percent / 100))
    return (
        unit + shown,
        f"{exact(value)} \u00d7 (1 {'+' if sign > 0 else '-'} {exact(percent)}/100) = {shown}",
    )


# --- Unit conversions

_TEMPERATURES = (("celsius", "°C"), ("fahrenheit", "°F"), ("°c", "°C"), ("°f", "°F"))
_DIMENSIONS = ("length", "area", "volume", "mass", "speed", "duration", "temperature", "data", "power", "energy")  # fmt: skip
_UNCLEAR = frozenset(("month", "year", "ton", "gal", "pint", "cal"))


def _scale(name: str) -> Scale | None:
    for word, sign in _TEMPERATURES:
        name = name.removeprefix("degrees ").replace(word, sign)
    scale = scale_named(name) or scale_named(name.removesuffix("s"))
    if scale is None or scale.dimension not in _DIMENSIONS or scale.sign in _UNCLEAR:
        return None
    return scale


def _convert(parts: Parts) -> Working | None:
    figure, scale, wanted = parts["figure"], _scale(parts["unit"]), _scale(parts["wanted"])
    if scale is None or wanted is None or scale == wanted or re.search(r"/0+$", figure):
        return None
    value = Fraction(1) if figure in ("a", "an") else Fraction(figure)
    result = converted(value, scale, wanted) if scale.dimension == wanted.dimension else None
    if result is None:
        return None
    shown = f"{as_decimal(result)} {wanted.sign}"
    line = f"{exact(value)} {scale.sign} = {shown}"
    if not (scale.offset or wanted.offset):
        line = f"1 {scale.sign} = {rounded(scale.factor / wanted.factor)} {wanted.sign}, so {line}"
    return shown, line


# --- Dates, in the proleptic Gregorian calendar

_MONTHS = [name[:3].lower() for name in calendar.month_name]
_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


def _month(text: str) -> int:
    return _MONTHS.index(text[:3])


def _date(text: str) -> date | None:
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if named := re.search(expression("{month}"), text):
        numbers = [numbers[1], _month(named[0]), numbers[0]]
    try:
        return date(*numbers)
    except ValueError:
        return None


def _between(parts: Parts) -> Working | None:
    first, last = _date(parts["first"]), _date(parts["last"])
    if first is None or last is None or last < first:
        return None
    days, inclusive = (last - first).days, "inclusive" in parts
    if parts.get("unit") == "weeks":
        whole = days % 7 == 0 and not inclusive
        line = f"{first} to {last}: {days} days = {days // 7} weeks."
        return (str(days // 7), line) if whole else None
    days += inclusive
    counted = "both ends counted" if inclusive else "the first day not counted"
    return str(days), f"{first} to {last}: {days} days, {counted}."


def _later(parts: Parts) -> Working | None:
    start, count, unit = _date(parts["first"]), int(parts["count"]), parts["unit"].rstrip("s")
    if start is None or count > 4_000_000:
        return None
    backward = parts["way"] in ("before", "minus", "prior to", "-")
    end = _moved(start, -count if backward else count, unit)
    if end is None:
        return None
    weekday = _WEEKDAYS[end.weekday()]
    line = f"{start} {'-' if backward else '+'} {count} {parts['unit']} = {end}, a {weekday} (the start is not counted)."
    return weekday if "weekday" in parts else end.isoformat(), line


def _moved(start: date, count: int, unit: str) -> date | None:
    """Return the date that is ``count`` units after ``start``, or None if it does not exist."""
    try:
        if unit in ("day", "week"):
            return start + timedelta(days=count * (7 if unit == "week" else 1))
        months = start.year * 12 + start.month - 1 + count * (12 if unit == "year" else 1)
        return date(months // 12, months % 12 + 1, start.day)
    except (ValueError, OverflowError):
        return None


def _weekday(parts: Parts) -> Working | None:
    day = _date(parts["first"])
    return None if day is None else (name := _WEEKDAYS[day.weekday()], f"{day} is a {name}.")


def _leap_year(parts: Parts) -> Working:
    year = int(parts["year"])
    by = next(each for each in (400, 100, 4, 1) if year % each == 0)
    what = f"divisible by {by}" if by > 1 else "not divisible by 4"
    return ("Yes" if by in (400, 4) else "No"), f"{year} is {what}."


def _days_in(parts: Parts) -> Working | None:
    year = int(parts["year"])
    if year < 1583:
        return None
    if "month" in parts:
        days, named = (
            calendar.monthrange(year, _month(parts["month"]))[1],
            f"{parts['month']} {year}".title(),
        )
    else:
        days, named = 365 + calendar.isleap(year), str(year)
    return str(days), f"{named}: {days} days. {_leap_year(parts)[1]}"


# --- Primes, divisors and series

_MOST_SIEVED = 5_000_000
_MOST_FACTORED = 10**12
_MOST_LISTED = 200


def _primes(most: int) -> list[int]:
    sieve = bytearray([1]) * (most + 1)
    sieve[:2] = b"\0\0"[: most + 1]
    for step in range(2, math.isqrt(most) + 1):
        if sieve[step]:
            sieve[step * step :: step] = bytes(len(range(step * step, most + 1, step)))
    return [at for at, prime in enumerate(sieve) if prime]


def prime_factors(number: int) -> dict[int, int]:
    """Return the prime factors of a number from 2 to 10^12 with their exponents."""
    found: dict[int, int] = {}
    step = 2
    while step * step <= number:
        while number % step == 0:
            found[step] = found.get(step, 0) + 1
            number //= step
        step += 1 if step == 2 else 2
    return found | ({number: 1} if number > 1 else {})


def _product(factors: dict[int, int]) -> str:
    return " \u00d7 ".join(f"{prime}^{n}" if n > 1 else str(prime) for prime, n in factors.items())


_UP_TO = ("up to", "not exceeding", "less than or equal to")


def _count_primes(parts: Parts) -> Working | None:
    low, high, bound = int(parts["low"]), parts.get("high"), parts["bound"]
    ranges = bound in ("between", "from")
    first, last = (low, int(high or 0)) if ranges else (2, low if bound in _UP_TO else low - 1)
    if (high is None) == ranges or last > _MOST_SIEVED or (not ranges and "inclusive" in parts):
        return None
    found = [prime for prime in _primes(max(last, 1)) if prime >= first]
    if bound == "between" and "inclusive" not in parts and {first, last} & set(found):
        return None  # does "between 7 and 20" hold 7?
    if len(found) <= _MOST_LISTED:
        listed = ", ".join(map(str, found)) or "none"
    else:
        listed = "" if "list" in parts else f"{found[0]}, …, {found[-1]}"
    counted = f"{len(found)} prime numbers: {listed}"
    return ((listed if "list" in parts else str(len(found))), counted) if listed else None


def _is_prime(parts: Parts) -> Working | None:
    number = int(parts["low"])
    if not 2 <= number <= _MOST_FACTORED:
        return ("No", f"{number} is neither prime nor composite.") if number < 2 else None
    factors = prime_factors(number)
    prime = factors == {number: 1}
    divided = "no smaller number but 1 divides it" if prime else _product(factors)
    line = f"{number} {'is prime: ' if prime else '= '}{divided}"
    return ("Yes" if prime != ("composite" in parts) else "No"), line


def _nth_prime(parts: Parts) -> Working | None:
    n = int(parts["low"])
    if not 1 <= n <= 200_000:
        return None
    most = max(15, int(n * (math.log(n) + math.log(math.log(n) + 1) + 1)))
    prime = _primes(most)[n - 1]
    return str(prime), f"Counted from 2 as the first, prime number {n} is {prime}."


def _factors(parts: Parts) -> Working | None:
    number = int(parts["low"])
    if not 2 <= number <= _MOST_FACTORED:
        return None
    shown = _product(prime_factors(number))
    return shown, f"{number} = {shown}"


def _numbers(parts: Parts) -> list[Fraction]:
    return [Fraction(number) for number in re.findall(r"-?\d+(?:\.\d+)?", parts["list"])]


def _common(parts: Parts) -> Working | None:
    numbers = [int(number) for number in _numbers(parts) if number.denominator == 1 and number > 0]
    if len(numbers) < len(_numbers(parts)) or max(numbers) > _MOST_SIEVED:
        return None
    name, compute = ("gcd", math.gcd) if "divides" in parts else ("lcm", math.lcm)
    factored = (f"{number} = {_product(prime_factors(number))}" for number in numbers if number > 1)
    return str(value := compute(*numbers)), f"{', '.join(factored)}: {name} = {value}"


_AGGREGATES = {
    "sum": " + ", "total": " + ", "add": " + ", "product": " \u00d7 ", "multiply": " \u00d7 ", "difference": " - ", "quotient": " / ",
}  # fmt: skip


def _aggregate(parts: Parts) -> Working | None:
    numbers, kind = _numbers(parts), parts["kind"]
    if kind in ("difference", "quotient"):
        if len(numbers) != 2 or (kind == "quotient" and not numbers[1]):
            return None
        if kind == "difference":
            numbers.sort(reverse=True)
    if sign := _AGGREGATES.get(kind):
        compute = {"+": add, "-": sub, "/": truediv}.get(sign.strip(), mul)
        shown = as_decimal(Fraction(reduce(compute, numbers)))
        return shown, f"{sign.join(map(exact, numbers))} = {shown}"
    if kind == "median":
        shown = as_decimal(median(numbers))
        return shown, f"In order: {', '.join(map(exact, sorted(numbers)))}; in the middle: {shown}"
    shown = as_decimal(Fraction(sum(numbers)) / len(numbers))
    return shown, f"({' + '.join(map(exact, numbers))}) / {len(numbers)} = {shown}"


def _series(parts: Parts) -> Working | None:
    low, high = int(parts.get("low", 1)), int(parts["high"])
    total = (low + high) * (high - low + 1) // 2
    line = f"({low} + {high}) \u00d7 {high - low + 1} / 2 = {total}"
    return (str(total), line) if low < high else None


def _remainder(parts: Parts) -> Working | None:
    n, k = int(parts["n"]), int(parts["k"])
    return (str(n % k), f"{n} = {n // k} \u00d7 {k} + {n % k}") if k else None


def _root(parts: Parts) -> Working | None:
    value, degree = Fraction(parts["value"]), int(parts.get("degree", 3))
    if value < 0 or not 2 <= degree <= 100 or value > 10**30:
        return None
    whole = round(float(value) ** (1 / degree))
    exactly = whole**degree == value
    shown = str(whole) if exactly else rounded(float(value) ** (1 / degree), 12)
    return shown, f"{shown}^{degree} {'=' if exactly else '≈'} {exact(value)}"


_COMPUTED: dict[str, Callable[[Parts], Working | None]] = {
    "share": _share, "which_share": _which_share, "change": _change, "changed": _changed, "convert": _convert,
    "between": _between, "later": _later, "weekday": _weekday, "leap_year": _leap_year, "days_in": _days_in,
    "count_primes": _count_primes, "is_prime": _is_prime, "nth_prime": _nth_prime, "factors": _factors,
    "common": _common, "aggregate": _aggregate, "series": _series, "remainder": _remainder, "root": _root,
}  # fmt: skip
