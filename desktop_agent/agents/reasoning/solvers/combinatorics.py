"""Arrangements, selections, distributions, derangements, paths on a grid, handshakes, subsets."""

import math
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

from desktop_agent.agents.reasoning.solvers.base import Rule, Solved, by_rules, exact, rounded, rule

# --- Fair coins: how many tosses there are, and which outcomes are asked for.

_FAIR = r"(?:(?:fair|unbiased|balanced) )?"
_MOST = 300
_TOSS = r"(?:toss(?:ed|ing|es)?|flip(?:ped|ping|s)?|throw(?:n|ing|s)?)"
_TIMES = r"(?:(\d+) times|(twice)|(once)|(thrice))"
_SETTINGS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?:a|the|1|you|we|i) ?{_FAIR}coin (?:is|was|being) {_TOSS} {_TIMES}(?: in a row)?",
        rf"(?:(?:you|we|i|someone) )?{_TOSS} (?:a|1|the) {_FAIR}coin {_TIMES}(?: in a row)?",
        rf"(\d+) {_FAIR}coins (?:are|were) {_TOSS}(?: (?:together|simultaneously|at once|at the same time))?",
        rf"(?:(?:you|we|i|someone) )?{_TOSS} (\d+) {_FAIR}coins(?: (?:together|simultaneously|at once|at the same time))?",
        rf"(?:in )?(\d+) (?:independent )?(?:{_TOSS}|tosses|flips|throws) of (?:a|1) {_FAIR}coin",
        rf"(?:in )?(\d+) {_FAIR}coin (?:tosses|flips|throws)",
    )
)
_BOUND = r"(?:(?P<bound>exactly|at least|at most|more than|fewer than|less than) )?"
_COUNT = re.compile(
    rf"(?:that )?(?:there (?:are|is|will be) )?(?:get )?{_BOUND}(?P<k>\d+|a|no) (?:heads?|tails?)(?: (?:in total|come up|comes up|appears?|occurs?))?"
)
_ALL = re.compile(
    r"(?:all (?:the )?(?:\d+ )?(?:tosses |flips |coins )?(?:are |land |come up |landing )?(?:heads|tails)|only (?:heads|tails))"
)
_SAME = re.compile(
    r"all (?:the )?(?:\d+ )?(?:tosses|flips|coins|results)? ?(?:are|land|show|come up|landing)? ?(?:on )?the same(?: side| face| way)?"
)


def coins_setting(text: str) -> int | None:
    """Gives how many fair tosses a setting has, or None where it is no such setting."""
    for pattern in _SETTINGS:
        if match := pattern.fullmatch(text):
            said = [group for group in match.groups() if group]
            count = {"twice": 2, "once": 1, "thrice": 3}.get(said[0]) or int(said[0]) if said else 0
            return count if 1 <= count <= _MOST else None
    return None


def coins_event(text: str, count: int) -> tuple[int, int, str] | None:
    """Gives favourable and all cases of an event, and what was counted."""
    cases = 2**count
    if _ALL.fullmatch(text):
        stated = re.search(r"\d+", text)
        return (
            (1, cases, f"One of the 2^{count} sequences.")
            if not stated or int(stated.group()) == count
            else None
        )
    if _SAME.fullmatch(text):
        stated = re.search(r"\d+", text)
        return (
            (2, cases, f"Two of the 2^{count} sequences.")
            if not stated or int(stated.group()) == count
            else None
        )
    match = _COUNT.fullmatch(text)
    if match is None:
        return None
    wanted = {"a": 1, "no": 0}.get(match.group("k"))
    k = int(match.group("k")) if wanted is None else wanted
    bound = match.group("bound") or "exactly"
    if match.group("k") == "a" and not (match.group("bound") or count == 1):
        return None  # "a head" in several tosses may mean at least one
    kept = [number for number in range(count + 1) if within(number, bound, k)]
    favourable = sum(math.comb(count, number) for number in kept)
    return favourable, cases, f"Sum of C({count}, k) over k {bound} {k}, of 2^{count} sequences."


def within(number: int, bound: str, limit: int) -> bool:
    """True when a count keeps a bound: ``exactly``, ``at least``, ``more than`` and the like."""
    return {
        "exactly": number == limit,
        "at least": number >= limit,
        "at most": number <= limit,
        "more than": number > limit,
        "greater than": number > limit,
        "fewer than": number < limit,
        "less than": number < limit,
    }[bound]


