"""Rules for judging whether a masked sentence affirms the value as the answer."""

import re
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, lru_cache

from desktop_agent.core.language import STOP_WORDS
from desktop_agent.evidence.records import Intent, Reading
from desktop_agent.evidence.text.fold import words
from desktop_agent.evidence.text.wordings import Patterns, Words, table

# --- Cues that affirm, deny or retract, from ``resources/evidence/grounding.toml``
#
# The functions return parts of regular expressions without capturing groups. They match lines
# masked by `answer_check`, which are folded words and marks separated by single spaces. Every
# repetition is bounded.

WORD = r"[^\s,;:()—/?]+ "
RIVAL = "(?:OTHER|NAME)"
PARENTHESIS = r"(?:\( [^()]{0,160}\) |, [^,;?]{0,160}, )?"
"""Pattern for text that can come between a name and its verb."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A pattern and a set of words, at least one of which occurs in any matching line.

    The words are checked first as a cheap filter, since most lines contain none of them.
    """

    needs: frozenset[str]
    pattern: re.Pattern[str]

    def found(self, line: str, present: AbstractSet[str]) -> bool:
        """Return whether the pattern matches a line; ``present`` is the set of its words."""
        return not self.needs.isdisjoint(present) and self.pattern.search(line) is not None


@cache
def any_of(*names: str) -> str:
    """Return a pattern for all phrases in the given lists of the table, in any language.

    ``name.part`` selects a single list. ``name`` selects every list of that kind except
    ``of_articles``, whose phrases occur only after an article.
    """
    return f"(?:{'|'.join(phrase for name in names for phrase in _phrases(name))})"


@cache
def near() -> str:
    """Return a pattern for up to six words in a clause, none of which reverses its meaning."""
    return rf"(?:(?!{any_of('turn')} ){WORD}){{0,6}}"


@cache
def links() -> str:
    """Return a pattern for up to three function words between a verb and a name."""
    return rf"(?:{any_of('link')} ){{0,3}}"


@cache
def not_after(name: str) -> str:
    """Return negative lookbehinds for all phrases in the given lists of the table."""
    return "".join(f"(?<! {phrase} )" for phrase in _phrases(name))


@cache
def telling_words(*names: str) -> frozenset[str]:
    """Return the longest word of each phrase. Any matching line contains at least one of them."""
    plain = (
        [word for word in phrase.split() if word.isalpha()]
        for name in names
        for phrase in _phrases(name)
    )
    return frozenset(max(phrase, key=len) for phrase in plain)


@cache
def starters() -> frozenset[str]:
    """Return words that are often capitalised at the start of a sentence but are not names."""
    every = (phrase for name in table("grounding") for phrase in _phrases(name))
    return frozenset(word for phrase in every for word in re.findall(r"[^\W\d_]{2,}", phrase))


def _phrases(name: str) -> list[str]:
    kind, _, part = name.partition(".")
    parts: dict[str, list[str]] = table("grounding")[kind]
    if part:
        return parts[part]
    return [phrase for key, phrases in parts.items() if key != "of_articles" for phrase in phrases]


# --- Sentences that state a name as the answer: "the latest album is …", "… is the CEO"

HELD = "HELD"
"""Placeholder for a value that has already been judged, used in the rest of its sentence."""

_FILE = "grounding/affirmation"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)
_CLAUSE = re.compile("[,;:—(]| (?:and|und|et|y) ")
_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Roles:
    """Patterns that match masked lines for one question.

    - ``subject``: a rival is stated as the answer ("OTHER is the latest album").
    - ``predicate``: the answer is stated to be a rival ("the latest album is OTHER").
    - ``deed``: the question's verb followed by a rival ("performed by OTHER", "born on OTHER").
    - ``doer``: a rival followed by the question's verb ("OTHER performed").
    - ``elsewhere``: a former answer, or the answer to another question ("died on VALUE").

    ``asked`` contains the words of the question and pronouns for its subject. `held_by_rival` can
    match only lines that contain one of the ``openers``. ``dated`` is true for questions about a
    date.
    """

    subject: re.Pattern[str]
    predicate: re.Pattern[str]
    deed: re.Pattern[str]
    doer: re.Pattern[str]
    elsewhere: re.Pattern[str]
    asked: frozenset[str]
    openers: frozenset[str]
    dated: bool = False

    def held_by_rival(self, line: str) -> bool:
        if self.predicate.search(line):
            return True
        return any(
            not (match[0].startswith(" NAME ") and _follows_value(line[: match.start()]))
            for match in self.subject.finditer(line)
        )

    def done_by_rival(self, line: str) -> bool:
        """Return whether the question's verb refers to a rival before the value is mentioned."""
        matches = (self.deed.search(line), self.doer.search(line))
        return any(match and " VALUE " not in line[: match.end()] for match in matches)

    def done_by_rival_only(self, line: str) -> bool:
        """Return whether the question's verb refers to a rival and its subject is the entity."""
        subjects = (line[: match.start() + 1] for match in self.deed.finditer(line))
        return any(set(_CLAUSE.split(part)[-1].split()) <= self.asked for part in subjects)


