"""Shared birthdays, with 365 equally likely days."""

import re
from fractions import Fraction

from desktop_agent.reasoning.solvers.solved import Solved, rounded

_DAYS = 365
_SHARED = r"(?:at least )?(?:2|2 or more|2 of them|2 people)(?: (?:people|of them|persons|students))?(?: in (?:the|a) (?:room|group|class))? (?:share|have|will share|sharing|having) (?:a|the same|the) birthday"
_GROUP = r"(?:a |the )?(?:(?:random )?(?:group|room|class|party) (?:of|with) )?(\d+) (?:random(?:ly chosen)? )?(?:people|persons|students)"
_PATTERNS = (
    re.compile(
        rf"(?:what is |find |calculate )?the probability that,? (?:in|among) {_GROUP},? {_SHARED}"
    ),
    re.compile(rf"(?:in|among) {_GROUP},? what is the probability that {_SHARED}"),
    re.compile(
        rf"(?:what is |find |calculate )?the probability (?:that|of) {_SHARED} (?:in|among) {_GROUP}"
    ),
)
_FEWEST = re.compile(
    rf"(?:what is the (?:minimum|smallest|least) number of people|how many people (?:are|do you) need(?:ed)?) (?:needed |required |in a (?:room|group) )?"
    rf"(?:so that|such that|for) the probability (?:that|of) {_SHARED} (?:to be |is |exceeds |be )?(?:at least |greater than |more than |over |above )?(?:50 ?%|1/2|0\.5|half)"
)


def shared(people: int, days: int = _DAYS) -> Fraction:
    """Gives the chance that two of so many people share a birthday."""
    apart = Fraction(1)
    for taken in range(min(people, days + 1)):
        apart *= Fraction(days - taken, days)
    return 1 - apart


def solve_birthdays(text: str) -> Solved | None:
    """Solves the birthday problem, and how many people make an even chance."""
    line = "1 - (365/365)(364/365)(363/365)…, with 365 equally likely days"
    for pattern in _PATTERNS:
        if match := pattern.fullmatch(text):
            people = int(match.group(1))
            if not 1 <= people <= 400:
                return None
            value = rounded(shared(people), 6)
            return Solved(value, "probability", f"{line}, {people} factors: {value}")
    if _FEWEST.fullmatch(text):
        people = next(number for number in range(1, 400) if shared(number) > Fraction(1, 2))
        return Solved(
            str(people),
            "probability",
            f"{line}: {people} people make it {rounded(shared(people), 6)}.",
        )
    return None
