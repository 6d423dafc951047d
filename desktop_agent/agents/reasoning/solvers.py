"""Solve problems that can be computed with certainty.

These are arithmetic, toggling puzzles, graph spectra, and counts of matrices by rank. The patterns
for their wordings, and the formulas for problems that a single formula can solve, are in
``resources/reasoning/computations.toml``. A pattern must match the whole problem.
"""

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import date
from decimal import Context, Decimal
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from dateutil.relativedelta import relativedelta

from desktop_agent.agents.answers.quantities import (
    Scale,
    converted,
    evaluate,
    plain_notation,
    scale_named,
)
from desktop_agent.evidence.text.dates import SHOWN_MONTHS
from desktop_agent.evidence.text.numbers import in_digits
from desktop_agent.system.resources import toml_resource

Parts = dict[str, str]
"""The captured parts of a form, without those that are absent."""
Working = tuple[str, str]
"""A value, and the lines that show how it was worked out."""

_DIGITS = 10


@dataclass(frozen=True, slots=True)
class Solved:
    """A computed answer.

    ``value`` is the bare answer, with numbers that `agents.answers.quantities` can parse.
    ``explanation`` shows the working in a few lines.
    """

    value: str
    explanation: str


def exact(value: Fraction) -> str:
    """Format a number exactly, as an integer, a decimal of at most ten digits, or a fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    short = _plain(Decimal(value.numerator) / Decimal(value.denominator))
    ends = Fraction(short) == value and len(short.partition(".")[2]) <= _DIGITS
    return short if ends else f"{value.numerator}/{value.denominator}"


def rounded(value: Fraction | float, digits: int = _DIGITS) -> str:
    """Format a number to ``digits`` significant digits, or exactly if it is an integer."""
    value = Fraction(value)
    if value.denominator == 1:
        return str(value.numerator)
    return _plain(Context(prec=digits).divide(Decimal(value.numerator), Decimal(value.denominator)))


def as_decimal(value: Fraction) -> str:
    """Format a number as a decimal, exactly if it is short and terminating, otherwise rounded."""
    short = exact(value)
    return rounded(value) if "/" in short else short


def _plain(value: Decimal) -> str:
    value = value.normalize()
    return format(value, "f") if -8 < value.adjusted() < 30 else str(value).replace("E", "e")


# --- Forms


def wordings() -> dict[str, Any]:
    """Return the tables of wordings."""
    return toml_resource("reasoning", "computations.toml")


def expression(pattern: str) -> str:
    """Replace each ``{slot}`` or ``{name:slot}`` with the regular expression for that slot."""

    def slot(match: re.Match[str]) -> str:
        name, _, kind = match[1].rpartition(":")
        return f"({f'?P<{name}>' if name else '?:'}{expression(wordings()['slots'][kind])})"

    return re.sub(r"\{([a-z_:]+)\}", slot, pattern)


@cache
def compiled(form: str) -> re.Pattern[str]:
    """Compile a form, with the expressions of its slots in their places."""
    return re.compile(expression(form))


def pattern(archetype: str, name: str) -> re.Pattern[str]:
    """Return an archetype's pattern for use in searches."""
    return compiled(wordings()[archetype][name])


def matched_form(text: str, archetype: str) -> tuple[str, Parts] | None:
    """Return the name and parts of the first form that matches the whole text, or None."""
    for name, forms in wordings()["forms"][archetype].items():
        for form in forms:
            if match := compiled(form).fullmatch(text):
                return name, {key: part for key, part in match.groupdict().items() if part}
    return None


def rewritten(text: str, group: str, name: str) -> str:
    """Rewrite text using a table of replacements, such as signs for words."""
    for old, new in wordings()[group][name]:
        text = compiled(old).sub(new, text)
    return " ".join(text.split())


# --- Normalization

_LONGEST = 1500
_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3}){1,9}(?!\d|,\d|\.\d*,)")