@lru_cache(maxsize=64)
def roles_of(reading: Reading) -> Roles:
    """Return the patterns for a question's intent and event."""
    events: dict[str, str] = table(_FILE)["events"]
    role, event = _role(reading), events.get(reading.detail, reading.detail or "on")
    its, held, named = _PATTERNS.its.pattern, _PATTERNS.held.pattern, _PATTERNS.named.pattern
    deed = doer = elsewhere = _NEVER
    if reading.intent is Intent.PERFORMER:
        performed = _PATTERNS.performed.pattern
        deed = re.compile(rf" (?:{performed}) (?:by|von|par|por|da) (?:the )?{RIVAL} ")
        doer = re.compile(rf" {RIVAL} (?:{_PATTERNS.performs.pattern}) ")
    elif reading.intent is Intent.EVENT_DATE:
        deed = re.compile(rf" (?:{event}) (?:[^\s;:?]+ ){{0,4}}?OTHER ")
        others = "|".join(verbs for verbs in events.values() if verbs != event)
        elsewhere = re.compile(rf"^(?!.* (?:{event}) ).* (?:{others}) (?:{WORD}){{0,4}}VALUE ")
    elif reading.intent is Intent.TITLE_HOLDER:
        doer = re.compile(rf" {RIVAL} (?:{_PATTERNS.holds.pattern}) ")
    if reading.current or reading.intent in (Intent.LATEST_ALBUM, Intent.LATEST_VERSION):
        was = rf"(?:was|war|etait|fue) (?!(?:{named}) )"
        elsewhere = re.compile(rf" VALUE {PARENTHESIS}{was}(?:{WORD}){{0,2}}?{role} ")
    return Roles(
        subject=re.compile(
            rf" {RIVAL} (?:{PARENTHESIS}{held} {links()}(?:{its} )?{role}|, {its} {role} (?!(?:{WORD}){{0,6}}?{any_of('is')} )) ?"
        ),
        predicate=re.compile(
            rf" {role} (?:[^\s,;:—?]+ ){{0,12}}?{any_of('is')} {links()}{RIVAL} "
            rf"(?!(?:{WORD}){{0,3}}VALUE )"
        ),
        deed=deed,
        doer=doer,
        elsewhere=elsewhere,
        asked=frozenset((*words(f"{reading.text} {reading.entity}"), *_WORDS.pointers)),
        openers=_openers(reading),
        dated=reading.intent is Intent.EVENT_DATE,
    )


def _role(reading: Reading) -> str:
    """Return a pattern for phrases that stand for the answer: "latest album", "current CEO"."""
    head, latest = _heads(reading), any_of("latest")
    bare = rf"|(?:{head})" if reading.intent is Intent.TITLE_HOLDER else ""
    return (
        rf"(?:{latest} (?:{WORD}){{0,3}}?(?:{head})|{any_of('right')}|{latest}(?= [,;]|\s?$){bare})"
    )


def _openers(reading: Reading) -> frozenset[str]:
    said = telling_words("latest", "right")
    return said.union(_heads(reading).split("|")) if reading.intent is Intent.TITLE_HOLDER else said


def _heads(reading: Reading) -> str:
    """Return regex alternatives for nouns that describe the answer; none needs escaping."""
    head: str = table(_FILE)["heads"][reading.intent]
    if reading.intent not in (Intent.TITLE_HOLDER, Intent.LATEST_VERSION):
        return head
    named = set(words(reading.detail or reading.entity)) - STOP_WORDS["en"]
    return "|".join((head, *sorted(word for word in named if word.isalnum())))


def _follows_value(before: str) -> bool:
    """Return whether the value occurs earlier in the same clause: "VALUE in Dubai is …"."""
    return re.search(rf" (?:VALUE|{HELD})(?: [^,;:()—]*)?$", before[-200:]) is not None


BACK = "BACK"
"""Placeholder for a value mentioned only in passing, such as a former or a conditional one."""

_NO_LEAD = "to|with|for|near|beside|like|than|of|behind|under|against|over|OTHER"
_VALUE = "(?:VALUE|ALIAS) "
_SAME_PART = r"[^\s;?]+ "


