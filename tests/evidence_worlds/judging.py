"""Assessment of runs: whether a text contains a value, and whether a world's outcome is right."""

import re
import unicodedata
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from typing import Literal, TypeVar

from desktop_agent.core.events import AnswerGiven, Event, EvidenceFound, RunFinished
from desktop_agent.evidence.records import Intent
from tests.evidence_worlds.worlds import World

Judgement = Literal["right", "wrong", "insufficient"]
E = TypeVar("E", bound=Event)

_MONTHS = {
    "en": "january february march april may june july august september october november december",
    "de": "januar februar märz april mai juni juli august september oktober november dezember",
    "fr": "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es": "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
}
_WORD = re.compile(r"\d+(?:\.\d+)+\w*|\w+")
_GLUED = re.compile(r"\b([a-z]+)-?(?=\d+\.\d)")
_ARTICLES = frozenset(("the", "a", "an"))
_MARKS = re.compile(r" ?\[\d+(?:,\s*\d+)*\]|[*_`#>]")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")  # of Markdown
# two letters or the end of a version before the stop, so that "D." and "J. R. R." end nothing
_STOP = re.compile(r"""(?<!\bSt)(?<!\bMr)(?<!\bDr)(?<=\w\w|\.\d|\w[)"'”])[.!?]\s+(?=\S)|\n|。""")


@dataclass(frozen=True, slots=True)
class Judged:
    """The outcome of a world; ``said`` is the extracted value or the text of the answer.

    ``extracted`` is the extracted value, also for a general question.
    """

    world: World
    judgement: Judgement
    said: str
    intent: str
    confidence: float
    status: str
    extracted: str
    note: str = ""


def tokens(text: str) -> tuple[str, ...]:
    """Return the words of a text without case, accents, articles and punctuation."""
    plain = _ESCAPE.sub(r"\1", text).casefold().replace("&", " and ")
    plain = unicodedata.normalize("NFKD", plain)
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    words = _WORD.findall(_GLUED.sub(r"\1 ", plain))
    return tuple(word for word in words if word not in _ARTICLES)


def spellings(value: str) -> frozenset[tuple[str, ...]]:
    """Return a value in tokens, or an ISO 8601 date in the spellings of four languages."""
    found = {tokens(value)}
    with suppress(ValueError):
        day = date.fromisoformat(value)
        y, m, d = day.year, day.month, day.day
        texts = [f"{d:02}.{m:02}.{y}", f"{d}.{m}.{y}", f"{y}年{m}月{d}日"]
        for names in _MONTHS.values():
            name = names.split()[m - 1]
            texts += [f"{d} {name} {y}", f"{name} {d} {y}", f"{d} de {name} de {y}"]
            texts += [f"{d} {name[:3]} {y}", f"{name[:3]} {d} {y}"]
        found |= {tokens(text) for text in texts}
    return frozenset(found)


def holds(text: str, values: Sequence[str]) -> bool:
    """Return whether a text contains one of the values."""
    words = tokens(text)
    return any(_at(words, spelling) >= 0 for value in values for spelling in spellings(value))


def is_value(said: str, world: World) -> bool:
    """Return whether ``said`` is a right value, with no other words than the question's."""
    words = tokens(said)
    allowed = {*tokens(world.question), "version", "v", "release"}
    for spelling in (s for value in world.right for s in spellings(value)):
        at = _at(words, spelling)
        if at >= 0 and allowed.issuperset((*words[:at], *words[at + len(spelling) :])):
            return True
    return False


def is_coarse_date(said: str, world: World) -> bool:
    """Return whether ``said`` is the year, or the month and year, of a right date."""
    coarse = set()
    for value in world.right:
        with suppress(ValueError):
            day = date.fromisoformat(value)
            months = [names.split()[day.month - 1] for names in _MONTHS.values()]
            texts = [f"{day.year}", f"{day:%Y-%m}", *(f"{month} {day.year}" for month in months)]
            coarse |= {tokens(text) for text in texts}
    return tokens(said) in coarse


def first_sentence(text: str) -> str:
    """Return the first sentence, which readers take for the answer, without markup."""
    plain = _MARKS.sub("", _ESCAPE.sub(r"\1", text)).strip()
    return _STOP.split(plain, maxsplit=1)[0] if plain else ""


def judge(world: World, events: Sequence[Event]) -> Judged:
    """Return the outcome of a world in evidence mode."""
    found = last(events, EvidenceFound) or EvidenceFound(intent="")
    answer = last(events, AnswerGiven) or AnswerGiven(text="")
    finished = last(events, RunFinished) or RunFinished(status="failed", error="no end")
    general = world.intent is Intent.GENERAL
    said = answer.text if general else found.extracted_answer
    judgement = _judged_general(world, answer, found) if general else _judged(world, said)
    return Judged(
        world,
        judgement,
        said,
        found.intent,
        found.confidence,
        finished.status,
        found.extracted_answer,
        finished.error,
    )


def last(events: Sequence[Event], kind: type[E]) -> E | None:
    """Return the last event of a kind, or None."""
    return next((event for event in reversed(events) if isinstance(event, kind)), None)


def _judged(world: World, said: str) -> Judgement:
    """Count a date without its day, and passages without a value, as a miss."""
    if not said or is_coarse_date(said, world):
        return "insufficient"
    return "right" if is_value(said, world) else "wrong"


def _judged_general(world: World, answer: AnswerGiven, found: EvidenceFound) -> Judgement:
    """Count passages without the wanted words as a miss, unless there is nothing to find."""
    if world.outcome == "insufficient":
        return "wrong" if found.extracted_answer else "insufficient"
    return "right" if holds(answer.text, world.right) else "insufficient"


def _at(words: tuple[str, ...], wanted: tuple[str, ...]) -> int:
    size = len(wanted)
    places = range(len(words) - size + 1) if size else ()
    return next((i for i in places if words[i : i + size] == wanted), -1)