def worded(problem: str) -> str:
    """Normalize a problem: lower case, single spaces, plain formulas, and digits for number words.

    Greetings, format instructions, thousands separators and final punctuation are removed. German,
    French and Spanish questions are translated as far as the patterns require. Return "" for a
    problem that is very long or has no numbers.
    """
    text = plain_notation(problem if len(problem) <= _LONGEST else "")
    text = rewritten(" ".join(text.lower().split()), "normalization", "spelling")
    text = _GROUPED.sub(lambda match: match[0].replace(",", ""), text)
    text = rewritten(in_digits(text), "normalization", "numbers")
    return _in_english(text) if any(map(str.isdigit, text)) else ""


def _in_english(text: str) -> str:
    """Translate a German, French or Spanish question as far as the patterns require.

    Return "" if a number is ambiguous.
    """
    text = re.sub(r"\s*\?$", "", text.lstrip("\u00bf\u00a1 "))
    for language, opener in wordings()["openers"].items():
        if not re.match(rf"(?:{opener})\b", text):
            continue
        unclear = r"\d,\d{3}(?!\d)|\d\.\d{3}" if language == "fr" else r"\d,\d{3}(?!\d)"
        if re.search(unclear, text):
            return ""
        text = re.sub(r"(?<=\d)[.\u202f\u00a0](?=\d{3}(?!\d))", "", text)
        text = re.sub(r"(?<=\d),(?=\d)", ".", text)
        return rewritten(text, "words", language)
    return text


# --- Questions whose every word a form knows


def solve_by_form(text: str) -> Solved | None:
    """Compute the result of the first form that matches the whole text, or return None."""
    form = matched_form(text, "plain")
    if form is None:
        return None
    name, parts = form
    formula = wordings()["formulas"].get(name)
    worked = _by_formula(parts, *formula) if formula else _COMPUTED[name](parts)
    return Solved(*worked) if worked else None


# --- Expressions: ``what is 17 * 23 - 4``

_MOST_DIGITS = 1200


def solve_arithmetic(text: str) -> Solved | None:
    """Evaluate an expression, exactly if possible; return None if the text is anything else."""
    signs = rewritten(text, "words", "en")
    match = pattern("arithmetic", "asked").fullmatch(signs)
    summed = match["expression"].strip() if match else ""
    known = pattern("arithmetic", "operator").search(summed)
    if not known or pattern("arithmetic", "unsure").search(summed):
        return None
    if "square root of" in text and not pattern("arithmetic", "ends_in_root").search(signs):
        return None  # the root of the whole sum, or of its first term
    name = signs == text and pattern("arithmetic", "name").fullmatch(summed)
    if (name or pattern("arithmetic", "scientific").fullmatch(summed)) and not pattern(
        "arithmetic", "verb"
    ).match(text):
        return None  # 9/11 and 24/7 are names as often as sums; 6.02 * 10^23 is a number already
    amount = evaluate(summed)
    if amount is None:
        return None
    shown = exact(amount.value) if amount.exact else rounded(amount.value, 12)
    line = f"{summed} {'=' if amount.exact else '≈'} {shown}"
    if "/" in shown:
        line += f" = {rounded(amount.value)}"
    return Solved(shown, line) if len(shown) <= _MOST_DIGITS else None


# --- Formulas: percentages, sums and means

_TIMES = "\u00d7"
_CURRENCIES = {"dollars": "$", "usd": "$", "euros": "€", "eur": "€", "pounds": "£"}


def _by_formula(parts: Parts, formula: str, unit: str, least: str = "") -> Working | None:
    """Evaluate a formula over named parts, or return None.

    ``unit`` is the unit of the result, or "money" for the currency of the amounts, which must
    agree. The result must be at least ``least``.
    """
    told = (part for name, part in parts.items() if name != "percent")
    signs = {sign for part in told for sign in re.findall(r"[$€£]|[a-z]+", part)}
    currency = {_CURRENCIES.get(sign, sign) for sign in signs}
    figures = {name: exact(Fraction(re.sub(r"[^\d.-]", "", part))) for name, part in parts.items()}
    worked = _evaluated(formula.format(**figures))
    if worked is None or len(currency) > 1 or (least and Fraction(worked[0]) < Fraction(least)):
        return None
    value, line = worked
    return ("".join(currency) + value, line) if unit == "money" else (value + unit, line + unit)


def _evaluated(formula: str) -> Working | None:
    amount = evaluate(formula)
    if amount is None:
        return None
    shown = as_decimal(amount.value)
    return shown, f"{formula.replace('*', _TIMES)} {'=' if amount.exact else '≈'} {shown}"


