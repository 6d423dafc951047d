"""Lights, lockers and doors that are toggled in rounds: round k toggles every k-th one.

Number j is toggled once for each of its divisors, so after at least n rounds the perfect squares
have changed; with fewer rounds only divisors up to their number count.
"""

import math
import re
from dataclasses import dataclass
from itertools import pairwise

from desktop_agent.agents.reasoning.solvers.base import Solved

# --- What a problem of toggling says: how many things and rounds, how all was at first, and the rule.

THING = r"(?:lockers?|light ?bulbs?|light switch(?:es)?|lights?|bulbs?|lamps?|doors?|switch(?:es)?)"
_DOER = r"(?:students?|people|persons?|pass(?:es)?|rounds?|children|kids|pupils?|monkeys?|prisoners?|guards?|steps?|walks?|visits?|turns?)"
_ORDINALS = {
    "first": "1st", "second": "2nd", "third": "3rd", "fourth": "4th", "fifth": "5th", "sixth": "6th", "seventh": "7th",
    "eighth": "8th", "ninth": "9th", "tenth": "10th",
}  # fmt: skip
_VOCABULARY_WORDS = """
a after all already along altered alters alternately an and any are arranged as at be been beginning begin
begins bulb bulbs by change changed changes changing children close closed closes closing complete completed
condition consider continues continue continuing corridor corresponding currently divisible do does done door
doors down each end ends etc every everyone exactly final finally finished first flip flipped flips flipping
flicks for from gets given go goes going gone guard guards had hall hallway has have he her his hotel house how i
if in initial initially is it its itself j k keep kid kids labeled labelled lamp lamps last left let light lightbulb
lightbulbs lights line lined locker lockers long make makes making manner many monkey monkeys multiple multiples n
new next nth now number numbered numbers of off on one ones only open opened opens opening opposite or order
originally other out over pass passed passes passing past pattern people person persons position positions prison
prisoner prisoners process procedure pull pulls pupil pupils remain remaining remains repeat repeated repeats
reverse reversed reverses reversing room round rounds row s same school series set she shut shuts similarly single
so start starting starts started state states status step steps still student students suppose switch switched
switches switching that the their them then there these they this those through till time times to toggle toggled
toggles toggling total turn turned turning turns until up visit visits walk walked walking walks was way were what when
where which whose who will with would you your st nd rd th kth ith jth nth lit dark happens
"""
_VOCABULARY = frozenset(_VOCABULARY_WORDS.split())
_TOGGLES = re.compile(
    r"\b(?:toggl|chang|revers|flip|alters|switch(?:es|ed|ing)? (?:every|all|each|the state|it|them)\b|switching\b(?! o(?:n|ff)\b)|(?:is|are|gets) switched\b(?! o(?:n|ff)\b))|opposite|closes? (?:it|them|the|those).{0,30} if "
)
_BACKWARDS = re.compile(
    r"(?:from|starting (?:at|with)) the (?:last|end)|(?:reverse|opposite|new) order|other end"
)
_CONDITION = re.compile(
    r"\b(?:if|that|which|when|those|whether)(?: (?:it|they|a|the|\w+s))?(?: \w+)? (?:is|are|was|were|it's) (?:already |currently )?(?:closed|open|shut|on|off)\b"
    r"|(?:closed|open|on|off) (?:to|or) (?:closed|open|on|off)"
)
_INITIAL = re.compile(
    r"(?:\b(?:are|is|were|was|start(?:s|ing|ed)?(?: out)?|begin(?:s|ning)?|initially|originally|all|(?P<count>\d+))"
    r" )(?:(?:all|initially|originally|set|currently|in the) ){0,3}(?P<state>closed|shut|off|open|on)\b(?! (?:the|which|each|every|round|pass))"
)
_RULE = re.compile(
    r"\bevery (?:single )?(\d+(?=st|nd|rd|th)|[a-z](?=th))(?:st|nd|rd|th)\b|\b(?:multiples? of|divisible by) (\d+|[ijkn])\b(?!th)"
)
_WHOLE = re.compile(rf" (?:{THING}|one|1|of (?:them|the))\b|[.,;:()]|$")
_PICKED = re.compile(r"\b(?:every|each) (?:open|closed|lit|shut|dark)\b|\d times\b")
_ACTOR = re.compile(
    rf"(?<!every )(?<!every single )\b(\d+(?=st|nd|rd|th)|[ijkn](?=th))(?:st|nd|rd|th)\b|\b{_DOER} (?:number )?(\d+|[ijkn])\b"
)
_FIRST = re.compile(
    rf"\b(?:1st|{_DOER} (?:number )?1) (?:\w+ ){{0,6}}?(open|clos|turn(?:s|ed)? on|turn(?:s|ed)? off|toggl|chang|flip|switch)"
)
STATE = r"(open(?:ed)?|closed|shut|on|off|lit)"
ASKS_ONE = re.compile(
    rf"(?:is|will|would) (?:the )?{THING} (?:number )?(\d+) (?:be |still |left |finally )*{STATE}\b"
)
ASKS_TIMES = re.compile(
    rf"how many times (?:is|will|was|does) (?:the )?{THING} (?:number )?(\d+) (?:be |been |get )?(?:toggled|changed|flipped|switched)"
)
_ON_AND_ON = re.compile(
    r"and so on|continu|pattern|etc|until|process|repeat|similarly|this way|so on"
)


