"""Whether a later sentence, or the rest of the first one, takes back what was affirmed."""

import re
from functools import cache

from desktop_agent.evidence.grounding.affirmation import Stance, rival_in_place, stance
from desktop_agent.evidence.grounding.cues import RIVAL, WORD, any_of, links, near
from desktop_agent.evidence.grounding.roles import HELD, Roles

_THING = "(?:it|that|this|answer|title|one|he|she|es|das|c|il|ce|ella|lo)"
_POINTED = """(?:this|that|it|the above|above|answer|information|claim|value|which|first one|das|dies|es|
c|cela|esto|eso|they|these|those|sources|pages|lists|everyone|all)""".replace("\n", "")


def rest_of(line: str) -> str:
    """Gives what a sentence says behind its first VALUE, with `HELD` in that one's place."""
    return f" {HELD} {line.partition(' VALUE ')[2]}"


def takes_back(line: str, roles: Roles) -> bool:
    """True when the sentence denies the value, corrects it, or gives its place to a rival."""
    judged = stance(line)
    if judged is Stance.DENIED or _retracted().search(line):
        return True
    if any(pattern.search(line) for pattern in _turns()):
        return True
    if judged is Stance.AFFIRMED:
        return rival_in_place(line, roles)
    if _hard_turn().search(line):
        return True
    return roles.held_by_rival(line) or roles.done_by_rival_only(line)


@cache
def _retracted() -> re.Pattern[str]:
    is_ = "(?:is|are|was|has|have|ist|war|est|es|s)"
    return re.compile(rf" {_POINTED} {is_} (?:{WORD}){{0,2}}?{any_of('retracted')} ")


@cache
def _hard_turn() -> re.Pattern[str]:
    return re.compile(rf" {any_of('hard_turn')} ")


@cache
def _turns() -> tuple[re.Pattern[str], ...]:
    turn, is_ = rf" {any_of('soft_turn')} ,? ?", any_of("is", "was")
    newly = "released|replaced by|succeeded by|superseded by|followed by|won by|appointed|elected"
    lately = "(?:since|later|subsequently|meanwhile|already|recently|afterwards|since then)"
    other_work = (
        rf"(?!(?:{WORD}){{0,4}}(?:singles?|songs?|ep|live|deluxe|film|video|tracks?|edition) )"
    )
    overcame = "succeeded|replaced|followed|superseded|overtook|ousted|defeated|took over from"
    beaten = f"(?:VALUE|ALIAS|{HELD}|it|him|her|them)"
    patterns = (
        rf"{turn}(?:{WORD}|, ){{0,8}}?{_THING} {is_} {links()}{RIVAL} ",
        rf"{turn}(?:the )?{RIVAL} (?:,|;|$|— )",
        rf"{turn}(?:the )?OTHER (?:is|was|did|has|performed|sang|recorded|holds|became|ist|est|es) ",
        rf"{turn}(?:the )?NAME (?:is now|did|performed it|sang it|recorded it|holds|took over)",
        rf"^ (?:, )?(?:it|that|this) (?:is|s) {links()}{RIVAL} (?:[,;]|$)",
        rf" {lately} (?:, )?(?:{WORD}){{0,3}}?(?:{newly}) {other_work}{near()}{RIVAL} ",
        rf"(?:^|[,;]) (?:it|that|this) (?:is|s) {links()}OTHER (?:[,;]|$)",
        rf"^(?! no )[^;?]{{0,80}}? (?:newer|more recent|successor) (?!than ){near()},? ?{near()}{RIVAL} ",
        rf" {RIVAL} (?:has |have )?(?:since |now |already )?(?:{overcame}) {beaten} ",
    )
    return tuple(re.compile(pattern) for pattern in patterns)