def _numbers(parts: Parts) -> list[Fraction]:
    return [Fraction(number) for number in re.findall(r"-?\d+(?:\.\d+)?", parts["list"])]


_SIGNS = {
    "sum": " + ", "total": " + ", "add": " + ", "product": " * ", "multiply": " * ", "difference": " - ", "quotient": " / ",
}  # fmt: skip


def _aggregate(parts: Parts) -> Working | None:
    numbers, kind = _numbers(parts), parts["kind"]
    if kind in ("difference", "quotient") and len(numbers) != 2:
        return None
    if kind == "difference":
        numbers.sort(reverse=True)
    written = [f"({exact(number)})" if number < 0 else exact(number) for number in numbers]
    formula = _SIGNS.get(kind, " + ").join(written)
    return _evaluated(formula if kind in _SIGNS else f"({formula}) / {len(numbers)}")


def _remainder(parts: Parts) -> Working | None:
    n, k = int(parts["n"]), int(parts["k"])
    return (str(n % k), f"{n} = {n // k} {_TIMES} {k} + {n % k}") if k else None


# --- Unit conversions

_DIMENSIONS = ("length", "area", "volume", "mass", "speed", "duration", "temperature", "data", "power", "energy")  # fmt: skip
_UNCLEAR = frozenset(("month", "year", "ton", "gal", "pint", "cal"))


def _scale(name: str) -> Scale | None:
    name = re.sub("^(?:degrees )?(?:celsius|°c)", "°C", name)
    name = re.sub("^(?:degrees )?(?:fahrenheit|°f)", "°F", name)
    scale = scale_named(name) or scale_named(name.removesuffix("s"))
    if scale is None or scale.dimension not in _DIMENSIONS or scale.sign in _UNCLEAR:
        return None
    return scale


def _convert(parts: Parts) -> Working | None:
    figure, scale, wanted = parts["figure"], _scale(parts["unit"]), _scale(parts["wanted"])
    if scale is None or wanted is None or scale == wanted or re.search(r"/0+$", figure):
        return None
    value = Fraction(1) if figure in ("a", "an") else Fraction(figure)
    result = converted(value, scale, wanted)
    if result is None:
        return None
    shown = f"{as_decimal(result)} {wanted.sign}"
    line = f"{exact(value)} {scale.sign} = {shown}"
    one = converted(Fraction(1), scale, wanted)
    if one is not None and scale.dimension != "temperature":
        line = f"1 {scale.sign} = {rounded(one)} {wanted.sign}, so {line}"
    return shown, line


# --- Dates, in the proleptic Gregorian calendar

_WEEKDAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_MONTHS = [name[:3].lower() for name in ("", *SHOWN_MONTHS)]
_DAYS = {"day": 1, "week": 7}
_MONTHS_IN = {"month": 1, "year": 12}


def _date(text: str) -> date | None:
    numbers = [int(number) for number in re.findall(r"\d+", text)]
    if named := re.search(expression("{month}"), text):
        numbers = [numbers[1], _MONTHS.index(named[0][:3]), numbers[0]]
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
    sign = "-" if parts["way"] in ("before", "minus", "prior to", "-") else "+"
    steps, days, months = int(f"{sign}{count}"), _DAYS.get(unit, 0), _MONTHS_IN.get(unit, 0)
    try:
        end = start + relativedelta(days=steps * days, months=steps * months)
    except (ValueError, OverflowError):
        return None
    if months and end.day != start.day:
        return None  # there is no 31 February
    weekday = _WEEKDAYS[end.weekday()]
    line = (
        f"{start} {sign} {count} {parts['unit']} = {end}, a {weekday} (the start is not counted)."
    )
    return weekday if "weekday" in parts else end.isoformat(), line


def _weekday(parts: Parts) -> Working | None:
    day = _date(parts["first"])
    if day is None:
        return None
    name = _WEEKDAYS[day.weekday()]
    return name, f"{day} is a {name}."


# --- Primes and divisors

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
    """Return the prime factors of a number between 2 and 10^12, with their exponents."""
    found: dict[int, int] = {}
    step = 2
    while step * step <= number:
        while number % step == 0:
            found[step] = found.get(step, 0) + 1
            number //= step
        step += 1 if step == 2 else 2
    return found | ({number: 1} if number > 1 else {})


