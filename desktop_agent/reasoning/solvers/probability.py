"""Chances by counting: coins, dice, cards, balls drawn from an urn, shared birthdays.

A problem is a setting ("two dice are rolled") and an event ("the sum is 7"); both must be read whole.
"""

import re
from collections.abc import Callable
from fractions import Fraction

from desktop_agent.reasoning.solvers.birthdays import solve_birthdays
from desktop_agent.reasoning.solvers.coins import coins_event, coins_setting
from desktop_agent.reasoning.solvers.dice import dice_event, dice_setting
from desktop_agent.reasoning.solvers.draws import cards_setting, draw_event, urn_setting
from desktop_agent.reasoning.solvers.solved import Solved, exact, rounded

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