@dataclass(frozen=True, slots=True)
class Toggling:
    """How many things and rounds there are, and whether all were on or open at first."""

    things: int
    rounds: int
    on: bool


def read_toggling(text: str) -> Toggling | None:
    """Gives the setting of an `evened` wording; None where any word of it could mean something else."""
    if not re.search(rf"\b{THING}\b", text) or not _within_vocabulary(text):
        return None
    setting = _setting(text)
    return setting if setting is not None and _rules_hold(text, setting) else None


def evened(text: str) -> str:
    """Gives a wording with ordinals as ``2nd``, ``k-th`` as ``kth`` and "every other" as "every 2nd"."""
    for word, ordinal in _ORDINALS.items():
        text = re.sub(rf"\b{word}\b", ordinal, text)
    text = text.replace("every other", "every 2nd").replace("every 1 ", "every ")
    text = re.sub(r"\b([ijkn])(?: |-|\^)?\(?th\)?\b", r"\1th", text)
    return re.sub(r"\b(\d+)[- ](st|nd|rd|th)\b", r"\1\2", text)


def _within_vocabulary(text: str) -> bool:
    return all(word in _VOCABULARY for word in re.findall(r"[a-z]+", text))


def _setting(text: str) -> Toggling | None:
    unlabelled = re.sub(rf"\b({_DOER}) (?:number )?\d+\b", r"\1", text)
    things = {int(n) for n in re.findall(rf"\b(\d+) (?:[a-z]+ ){{0,4}}?{THING}\b", unlabelled)}
    things |= {
        int(n)
        for n in re.findall(
            rf"{THING} (?:[a-z]+ ){{0,4}}?(?:numbered|labell?ed) (?:from )?1 (?:to|through|-) (\d+)",
            text,
        )
    }
    doers = {int(n) for n in re.findall(rf"\b(\d+) (?:[a-z]+ )?{_DOER}\b", text)}
    lasts = (
        rf"(?:until|after|to) (?:the )?(?:{_DOER} (?:number )?(\d+)\b|(\d+)(?:st|nd|rd|th) {_DOER})"
    )
    doers |= {int(match.group(1) or match.group(2)) for match in re.finditer(lasts, text)}
    if len(things) != 1 or len(doers) != 1:
        return None
    n, rounds = things.pop(), doers.pop()
    if not 1 <= n <= 10**15 or rounds < 1:
        return None
    on = _initially_on(text)
    return None if on is None else Toggling(n, rounds, on)


def _initially_on(text: str) -> bool | None:
    """Gives whether all were on or open before the first round; None where that is not said."""
    question = re.search(r"\b(?:how many|which|number of)\b", text) or ASKS_ONE.search(text)
    before = _CONDITION.sub(" ", text[: question.start()] if question else text)
    states = {match.group("state") in ("open", "on") for match in _INITIAL.finditer(before)}
    first = _FIRST.search(text)
    verb = first.group(1) if first else ""
    opens = verb == "open" or verb.endswith(" on")
    closes = verb == "clos" or verb.endswith(" off")
    if opens or closes:
        states.add(closes)
    return states.pop() if len(states) == 1 else None


def _rules_hold(text: str, setting: Toggling) -> bool:
    """True when every step that is told is the k-th round's for every k-th, and no number is left over."""
    if not _TOGGLES.search(text) or _BACKWARDS.search(text) or _PICKED.search(text):
        return False
    rules = list(_RULE.finditer(text))
    labels = []
    for match in rules:
        label = match.group(1) or match.group(2)
        actors = list(_ACTOR.finditer(text, 0, match.start()))
        if match.group(1) and not _WHOLE.match(text, match.end()):
            return False
        if not actors or (actors[-1].group(1) or actors[-1].group(2)) != label:
            return False
        labels.append(label)
    general = any(label.isalpha() for label in labels)
    told = [int(label) for label in labels if label.isdigit()]
    if not general and not ({2, 3} <= set(told) and _ON_AND_ON.search(text)):
        return False
    return all(a <= b for a, b in pairwise(told)) and _all_used(text, setting, rules)


def _all_used(text: str, setting: Toggling, rules: list[re.Match[str]]) -> bool:
    asked = ASKS_ONE.search(text) or ASKS_TIMES.search(text)
    known = {1, setting.things, setting.rounds} | ({int(asked.group(1))} if asked else set())
    labels = {found.group(1) or found.group(2) for found in rules}
    named = {
        found.start(2)
        for found in _ACTOR.finditer(text)
        if found.group(2) and found.group(2) in labels
    }
    for match in re.finditer(r"\b\d+\b", text):
        if match.start() in named:
            continue
        value = int(match.group())
        before = [
            found
            for found in rules
            if found.start() < match.start() and (found.group(1) or found.group(2)).isdigit()
        ]
        step = int(before[-1].group(1) or before[-1].group(2)) if before else 0
        if re.search(
            r"(?:starting|start|beginning|begins?) (?:with|at|from) (?:[a-z]+ ){0,2}$",
            text[: match.start()],
        ):
            if value != (step or 1):
                return False
        elif value not in known and not (step and value % step == 0):
            return False
    return True


