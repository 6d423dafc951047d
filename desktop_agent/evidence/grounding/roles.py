"""Sentences that give the place of the answer to a name: "the latest album is …", "… is the CEO"."""

import re
from dataclasses import dataclass
from functools import lru_cache

from desktop_agent.evidence.grounding.cues import (
    PARENTHESIS,
    RIVAL,
    WORD,
    any_of,
    links,
    telling_words,
)
from desktop_agent.evidence.grounding.folding import words
from desktop_agent.evidence.pack import Intent, Reading
from desktop_agent.web.search.language import STOP_WORDS

HELD = "HELD"
"""Stands for the value in the rest of a sentence that was already judged by it."""

_HEADS = {
    Intent.LATEST_ALBUM: "album|albums|studioalbum|record|lp|disque|disco|platte|one",
    Intent.LATEST_VERSION: "version|versions|release|stable|lts|versione|versao|versie|one",
    Intent.TITLE_HOLDER: "holder|champion|incumbent|officeholder|titleholder|one",
    Intent.PERFORMER: "performer|singer|artist|band|sanger|interprete|cantante",
    Intent.EVENT_DATE: "date|day|birthday|birthdate|datum|fecha|data",
    Intent.GENERAL: "one",
}
_EVENTS = {
    "born": "born|geboren|ne|nee|nacio|nacido|nacida|nato|nata|nasceu",
    "died": "died|dead|death|starb|gestorben|mort|morte|decede|murio|fallecio|morto|morreu",
    "released": "released|published|issued|came out|veroffentlicht|erschien|sorti|sortie|publicado",
    "founded": "founded|established|incorporated|created|gegrundet|fonde|fondee|fundado|fundada",
    "happened": "happened|took place|began|started|fell|held|occurred",
}
_PERFORMED = "performed|sung|recorded|gesungen|chante|chantee|cantada|interprete|interpretada"
_PERFORMS = "performed|performs|sang|sings|recorded|records"
_ITS = "(?:the|her|his|its|their)"
_HOLDS = "holds|leads|heads|runs"
_POINTERS = """he she it they that this song was is were has been be and but however actually in fact on a
the really instead now though er sie es wurde ist war aber il elle est etait mais en el ella fue pero"""
_CLAUSE = re.compile("[,;:—(]| (?:and|und|et|y) ")
_NEVER = re.compile(r"(?!)")


@dataclass(frozen=True, slots=True)
class Roles:
    """Patterns over masked lines, for one reading.

    ``subject`` finds a rival that is said to be the answer ("OTHER is the latest album"),
    ``predicate`` the answer that is said to be a rival ("the latest album is OTHER"), ``deed`` the
    question's verb with a rival ("performed by OTHER", "born on OTHER"), ``doer`` a rival with the
    question's verb ("OTHER performed"), ``elsewhere`` a value that was the answer once, or that answers
    another question ("died on VALUE"). ``asked`` are the words of the question and those that point
    to its subject; ``openers`` are words of
    which `held_by_rival` needs one; ``dated`` is true for a question after a date.
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
        """True when a rival is said to be the answer."""
        if self.predicate.search(line):
            return True
        return any(
            not (match[0].startswith(" NAME ") and _follows_value(line[: match.start()]))
            for match in self.subject.finditer(line)
        )

    def done_by_rival(self, line: str) -> bool:
        """True when the question's verb goes to a rival before it goes to the value."""
        matches = (self.deed.search(line), self.doer.search(line))
        return any(match and " VALUE " not in line[: match.end()] for match in matches)

    def done_by_rival_only(self, line: str) -> bool:
        """True when the question's verb goes to a rival in a sentence about the question's entity."""
        subjects = (line[: match.start() + 1] for match in self.deed.finditer(line))
        return any(set(_CLAUSE.split(part)[-1].split()) <= self.asked for part in subjects)


@lru_cache(maxsize=64)
def roles_of(reading: Reading) -> Roles:
    """Gives the patterns for a question."""
    role, event = _role(reading), _EVENTS.get(reading.detail, reading.detail or "on")
    held = "(?:is|are|remains|ist|est|es|e|became|has become|was named|is now)"
    named = "appointed|named|elected|sworn|reelected|born|made|chosen|confirmed|first"
    deed = doer = elsewhere = _NEVER
    if reading.intent is Intent.PERFORMER:
        deed = re.compile(rf" (?:{_PERFORMED}) (?:by|von|par|por|da) (?:the )?{RIVAL} ")
        doer = re.compile(rf" {RIVAL} (?:{_PERFORMS}) ")
    elif reading.intent is Intent.EVENT_DATE:
        deed = re.compile(rf" (?:{event}) (?:[^\s;:?]+ ){{0,4}}?OTHER ")
        others = "|".join(verbs for verbs in _EVENTS.values() if verbs != event)
        elsewhere = re.compile(rf"^(?!.* (?:{event}) ).* (?:{others}) (?:{WORD}){{0,4}}VALUE ")
    elif reading.intent is Intent.TITLE_HOLDER:
        doer = re.compile(rf" {RIVAL} (?:{_HOLDS}) ")
    if reading.current or reading.intent in (Intent.LATEST_ALBUM, Intent.LATEST_VERSION):
        was = rf"(?:was|war|etait|fue) (?!(?:{named}) )"
        elsewhere = re.compile(rf" VALUE {PARENTHESIS}{was}(?:{WORD}){{0,2}}?{role} ")
    return Roles(
        subject=re.compile(
            rf" {RIVAL} (?:{PARENTHESIS}{held} {links()}(?:{_ITS} )?{role}|, {_ITS} {role} (?!(?:{WORD}){{0,6}}?{any_of('is')} )) ?"
        ),
        predicate=re.compile(
            rf" {role} (?:[^\s,;:—?]+ ){{0,12}}?{any_of('is')} {links()}{RIVAL} "
            rf"(?!(?:{WORD}){{0,3}}VALUE )"
        ),
        deed=deed,
        doer=doer,
        elsewhere=elsewhere,
        asked=frozenset((*words(f"{reading.text} {reading.entity}"), *_POINTERS.split())),
        openers=_openers(reading),
        dated=reading.intent is Intent.EVENT_DATE,
    )


def _role(reading: Reading) -> str:
    """Gives the pattern of what the question asks for: "latest album", "current CEO", "answer"."""
    head, latest = _heads(reading), any_of("latest")
    bare = rf"|(?:{head})" if reading.intent is Intent.TITLE_HOLDER else ""
    return (
        rf"(?:{latest} (?:{WORD}){{0,3}}?(?:{head})|{any_of('right')}|{latest}(?= [,;]|\s?$){bare})"
    )


def _openers(reading: Reading) -> frozenset[str]:
    said = telling_words("latest", "right")
    return said.union(_heads(reading).split("|")) if reading.intent is Intent.TITLE_HOLDER else said


def _heads(reading: Reading) -> str:
    """Gives the nouns for what is asked for, divided by bars; folded words need no escaping."""
    head = _HEADS[reading.intent]
    if reading.intent not in (Intent.TITLE_HOLDER, Intent.LATEST_VERSION):
        return head
    named = set(words(reading.detail or reading.entity)) - STOP_WORDS["en"]
    return "|".join((head, *sorted(word for word in named if word.isalnum())))


def _follows_value(before: str) -> bool:
    """True when the value stands earlier in the same clause: "VALUE in Dubai is …"."""
    return re.search(rf" (?:VALUE|{HELD})(?: [^,;:()—]*)?$", before[-200:]) is not None
