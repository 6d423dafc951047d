"""Score candidate values by the evidence for and against them.

Mentions are grouped into voices. A voice is a registrable domain, or several domains that publish
the same text. Each value is scored over the voices that mention it::

    weight(voice) = strength of its best mention * trust in its domain * freshness
    noisy-OR      = 1 - product over voices of (1 - weight)
    support       = min(noisy-OR, best strength + 0.15, best trust + 0.25)
    confidence    = support * (1 - 0.6 * trust of rival * min(1, rival / support))

``freshness`` is below 1 for undated and old sources if the answer changes with time. The rival is
the best-supported other value that has not been overtaken. A value is overtaken by an album
released later, by a higher version, or by a holder named in sources that are at least half a year
fresher, provided that the newer value would itself be extracted and is about as trusted. An
overtaken value keeps 0.3 of its confidence.

As a result, a single unknown site stays below `EXTRACTED_AT`. An encyclopaedia with a strong
pattern reaches it, and so do two independent unknown sites, but two trusted sites that disagree do
not. For noisy-OR, see J. Pearl, "Probabilistic Reasoning in Intelligent Systems", 1988, section
4.3.
"""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from operator import attrgetter

from desktop_agent.evidence.extraction.mentions import find_mentions, parsed
from desktop_agent.evidence.question.entity import focus_of
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.records import (
    EXTRACTED_AT,
    Candidate,
    Document,
    EvidencePack,
    Intent,
    Mention,
    Reading,
)
from desktop_agent.evidence.text.dates import agree, later, months_between
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.wordings import Patterns
from desktop_agent.evidence.trust import independent, registrable_domain, trust_of

# --- Equality of values by question type, and the better of two spellings

_NAMES = Patterns("text/names")
_HOLDERS = Patterns("extraction/title_holder")
_JOINED = re.compile(
    r"\s*(?:,|&|\+|\band\b|\bund\b|\bet\b|\by\b|\bfeat(?:uring)?\b\.?|\bft\b\.?|\bwith\b|\bx\b)\s*"
)


def _same(intent: Intent, one: Mention, other: Mention) -> bool:
    """Return whether two mentions give the same value.

    One name may omit a middle name or consist of a surname only, one list of performers may omit a
    guest, and editions of a work count as equal. Version ``3.13`` equals ``3.13.0`` but not
    ``3.13.1``. Two dates are equal if they agree to the precision of the less precise date.
    """
    first, second = one.value, other.value
    match intent:
        case Intent.EVENT_DATE:
            return agree(one.date, other.date)
        case Intent.LATEST_VERSION:
            return parsed(first) == parsed(second)
        case Intent.PERFORMER:
            few, many = sorted((_artists(first), _artists(second)), key=len)
            return folded_name(first) == folded_name(second) or bool(few and few <= many)
        case Intent.TITLE_HOLDER:
            short, long = sorted((folded_name(first).split(), folded_name(second).split()), key=len)
            surname = short[-1:] == long[-1:] or len(short) > 1
            return "".join(short) == "".join(long) or (set(short) <= set(long) and surname)
        case _:
            return _work(first) == _work(second)


def _artists(name: str) -> set[str]:
    return {folded_name(part) for part in _JOINED.split(flat(name).casefold())} - {""}


def _work(title: str) -> str:
    return folded_name(_NAMES.edition.sub("", title)).replace(" ", "")


def _groups(intent: Intent, mentions: Sequence[Mention]) -> list[list[Mention]]:
    """Group mentions of the same value, starting with the fullest spelling.

    A less precise value that matches several full values is added to the group with the most
    mentions.
    """
    dated = intent is Intent.EVENT_DATE
    found: list[list[Mention]] = []
    for mention in sorted(mentions, key=lambda each: -len(each.date if dated else each.value)):
        homes = [group for group in found if _same(intent, group[0], mention)]
        if homes:
            max(homes, key=len).append(mention)
        else:
            found.append([mention])
    return found


def _best_spelling(intent: Intent, group: Sequence[Mention]) -> str:
    """Return the spelling to show, using a bare surname or year only as a last resort."""

    def fit(each: Mention) -> tuple[int, bool, float]:
        precision = len(each.date) if intent is Intent.EVENT_DATE else 0
        return precision, " " in each.value, each.strength

    return max(group, key=fit).value


