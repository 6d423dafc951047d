"""A problem's wording made even, so that solvers can hold it against strict patterns."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

from desktop_agent.evidence.text.quantities import plain_notation

# --- What a solver gives, and how it writes its numbers.

_DIGITS = 10


@dataclass(frozen=True, slots=True)
class Solved:
    """A computed answer.

    ``value`` is the answer alone, in a form that `evidence.quantities` reads where it is a number;
    ``archetype`` names the kind of problem; ``explanation`` is a few lines that show the computation.
    """

    value: str
    archetype: str
    explanation: str


def exact(value: Fraction) -> str:
    """Gives a number exactly: whole, as a decimal that ends within ten digits, or as a fraction."""
    if value.denominator == 1:
        return str(value.numerator)
    decimal = Decimal(value.numerator) / Decimal(value.denominator)
    short = _plain(decimal.normalize())
    ends = Fraction(short) == value and len(short.partition(".")[2]) <= _DIGITS
    return short if ends else f"{value.numerator}/{value.denominator}"


def rounded(value: Fraction | float, digits: int = _DIGITS) -> str:
    """Gives a number to so many significant digits, without an exponent where it stays short."""
    if isinstance(value, float):
        value = Fraction(value)
    if value.denominator == 1:
        return str(value.numerator)
    context = Context(prec=digits)
    decimal = context.divide(Decimal(value.numerator), Decimal(value.denominator))
    return _plain(decimal.normalize())


def _plain(decimal: Decimal) -> str:
    exponent = decimal.adjusted()
    return format(decimal, "f") if -8 < exponent < 30 else str(decimal).replace("E", "e")


Maker = Callable[[re.Match[str]], Solved | None]
Rule = tuple[re.Pattern[str], Maker]
"""A pattern that the whole wording must match, and what computes the answer from the match."""

LONGEST = 1500
ASK = (
    r"(?:(?:what is|what's|what are|what was|what will be|calculate|compute|find|determine|evaluate|work out|give"
    r"|how much is|simplify) )?(?:the (?:exact |numerical )?(?:value|result) of )?"
)
"""How a question for a value begins."""

_LEAD = re.compile(
    r"^(?:(?:please|hi|hello|hey|ok|okay|question|problem|q)[,:.!]? "
    r"|(?:can|could|would|will) you (?:please )?(?:tell me |help me )?"
    r"|i (?:want|need|would like) to know |do you know |tell me |quick question[:,] )+"
)
_TAIL = re.compile(
    r"[\s.?]*(?:please|thanks|thank you|show (?:all )?your (?:work|working|steps)|explain your (?:reasoning|answer)"
    r"|(?:let's )?think step by step|justify your answer"
    r"|(?:give|express|write|state|provide|enter) (?:your |the )?(?:final )?(?:answer|result) "
    r"(?:as|in the form of) (?:an? )?(?:exact |reduced |simplified |common |single )?(?:fraction|integer|number|whole number)"
    r"(?: in (?:lowest|simplest) (?:terms|form))?"
    r"|(?:answer|reply|respond) with (?:just |only )?(?:an? |the )?(?:single )?(?:number|integer|value|fraction)(?: only)?)[\s.?!]*$"
)
_UNITS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
    sixteen seventeen eighteen nineteen"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_SMALL = {word: value for value, word in enumerate(_UNITS.split())}
_LARGE = {word: 10 * value for value, word in enumerate(_TENS.split(), 2)}
_UNIT_WORD = "|".join(_SMALL)
_TEN_WORD = "|".join(_LARGE)
_WORDS_BELOW_100 = rf"(?:(?:{_TEN_WORD})(?:[- ](?:{_UNIT_WORD}))?|(?:{_UNIT_WORD}))"
_BELOW_100 = rf"(?:{_WORDS_BELOW_100}|\d{{1,3}})"
_WORDED = re.compile(
    rf"(?<![\w.-])(?:(?P<hundreds>{_BELOW_100}|a) (?P<scale>hundred|thousand|million)(?:(?: and)? (?P<more>{_WORDS_BELOW_100})(?![\w.]))?"
    rf"|(?P<small>{_WORDS_BELOW_100}))(?![\w])"
)
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6}
_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3}){1,9}(?![\d,]|\.\d*,)")


@lru_cache(maxsize=64)
def worded(problem: str) -> str:
    """Gives a problem in lower case, one space between words, formulas and number words as digits.

    Greetings before it, and after it the wish for a form of answer that changes no value, are left
    out, the last mark too. Thousands lose their commas.
    """
    text = problem if len(problem) <= LONGEST else ""
    text = (
        plain_notation(text)
        .replace("\u2019", "'")
        .replace("\u00a0", " ")
        .replace("**", "")
        .replace("`", "")
    )
    text = re.sub(r"\u2013|\u2014", "-", " ".join(text.split()).lower())
    text = re.sub(r" ?_\{?(\d+)\}?", r"_\1", _LEAD.sub("", text))
    for _ in range(3):
        text = _TAIL.sub("", text)
    text = text.rstrip(" .?:")
    text = re.sub(r"(?<!\d)\s*!$", "", text)
    text = _GROUPED.sub(lambda match: match.group().replace(",", ""), text)
    text = re.sub(r"\bfirst (?=hundred\b|thousand\b|million\b)", "first 1 ", text)
    return _WORDED.sub(_digits, text)


def by_rules(text: str, rules: Iterable[Rule]) -> Solved | None:
    """Gives what the first rule that matches the whole text computes; None without one."""
    for pattern, make in rules:
        match = pattern.fullmatch(text)
        if match is not None:
            return make(match)
    return None


def rule(pattern: str, make: Maker) -> Rule:
    """Gives a rule; spaces in its pattern stand for one space, as in the wording."""
    return re.compile(pattern), make


def listed_numbers(text: str) -> list[int]:
    """Gives the whole numbers of ``12, 18 and 30``."""
    return [int(part) for part in re.findall(r"\d+", text)]


def _digits(match: re.Match[str]) -> str:
    if match.group("small"):
        return str(_below_hundred(match.group("small")))
    first = match.group("hundreds")
    value = (1 if first == "a" else _below_hundred(first)) * _SCALES[match.group("scale")]
    return str(value + _below_hundred(match.group("more") or "zero"))


def _below_hundred(words: str) -> int:
    if words.isdigit():
        return int(words)
    return sum(_LARGE.get(word, _SMALL.get(word, 0)) for word in re.split("[- ]", words))
