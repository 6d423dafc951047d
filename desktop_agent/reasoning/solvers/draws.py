"""Draws from a pack of cards or an urn: what is in it, how many are drawn, and which draws are asked for."""

import math
import re
from dataclasses import dataclass, field

from desktop_agent.reasoning.solvers.coins import within

_MOST = 10_000
_CARDS = {
    **dict.fromkeys(("ace", "king", "queen", "jack"), 4),
    **dict.fromkeys(("heart", "spade", "diamond", "club"), 13),
    **dict.fromkeys(("red", "black"), 26),
    "face": 12,
}
_DECK = r"(?:a |the )?(?:(?:standard|regular|ordinary|normal|shuffled|well-shuffled|full|fair) ){0,3}(?:52[- ]card )?(?:deck|pack)(?: of (?:52 )?(?:playing )?cards| of playing cards)?(?: of 52(?: playing)? cards)?"
_HOW = r"(?: (?:at random|randomly|at once|simultaneously|together))?(?:,? (?P<how>without replacement|with replacement|without replacing (?:it|them)))?(?: (?:at random|randomly))?"
_CARD_SETTINGS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<n>\d+|a) cards? (?:is|are|was|were) (?:randomly )?(?:drawn|dealt|picked|selected|chosen|taken)(?: at random)?(?:,? (?P<how2>with(?:out)? replacement))? from {_DECK}{_HOW}",
        rf"(?:(?:you|we|i) )?(?:randomly )?(?:draw|drawing|deal|pick|select|choose)(?:ing)? (?P<n>\d+|a) cards?(?: at random)? from {_DECK}{_HOW}",
        rf"from {_DECK}(?P<n>)(?P<how>)",
    )
)  # fmt: skip
_BALLS = r"(?:balls?|marbles?|beads?|chips?|tokens?|candies|socks?|counters?)"
_COLOUR = r"(?:red|blue|green|white|black|yellow|orange|purple|pink|brown|gr[ae]y)"
_PART = rf"\d+ {_COLOUR}(?: {_BALLS})?"
_HELD = rf"(?:an?|the) (?:urn|bag|box|jar|container|bowl|drawer)(?: that)? (?:contains?|has|holds?|with|containing) (?P<parts>{_PART}(?:(?:,? and |, ){_PART}){{1,5}})"
_URN_SETTINGS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"{_HELD}[.;,]? (?:and )?(?:if )?(?:you |we |i )?(?:randomly )?(?:draw|pick|select|choose|take) (?P<n>\d+|a) {_BALLS}(?: at random)?{_HOW}",
        rf"{_HELD}[.;,]? (?:and )?(?:if )?(?P<n>\d+|a) {_BALLS} (?:is|are) (?:randomly )?(?:drawn|picked|selected|chosen|taken)(?: out)?(?: at random)?{_HOW}",
    )
)  # fmt: skip
_KIND = rf"(?P<kind>aces?|kings?|queens?|jacks?|hearts?|spades?|diamonds?|clubs?|face(?: cards?)?|{_COLOUR})"
_ALL = re.compile(
    rf"(?:that )?(?:both|all(?: (?P<n>\d+))?|(?P<n2>\d+))(?: of)?(?: the| them)?(?: (?:cards?|{_BALLS}))?(?: drawn)?(?: (?:are|being|will be))? {_KIND}(?: cards?| {_BALLS})?"
)
_SOME = re.compile(
    rf"(?:that )?(?P<bound>exactly|at least|at most|more than) (?P<k>\d+)(?: (?:of them|(?:cards?|{_BALLS})))?(?: (?:are|is|being|will be))? {_KIND}(?: cards?| {_BALLS})?"
)
_ONE = re.compile(
    rf"(?:that )?(?:(?:it|the (?:card|ball|marble)) is )?(?:an? )?{_KIND}(?: card| {_BALLS})?"
)
_NONE = re.compile(rf"(?:no|none (?:of them )?(?:are|is)) {_KIND}(?: cards?| {_BALLS})?")
_SAME = re.compile(
    rf"(?:that )?(?:both|they|all|the \d+)? ?(?:(?:cards?|{_BALLS}) )?(?:are |being )?(?:of )?the same colou?r|\d+ {_BALLS} of the same colou?r"
)
_EACH = re.compile(
    rf"(?P<parts>(?:1|an?|\d+) {_COLOUR}(?: {_BALLS})?(?:(?:,? and |, )(?:1|an?|\d+) {_COLOUR}(?: {_BALLS})?){{1,5}})"
)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A draw: how many of how many, how many there are of each kind, and whether each is put back."""

    total: int
    count: int
    kinds: dict[str, int] = field(hash=False)
    replaced: bool
    parted: bool
    """True where the kinds part the whole, as colours in an urn do."""


def cards_setting(text: str) -> Drawn | None:
    """Gives the draw of a setting with a standard pack, or None."""
    for pattern in _CARD_SETTINGS:
        if match := pattern.fullmatch(text):
            count = int(match.group("n")) if (match.group("n") or "").isdigit() else 1
            return _drawn(
                52,
                count,
                _CARDS,
                match.group("how") or match.groupdict().get("how2") or "",
                parted=False,
                dealt="dealt" in text or "at once" in text,
            )
    return None


def urn_setting(text: str) -> Drawn | None:
    """Gives the draw of a setting with balls of several colours, or None."""
    for pattern in _URN_SETTINGS:
        if match := pattern.fullmatch(text):
            kinds = _parts(match.group("parts"))
            count = int(match.group("n")) if match.group("n").isdigit() else 1
            if kinds is None:
                return None
            at_once = re.search(r"at once|simultaneously|together", text) is not None
            return _drawn(
                sum(kinds.values()),
                count,
                kinds,
                match.group("how") or "",
                parted=True,
                dealt=at_once,
            )
    return None


def _drawn(
    total: int, count: int, kinds: dict[str, int], how: str, *, parted: bool, dealt: bool
) -> Drawn | None:
    """Makes the draw; None where several are drawn and it is not said whether they are put back."""
    if not 1 <= count <= total <= _MOST or (count > 1 and not how and not dealt):
        return None
    return Drawn(total, count, kinds, how.startswith("with "), parted)


def _parts(text: str) -> dict[str, int] | None:
    found = re.findall(rf"(\d+|an?) ({_COLOUR})", text)
    kinds = {colour: int(number) if number.isdigit() else 1 for number, colour in found}
    return kinds if len(kinds) == len(found) else None


def draw_event(text: str, drawn: Drawn) -> tuple[int, int, str] | None:
    """Gives favourable and all cases of an event, and what was counted."""
    if match := _SAME.fullmatch(text):
        return _alike(drawn)
    if match := _EACH.fullmatch(text):
        return _of_each(_parts(match.group("parts")), drawn)
    if match := _ALL.fullmatch(text):
        told = match.group("n") or match.group("n2")
        agrees = (
            told is None and (drawn.count == 2 or not text.startswith(("both", "that both")))
        ) or told == str(drawn.count)
        return _of_kind(match.group("kind"), "exactly", drawn.count, drawn) if agrees else None
    if match := _SOME.fullmatch(text):
        return _of_kind(match.group("kind"), match.group("bound"), int(match.group("k")), drawn)
    if match := _NONE.fullmatch(text):
        return _of_kind(match.group("kind"), "exactly", 0, drawn)
    if (match := _ONE.fullmatch(text)) and drawn.count == 1:
        return _of_kind(match.group("kind"), "exactly", 1, drawn)
    return None


def _held(name: str, drawn: Drawn) -> int | None:
    kind = name.removesuffix(" cards").removesuffix(" card")
    return drawn.kinds.get(kind, drawn.kinds.get(kind.removesuffix("s")))


def _cases(drawn: Drawn) -> int:
    return int(drawn.total**drawn.count) if drawn.replaced else math.comb(drawn.total, drawn.count)


def _ways(held: int, number: int, drawn: Drawn) -> int:
    rest, left = drawn.total - held, drawn.count - number
    if drawn.replaced:
        return int(math.comb(drawn.count, number) * held**number * rest**left)
    return math.comb(held, number) * math.comb(rest, left)


def _of_kind(name: str, bound: str, limit: int, drawn: Drawn) -> tuple[int, int, str] | None:
    held = _held(name, drawn)
    if held is None or drawn.count > 60:
        return None
    kept = [number for number in range(drawn.count + 1) if within(number, bound, limit)]
    favourable = sum(_ways(held, number, drawn) for number in kept)
    how = "with" if drawn.replaced else "without"
    line = f"{drawn.count} of {drawn.total} drawn {how} replacement; {held} are {name}; wanted {bound} {limit}."
    return favourable, _cases(drawn), line


def _alike(drawn: Drawn) -> tuple[int, int, str] | None:
    if not drawn.parted or drawn.count < 2:
        return None
    favourable = sum(_ways(held, drawn.count, drawn) for held in drawn.kinds.values())
    return (
        favourable,
        _cases(drawn),
        f"All {drawn.count} of one colour, summed over {len(drawn.kinds)} colours.",
    )


def _of_each(parts: dict[str, int] | None, drawn: Drawn) -> tuple[int, int, str] | None:
    if parts is None or drawn.replaced or not drawn.parted or sum(parts.values()) != drawn.count:
        return None
    if not parts.keys() <= drawn.kinds.keys():
        return None
    favourable = math.prod(
        math.comb(drawn.kinds[colour], number) for colour, number in parts.items()
    )
    return (
        favourable,
        _cases(drawn),
        f"The product of C(held, wanted) over the colours, of C({drawn.total}, {drawn.count}).",
    )
