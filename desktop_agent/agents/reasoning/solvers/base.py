"""Parts shared by all solvers: the result type, number formatting and problem normalization."""

import re
from dataclasses import dataclass
from decimal import Context, Decimal
from fractions import Fraction
from functools import lru_cache

from desktop_agent.agents.answers.quantities import plain_notation

# --- The solution type, and number formatting

_DIGITS = 10


@dataclass(frozen=True, slots=True)
class Solved:
    """A computed answer.

    ``value`` is the bare answer; numbers in it are in a form that `agents.answers.quantities` can
    parse. ``archetype`` is the kind of problem, and ``explanation`` shows the working in a few
    lines.
    """

    value: str
    archetype: str
    explanation: str


def exact(value: Fraction) -> str:
    """Format a number exactly: as an integer, a decimal of at most ten digits, or a fraction."""
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
    """Format a number exactly if it is a short terminating decimal; otherwise, round it."""
    short = exact(value)
    return rounded(value) if "/" in short else short


def _plain(value: Decimal) -> str:
    value = value.normalize()
    return format(value, "f") if -8 < value.adjusted() < 30 else str(value).replace("E", "e")


# --- The wording

_LONGEST = 1500
_LEAD = re.compile(
    r"^(?:(?:please|hi|hello|hey|ok|okay|question|problem|q|and|so|then|now|also|what about|how about)[,:.!]? "
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
_VALUES = {word: value for value, word in enumerate(_UNITS.split())}
_VALUES |= {word: 10 * value for value, word in enumerate(_TENS.split(), 2)}
_UNIT_WORD, _TEN_WORD = ("|".join(words.split()) for words in (_UNITS, _TENS))
_SMALL = rf"(?:(?:{_TEN_WORD})(?:[- ](?:{_UNIT_WORD}))?|(?:{_UNIT_WORD}))"
_WORDED = re.compile(
    rf"(?<![\w.-])(?:(?P<count>{_SMALL}|\d{{1,3}}|a) (?P<scale>hundred|thousand|million)(?:(?: and)? (?P<more>{_SMALL})(?![\w.]))?"
    rf"|(?P<small>{_SMALL}))(?!\w)"
)
_SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6}
_GROUPED = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3}){1,9}(?![\d,]|\.\d*,)")


@lru_cache(maxsize=64)
def worded(problem: str) -> str:
    """Normalize a problem: lower case, single spaces, plain formulas, and digits for number words.

    Greetings, instructions on the answer's format, thousands separators and final punctuation are
    removed. For a very long problem, the result is "".
    """
    text = plain_notation(problem if len(problem) <= _LONGEST else "")
    text = text.replace("\u2019", "'").replace("\u00a0", " ").replace("**", "").replace("`", "")
    text = re.sub(r"\u2013|\u2014", "-", " ".join(text.split()).lower())
    text = re.sub(r" ?_\{?(\d+)\}?", r"_\1", _LEAD.sub("", text))
    for _ in range(3):
        text = _TAIL.sub("", text)
    text = re.sub(r"(?<!\d)\s*!$", "", text.rstrip(" .?:"))
    text = _GROUPED.sub(lambda match: match.group().replace(",", ""), text)
    return _WORDED.sub(_digits, text)


def _digits(match: re.Match[str]) -> str:
    if match["small"]:
        return str(_small(match["small"]))
    count = 1 if match["count"] == "a" else _small(match["count"])
    return str(count * _SCALES[match["scale"]] + _small(match["more"] or "zero"))


def _small(words: str) -> int:
    return int(words) if words.isdigit() else sum(_VALUES[word] for word in re.split("[- ]", words))