class Stance(Enum):
    """What a sentence says about the value."""

    AFFIRMED = auto()
    DENIED = auto()
    PASSING = auto()
    ABSENT = auto()


def stance(line: str) -> Stance:
    """Return the stance of a masked sentence towards the value.

    A single denial is enough for DENIED. AFFIRMED requires at least one VALUE that is not mentioned
    merely in passing, that is, as a predecessor, in a condition or concession, or as the opinion of
    some sources.
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
    """Return whether a sentence that affirms the value also states another name as the answer."""
    line = _without_passing(_harmless().sub(" ", line))
    return _alternatives().search(line) is not None or roles.held_by_rival(line)


def rival_before(line: str) -> bool:
    """Return whether a rival precedes the value and the value is not stated as the answer."""
    line = _without_passing(_harmless().sub(" ", line))
    before, _, after = line.partition(" VALUE ")
    if not re.search(rf" {RIVAL} ", f"{before} "):
        return False
    return not (_leads_to_value().search(f"{before} ") or _predicate().match(f" {after}"))


def rival_unexcused(line: str) -> bool:
    """Return whether a sentence names a rival without ruling it out as the answer."""
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


# --- Whether a later sentence, or the rest of the first, retracts the affirmation

_RIVALS = frozenset({"OTHER", "NAME"})
_NO_OTHER_WORK = (
    rf"(?!(?:{WORD}){{0,4}}(?:singles?|songs?|ep|live|deluxe|film|video|tracks?|edition) )"
)


def rest_of(line: str) -> str:
    """Return the sentence from its first VALUE on, with that VALUE replaced by `HELD`."""
    return f" {HELD} {line.partition(' VALUE ')[2]}"


def takes_back(line: str, roles: Roles) -> bool:
    """Return whether a sentence denies the value, corrects it, or states a rival as the answer."""
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
    pattern = rf" (?:{_PATTERNS.pointed.pattern}) {is_} (?:{WORD}){{0,2}}?{any_of('retracted')} "
    return Rule(telling_words("retracted"), re.compile(pattern))


@cache
def _hard_turn() -> Rule:
    return Rule(telling_words("hard_turn"), re.compile(rf" {any_of('hard_turn')} "))


@cache
def _turns() -> tuple[Rule, ...]:
    """Return rules for sentences that turn to a rival: "but it is SOUR", "later released SOUR"."""
    turn, turns = rf" {any_of('soft_turn')} ,? ?", telling_words("soft_turn")
    is_, it = any_of("is", "was"), {"it", "that", "this"}
    lately, newer = _PATTERNS.lately.pattern, _PATTERNS.newer.pattern
    overcame, newly = _PATTERNS.overcame.pattern, _PATTERNS.newly.pattern
    did = "is|was|did|has|performed|sang|recorded|holds|became|ist|est|es"
    newly = rf"(?:then )?(?:, )?(?:been )?(?:{WORD}){{0,3}}?(?:{newly}) {_NO_OTHER_WORK}"
    is_after = r"(?:came out|appeared|arrived|was released) (?:afterwards|later|since|next|after) "
    beaten = f"(?:VALUE|ALIAS|{HELD}|it|him|her|them)"
    thing_is = rf"(?:{WORD}|, ){{0,8}}?{_PATTERNS.thing.pattern} {is_} {links()}{RIVAL}"
    name_is = "NAME (?:is now|did|performed it|sang it|recorded it|took over)"
    rival_is = rf"(?:the )?(?:{RIVAL}(?= (?:[,;—]|$))|OTHER (?:{did})|{name_is})"
    patterns = (
        (turns, rf"{turn}(?:{thing_is}|{rival_is}) "),
        (it, rf"^ (?:, )?(?:it|that|this) (?:is|s) {links()}{RIVAL} (?:[,;]|$)"),
        (it, rf"(?:^|[,;]) (?:it|that|this) (?:is|s) {links()}OTHER (?:[,;]|$)"),
        ({"OTHER"}, rf" OTHER {is_after}"),
        (lately.split("|"), rf" (?:{lately}) {newly}{near()}{RIVAL} "),
        (
            newer.split("|"),
            rf"^(?! no )[^;?]{{0,80}}? (?:{newer}) (?!than ){near()},? ?{near()}{RIVAL} ",
        ),
        (
            overcame.split("|"),
            rf" {RIVAL} (?:has |have )?(?:since |now |already )?(?:{overcame}) {beaten} ",
        ),
    )
    return tuple(Rule(frozenset(needs), re.compile(pattern)) for needs, pattern in patterns)
