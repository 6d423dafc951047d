"""Score candidate values by the evidence for and against them.

Mentions are grouped into voices. A voice is a registrable domain, or several domains that publish
the same text. Each value is scored over the voices that mention it::

    weight(voice) = strength of its best mention * trust in its domain * freshness
    support       = 1 - product over voices of (1 - weight)            (noisy-OR)
    ceiling       = min(best strength + 0.15, best trust + 0.25, 1), and 0.55 if only pages more
                    than two years old state something that may have changed since
    confidence    = min(support, ceiling) * (1 - 0.6 * trust of rival * min(1, rival / support))

``freshness`` is below 1 for undated and old sources if the answer changes with time. The rival is
the best-supported other value that has not been overtaken. A value is overtaken by an album
released later, by a higher version, or by a holder named in sources that are at least half a year
fresher, provided that the newer value is credible (trusted, or supported well enough to be
extracted). An overtaken value keeps 0.3 of its confidence. An album gains 0.2 in strength if all
other dated albums are older.

As a result, a single unknown site stays below `EXTRACTED_AT`. An encyclopaedia with a strong
pattern reaches it, and so do two independent unknown sites, but two trusted sites that disagree do
not. For noisy-OR, see J. Pearl, "Probabilistic Reasoning in Intelligent Systems", 1988, section
4.3.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date

from desktop_agent.evidence.extraction.relevance import subject_of
from desktop_agent.evidence.records import (
    EXTRACTED_AT,
    Candidate,
    Document,
    Intent,
    Mention,
    Reading,
)
from desktop_agent.evidence.text.dates import agree, later, months_between
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.version_numbers import bare, newer, parsed
from desktop_agent.evidence.text.wordings import Patterns
from desktop_agent.evidence.trust import (
    DEFAULT_TRUST,
    independent,
    registrable_domain,
    trust_of,
    voices,
)

# --- Equality of values by question type, and the better of two spellings

_NAMES = Patterns("text/names")
_JOINED = re.compile(
    r"\s*(?:,|&|\+|\band\b|\bund\b|\bet\b|\by\b|\bfeat(?:uring)?\b\.?|\bft\b\.?|\bwith\b|\bx\b)\s*"
)


def _same_person(one: str, other: str) -> bool:
    """Return whether two names match, even if one has no middle name or is only a surname."""
    shorter, longer = sorted((folded_name(one).split(), folded_name(other).split()), key=len)
    if not shorter or shorter == longer:
        return shorter == longer
    return "".join(shorter) == "".join(longer) or (
        set(shorter) <= set(longer) and (len(shorter) > 1 or shorter[0] == longer[-1])
    )


def _same_artist(one: str, other: str) -> bool:
    first, second = _artists(one), _artists(other)
    return bool(first and second) and (
        first <= second or second <= first or folded_name(one) == folded_name(other)
    )


def _artists(name: str) -> set[str]:
    return {folded_name(part) for part in _JOINED.split(flat(name).casefold())} - {""}


def _same_work(one: str, other: str) -> bool:
    return _work(one) == _work(other)


def _work(title: str) -> str:
    return folded_name(_NAMES.edition.sub("", title)).replace(" ", "")


def _same_version(one: str, other: str) -> bool:
    """Return whether two versions are equal. ``3.13`` equals ``3.13.0`` but not ``3.13.1``."""
    first, second = parsed(one), parsed(other)
    return first == second if first and second else bare(one) == bare(other)


_SAME: dict[Intent, Callable[[str, str], bool]] = {
    Intent.PERFORMER: _same_artist,
    Intent.TITLE_HOLDER: _same_person,
    Intent.LATEST_VERSION: _same_version,
}


def _groups(intent: Intent, sightings: Sequence[Mention]) -> list[list[Mention]]:
    """Group mentions of the same value, starting with the fullest spelling.

    Dates match if they agree at the precision of the less precise one, so ``1867`` joins
    ``1867-11-07``. If several full dates match, a less precise date joins the one with the most
    mentions.
    """
    same = _SAME.get(intent, _same_work)
    found: list[list[Mention]] = []
    if intent is Intent.EVENT_DATE:
        for sighting in sorted(sightings, key=lambda each: -len(each.date)):
            homes = [group for group in found if agree(group[0].date, sighting.date)]
            _add(found, max(homes, key=len, default=None), sighting)
        return found
    for sighting in sorted(sightings, key=lambda each: -len(folded_name(each.value).split())):
        near = (g for g in found if any(same(each.value, sighting.value) for each in g[:3]))
        _add(found, next(near, None), sighting)
    return found


def _add(found: list[list[Mention]], home: list[Mention] | None, sighting: Mention) -> None:
    if home is None:
        found.append([sighting])
    else:
        home.append(sighting)


def _best_spelling(intent: Intent, group: Sequence[Mention]) -> str:
    """Return the spelling to show: the best-supported one.

    For dates, the most precise ones are preferred, and among these, dates in words.
    """
    if intent is Intent.EVENT_DATE:
        longest = max(len(each.date) for each in group)
        group = [each for each in group if len(each.date) == longest]
        group = [each for each in group if not re.fullmatch(r"[\d-]+", each.value)] or group
    weight: dict[str, float] = {}
    for each in group:
        # a one-word name is a surname, and all capitals are a design choice
        odd = (intent is Intent.TITLE_HOLDER and " " not in each.value) or (
            each.value.isupper() and len(each.value) > 4
        )
        weight[each.value] = weight.get(each.value, 0.0) + each.strength * (0.3 if odd else 1.0)
    return max(weight, key=lambda value: (round(weight[value], 6), len(value)))


# --- Scoring; the module docstring has the formula

_AGES = ((13, 1.0), (25, 0.85), (49, 0.65))
_OLD = 0.45
_UNDATED = 0.92
_CREDIBLE = 0.7
_LITTLE_LESS = 0.15
_FRESHER_MONTHS = 6
_OVERTAKEN = 0.3
_STALE_MONTHS = 25
_STALE_CEILING = 0.55
_RIVALRY = 0.6
_CHANGING = frozenset((Intent.LATEST_ALBUM, Intent.TITLE_HOLDER, Intent.LATEST_VERSION))
_AS_FIRM = 0.04
_SEEN_OLDER = 0.2
"""Strength that a dated album gains if all other dated albums are older."""

_OF_ARTIST = (
    "is an album by the artist",
    "artist released an album",
    "nth album of the artist",
    "album in data",
    "in a discography",
)


@dataclass(slots=True)
class _Value:
    """A candidate value and its scores."""

    name: str
    sightings: list[Mention]
    released: str = ""
    seen: str = ""
    support: float = 0.0
    trust: float = 0.0
    domains: tuple[str, ...] = ()
    overtaken: bool = False
    rival: str = ""
    confidence: float = 0.0


class _Scorer:
    def __init__(self, reading: Reading, documents: Sequence[Document], today: date) -> None:
        self._reading = reading
        self._intent = reading.intent
        entity = subject_of(reading).name
        self._documents = {document.number: document for document in documents}
        self._voices = voices(documents)
        self._today = today
        self._trust = {
            document.number: trust_of(document.url, reading.intent, entity)
            for document in documents
        }
        self._unknown = {number for number, trust in self._trust.items() if trust <= DEFAULT_TRUST}

    def values(self, sightings: Sequence[Mention]) -> list[_Value]:
        """Return the values with their support, excluding those that have not been released."""
        known = [each for each in sightings if each.source in self._documents]
        if self._intent is Intent.EVENT_DATE:
            known = self._firmest(known)
        found = []
        for group in _groups(self._intent, known):
            positive = [each for each in group if each.strength > 0]
            value = _Value(_best_spelling(self._intent, positive or group), positive)
            value.released = self._released(group)
            value.seen = max((self._date(each) for each in positive), default="")
            if positive and not later(value.released, self._today.isoformat()):
                found.append(value)
        if self._intent is Intent.LATEST_ALBUM:
            self._compare(found)
        for value in found:
            self._weigh(value)
        return found

    def _firmest(self, sightings: Sequence[Mention]) -> list[Mention]:
        """Keep each voice's strongest mentions, and those that agree with its strongest one."""
        kept: list[Mention] = []
        for voice in independent(sightings, self._voices):
            best = max(voice, key=lambda each: (each.strength, len(each.date)))
            kept.extend(
                each
                for each in voice
                if best.strength - each.strength < _AS_FIRM or agree(each.date, best.date)
            )
        return kept

    def _date(self, sighting: Mention) -> str:
        """Return the date of a mention or, if it has none, of its document; "" if in the future."""
        told = sighting.date or self._documents[sighting.source].date[:10]
        return "" if later(told, self._today.isoformat()) else told

    def _released(self, group: Sequence[Mention]) -> str:
        """Return the release date that the most trusted sources give, or "" if there is none.

        Dates of documents are ignored.
        """
        if self._intent is Intent.EVENT_DATE:
            return max((each.date for each in group), key=len)
        votes: dict[str, float] = {}
        for each in group:
            if each.date and each.date != self._documents[each.source].date[:10]:
                votes[each.date] = votes.get(each.date, 0.0) + self._trust[each.source]
        # years first, so that a full date and its bare year do not compete
        years = {
            day[:4]: sum(vote for other, vote in votes.items() if other[:4] == day[:4])
            for day in votes
        }
        return min(
            votes, key=lambda day: (-round(years[day[:4]], 3), day[:4], -len(day), day), default=""
        )

    def _compare(self, values: list[_Value]) -> None:
        """Raise the strength of the newest album if all other dated albums are older."""
        dated = [value for value in values if value.released]
        for value in dated:
            others = [other for other in dated if other is not value]
            if not others or not all(later(value.released, other.released) for other in others):
                continue
            for index, each in enumerate(value.sightings):
                if each.pattern in _OF_ARTIST:
                    strength = round(each.strength + _SEEN_OLDER, 3)
                    value.sightings[index] = replace(each, strength=strength)

    def _weigh(self, value: _Value) -> None:
        missing = 1.0
        for voice in independent(value.sightings, self._voices, self._unknown):
            missing *= 1.0 - max(
                each.strength * self._trust[each.source] * self._freshness(each) for each in voice
            )
        value.trust = max(self._trust[each.source] for each in value.sightings)
        ceiling = min(
            max(each.strength for each in value.sightings) + 0.15, value.trust + 0.25, 1.0
        )
        if self._only_stale(value):
            ceiling = min(ceiling, _STALE_CEILING)
        value.support = min(1.0 - missing, ceiling)
        numbers = sorted({each.source for each in value.sightings})
        owners = (registrable_domain(self._documents[number].url) for number in numbers)
        value.domains = tuple(dict.fromkeys(owner for owner in owners if owner))

    def _only_stale(self, value: _Value) -> bool:
        """Return whether the value may change with time and only old pages state it."""
        days = {self._documents[each.source].date[:10] for each in value.sightings}
        ages = [months_between(day, self._today) for day in days]
        stale = all(age is not None and age > _STALE_MONTHS for age in ages)
        return stale and self._intent in _CHANGING

    def _freshness(self, sighting: Mention) -> float:
        listed = self._intent is Intent.LATEST_ALBUM and sighting.pattern in _OF_ARTIST
        if self._intent not in _CHANGING or listed:
            return 1.0
        told = self._date(sighting) if self._intent is Intent.TITLE_HOLDER else ""
        day = told or self._documents[sighting.source].date[:10]
        age = months_between(day, self._today)
        if age is None:
            return _UNDATED
        return next((factor for months, factor in _AGES if age <= months), _OLD)

    def _overtakes(self, value: _Value, other: _Value) -> bool:
        """Return whether ``value`` is credible and clearly newer than ``other``."""
        near = value.support >= EXTRACTED_AT and value.trust >= other.trust - _LITTLE_LESS
        if value.trust < _CREDIBLE and not near:
            return False
        if value.support < 0.25:
            return False
        if self._intent is Intent.LATEST_ALBUM:
            return later(value.released, other.released)
        if self._intent is Intent.LATEST_VERSION:
            return newer(value.name, other.name)
        if self._intent is Intent.TITLE_HOLDER:
            fresh, stale = (months_between(each.seen, self._today) for each in (value, other))
            return fresh is not None and stale is not None and stale - fresh >= _FRESHER_MONTHS
        return False

    def settle_rivals(self, values: list[_Value]) -> None:
        """Mark overtaken values, then compute each value's confidence, reduced by its rival."""
        for value in values:
            value.overtaken = any(
                self._overtakes(other, value) for other in values if other is not value
            )
        for value in values:
            rivals = [other for other in values if other is not value and not other.overtaken]
            rival = max(rivals, key=lambda other: other.support, default=None)
            value.confidence = value.support
            if rival is not None and value.support:
                value.confidence *= 1 - _RIVALRY * rival.trust * min(
                    1.0, rival.support / value.support
                )
                value.rival = rival.name
            if value.overtaken:
                value.confidence *= _OVERTAKEN


