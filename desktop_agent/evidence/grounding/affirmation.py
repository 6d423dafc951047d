"""Whether one masked sentence says that the value is the answer, or something else about it."""

import re
from enum import Enum, auto
from functools import cache

from desktop_agent.evidence.grounding.cues import (
    PARENTHESIS,
    RIVAL,
    WORD,
    Rule,
    any_of,
    near,
    not_after,
    telling_words,
)
from desktop_agent.evidence.grounding.roles import Roles

BACK = "BACK"
"""Stands for a value that is only spoken of in passing: as the earlier one, or under a condition."""

_NO_LEAD = "to|with|for|near|beside|like|than|of|behind|under|against|over|OTHER"
_VALUE = "(?:VALUE|ALIAS) "
_SAME_PART = r"[^\s;?]+ "


class Stance(Enum):
    """What a sentence does with the value."""

    AFFIRMED = auto()
    DENIED = auto()
    PASSING = auto()
    ABSENT = auto()


def stance(line: str) -> Stance:
    """Judges a sentence by what it says of each VALUE in it.

    One denial is enough for DENIED; AFFIRMED asks for a VALUE that is neither denied nor only named
    in passing (as a predecessor, under a condition, in a concession, as the word of some sources).
    """
    if "VALUE" not in line and "ALIAS" not in line:
        return Stance.ABSENT
    line = _harmless().sub(" ", line)
    present = set(line.split())
    if any(rule.found(line, present) for rule in _denials()):
        return Stance.DENIED
    if "VALUE" not in line:
        return Stance.ABSENT
    return Stance.AFFIRMED if "VALUE" in _without_passing(line) else Stance.PASSING


def rival_in_place(line: str, roles: Roles) -> bool:
    """True when a sentence that affirms the value also gives the answer's place to another name."""
    line = _without_passing(_harmless().sub(" ", line))
    return _alternatives().search(line) is not None or roles.held_by_rival(line)


def rival_before(line: str) -> bool:
    """True when a rival stands before the value and the value is in no place of an answer."""
    line = _without_passing(_harmless().sub(" ", line))
    before, _, after = line.partition(" VALUE ")
    if not re.search(rf" {RIVAL} ", f"{before} "):
        return False
    return not (_leads_to_value().search(f"{before} ") or _predicate().match(f" {after}"))


def rival_unexcused(line: str) -> bool:
    """True when a known rival stands beside the value and nothing says that it is not the answer."""
    line = _harmless().sub(" ", line)
    return any(
        not (
            _excused_behind().search(line[: match.end()])
            or _excused_before().match(line[match.end() + len("OTHER") :])
        )
        for match in re.finditer(" (?=OTHER )", line)
    )


def _without_passing(line: str) -> str:
    present = set(line.split())
    for rule in _passing():
        if not rule.needs.isdisjoint(present):
            line = rule.pattern.sub(lambda match: match[0].replace("VALUE", BACK), line)
    return line


@cache
def _harmless() -> re.Pattern[str]:
    return re.compile(rf" {any_of('harmless_negation')} ")


