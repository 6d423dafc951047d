"""Solve puzzles in which round k toggles every k-th light, locker or door.

Item j is toggled once for each of its divisors that is not greater than the number of rounds. With
at least as many rounds as items, only the items with square numbers end up changed.
"""

import math
import re
from dataclasses import dataclass
from itertools import pairwise

from desktop_agent.agents.reasoning.solvers.base import Solved
from desktop_agent.evidence.text.wordings import word_set
from desktop_agent.system.resources import toml_resource

# --- The setting of a problem: the number of items and rounds, and the initial state

_WORDINGS = toml_resource("reasoning", "toggling.toml")
_THING, _DOER = (f"(?:{'|'.join(_WORDINGS[nouns].split())})" for nouns in ("things", "doers"))
_KNOWN_WORDS = word_set(_WORDINGS["words"])
_NOUN = re.compile(rf"\b(?:{_THING}|{_DOER})\b")
_ORDINALS = "first second third fourth fifth sixth seventh eighth ninth tenth"
_TOGGLES = re.compile(
    r"\b(?:toggl|chang|revers|flip|alters|(?:press|push)(?:es)? (?:the (?:switch|button) of )?(?:every|each)|switch(?:es|ed|ing)? (?:every|all|each|the state|it|them)\b|switching\b(?! o(?:n|ff)\b)|(?:is|are|gets) switched\b(?! o(?:n|ff)\b))|opposite|closes? (?:it|them|the|those).{0,30} if "
)
_TWIST = re.compile(
    r"(?:from|starting (?:at|with)) the (?:last|end)|(?:reverse|opposite|new) order|other end"
    r"|\b(?:every|each) (?:open|closed|lit|shut|dark)\b"
)
_CONDITION = re.compile(
    r"\b(?:if|that|which|when|those|whether)(?: (?:it|they|a|the|\w+s))?(?: \w+)? (?:is|are|was|were|it's) (?:already |currently )?(?:closed|open|shut|on|off)\b"
    r"|(?:closed|open|on|off) (?:to|or) (?:closed|open|on|off)"
)
_INITIAL = re.compile(
    r"(?:\b(?:are|is|were|was|start(?:s|ing|ed)?(?: out)?|begin(?:s|ning)?|initially|originally|all|\d+)"
    r" )(?:(?:all|initially|originally|set|currently|switched|turned|in the) ){0,3}(closed|shut|off|open|on)\b(?! (?:the|which|each|every|round|pass))"
)
_FIRST = re.compile(
    rf"\b(?:1st|{_DOER} (?:number )?1) (?:\w+ ){{0,6}}?(open|clos|turn(?:s|ed)? o(?:n|ff)|toggl|chang|flip|switch)"
)
_LABEL = r"(?:numbered|labell?ed) (?:from )?1 (?:to|through|-) (\d+)"
_STATE = r"(open(?:ed)?|closed|shut|on|off|lit)"
_BECOMES = r"(?:be |been |left |still |end up |remain |finally )*"
_COUNT = re.compile(
    rf"how many (?:of the )?(?:{_THING} |of them )?(?:will |would |are |remain |have )?(?:there )?{_BECOMES}{_STATE}\b"
    rf"|number of {_STATE} {_THING}|number of {_THING} (?:that are |left )?{_STATE}"
)
_WHICH = re.compile(
    rf"which (?:of the )?(?:{_THING} |ones |of them )?(?:will |would |are |remain )?{_BECOMES}{_STATE}\b"
)
_QUESTION = re.compile(rf"\b(?:how many|number of|which (?:of|ones|are|{_THING}))\b")
_ON = frozenset(("open", "opened", "on", "lit"))


@dataclass(frozen=True, slots=True)
class _Setting:
    """The number of items, the number of rounds, and whether all items start on or open."""

    things: int
    rounds: int
    on: bool


def _evened(text: str) -> str:
    """Normalize ordinals to the forms ``2nd`` and ``kth``, and "every other" to "every 2nd"."""
    for number, word in enumerate(_ORDINALS.split(), 1):
        text = re.sub(
            rf"\b{word}\b", f"{number}{('st', 'nd', 'rd', 'th')[min(number, 4) - 1]}", text
        )
    text = text.replace("every other", "every 2nd").replace("every 1 ", "every ")
    text = re.sub(r"\b([ijkn])(?: |-|\^)?\(?th\)?\b", r"\1th", text)
    return re.sub(r"\b(\d+)[- ](st|nd|rd|th)\b", r"\1\2", text)


def _setting(text: str) -> _Setting | None:
    plain = re.sub(rf"\b({_DOER}) (?:number )?\d+\b", r"\1", text)
    things = set(re.findall(rf"\b(\d+) (?:[a-z]+ ){{0,4}}?{_THING}\b", plain))
    things |= set(re.findall(rf"{_THING} (?:[a-z]+ ){{0,4}}?{_LABEL}", text))
    doers = set(re.findall(rf"\b(\d+) (?:[a-z]+ )?{_DOER}\b", text))
    doers |= set(re.findall(rf"(?:until|after|to) (?:the )?{_DOER} (?:number )?(\d+)\b", text))
    doers |= set(re.findall(rf"(?:until|after|to) (?:the )?(\d+)(?:st|nd|rd|th) {_DOER}", text))
    on = _initially_on(text)
    if len(things) != 1 or len(doers) != 1 or on is None:
        return None
    setting = _Setting(int(things.pop()), int(doers.pop()), on)
    return setting if 1 <= setting.things <= 10**15 and setting.rounds >= 1 else None