# --- Scoring; the module docstring has the formula

_FRESHNESS = ((13, 1.0), (25, 0.85))
"""Freshness of sources of up to so many months."""
_STALE = 0.3
_UNDATED = 0.92
_UNDATED_SENTENCE = 0.7
"""Freshness of a sentence that names a holder on an undated page, unless it says who is current."""
_STRUCTURED = ("row of the holder", "person in data", "newest of a list")
_LITTLE_LESS = 0.15
_FRESHER_MONTHS = 6
_OVERTAKEN = 0.3
_RIVALRY = 0.6
_CHANGING = frozenset((Intent.LATEST_ALBUM, Intent.TITLE_HOLDER, Intent.LATEST_VERSION))
_AS_FIRM = 0.04


@dataclass(slots=True)
class _Value:
    """A candidate value and its scores."""

    name: str
    mentions: list[Mention]
    released: str
    support: float = 0.0
    trust: float = 0.0


class _Scorer:
    def __init__(self, reading: Reading, documents: Sequence[Document], today: date) -> None:
        self._intent = reading.intent
        self._documents = {document.number: document for document in documents}
        self._today = today
        self._trust = {
            each.number: trust_of(each.url, self._intent, reading.entity) for each in documents
        }

    def candidates(self, mentions: Sequence[Mention]) -> list[Candidate]:
        """Return the scored values, excluding those that have not been released yet."""
        if self._intent is Intent.EVENT_DATE:
            mentions = _firmest(mentions)
        values = []
        for group in _groups(self._intent, mentions):
            positive = [each for each in group if each.strength > 0]
            released = self._released(group)
            if positive and not later(released, self._today.isoformat()):
                values.append(_Value(_best_spelling(self._intent, positive), positive, released))
        for value in values:
            self._weigh(value)
        current = [
            value for value in values if not any(self._overtakes(each, value) for each in values)
        ]
        return [self._candidate(value, current) for value in values]

    def _released(self, group: Sequence[Mention]) -> str:
        """Return the most precise date stated for a value, ignoring document dates, or ""."""
        stated = (e.date for e in group if e.date != self._documents[e.source].date[:10])
        return max(stated, key=len, default="")

    def _weigh(self, value: _Value) -> None:
        weights: dict[Mention, float] = {}
        best: dict[int, Mention] = {}
        for each in value.mentions:
            weights[each] = each.strength * self._trust[each.source] * self._freshness(each)
            best[each.source] = max(each, best.get(each.source, each), key=weights.__getitem__)
        groups = independent(list(best.values()), self._documents)
        noisy_or = 1.0 - math.prod(1.0 - max(weights[e] for e in voice) for voice in groups)
        value.trust = max(self._trust[each.source] for each in value.mentions)
        strongest = max(each.strength for each in value.mentions)
        value.support = min(noisy_or, strongest + 0.15, value.trust + 0.25)

    def _freshness(self, mention: Mention) -> float:
        if self._intent not in _CHANGING:
            return 1.0
        holder = self._intent is Intent.TITLE_HOLDER
        published = self._documents[mention.source].date[:10]
        age = self._age(mention) if holder else months_between(published, self._today)
        if age is None:
            said = holder and mention.pattern not in _STRUCTURED
            vague = said and not _HOLDERS.says_current.search(flat(mention.quote))
            return _UNDATED_SENTENCE if vague else _UNDATED
        return next((factor for months, factor in _FRESHNESS if age <= months), _STALE)

    def _age(self, *mentions: Mention) -> float | None:
        """Return the age of the newest mention in months, ignoring future dates, or None."""
        today = self._today.isoformat()
        dates = (each.date for each in mentions if not later(each.date, today))
        return months_between(max(dates, default=""), self._today)

    def _overtakes(self, value: _Value, other: _Value) -> bool:
        """Return whether ``value`` is credible and clearly newer than ``other``."""
        if value.support < EXTRACTED_AT or value.trust < other.trust - _LITTLE_LESS:
            return False
        match self._intent:
            case Intent.LATEST_ALBUM:
                return later(value.released, other.released)
            case Intent.LATEST_VERSION:
                return parsed(value.name) > parsed(other.name)
            case Intent.TITLE_HOLDER:
                fresh, stale = self._age(*value.mentions), self._age(*other.mentions)
                return bool(fresh is not None and stale and stale - fresh >= _FRESHER_MONTHS)
        return False

    def _candidate(self, value: _Value, current: Sequence[_Value]) -> Candidate:
        """Return a candidate for a value, with its confidence reduced by its strongest rival.

        ``current`` contains the values that have not been overtaken.
        """
        rivals = [other for other in current if other is not value]
        rival = max(rivals, key=attrgetter("support"), default=None)
        overtaken = value not in current
        confidence = value.support * (_OVERTAKEN if overtaken else 1.0)
        if rival is not None and value.support:
            share = min(1.0, rival.support / value.support)
            confidence *= 1 - _RIVALRY * rival.trust * share
        numbers = sorted({each.source for each in value.mentions})
        owners = (registrable_domain(self._documents[number].url) for number in numbers)
        domains = tuple(dict.fromkeys(filter(None, owners)))
        mentions = tuple(sorted(value.mentions, key=lambda each: -each.strength))
        sites = "one site" if len(domains) == 1 else f"{len(domains)} sites agree"
        why = f"{sites} ({', '.join(domains[:3])}); found as “{mentions[0].pattern}”"
        if overtaken:
            why += f"; {_NEWER}"
        elif rival is not None:
            why += f"; others say {rival.name}"
        return Candidate(
            value=value.name,
            confidence=round(confidence, 3),
            trust=round(value.trust, 3),
            domains=domains,
            sources=tuple(numbers),
            date=value.released,
            why=why,
            sightings=mentions,
        )