@cache
def _denials() -> tuple[Rule, ...]:
    was, until, then = any_of("was"), any_of("until"), any_of("then")
    subject = rf" {_VALUE}{PARENTHESIS}(?:{WORD}){{0,2}}?"
    not_else = rf"(?! {any_of('harmless_predicate')} )"
    complement = (
        rf"(?:is|was|are|were) (?:{WORD}){{0,2}}?(?:{any_of('negative_complement')}|"
        rf"(?:the|her|his|its|their) {any_of('negative_complement.of_articles')})"
    )
    believed = rf" {any_of('believers')} {near()}{any_of('believe')} {near()}{_VALUE}"
    patterns = (
        (
            telling_words("negation"),
            rf" {any_of('negation')} {near()}{PARENTHESIS}{not_after('looks_back')}{_VALUE}",
        ),
        ({"than"}, rf" (?:rather|other) than (?:{any_of('filler')} )?{_VALUE}"),
        ({"is", "was", "are", "were"}, rf"{subject}{complement}{not_else} "),
        (
            telling_words("negative_predicate"),
            rf"{subject}{any_of('negative_predicate')}{not_else} ",
        ),
        (telling_words("negative_ending"), rf"{subject}{any_of('negative_ending')} (?:[,;]|$)"),
        (
            {"is", "are", "would"},
            rf" {_VALUE}(?:(?!{RIVAL} ){_SAME_PART}){{0,16}}?(?:is|are|would be) {any_of('untrue')} ",
        ),
        (telling_words("untrue"), rf" {_VALUE}[:—(,] {any_of('untrue')} "),
        (telling_words("until"), rf" {was} {near()}{_VALUE}(?:[^;?]{{0,80}}? )?{until} "),
        (
            telling_words("until"),
            rf" {_VALUE}[^;:?]{{0,60}}?\b(?:{was}|served|held|led|ran) (?:[^;:?]{{0,60}}? )?{until} ",
        ),
        (telling_words("then"), rf" {then} ,? ?{near()}{was} {near()}{_VALUE}"),
        (telling_words("believers"), rf"{believed}(?:[^;]{{0,160}}? )?{any_of('but')} "),
        (
            {"before", "prior", "preceding"},
            rf" (?:before|prior to|preceding) (?:{WORD}){{0,4}}?(?:is|was) {_VALUE}",
        ),
        (telling_words("formerly"), rf" {any_of('formerly')} (?:{WORD}){{0,2}}?{_VALUE}"),
    )
    return tuple(Rule(frozenset(needs), re.compile(pattern)) for needs, pattern in patterns)


@cache
def _passing() -> tuple[Rule, ...]:
    earlier, some, believe = any_of("earlier"), any_of("some"), any_of("believe")
    patterns = (
        (telling_words("earlier"), rf" {earlier} (?:{any_of('filler')} ){{0,3}}VALUE "),
        (
            {"that", "this", "it", "then"},
            rf" {earlier} (?:that|this|it|then) (?:, )?(?:it was |came )?VALUE ",
        ),
        (telling_words("condition"), rf" {any_of('condition')} {near()}VALUE "),
        (
            telling_words("concession"),
            rf"(?:^|[,;(—]) {any_of('concession')} [^,;]{{0,120}}?VALUE [^,;]{{0,120}},",
        ),
        (
            telling_words("some"),
            rf" {some} (?:{any_of('believers')} )?{near()}{believe} {near()}VALUE ",
        ),
        (
            {"s"},
            r" VALUE s (?:successor|follow up|followup|sequel|replacement|rival|son|daughter) ",
        ),
    )
    return tuple(Rule(frozenset(needs), re.compile(pattern)) for needs, pattern in patterns)


@cache
def _alternatives() -> re.Pattern[str]:
    either = "(?:or|oder|ou|of|/|vs|versus)"
    known = rf" (?:VALUE {either} (?:the )?{RIVAL}|{RIVAL} {either} (?:the )?VALUE) "
    return re.compile(rf"{known}| (?:either|entweder|soit) (?:{WORD}){{0,2}}VALUE ")


@cache
def _excused_behind() -> re.Pattern[str]:
    return re.compile(rf" {any_of('excused_behind')} (?:(?!{any_of('is')} )[^\s;?]+ ){{0,4}}$")


@cache
def _excused_before() -> re.Pattern[str]:
    return re.compile(rf" {any_of('excused_before')} ")


@cache
def _leads_to_value() -> re.Pattern[str]:
    return re.compile(
        rf" (?:{any_of('is')}|(?<!OTHER ),|:|—|was|were|became|become|be|been|by|released?|releases|issued|"
        rf"dropped|published|elected|appointed|chose|made|won|von|par|por|etait|war|fue|on|in|at|am|"
        rf"si chiama|se llama|s appelle|e|version|album|ceo) (?:(?!(?:{_NO_LEAD}) ){WORD}){{0,6}}$"
    )


@cache
def _predicate() -> re.Pattern[str]:
    return re.compile(
        rf" {PARENTHESIS}(?:{any_of('link')} )?(?:{any_of('is')}|was|has|became|holds|performed|"
        rf"performs|sang|sings|recorded|records|won|wins|leads|heads|runs|e|war|hat|a|ha|took) "
    )