def _product(number: int) -> str:
    factors = prime_factors(number).items()
    return f" {_TIMES} ".join(f"{prime}^{n}" if n > 1 else str(prime) for prime, n in factors)


def _count_primes(parts: Parts) -> Working | None:
    low, high, bound = int(parts["low"]), parts.get("high"), parts["bound"]
    ranges = bound in ("between", "from")
    inclusive = bound in ("up to", "not exceeding", "less than or equal to")
    first, last = (low, int(high or 0)) if ranges else (2, low if inclusive else low - 1)
    if (high is None) == ranges or last > _MOST_SIEVED or (not ranges and "inclusive" in parts):
        return None
    found = [prime for prime in _primes(max(last, 1)) if prime >= first]
    if bound == "between" and "inclusive" not in parts and {first, last} & set(found):
        return None  # does "between 7 and 20" hold 7?
    listed = ", ".join(map(str, found)) or "none"
    if len(found) > _MOST_LISTED:
        if "list" in parts:
            return None
        listed = f"{found[0]}, …, {found[-1]}"
    return listed if "list" in parts else str(len(found)), f"{len(found)} prime numbers: {listed}"


def _is_prime(parts: Parts) -> Working | None:
    number = int(parts["low"])
    if not 2 <= number <= _MOST_FACTORED:
        return ("No", f"{number} is neither prime nor composite.") if number < 2 else None
    prime = prime_factors(number) == {number: 1}
    divided = "is prime: no smaller number but 1 divides it" if prime else f"= {_product(number)}"
    return ("Yes" if prime != ("composite" in parts) else "No"), f"{number} {divided}"


def _factors(parts: Parts) -> Working | None:
    number = int(parts["low"])
    if not 2 <= number <= _MOST_FACTORED:
        return None
    return _product(number), f"{number} = {_product(number)}"


def _common(parts: Parts) -> Working | None:
    numbers = _numbers(parts)
    if any(number.denominator > 1 or not 0 < number <= _MOST_SIEVED for number in numbers):
        return None
    name, compute = ("gcd", math.gcd) if "divides" in parts else ("lcm", math.lcm)
    value = compute(*map(int, numbers))
    factored = (f"{number} = {_product(int(number))}" for number in numbers if number > 1)
    return str(value), f"{', '.join(factored)}: {name} = {value}"


_COMPUTED: dict[str, Callable[[Parts], Working | None]] = {
    "aggregate": _aggregate, "remainder": _remainder, "convert": _convert, "between": _between, "later": _later,
    "weekday": _weekday, "count_primes": _count_primes, "is_prime": _is_prime, "factors": _factors, "common": _common,
}  # fmt: skip


# --- Round k toggles every k-th light, locker or door. Item j is toggled once for each of its
# --- divisors that is not greater than the number of rounds.

_MOST_THINGS = 200_000
_FLIP = bytes.maketrans(b"\0\1", b"\1\0")
_OPPOSITE = {"open": "closed", "closed": "open"}


def solve_toggling(text: str) -> Solved | None:
    """Find how many or which items end up open or on after round k toggles every k-th item."""
    told = _toggling_told(text)
    rules = [*zip(told["actor"], told["step"], told["to"], strict=True)]
    for actor, step, to in rules:
        if actor != step or (to and step not in ("1", "2")):
            return None
        if to:  # what the first one does shows how all things were, and the second one undoes that
            told["at_first"].append(_OPPOSITE[to] if step == "1" else to)
    if not (told["toggles"] and _is_for_every_round(told["step"], goes_on=bool(told["goes_on"]))):
        return None
    named, doers = set(told["things"]), set(told["doers"] + (told["things"] * len(told["as_many"])))
    if not len(named) == len(doers) == len(set(told["at_first"])) == len(told["wanted"]) == 1:
        return None
    things, rounds, on = int(*named), int(*doers), told["at_first"][0] == "open"
    if not 1 <= things <= _MOST_THINGS or rounds < 1 or not named | doers >= set(told["upto"]):
        return None
    toggled = bytearray(things + 1)
    for k in range(1, min(rounds, things) + 1):
        toggled[k::k] = toggled[k::k].translate(_FLIP)
    changes = (told["wanted"] == ["open"]) != on
    found = [at for at in range(1, things + 1) if toggled[at] == changes]
    if not told["how_many"] and len(found) > _MOST_LISTED:
        return None
    value = str(len(found)) if told["how_many"] else ", ".join(map(str, found)) or "none"
    why = "an odd number of divisors have the perfect squares alone"
    if rounds < things:
        why = "each round was gone through"
    return Solved(
        value,
        f"{things} things, all {'on/open' if on else 'off/closed'} at first; "
        f"{rounds} rounds, round k toggles every k-th.\n"
        f"Number j is toggled once for each divisor of j up to {rounds}; {why}.\n"
        f"Asked for: {value}.",
    )