def _initially_on(text: str) -> bool | None:
    question = _QUESTION.search(text)
    before = _CONDITION.sub(" ", text[: question.start()] if question else text)
    states = {state in _ON for state in _INITIAL.findall(before)}
    first = _FIRST.search(text)
    if first and first[1] not in ("toggl", "chang", "flip", "switch"):
        states.add(first[1] == "clos" or first[1].endswith("off"))
    return states.pop() if len(states) == 1 else None


# --- The rule: every step described must be "the k-th round toggles every k-th item"

_RULE = re.compile(
    r"\bevery (?:single )?(\d+(?=st|nd|rd|th)|[a-z](?=th))(?:st|nd|rd|th)\b|\b(?:multiples? of|divisible by) (\d+|[ijkn])\b(?!th)"
)
_WHOLE = re.compile(rf" (?:{_THING}|one|1|of (?:them|the))\b|[.,;:()]|$")
_ACTOR = re.compile(
    rf"(?<!every )(?<!every single )\b(\d+(?=st|nd|rd|th)|[ijkn](?=th))(?:st|nd|rd|th)\b|\b{_DOER} (?:number )?(\d+|[ijkn])\b"
)
_ON_AND_ON = re.compile(r"so on|continu|pattern|etc|until|process|repeat|similarly|this way")
_STARTING = re.compile(r"(?:start|starting|begins?|beginning) (?:with|at|from) (?:[a-z]+ ){0,2}$")


def _rules_hold(text: str, setting: _Setting) -> bool:
    """Return whether the described steps follow the every-k-th rule and explain all numbers."""
    if not _TOGGLES.search(text) or _TWIST.search(text) or text.count(" if ") == 1:
        return False  # "toggle it if it is closed" means to open, unless the other case is given
    rules = [(match, match[1] or match[2]) for match in _RULE.finditer(text)]
    for match, label in rules:
        actors = list(_ACTOR.finditer(text, 0, match.start()))
        if match[1] and not _WHOLE.match(text, match.end()):
            return False
        if not actors or (actors[-1][1] or actors[-1][2]) != label:
            return False
    told = [int(label) for _, label in rules if label.isdigit()]
    general = len(told) < len(rules)
    if not general and not ({2, 3} <= set(told) and _ON_AND_ON.search(text)):
        return False
    labels = {label for _, label in rules}
    named = {found.start(2) for found in _ACTOR.finditer(text) if found[2] in labels}
    numbers = [match for match in re.finditer(r"\b\d+\b", text) if match.start() not in named]
    steps = [(match.start(), int(label)) for match, label in rules if label.isdigit()]
    return all(a <= b for a, b in pairwise(told)) and all(
        _is_used(text, number, setting, [step for at, step in steps if at < number.start()])
        for number in numbers
    )


def _is_used(text: str, number: re.Match[str], setting: _Setting, steps: list[int]) -> bool:
    """Return whether a number is part of the setting or is an item that the last step toggles."""
    value, step = int(number.group()), steps[-1] if steps else 0
    if _STARTING.search(text[: number.start()]):
        return value == (step or 1)
    return value in (1, setting.things, setting.rounds) or bool(step and value % step == 0)


# --- The answer

_MOST_SIMULATED = 200_000
_MOST_LISTED = 200


def solve_toggling(text: str) -> Solved | None:
    """Find how many or which items end up open or on after round k toggles every k-th item."""
    text = _evened(text)
    if not _KNOWN_WORDS.issuperset(re.findall(r"[a-z]+", _NOUN.sub("", text))):
        return None
    if not re.search(rf"\b{_THING}\b", text) or len(_QUESTION.findall(text)) != 1:
        return None
    count, which = _COUNT.search(text), _WHICH.search(text)
    asked = count or which
    setting = _setting(text)
    if asked is None or setting is None or not _rules_hold(text, setting):
        return None
    wanted_on = next(state for state in asked.groups() if state) in _ON
    changes = wanted_on != setting.on
    complete = setting.rounds >= setting.things
    if count and complete:
        odd = math.isqrt(setting.things)
        value = str(odd if changes else setting.things - odd)
    elif setting.things <= _MOST_SIMULATED:
        found = [at for at, odd in enumerate(_toggled(setting), 1) if odd == changes]
        if not count and len(found) > _MOST_LISTED:
            return None
        value = str(len(found)) if count else ", ".join(map(str, found)) or "none"
    else:
        return None
    return Solved(value, "toggling", _explained(setting, value))


def _toggled(setting: _Setting) -> list[bool]:
    state = bytearray(setting.things + 1)
    for step in range(1, min(setting.rounds, setting.things) + 1):
        for at in range(step, setting.things + 1, step):
            state[at] ^= 1
    return [bool(each) for each in state[1:]]


def _explained(setting: _Setting, value: str) -> str:
    why = "an odd number of divisors have the perfect squares alone"
    if setting.rounds < setting.things:
        why = "each round was gone through"
    return (
        f"{setting.things} things, all {'on/open' if setting.on else 'off/closed'} at first; "
        f"{setting.rounds} rounds, round k toggles every k-th.\n"
        f"Number j is toggled once for each divisor of j up to {setting.rounds}; {why}.\n"
        f"Asked for: {value}."
    )
