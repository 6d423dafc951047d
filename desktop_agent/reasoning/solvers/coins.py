"""Fair coins: how many tosses there are, and which outcomes are asked for."""

import math
import re

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