_NEWER = "a newer value is known"


def _firmest(mentions: Sequence[Mention]) -> list[Mention]:
    """Keep each source's strongest mention, and its other mentions of about the same strength."""
    best: dict[int, float] = {}
    for each in mentions:
        best[each.source] = max(each.strength, best.get(each.source, 0.0))
    return [each for each in mentions if best[each.source] - each.strength < _AS_FIRM]


def weigh(
    reading: Reading, sightings: Sequence[Mention], documents: Sequence[Document], today: date
) -> tuple[Candidate, ...]:
    """Return the candidates in order of confidence, highest first; see the module docstring."""
    found = _Scorer(reading, documents, today).candidates(sightings)
    return tuple(sorted(found, key=lambda each: (-each.confidence, -each.trust, each.value)))


def settle(reading: Reading, candidates: Sequence[Candidate]) -> tuple[str, float, tuple[str, ...]]:
    """Return the answer, its confidence, and notes for the reader.

    The answer is "" if the confidence is below `EXTRACTED_AT`.
    """
    if not candidates:
        return "", 0.0, ()
    best = candidates[0]
    notes = []
    if best.confidence < EXTRACTED_AT:
        seen = ", ".join(f"{each.value} ({each.confidence:.2f})" for each in candidates[:3])
        notes.append(f"Not confident enough in any answer; found: {seen}.")
    others = [each for each in candidates[1:] if each.confidence >= 0.25 and _NEWER not in each.why]
    if others:
        sites = ", ".join(others[0].domains[:3])
        notes.append(f"Sources disagree on {reading.entity}: {sites} say {others[0].value}.")
    return best.value if best.confidence >= EXTRACTED_AT else "", best.confidence, tuple(notes)


# --- The second hop of a question that only describes its subject


def second_hop(question: str, first: EvidencePack, today: date) -> str | None:
    """Return the question with its description of a person or thing replaced by the name, or None.

    ``Where was the director of Jaws born?`` becomes ``Where was Steven Spielberg born?`` if the
    first round's documents name the director clearly. The result is None if they do not, if the
    question contains no such description, or if it has already been answered.
    """
    text = focus_of(question)
    nested = (pattern.match(text) for pattern in Patterns("second_hop").all("nested"))
    found = next(filter(None, nested), None)
    if first.answer or found is None:
        return None
    reading = read_question(f"Who is the {found['part']}?", today)
    mentions = find_mentions(reading, first.documents, today)
    name, _, _ = settle(reading, weigh(reading, mentions, first.documents, today))
    start, end = found.span("whole")
    return f"{text[:start]}{name}{text[end:]}?" if name else None