def _toggling_told(text: str) -> defaultdict[str, list[str]]:
    """Return what the clauses of a problem say, by the names of their groups.

    The problem is first rewritten to a few plain words, and words that say nothing are left out.
    The result is empty if the problem says anything else, which may be a twist.
    """
    told: defaultdict[str, list[str]] = defaultdict(list)
    toggling = wordings()["toggling"]
    text = rewritten(text, "toggling", "evened")
    named = set(pattern("toggling", "thing_noun").findall(text))
    if len(named - set(toggling["parts"])) > 1:
        return told
    for table in ("roles", "owned", "plain"):
        text = rewritten(text, "toggling", table)
    fillers = toggling["fillers"].split()
    text = " ".join(word for word in text.split() if word not in fillers) + " "
    clauses = [compiled(clause) for clause in toggling["clauses"]]
    at = 0
    while at < len(text):
        match = next(filter(None, (clause.match(text, at) for clause in clauses)), None)
        if match is None:
            return defaultdict(list)
        at = match.end()
        for name, part in match.groupdict().items():
            if part or name == "to":
                told[name].append(part)
        if told["step"] and told["state"]:
            return defaultdict(list)  # brought there after the rounds, if not said to be at first
        told["at_first"] += told.pop("state", [])
    return told


def _is_for_every_round(steps: list[str], *, goes_on: bool) -> bool:
    """Return whether the steps are those of the first rounds and so on, or end with any round k."""
    first = [step for step in steps if step.isdigit()]
    general = steps[len(first) :]
    if steps[: len(first)] != [str(number) for number in range(1, len(first) + 1)]:
        return False
    return len(general) == 1 or (not general and len(first) > 2 and goes_on)


# --- Spectra of cycles, complete graphs, hypercubes, circulants and abelian Cayley graphs. The
# --- eigenvalue of character a is the sum of cos(2 pi sum(a_i s_i / n_i)) over the connection set
# --- (Babai, Spectra of Cayley graphs, 1979).

_MOST_VERTICES = 4096
_MOST_EIGENVALUES = 60
_NEAR = 1e-8

_Element = tuple[int, ...]
Spectrum = list[tuple[float, int]]
"""Distinct eigenvalues with their multiplicities, largest first."""


@dataclass(frozen=True, slots=True)
class Cayley:
    """A Cayley graph of Z_n1 x Z_n2 x …, with a connection set closed under negation."""

    orders: tuple[int, ...]
    connections: frozenset[_Element]


def cayley(
    orders: tuple[int, ...], elements: Iterable[_Element], *, close: bool = True
) -> Cayley | None:
    """Build a Cayley graph, or return None if it is too large or has loops or directed edges.

    If ``close`` is True, inverses are added to the connection set.
    """
    if not orders or min(orders) < 1 or math.prod(orders) > _MOST_VERTICES:
        return None
    given, negated = (
        {tuple(sign * part % n for part, n in zip(each, orders, strict=True)) for each in elements}
        for sign in (1, -1)
    )
    connections = frozenset(given | negated)
    if not connections or (0,) * len(orders) in connections:
        return None
    return Cayley(orders, connections) if close or connections == given else None