_MOST_SIMULATED = 200_000
_MOST_LISTED = 200
_COUNT = re.compile(
    rf"how many (?:of the )?(?:{THING} |of them )?(?:will |would |are |remain |have )?(?:there )?(?:be |been |left |still |end up |remain |finally )*{STATE}(?: (?:{THING}))?"
    rf"(?: (?:will |are )(?:there|left|remain))?|number of {STATE} {THING}|number of {THING} (?:that are |left )?{STATE}"
)
_WHICH = re.compile(
    rf"which (?:of the )?(?:{THING} |ones |of them )?(?:will |would |are |remain )?(?:be |left |still |end up |remain |finally )*{STATE}\b"
)


def solve_toggling(text: str) -> Solved | None:
    """Solves who is open or on after rounds of toggling every k-th one."""
    text = evened(text)
    setting = read_toggling(text)
    return _asked(text, setting) if setting is not None else None


def _asked(text: str, setting: Toggling) -> Solved | None:
    if len(
        re.findall(r"\b(?:how many|which (?:of|lockers|lights|bulbs|doors|ones|are))\b", text)
    ) != 1 and not ASKS_ONE.search(text):
        return None
    if times := ASKS_TIMES.search(text):
        return _touched(int(times.group(1)), setting)
    if one := ASKS_ONE.search(text):
        return _single(int(one.group(1)), one.group(2), setting)
    count, which = _COUNT.search(text), _WHICH.search(text)
    match = count or which
    if match is None:
        return None
    state = next(group for group in match.groups() if group)
    wanted_on = state in ("open", "opened", "on", "lit")
    changed = _changed(setting) if setting.rounds < setting.things else None
    if changed is None and setting.rounds < setting.things:
        return None
    return (
        _counted(setting, changed, wanted_on=wanted_on)
        if count
        else _which(setting, changed, wanted_on=wanted_on)
    )


def _changed(setting: Toggling) -> list[int] | None:
    """Gives the numbers that are toggled an odd number of times, by going through the rounds."""
    if setting.things > _MOST_SIMULATED:
        return None
    state = bytearray(setting.things + 1)
    for step in range(1, min(setting.rounds, setting.things) + 1):
        for at in range(step, setting.things + 1, step):
            state[at] ^= 1
    return [at for at in range(1, setting.things + 1) if state[at]]


def _explained(setting: Toggling) -> str:
    start = "on/open" if setting.on else "off/closed"
    why = (
        "An odd number of divisors have the perfect squares alone."
        if setting.rounds >= setting.things
        else f"Only divisors up to {setting.rounds} count, so each round was gone through."
    )
    return (
        f"{setting.things} things, all {start} at first; {setting.rounds} rounds, round k toggles every k-th.\n"
        f"Number j is toggled once for each divisor of j that is at most {setting.rounds}.\n{why}"
    )


def _counted(setting: Toggling, changed: list[int] | None, *, wanted_on: bool) -> Solved:
    odd = math.isqrt(setting.things) if changed is None else len(changed)
    value = odd if wanted_on != setting.on else setting.things - odd
    line = f"Toggled an odd number of times: {odd} of {setting.things}; asked for: {value}."
    return Solved(str(value), "toggling", f"{_explained(setting)}\n{line}")


def _which(setting: Toggling, changed: list[int] | None, *, wanted_on: bool) -> Solved | None:
    if changed is None:
        changed = [root * root for root in range(1, min(math.isqrt(setting.things), 10**4) + 1)]
        if setting.things > 10**8:
            return None
    if wanted_on == setting.on:
        if setting.things > _MOST_SIMULATED:
            return None
        odd = set(changed)
        changed = [at for at in range(1, setting.things + 1) if at not in odd]
    if len(changed) > _MOST_LISTED:
        return None
    return Solved(", ".join(map(str, changed)) or "none", "toggling", _explained(setting))


def _divisors(number: int, most: int) -> int:
    return sum(1 for step in range(1, min(number, most) + 1) if number % step == 0)


def _touched(number: int, setting: Toggling) -> Solved | None:
    if not 1 <= number <= min(setting.things, 10**6):
        return None
    count = _divisors(number, setting.rounds)
    return Solved(
        str(count),
        "toggling",
        f"{number} is toggled once for each of its divisors up to {setting.rounds}: {count}.",
    )


def _single(number: int, state: str, setting: Toggling) -> Solved | None:
    touched = _touched(number, setting)
    if touched is None:
        return None
    on = (int(touched.value) % 2 == 1) != setting.on
    wanted_on = state in ("open", "opened", "on", "lit")
    return Solved(
        "yes" if on == wanted_on else "no",
        "toggling",
        f"{_explained(setting)}\n{touched.explanation}",
    )