def weigh(
    reading: Reading, sightings: Sequence[Mention], documents: Sequence[Document], today: date
) -> tuple[Candidate, ...]:
    """Return the candidates, highest confidence first, scored as in the module docstring."""
    sources = {each.source for each in sightings}
    seen = [document for document in documents if document.number in sources]
    scales = _Scorer(reading, seen, today)
    values = scales.values(sightings)
    scales.settle_rivals(values)
    candidates = [
        Candidate(
            value=value.name,
            confidence=round(value.confidence, 3),
            trust=round(value.trust, 3),
            domains=value.domains,
            sources=tuple(sorted({each.source for each in value.sightings})),
            date=value.released or value.seen,
            why=_why(value),
            sightings=tuple(sorted(value.sightings, key=lambda each: -each.strength)),
        )
        for value in values
    ]
    return tuple(sorted(candidates, key=lambda each: (-each.confidence, -each.trust, each.value)))


def _why(value: _Value) -> str:
    number = len(value.domains)
    best = max(value.sightings, key=lambda each: each.strength)
    sites = "one site" if number == 1 else f"{number} sites agree"
    said = f"{sites} ({', '.join(value.domains[:3])}); found as “{best.pattern}”"
    if value.overtaken:
        return f"{said}; a newer one is known"
    return f"{said}; others say {value.rival}" if value.rival else said


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
        notes.append(f"Not sure enough of any answer; seen: {seen}.")
    others = [
        each for each in candidates[1:] if each.confidence >= 0.25 and "newer one" not in each.why
    ]
    if others:
        sites = ", ".join(others[0].domains[:3])
        notes.append(f"Sources disagree on {reading.entity}: {sites} say {others[0].value}.")
    answer = best.value if best.confidence >= EXTRACTED_AT else ""
    return answer, best.confidence, tuple(notes)
