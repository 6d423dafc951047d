"""Fair dice: how many of how many sides, and which outcomes are asked for."""

import math
import re

from desktop_agent.reasoning.solvers.coins import within

_MOST_DICE, _MOST_SIDES = 40, 100
_FAIR = r"(?:(?:fair|standard|ordinary|regular|unbiased|normal|distinct) ){0,2}"
_SIDES = r"(?:(\d+)[- ]sided )?"
_ROLL = r"(?:roll(?:ed|ing|s)?|throw(?:n|ing|s)?|toss(?:ed|ing)?)"
_SETTINGS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<n>\d+|a|a pair of) {_FAIR}{_SIDES}{_FAIR}(?:dice|die)(?: (?:is|are|were|was) {_ROLL})?(?: (?:together|at once|simultaneously|once))?",
        rf"(?:(?:you|we|i|someone) )?{_ROLL} (?P<n>\d+|a|a pair of) {_FAIR}{_SIDES}{_FAIR}(?:dice|die)(?: (?:together|at once|simultaneously|once))?",
        rf"(?:a|1) {_FAIR}{_SIDES}{_FAIR}die (?:is|was) {_ROLL} (?P<times>\d+ times|twice)",
    )
)
_BOUND = r"(?P<bound>exactly |at least |at most |more than |greater than |less than |fewer than |equal to )?"
_SUM = re.compile(
    rf"(?:a |that |the )*(?:sum|total)(?: (?:of|is|equals|being|equal to|to be|that is|will be))? ?(?:(?:the )?(?:dice|numbers|faces|2 dice|values)(?: rolled| shown| that come up)? (?:is|equals) )?{_BOUND}(?P<k>\d+)"
    rf"|(?:the )?(?:dice|numbers|2 numbers|2 dice) (?:add up to|sum to|total) {_BOUND.replace('bound', 'bound2')}(?P<k2>\d+)"
)
_PARITY = re.compile(
    r"(?:an? |that |the )*(?:(?P<one>odd|even) (?:sum|total)|(?:sum|total) (?:of the (?:dice|numbers) )?(?:is|being) (?P<two>odd|even))"
)
_DOUBLE = re.compile(
    r"(?:a |any )?doubles?|the same number on both(?: dice)?|both dice show(?:ing)? the same number"
)
_FACE = re.compile(
    r"(?:(?P<bound>at least|exactly) )?(?P<count>\d+|a|an|no|all) (?P<face>\d+)(?:'?s|es)?"
)


def dice_setting(text: str) -> tuple[int, int] | None:
    """Gives the number of dice and their sides, or None where it is no such setting."""
    for pattern in _SETTINGS:
        match = pattern.fullmatch(text)
        if match is None:
            continue
        said = match.groupdict()
        if said.get("times"):
            count = 2 if said["times"] == "twice" else int(said["times"].split()[0])
        else:
            count = {"a": 1, "a pair of": 2}.get(said["n"]) or int(said["n"])
        told = re.search(r"(\d+)[- ]sided", text)
        sides = int(told.group(1)) if told else 6
        return (count, sides) if 1 <= count <= _MOST_DICE and 2 <= sides <= _MOST_SIDES else None
    return None


def sums(count: int, sides: int) -> dict[int, int]:
    """Gives how many throws of that many dice have each sum."""
    ways = {0: 1}
    for _ in range(count):
        following: dict[int, int] = {}
        for total, number in ways.items():
            for face in range(1, sides + 1):
                following[total + face] = following.get(total + face, 0) + number
        ways = following
    return ways


def dice_event(text: str, count: int, sides: int) -> tuple[int, int, str] | None:
    """Gives favourable and all cases of an event, and what was counted."""
    cases = sides**count
    line = f"{count} dice of {sides} sides have {cases} throws."
    if match := _SUM.fullmatch(text):
        bound = (
            (match.group("bound") or match.group("bound2") or "exactly")
            .strip()
            .replace("equal to", "exactly")
        )
        wanted = int(match.group("k") or match.group("k2"))
        kept = sum(
            number for total, number in sums(count, sides).items() if within(total, bound, wanted)
        )
        return kept, cases, f"{line} Counted by their sums: {bound} {wanted}."
    if match := _PARITY.fullmatch(text):
        odd = (match.group("one") or match.group("two")) == "odd"
        kept = sum(number for total, number in sums(count, sides).items() if total % 2 == odd)
        return kept, cases, line
    if _DOUBLE.fullmatch(text):
        return (sides, cases, line) if count == 2 else None
    match = _FACE.fullmatch(text)
    return _faces(match, count, sides, line) if match else None


def _faces(match: re.Match[str], count: int, sides: int, line: str) -> tuple[int, int, str] | None:
    """Counts throws by how many dice show one face."""
    face, said = int(match.group("face")), match.group("count")
    wanted = {"a": 1, "an": 1, "no": 0, "all": count}.get(said)
    wanted = int(said) if wanted is None else wanted
    bound = match.group("bound") or "exactly"
    if not 1 <= face <= sides or (
        bound == "exactly" and not match.group("bound") and said in ("a", "an") and count > 1
    ):
        return None
    kept = [number for number in range(count + 1) if within(number, bound, wanted)]
    favourable = sum(math.comb(count, number) * (sides - 1) ** (count - number) for number in kept)
    return favourable, sides**count, f"{line} Counted by how many show a {face}: {bound} {wanted}."
