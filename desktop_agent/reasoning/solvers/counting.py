"""Arrangements, selections, distributions, derangements, paths on a grid, handshakes, subsets."""

import math
import re
from collections import Counter

from desktop_agent.reasoning.solvers.solved import Solved
from desktop_agent.reasoning.solvers.wording import Rule, by_rules, rule

_MOST = 1000
_HOW = r"(?:how many|in how many|(?:(?:what is|find|calculate|compute|determine) )?the number of)"
_WAYS = rf"{_HOW} (?:different |distinct |possible )?ways (?:are there |exist )?(?:to |of |can (?:you |we |1 )?)?"
_THINGS = r"(?:distinct |different |distinguishable )?(?:books?|people|persons?|students?|objects?|items?|letters?|children|players?|elements?|chairs|toppings|friends|members|men|women|guests|paintings|candidates|employees)"
_GROUP = rf"(?:an? |the )?(?:(?:group|set|class|team|collection|club|committee|pool) of )?(?P<n>\d+)(?: {_THINGS})?"


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


def _parts(match: re.Match[str]) -> dict[str, int] | None:
    found = {name: int(part) for name, part in match.groupdict().items() if part and part.isdigit()}
    return found if all(value <= _MOST for value in found.values()) else None


def _arranged(match: re.Match[str]) -> Solved | None:
    parts = _parts(match)
    return _solved(math.factorial(parts["n"]), f"{parts['n']}!") if parts else None


def _round_table(match: re.Match[str]) -> Solved | None:
    parts = _parts(match)
    if parts is None or parts["n"] < 1:
        return None
    return _solved(math.factorial(parts["n"] - 1), f"Rotations count once: ({parts['n']} - 1)!")


def _chosen(match: re.Match[str]) -> Solved | None:
    parts = _parts(match)
    if parts is None or parts["k"] > parts["n"]:
        return None
    return _solved(math.comb(parts["n"], parts["k"]), f"C({parts['n']}, {parts['k']})")


def _permuted(match: re.Match[str]) -> Solved | None:
    parts = _parts(match)
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
    parts, text = _parts(match), match.group()
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
    if n > _MOST:
        return None
    if match.group("kind").startswith("positive"):
        return _solved(
            math.comb(n - 1, k - 1) if n else 0,
            f"Stars and bars, each at least 1: C({n} - 1, {k} - 1)",
        )
    return _solved(math.comb(n + k - 1, k - 1), f"Stars and bars: C({n} + {k} - 1, {k} - 1)")


def _deranged(match: re.Match[str]) -> Solved | None:
    parts = _parts(match)
    if parts is None:
        return None
    n = parts["n"]
    return _solved(derangements(n), f"D(n) = (n - 1)(D(n-1) + D(n-2)): D({n})")


def _paths(match: re.Match[str]) -> Solved | None:
    parts = _parts(match)
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
    parts = _parts(match)
    return (
        _solved(math.comb(parts["n"], 2), f"Every pair once: C({parts['n']}, 2)") if parts else None
    )


def _subsets(match: re.Match[str]) -> Solved | None:
    parts = _parts(match)
    if parts is None:
        return None
    n = parts["n"]
    if "k" in parts:
        return _solved(math.comb(n, parts["k"]), f"C({n}, {parts['k']})")
    kind = match.group("kind") or ""
    less = 1 if kind.strip() in ("proper", "nonempty", "non-empty") else 0
    return _solved(2**n - less, f"2^{n}{' - 1' if less else ''}")