def eigenvalues(graph: Cayley) -> Spectrum:
    """Return the eigenvalues of the adjacency matrix with multiplicities, largest first."""
    import numpy as np

    characters = np.array(list(product(*(range(order) for order in graph.orders))), dtype=float)
    angles = (characters / np.array(graph.orders)) @ np.array(sorted(graph.connections)).T
    grouped: Spectrum = []
    for value in sorted(np.cos(2 * np.pi * angles).sum(axis=1).tolist(), reverse=True):
        if grouped and abs(grouped[-1][0] - value) < _NEAR:
            grouped[-1] = (grouped[-1][0], grouped[-1][1] + 1)
        else:
            whole = round(value)
            grouped.append((float(whole) if abs(value - whole) < _NEAR else value, 1))
    return grouped


def shown_eigenvalue(value: float) -> str:
    """Format an eigenvalue as an integer, as (p ± sqrt(q))/2 or, failing that, as a decimal."""
    if value == round(value):
        return str(round(value))
    reach = math.ceil(abs(value)) + 3
    for p in sorted(range(-2 * reach, 2 * reach + 1), key=abs):
        exact = (2 * value - p) ** 2
        q = round(exact)
        if 0 < q <= 16 * reach * reach and abs(exact - q) < _NEAR and (p * p - q) % 4 == 0:
            sign = "+" if 2 * value > p else "-"
            if p:
                return f"({p} {sign} sqrt({q}))/2"
            return f"{sign.strip('+')}sqrt({q // 4})"
    return rounded(value, 8)


def _graph_named(wording: str) -> Cayley | None:
    form = matched_form(re.sub(r"^(?:the|an?) |\bsimple |\bundirected ", "", wording), "graphs")
    if form is None:
        return None
    kind, parts = form
    n = int(parts.get("on") or parts.get("n") or 3)
    if n > _MOST_VERTICES // 4 or (kind == "cycle" and n < 3):
        return None
    match kind:
        case "cycle":
            return cayley((n,), [(1,)])
        case "complete":
            return cayley((n,), [(step,) for step in range(1, n)])
        case "hypercube":
            return cayley(
                (2,) * n, [(0,) * axis + (1,) + (0,) * (n - axis - 1) for axis in range(n)]
            )
    orders = tuple(map(int, re.findall(r"\d+", parts.get("group", str(n)))))
    listed = re.sub(r"\+/?-", "±", re.sub(r",? and |,(?: ?and )?", ",", parts["set"]))
    element = r"-?\d+" if len(orders) == 1 else rf"\(-?\d+(?:, ?-?\d+){{{len(orders) - 1}}}\)"
    if not re.fullmatch(rf"\s*±? ?{element}(?:\s*,\s*±? ?{element})*\s*", listed):
        return None
    elements = [tuple(map(int, re.findall(r"-?\d+", part))) for part in re.findall(element, listed)]
    return cayley(
        orders, elements, close=kind == "circulant" or "generat" in wording or "±" in listed
    )


def solve_spectrum(text: str) -> Solved | None:
    """Answer a question about the eigenvalues of a graph defined in the text."""
    form = matched_form(text, "spectrum")
    graph = _graph_named(form[1]["graph"]) if form else None
    if form is None or graph is None:
        return None
    asked, parts = form
    spectrum, degree = eigenvalues(graph), len(graph.connections)
    if parts.get("matrix") == "laplacian":
        spectrum = [(degree - value, count) for value, count in reversed(spectrum)]
    listed = ", ".join(f"{shown_eigenvalue(v)} (multiplicity {count})" for v, count in spectrum)
    if len(spectrum) > _MOST_EIGENVALUES:
        listed = ""
    value = listed if asked == "all" else _value(spectrum, asked, int(parts.get("value", 0)))
    text = (
        f"{parts['graph']} has {math.prod(graph.orders)} vertices of degree {degree}. The characters of the group give "
        f"the eigenvalues, each a sum of cosines over the connection set:\n{listed or f'{len(spectrum)} distinct eigenvalues'}"
    )
    return Solved(value, text) if value else None


def _value(spectrum: Spectrum, asked: str, wanted: int) -> str:
    match asked:
        case "largest":
            return shown_eigenvalue(spectrum[0][0])
        case "smallest":
            return shown_eigenvalue(spectrum[-1][0])
        case "second":  # with multiplicity it may be the largest again
            clear = len(spectrum) > 1 and spectrum[0][1] == 1
            return shown_eigenvalue(spectrum[1][0]) if clear else ""
        case "distinct":
            return str(len(spectrum))
        case "multiplicity":
            return str(sum(count for value, count in spectrum if abs(value - wanted) < _NEAR))
    total = sum(abs(value) * count for value, count in spectrum)
    return str(round(total)) if abs(total - round(total)) < 1e-7 else rounded(total, 8)