# --- Fair dice: how many of how many sides, and which outcomes are asked for.

_MOST_DICE, _MOST_SIDES = 40, 100
_DICE_FAIR = r"(?:(?:fair|standard|ordinary|regular|unbiased|normal|distinct) ){0,2}"
_SIDES = r"(?:(\d+)[- ]sided )?"
_ROLL = r"(?:roll(?:ed|ing|s)?|throw(?:n|ing|s)?|toss(?:ed|ing)?)"
_DICE_SETTINGS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<n>\d+|a|a pair of) {_DICE_FAIR}{_SIDES}{_DICE_FAIR}(?:dice|die)(?: (?:is|are|were|was) {_ROLL})?(?: (?:together|at once|simultaneously|once))?",
        rf"(?:(?:you|we|i|someone) )?{_ROLL} (?P<n>\d+|a|a pair of) {_DICE_FAIR}{_SIDES}{_DICE_FAIR}(?:dice|die)(?: (?:together|at once|simultaneously|once))?",
        rf"(?:a|1) {_DICE_FAIR}{_SIDES}{_DICE_FAIR}die (?:is|was) {_ROLL} (?P<times>\d+ times|twice)",
    )
)
_DICE_BOUND = r"(?P<bound>exactly |at least |at most |more than |greater than |less than |fewer than |equal to )?"
_SUM = re.compile(
    rf"(?:a |that |the )*(?:sum|total)(?: (?:of|is|equals|being|equal to|to be|that is|will be))? ?(?:(?:the )?(?:dice|numbers|faces|2 dice|values)(?: rolled| shown| that come up)? (?:is|equals) )?{_DICE_BOUND}(?P<k>\d+)"
    rf"|(?:the )?(?:dice|numbers|2 numbers|2 dice) (?:add up to|sum to|total) {_DICE_BOUND.replace('bound', 'bound2')}(?P<k2>\d+)"
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
    for pattern in _DICE_SETTINGS:
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


# --- Draws from a pack of cards or an urn: what is in it, how many are drawn, and which draws are asked for.

_DRAWS_MOST = 10_000
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
_DRAWS_ALL = re.compile(
    rf"(?:that )?(?:both|all(?: (?P<n>\d+))?|(?P<n2>\d+))(?: of)?(?: the| them)?(?: (?:cards?|{_BALLS}))?(?: drawn)?(?: (?:are|being|will be))? {_KIND}(?: cards?| {_BALLS})?"
)
_SOME = re.compile(
    rf"(?:that )?(?P<bound>exactly|at least|at most|more than) (?P<k>\d+)(?: (?:of them|(?:cards?|{_BALLS})))?(?: (?:are|is|being|will be))? {_KIND}(?: cards?| {_BALLS})?"
)
_ONE = re.compile(
    rf"(?:that )?(?:(?:it|the (?:card|ball|marble)) is )?(?:an? )?{_KIND}(?: card| {_BALLS})?"
)
_NONE = re.compile(rf"(?:no|none (?:of them )?(?:are|is)) {_KIND}(?: cards?| {_BALLS})?")
_DRAWS_SAME = re.compile(
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
    if not 1 <= count <= total <= _DRAWS_MOST or (count > 1 and not how and not dealt):
        return None
    return Drawn(total, count, kinds, how.startswith("with "), parted)


def _parts(text: str) -> dict[str, int] | None:
    found = re.findall(rf"(\d+|an?) ({_COLOUR})", text)
    kinds = {colour: int(number) if number.isdigit() else 1 for number, colour in found}
    return kinds if len(kinds) == len(found) else None


def draw_event(text: str, drawn: Drawn) -> tuple[int, int, str] | None:
    """Gives favourable and all cases of an event, and what was counted."""
    if match := _DRAWS_SAME.fullmatch(text):
        return _alike(drawn)
    if match := _EACH.fullmatch(text):
        return _of_each(_parts(match.group("parts")), drawn)
    if match := _DRAWS_ALL.fullmatch(text):
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


# --- Shared birthdays, with 365 equally likely days.

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


# --- Chances by counting: coins, dice, cards, balls drawn from an urn, shared birthdays.
#
# A problem is a setting ("two dice are rolled") and an event ("the sum is 7"); both must be read whole.

Chance = tuple[int, int, str]
"""Favourable cases, all cases, and a line that says what was counted."""

_ASKED = (
    r"(?:(?:what is|what's|find|calculate|compute|determine|give|what are) )?(?:the )?(?:probability|chance|likelihood)"
    r" (?:of|that|for) (?:getting |obtaining |rolling |drawing |throwing |flipping |tossing |having |picking |selecting |you |we |he |she |to get |get )*"
)
_LINK = re.compile(
    r"(?:,? (?:when|if|after|by)|,? (?=in \d+ )|,? (?=from )|,? on (?=a|\d)|,? with (?=\d|a )) ?"
)
_DICE_SUM = re.compile(
    r"(?:that )?(?:the )?(sum|total) (?:of|on|when rolling) ((?:\d+|a pair of) (?:\S+ ){0,2}dice) ((?:is|equals) .+)"
)


def solve_probability(text: str) -> Solved | None:
    """Solves the chance of an event with coins, dice, cards, urns or birthdays."""
    if (birthdays := solve_birthdays(text)) is not None:
        return birthdays
    text = text.replace("what is the probability that you get", "what is the probability of")
    found = {
        chance
        for setting, event in _splits(text)
        if (chance := _chance(setting, event)) is not None
    }
    if len(found) != 1:
        return None
    favourable, cases, line = found.pop()
    share = Fraction(favourable, cases)
    text = f"{line}\n{favourable} of {cases} equally likely cases: {share} = {rounded(share, 6)}"
    value = f"{share.numerator}/{share.denominator}" if share.denominator > 1 else exact(share)
    return Solved(value, "probability", text)


def _splits(text: str) -> list[tuple[str, str]]:
    """Gives the ways to part a problem into its setting and its event."""
    ways = []
    if told := re.fullmatch(rf"(.+?)[.,;:]? {_ASKED}(.+)", text):
        ways.append((told.group(1), told.group(2)))
    asked = re.match(_ASKED, text)
    if asked:
        rest = text[asked.end() :]
        if dice := _DICE_SUM.fullmatch(rest):
            ways.append((dice.group(2), f"the {dice.group(1)} {dice.group(3)}"))
        ways += [(rest[link.end() :], rest[: link.start()]) for link in _LINK.finditer(rest)]
    return ways


def _chance(setting: str, event: str) -> Chance | None:
    setting = re.sub(r"^(?:if|when|suppose(?: that)?|assume(?: that)?) ", "", setting.strip(" .,;"))
    event = re.sub(r"^their (?=sum|total)", "the ", event.strip(" .,;"))
    readers: tuple[Callable[[str, str], Chance | None], ...] = (_coins, _dice, _draws)
    for read in readers:
        chance = read(setting, event)
        if chance is not None:
            return chance
    return None


def _coins(setting: str, event: str) -> Chance | None:
    count = coins_setting(setting)
    return None if count is None else coins_event(event, count)


def _dice(setting: str, event: str) -> Chance | None:
    dice = dice_setting(setting)
    return None if dice is None else dice_event(event, *dice)


def _draws(setting: str, event: str) -> Chance | None:
    drawn = cards_setting(setting) or urn_setting(setting)
    return None if drawn is None else draw_event(event, drawn)


_COUNTING_MOST = 1000
_COUNTING_HOW = (
    r"(?:how many|in how many|(?:(?:what is|find|calculate|compute|determine) )?the number of)"
)
_WAYS = rf"{_COUNTING_HOW} (?:different |distinct |possible )?ways (?:are there |exist )?(?:to |of |can (?:you |we |1 )?)?"
_THINGS = r"(?:distinct |different |distinguishable )?(?:books?|people|persons?|students?|objects?|items?|letters?|children|players?|elements?|chairs|toppings|friends|members|men|women|guests|paintings|candidates|employees)"
_COUNTING_GROUP = rf"(?:an? |the )?(?:(?:group|set|class|team|collection|club|committee|pool) of )?(?P<n>\d+)(?: {_THINGS})?"


def solve_counting(text: str) -> Solved | None:
    """Solves plain counting problems without further conditions."""
    return by_rules(text, _RULES)


def derangements(count: int) -> int:
    """Gives in how many orders nothing stands in its own place."""
    before, current = 1, 0
    for size in range(2, count + 1):
        before, current = current, (size - 1) * (before + current)
    return current if count else 1


def _solved(value: int, line: str) -> Solved:
    return Solved(str(value), "counting", f"{line} = {value}")


def _counting_parts(match: re.Match[str]) -> dict[str, int] | None:
    found = {name: int(part) for name, part in match.groupdict().items() if part and part.isdigit()}
    return found if all(value <= _COUNTING_MOST for value in found.values()) else None


def _arranged(match: re.Match[str]) -> Solved | None:
    parts = _counting_parts(match)
    return _solved(math.factorial(parts["n"]), f"{parts['n']}!") if parts else None


def _round_table(match: re.Match[str]) -> Solved | None:
    parts = _counting_parts(match)
    if parts is None or parts["n"] < 1:
        return None
    return _solved(math.factorial(parts["n"] - 1), f"Rotations count once: ({parts['n']} - 1)!")


def _chosen(match: re.Match[str]) -> Solved | None:
    parts = _counting_parts(match)
    if parts is None or parts["k"] > parts["n"]:
        return None
    return _solved(math.comb(parts["n"], parts["k"]), f"C({parts['n']}, {parts['k']})")


def _permuted(match: re.Match[str]) -> Solved | None:
    parts = _counting_parts(match)
    if parts is None or parts["k"] > parts["n"]:
        return None
    return _solved(
        math.perm(parts["n"], parts["k"]), f"{parts['n']}!/({parts['n']} - {parts['k']})!"
    )


def _anagrams(match: re.Match[str]) -> Solved | None:
    word = match.group("word")
    if not 2 <= len(word) <= 40:
        return None
    counts = Counter(word)
    below = math.prod(math.factorial(count) for count in counts.values())
    repeated = " ".join(f"{count}!" for count in counts.values() if count > 1)
    return _solved(
        math.factorial(len(word)) // below, f"{len(word)}!{f' / ({repeated})' if repeated else ''}"
    )


def _bars(match: re.Match[str]) -> Solved | None:
    parts, text = _counting_parts(match), match.group()
    if parts is None or not parts.get("k"):
        return None
    n, k = parts["n"], parts["k"]
    if re.search(r"\bpositive\b|no (?:box|bin|child|person)|each .*at least 1|at least 1", text):
        return (
            _solved(
                math.comb(n - 1, k - 1), f"Stars and bars, each at least 1: C({n} - 1, {k} - 1)"
            )
            if n
            else None
        )
    return _solved(math.comb(n + k - 1, k - 1), f"Stars and bars: C({n} + {k} - 1, {k} - 1)")


def _equation(match: re.Match[str]) -> Solved | None:
    """Counts the solutions of x1 + x2 + … = n."""
    names = re.findall(r"[a-z]_?\d*", match.group("sum"))
    if len(set(names)) != len(names) or not 2 <= len(names) <= 30 or "..." in match.group("sum"):
        return None
    n, k = int(match.group("n")), len(names)
    if n > _COUNTING_MOST:
        return None
    if match.group("kind").startswith("positive"):
        return _solved(
            math.comb(n - 1, k - 1) if n else 0,
            f"Stars and bars, each at least 1: C({n} - 1, {k} - 1)",
        )
    return _solved(math.comb(n + k - 1, k - 1), f"Stars and bars: C({n} + {k} - 1, {k} - 1)")


def _deranged(match: re.Match[str]) -> Solved | None:
    parts = _counting_parts(match)
    if parts is None:
        return None
    n = parts["n"]
    return _solved(derangements(n), f"D(n) = (n - 1)(D(n-1) + D(n-2)): D({n})")


def _paths(match: re.Match[str]) -> Solved | None:
    parts = _counting_parts(match)
    if parts is None:
        return None
    a, b = parts["a"] - parts.get("a0", 0), parts["b"] - parts.get("b0", 0)
    if a < 0 or b < 0:
        return None
    every = math.comb(a + b, a)
    if "c" not in parts:
        return _solved(every, f"C({a} + {b}, {a})")
    c, d = parts["c"] - parts.get("a0", 0), parts["d"] - parts.get("b0", 0)
    if not (0 <= c <= a and 0 <= d <= b) or (c, d) in ((0, 0), (a, b)):
        return None
    through = math.comb(c + d, c) * math.comb(a - c + b - d, a - c)
    line = f"C({a + b}, {a}) less those through the point, C({c + d}, {c}) x C({a - c + b - d}, {a - c}): {every} - {through}"
    return _solved(every - through, line)


def _handshakes(match: re.Match[str]) -> Solved | None:
    parts = _counting_parts(match)
    return (
        _solved(math.comb(parts["n"], 2), f"Every pair once: C({parts['n']}, 2)") if parts else None
    )


def _subsets(match: re.Match[str]) -> Solved | None:
    parts = _counting_parts(match)
    if parts is None:
        return None
    n = parts["n"]
    if "k" in parts:
        return _solved(math.comb(n, parts["k"]), f"C({n}, {parts['k']})")
    kind = match.group("kind") or ""
    less = 1 if kind.strip() in ("proper", "nonempty", "non-empty") else 0
    return _solved(2**n - less, f"2^{n}{' - 1' if less else ''}")


def _binary(match: re.Match[str]) -> Solved | None:
    parts = _counting_parts(match)
    if parts is None:
        return None
    n = parts["n"]
    if "k" in parts:
        return _solved(math.comb(n, parts["k"]), f"C({n}, {parts['k']})")
    return _solved(2**n, f"2^{n}")


_VALUE = r"(?:what is |calculate |compute |evaluate |find )?"
_POINT = r"\((?P<a>\d+), ?(?P<b>\d+)\)"
_ORIGIN = r"(?:\((?P<a0>\d+), ?(?P<b0>\d+)\)|the origin)"
_MOVING = r"(?:,? ?(?:that )?(?:using|moving|going|by moving|move|stepping|with|by)? ?(?:only |just )?(?:moving |steps? |moves )?(?:only )?(?:(?:1 )?(?:unit |step )?(?:(?:to the )?right|east) (?:or|and) (?:(?:1 )?(?:unit )?)?(?:up|upwards?|north)|(?:up|north) (?:or|and) (?:(?:to the )?right|east))(?: (?:steps|moves|only))?(?: (?:at|in) each step)?)"
_AVOIDING = r"(?:,? (?:(?:and|but|that) )?(?:avoid(?:ing|s)?|(?:do|does|that do) not pass(?:ing)? through|not passing through|without passing through) (?:the point )?\((?P<c>\d+), ?(?P<d>\d+)\))?"
_BOXES = r"(?:boxes|bins|children|kids|people|urns|buckets|students|persons|friends|jars|bags)"
_RULES: tuple[Rule, ...] = (
    rule(rf"{_WAYS}(?:arrange|order|line up|arranging|permute|seat) (?P<n>\d+) {_THINGS}(?: be arranged)?(?: (?:on a shelf|in a row|in a line|in order|in a straight line))?", _arranged),
    rule(rf"{_COUNTING_HOW} (?:different )?ways can (?P<n>\d+) {_THINGS} (?:be (?:arranged|ordered|lined up|seated)|stand|line up|sit)(?: (?:on a shelf|in a row|in a line|in order|in a straight line))", _arranged),
    rule(rf"{_COUNTING_HOW} permutations (?:are there |exist )?of (?P<n>\d+)(?: {_THINGS})?(?: are there)?", _arranged),
    rule(rf"{_WAYS}(?:seat|arrange) (?P<n>\d+) {_THINGS} (?:around|at) a (?:circular|round) table(?: if rotations (?:are|count as) (?:considered )?(?:the same|identical))?", _round_table),
    rule(rf"{_COUNTING_HOW} (?:different )?ways can (?P<n>\d+) {_THINGS} (?:be seated|sit) (?:around|at) a (?:circular|round) table(?: if rotations (?:are|count as) (?:considered )?(?:the same|identical))?", _round_table),
    rule(rf"{_WAYS}(?:choose|select|pick|choosing|selecting) (?:a (?:committee|team|group|subset) of )?(?P<k>\d+)(?: {_THINGS})? (?:from|out of|from among|among) {_COUNTING_GROUP}", _chosen),
    rule(rf"{_COUNTING_HOW} (?:different |distinct )?(?:committees|teams|groups|combinations) of (?P<k>\d+)(?: {_THINGS})? can be (?:formed|chosen|made|selected) (?:from|out of) {_COUNTING_GROUP}", _chosen),
    rule(rf"{_VALUE}(?P<n>\d+) choose (?P<k>\d+)", _chosen),
    rule(rf"{_VALUE}c\((?P<n>\d+), ?(?P<k>\d+)\)", _chosen),
    rule(rf"{_COUNTING_HOW} permutations (?:are there )?of (?P<k>\d+)(?: {_THINGS})? (?:taken |chosen )?(?:from|out of) (?P<n>\d+)(?: {_THINGS})?", _permuted),
    rule(rf"{_COUNTING_HOW} (?:distinct |different |distinguishable )?(?:arrangements|permutations|anagrams|ways)(?: are there)?(?: (?:to arrange|of|to rearrange|to order))? (?:all )?(?:of )?(?:the letters (?:of|in) )?(?:the word )?['\"](?P<word>[a-z]+)['\"](?: are there)?", _anagrams),
    rule(rf"{_COUNTING_HOW} (?:distinct |different |distinguishable )?(?:arrangements|permutations|ways)(?: are there)?(?: (?:to arrange|of|to rearrange|to order))? (?:all )?(?:of )?the letters (?:of|in) the word (?P<word>[a-z]+)(?: are there)?", _anagrams),
    rule(rf"{_COUNTING_HOW} (?:distinct |different )?ways can (?:all )?the letters (?:of|in) the word ['\"]?(?P<word>[a-z]+)['\"]? be (?:arranged|rearranged|ordered|permuted)", _anagrams),
    rule(rf"{_WAYS}(?:distribute|put|place|divide|give|distributing|placing) (?P<n>\d+) (?:identical|indistinguishable) \w+ (?:into|among|in|between|to) (?P<k>\d+) (?:distinct|distinguishable|different|labell?ed) {_BOXES}(?:,? (?:(?:so that|such that|if|with|where) )?(?:no (?:box|bin) (?:is|being|left|can be)? ?(?:left )?empty|each \w+ (?:gets|gets|receives|contains|has) at least 1(?: \w+)?))?", _bars),
    rule(rf"{_COUNTING_HOW} (?P<kind>non-?negative|positive) (?:integer )?(?:integer )?solutions (?:does|are there (?:to|of|for)|to|of|for) (?:the equation )?(?P<sum>[a-z]_?\d*(?: ?\+ ?[a-z]_?\d*)+) ?= ?(?P<n>\d+)(?: have)?(?: are there)?", _equation),
    rule(rf"{_COUNTING_HOW} derangements (?:are there )?(?:of|for|on) (?:a set of )?(?P<n>\d+)(?: {_THINGS})?(?: are there)?", _deranged),
    rule(rf"{_COUNTING_HOW} (?:different |distinct |shortest |lattice |monotone |grid )*paths (?:are there |exist )?from {_ORIGIN} to {_POINT}{_MOVING}{_AVOIDING}", _paths),
    rule(rf"{_COUNTING_HOW} (?:lattice |grid )?paths (?:are there )?from {_ORIGIN} to {_POINT}{_AVOIDING}{_MOVING}", _paths),
    rule(r"(?:at a (?:party|meeting),? |in a room (?:of|with) )?(?:if )?(?:there are )?(?P<n>\d+) (?:people|persons|guests|students)(?: (?:in a room|at a party|at a meeting))?,?(?: and)? (?:each (?:person |of them )?|every(?:1|one)? (?:person )?|all )?(?:shakes?|shake) hands with (?:every|each) (?:other(?: person| guest| student| 1)?|1 another|other)(?: exactly)?(?: once| 1 time)?[.,]? how many handshakes (?:are there|take place|occur|were there|are made|happen|will there be)(?: in total| altogether)?", _handshakes),
    rule(rf"{_COUNTING_HOW} handshakes (?:are there|occur|take place) (?:if|when|among) (?P<n>\d+) people (?:all )?(?:each )?shake hands with (?:every|each) other(?: person)?(?: exactly)? once", _handshakes),
    rule(rf"{_COUNTING_HOW} (?P<kind>proper |non-?empty )?subsets (?:does|are there of|of|has|are in) (?:a|the) set (?:of|with|containing) (?P<n>\d+) (?:distinct )?elements(?: have)?", _subsets),
    rule(rf"{_COUNTING_HOW} (?P<kind>)subsets of size (?P<k>\d+) (?:does|are there of|of|has) (?:a|the) set (?:of|with|containing) (?P<n>\d+) (?:distinct )?elements(?: have)?", _subsets),
    rule(rf"{_COUNTING_HOW} (?:binary|bit) (?:strings|sequences|words|numbers) (?:are there )?of length (?P<n>\d+)(?: (?:have|with|contain|containing) exactly (?P<k>\d+) (?:1s|ones|1's|zeros|0s))?(?: are there)?", _binary),
)  # fmt: skip