def _binary(match: re.Match[str]) -> Solved | None:
    parts = _parts(match)
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
    rule(rf"{_HOW} (?:different )?ways can (?P<n>\d+) {_THINGS} (?:be (?:arranged|ordered|lined up|seated)|stand|line up|sit)(?: (?:on a shelf|in a row|in a line|in order|in a straight line))", _arranged),
    rule(rf"{_HOW} permutations (?:are there |exist )?of (?P<n>\d+)(?: {_THINGS})?(?: are there)?", _arranged),
    rule(rf"{_WAYS}(?:seat|arrange) (?P<n>\d+) {_THINGS} (?:around|at) a (?:circular|round) table(?: if rotations (?:are|count as) (?:considered )?(?:the same|identical))?", _round_table),
    rule(rf"{_HOW} (?:different )?ways can (?P<n>\d+) {_THINGS} (?:be seated|sit) (?:around|at) a (?:circular|round) table(?: if rotations (?:are|count as) (?:considered )?(?:the same|identical))?", _round_table),
    rule(rf"{_WAYS}(?:choose|select|pick|choosing|selecting) (?:a (?:committee|team|group|subset) of )?(?P<k>\d+)(?: {_THINGS})? (?:from|out of|from among|among) {_GROUP}", _chosen),
    rule(rf"{_HOW} (?:different |distinct )?(?:committees|teams|groups|combinations) of (?P<k>\d+)(?: {_THINGS})? can be (?:formed|chosen|made|selected) (?:from|out of) {_GROUP}", _chosen),
    rule(rf"{_VALUE}(?P<n>\d+) choose (?P<k>\d+)", _chosen),
    rule(rf"{_VALUE}c\((?P<n>\d+), ?(?P<k>\d+)\)", _chosen),
    rule(rf"{_HOW} permutations (?:are there )?of (?P<k>\d+)(?: {_THINGS})? (?:taken |chosen )?(?:from|out of) (?P<n>\d+)(?: {_THINGS})?", _permuted),
    rule(rf"{_HOW} (?:distinct |different |distinguishable )?(?:arrangements|permutations|anagrams|ways)(?: are there)?(?: (?:to arrange|of|to rearrange|to order))? (?:all )?(?:of )?(?:the letters (?:of|in) )?(?:the word )?['\"](?P<word>[a-z]+)['\"](?: are there)?", _anagrams),
    rule(rf"{_HOW} (?:distinct |different |distinguishable )?(?:arrangements|permutations|ways)(?: are there)?(?: (?:to arrange|of|to rearrange|to order))? (?:all )?(?:of )?the letters (?:of|in) the word (?P<word>[a-z]+)(?: are there)?", _anagrams),
    rule(rf"{_HOW} (?:distinct |different )?ways can (?:all )?the letters (?:of|in) the word ['\"]?(?P<word>[a-z]+)['\"]? be (?:arranged|rearranged|ordered|permuted)", _anagrams),
    rule(rf"{_WAYS}(?:distribute|put|place|divide|give|distributing|placing) (?P<n>\d+) (?:identical|indistinguishable) \w+ (?:into|among|in|between|to) (?P<k>\d+) (?:distinct|distinguishable|different|labell?ed) {_BOXES}(?:,? (?:(?:so that|such that|if|with|where) )?(?:no (?:box|bin) (?:is|being|left|can be)? ?(?:left )?empty|each \w+ (?:gets|gets|receives|contains|has) at least 1(?: \w+)?))?", _bars),
    rule(rf"{_HOW} (?P<kind>non-?negative|positive) (?:integer )?(?:integer )?solutions (?:does|are there (?:to|of|for)|to|of|for) (?:the equation )?(?P<sum>[a-z]_?\d*(?: ?\+ ?[a-z]_?\d*)+) ?= ?(?P<n>\d+)(?: have)?(?: are there)?", _equation),
    rule(rf"{_HOW} derangements (?:are there )?(?:of|for|on) (?:a set of )?(?P<n>\d+)(?: {_THINGS})?(?: are there)?", _deranged),
    rule(rf"{_HOW} (?:different |distinct |shortest |lattice |monotone |grid )*paths (?:are there |exist )?from {_ORIGIN} to {_POINT}{_MOVING}{_AVOIDING}", _paths),
    rule(rf"{_HOW} (?:lattice |grid )?paths (?:are there )?from {_ORIGIN} to {_POINT}{_AVOIDING}{_MOVING}", _paths),
    rule(r"(?:at a (?:party|meeting),? |in a room (?:of|with) )?(?:if )?(?:there are )?(?P<n>\d+) (?:people|persons|guests|students)(?: (?:in a room|at a party|at a meeting))?,?(?: and)? (?:each (?:person |of them )?|every(?:1|one)? (?:person )?|all )?(?:shakes?|shake) hands with (?:every|each) (?:other(?: person| guest| student| 1)?|1 another|other)(?: exactly)?(?: once| 1 time)?[.,]? how many handshakes (?:are there|take place|occur|were there|are made|happen|will there be)(?: in total| altogether)?", _handshakes),
    rule(rf"{_HOW} handshakes (?:are there|occur|take place) (?:if|when|among) (?P<n>\d+) people (?:all )?(?:each )?shake hands with (?:every|each) other(?: person)?(?: exactly)? once", _handshakes),
    rule(rf"{_HOW} (?P<kind>proper |non-?empty )?subsets (?:does|are there of|of|has|are in) (?:a|the) set (?:of|with|containing) (?P<n>\d+) (?:distinct )?elements(?: have)?", _subsets),
    rule(rf"{_HOW} (?P<kind>)subsets of size (?P<k>\d+) (?:does|are there of|of|has) (?:a|the) set (?:of|with|containing) (?P<n>\d+) (?:distinct )?elements(?: have)?", _subsets),
    rule(rf"{_HOW} (?:binary|bit) (?:strings|sequences|words|numbers) (?:are there )?of length (?P<n>\d+)(?: (?:have|with|contain|containing) exactly (?P<k>\d+) (?:1s|ones|1's|zeros|0s))?(?: are there)?", _binary),
)  # fmt: skip
