"""Lights, lockers and doors that are toggled in rounds: round k toggles every k-th one.

Number j is toggled once for each of its divisors, so after at least n rounds the perfect squares
have changed; with fewer rounds only divisors up to their number count.
"""

import math
import re

from desktop_agent.reasoning.solvers.solved import Solved
from desktop_agent.reasoning.solvers.toggling_wording import (
    ASKS_ONE,
    ASKS_TIMES,
    STATE,
    THING,
    Toggling,
    evened,
    toggling_told,
)

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
    setting = toggling_told(text)
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