# --- Matrices of a given rank over a finite field. The number of m x n matrices of rank r over
# --- GF(q) is the product over i < r of (q^m - q^i)(q^n - q^i) / (q^r - q^i) (Lidl and
# --- Niederreiter, Finite Fields, exercise 6.33; Landsberg 1893).

_MOST_SIDE = 40
_MOST_FIELD = 10**6


def solve_matrix_rank(text: str) -> Solved | None:
    """Count matrices over GF(q) by rank or singularity; return None for other problems."""
    form = matched_form(text, "matrix_rank")
    parts = form[1] if form else {}
    size = evaluate(parts.get("q") or parts.get("ring") or parts.get("order", ""))
    if size is None or size.value > _MOST_FIELD:
        return None
    field, rows, columns = int(size.value), int(parts["m"]), int(parts["n"])
    factors, ranks = prime_factors(field), _ranks(parts, rows, columns)
    if ranks is None or ("ring" in parts and factors != {field: 1}):
        return None  # Z_4 and Z_6 are rings, where rank means something else
    if len(factors) != 1:
        told = f"A finite field has a prime power of elements, and {field} is none."
        return Solved(f"there is no field with {field} elements", told)
    counts = {rank: matrices_of_rank(rows, columns, rank, field) for rank in ranks}
    total = str(sum(counts.values()))
    told = (
        f"{rows} x {columns} matrices over GF({field}): the product over i < r of (q^m - q^i)(q^n - q^i)/(q^r - q^i) "
        f"with q = {field}, m = {rows}, n = {columns}."
    )
    lines = [f"rank {rank}: {count}" for rank, count in list(counts.items())[:12]]
    return Solved(total, "\n".join((told, *lines, f"Total: {total}")))


def matrices_of_rank(rows: int, columns: int, rank: int, field: int) -> int:
    """Return the number of matrices of the given shape and rank over GF(``field``)."""
    if not 0 <= rank <= min(rows, columns):
        return 0
    upper = lower = 1
    for step in range(rank):
        upper *= (field**rows - field**step) * (field**columns - field**step)
        lower *= field**rank - field**step
    return upper // lower


def _ranks(parts: Parts, rows: int, columns: int) -> range | None:
    """Return the ranks to count, or None if the matrices are too large or unsuitable."""
    least, most, kind = min(rows, columns), max(rows, columns), parts.get("kind")
    if least < 1 or most > _MOST_SIDE or (kind and rows != columns):
        return None
    if kind:
        return range(rows) if kind == "singular" else range(rows, rows + 1)
    rank, bound = int(parts["r"]), parts.get("bound", "").strip()
    first = 0 if bound in ("at most", "less than") else rank
    last = {"at most": min(rank, least), "less than": min(rank - 1, least), "at least": least}
    return range(first, last.get(bound, rank) + 1)


# --- All solvers

_SOLVERS = (solve_toggling, solve_spectrum, solve_matrix_rank, solve_arithmetic, solve_by_form)


def solve(problem: str) -> Solved | None:
    """Solve a problem from its own numbers, without a model.

    Return None if no solver recognizes all significant words, or if solvers disagree.
    """
    text = worded(problem)
    solved = (solver(text) for solver in _SOLVERS) if text else ()
    found = [each for each in solved if each is not None]
    return found[0] if len({each.value for each in found}) == 1 else None


_MOST_PARTS = 9


def solve_each(problem: str) -> Solved | None:
    """Solve a problem, or every part of it if it asks for several things."""
    whole = solve(problem)
    parts = list(filter(str.strip, pattern("parts", "between").split(problem)))
    if whole is not None or not 2 <= len(parts) <= _MOST_PARTS:
        return whole
    solved = [each for each in map(solve, parts) if each is not None]
    if len(solved) < len(parts):
        return None
    lines = "\n\n".join(each.explanation for each in solved)
    return Solved("; ".join(each.value for each in solved), lines)
