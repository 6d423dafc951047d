"""Whether a later sentence, or the rest of the first one, takes back what was affirmed."""

import re
from functools import cache

from desktop_agent.evidence.grounding.affirmation import Stance, rival_in_place, stance
from desktop_agent.evidence.grounding.cues import (
    RIVAL,
    WORD,
    Rule,
    any_of,
    links,
    near,
    telling_words,
)
from desktop_agent.evidence.grounding.roles import HELD, Roles

_RIVALS = frozenset({"OTHER", "NAME"})
_THING = "(?:it|that|this|answer|title|one|he|she|es|das|c|il|ce|ella|lo)"
_POINTED = (
    "this|that|it|they|these|those|the above|above|answer|information|claim|statement|value|which|"
    "first one|"
    "sources|pages|lists|everyone|all|das|dies|es|c|cela|esto|eso"
)
_NEWLY = "released|replaced by|succeeded by|superseded by|followed by|won by|appointed|elected"
_LATELY = "since|later|subsequently|meanwhile|already|recently|afterwards"
_NEWER = "newer|recent|successor"
_OVERCAME = "succeeded|replaced|followed|superseded|overtook|ousted|defeated"
_NO_OTHER_WORK = (
    rf"(?!(?:{WORD}){{0,4}}(?:singles?|songs?|ep|live|deluxe|film|video|tracks?|edition) )"
)


def rest_of(line: str) -> str:
    """Gives what a sentence says behind its first VALUE, with `HELD` in that one's place."""
    return f" {HELD} {line.partition(' VALUE ')[2]}"


def takes_back(line: str, roles: Roles) -> bool:
    """True when the sentence denies the value, corrects it, or gives its place to a rival."""
    present = set(line.split())
    judged = stance(line)
    if judged is Stance.DENIED or _retracted().found(line, present):
        return True
    rival = not present.isdisjoint(_RIVALS)
    if rival and any(rule.found(line, present) for rule in _turns()):
        return True
    if judged is Stance.AFFIRMED:
        return rival and rival_in_place(line, roles)
    if _hard_turn().found(line, present):
        return True
    return rival and (
        roles.done_by_rival_only(line)
        or (not present.isdisjoint(roles.openers) and roles.held_by_rival(line))
    )


@cache
def _retracted() -> Rule:
    is_ = "(?:is|are|was|has|have|ist|war|est|es|s)"
    pattern = rf" (?:{_POINTED}) {is_} (?:{WORD}){{0,2}}?{any_of('retracted')} "
    return Rule(telling_words("retracted"), re.compile(pattern))


@cache
def _hard_turn() -> Rule:
    return Rule(telling_words("hard_turn"), re.compile(rf" {any_of('hard_turn')} "))


@cache
def _turns() -> tuple[Rule, ...]:
    """Gives the patterns of "but it is SOUR", "it is SOUR", "later released SOUR"."""
    turn, turns = rf" {any_of('soft_turn')} ,? ?", telling_words("soft_turn")
    is_, it = any_of("is", "was"), {"it", "that", "this"}
    did = "is|was|did|has|performed|sang|recorded|holds|became|ist|est|es"
    newly = rf"(?:then )?(?:, )?(?:been )?(?:{WORD}){{0,3}}?(?:{_NEWLY}) {_NO_OTHER_WORK}"
    is_after = r"(?:came out|appeared|arrived|was released) (?:afterwards|later|since|next|after) "
    beaten = f"(?:VALUE|ALIAS|{HELD}|it|him|her|them)"
    thing_is = rf"(?:{WORD}|, ){{0,8}}?{_THING} {is_} {links()}{RIVAL}"
    name_is = "NAME (?:is now|did|performed it|sang it|recorded it|took over)"
    rival_is = rf"(?:the )?(?:{RIVAL}(?= (?:[,;—]|$))|OTHER (?:{did})|{name_is})"
    patterns = (
        (turns, rf"{turn}(?:{thing_is}|{rival_is}) "),
        (it, rf"^ (?:, )?(?:it|that|this) (?:is|s) {links()}{RIVAL} (?:[,;]|$)"),
        (it, rf"(?:^|[,;]) (?:it|that|this) (?:is|s) {links()}OTHER (?:[,;]|$)"),
        ({"OTHER"}, rf" OTHER {is_after}"),
        (_LATELY.split("|"), rf" (?:{_LATELY}) {newly}{near()}{RIVAL} "),
        (
            _NEWER.split("|"),
            rf"^(?! no )[^;?]{{0,80}}? (?:{_NEWER}) (?!than ){near()},? ?{near()}{RIVAL} ",
        ),
        (
            _OVERCAME.split("|"),
            rf" {RIVAL} (?:has |have )?(?:since |now |already )?(?:{_OVERCAME}) {beaten} ",
        ),
    )
    return tuple(Rule(frozenset(needs), re.compile(pattern)) for needs, pattern in patterns)
