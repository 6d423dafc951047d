"""Values while they are being weighed; `confidence` tells the formula."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from desktop_agent.evidence.extraction.agreement import best_spelling, groups
from desktop_agent.evidence.extraction.dates import agree, later, months_between
from desktop_agent.evidence.extraction.domains import registrable_domain
from desktop_agent.evidence.extraction.subject import subject_of
from desktop_agent.evidence.extraction.syndication import independent, voices
from desktop_agent.evidence.extraction.trust import DEFAULT_TRUST, trust_of
from desktop_agent.evidence.extraction.version_numbers import newer
from desktop_agent.evidence.pack import EXTRACTED_AT, Document, Intent, Reading, Sighting

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
"""What the strength of a dated album gains where another album is known to be older."""

_OF_ARTIST = frozenset(
    (
        "is an album by the artist",
        "artist released an album",
        "nth album of the artist",
        "album in data",
        "in a discography",
    )
)


@dataclass(slots=True)
class Value:
    """A value while it is being weighed."""

    name: str
    sightings: list[Sighting]
    released: str = ""
    seen: str = ""
    support: float = 0.0
    trust: float = 0.0
    domains: tuple[str, ...] = ()
    overtaken: bool = False
    rival: str = ""
    confidence: float = 0.0


class Scales:
    """Weighs the values of one question."""

    def __init__(self, reading: Reading, documents: Sequence[Document], today: date) -> None:
        self._reading = reading
        self._intent = reading.intent
        entity = subject_of(reading).name
        self._documents = {document.number: document for document in documents}
        self._all = tuple(documents)
        self._voices = voices(documents)
        self._today = today
        self._trust = {
            document.number: trust_of(document.url, reading.intent, entity)
            for document in documents
        }

        self._unknown = {
            number for number, trust in self._trust.items() if trust <= DEFAULT_TRUST.value
        }

    def values(self, sightings: Sequence[Sighting]) -> list[Value]:
        """Gives the values without what is only announced, each with its support."""
        known = [each for each in sightings if each.source in self._documents]
        if self._intent is Intent.EVENT_DATE:
            known = self._firmest(known)
        found = []
        for group in groups(self._intent, known):
            positive = [each for each in group if each.strength > 0]
            value = Value(best_spelling(self._intent, positive or group), positive)
            value.released = self._released(group)
            value.seen = max((self._date(each) for each in positive), default="")
            if positive and not (value.released and later(value.released, self._today.isoformat())):
                found.append(value)
        if self._intent is Intent.LATEST_ALBUM:
            self._compare(found)
        for value in found:
            self._weigh(value)
        return found

    def _firmest(self, sightings: Sequence[Sighting]) -> list[Sighting]:
        """Keeps of each voice what it says most firmly of the one day there is, and what agrees."""
        kept: list[Sighting] = []
        for voice in independent(sightings, self._all, self._voices):
            best = max(voice, key=lambda each: (each.strength, len(each.date)))
            kept.extend(
                each
                for each in voice
                if best.strength - each.strength < _AS_FIRM or agree(each.date, best.date)
            )
        return kept

    def _date(self, sighting: Sighting) -> str:
        """Gives the date that a sighting speaks of, or the document's; "" for one in the future."""
        told = sighting.date or self._documents[sighting.source].date[:10]
        return "" if later(told, self._today.isoformat()) else told

    def _released(self, group: Sequence[Sighting]) -> str:
        """Gives the day that most trust says a work came out: of statements, not of documents."""
        if self._intent is Intent.EVENT_DATE:
            return max((each.date for each in group), key=len)
        votes: dict[str, float] = {}
        for each in group:
            if each.date and each.date != self._documents[each.source].date[:10]:
                votes[each.date] = votes.get(each.date, 0.0) + self._trust[each.source]
        if not votes:
            return ""
        years: dict[str, float] = {}
        for day, vote in votes.items():
            years[day[:4]] = years.get(day[:4], 0.0) + vote
        year = min(years, key=lambda each: (-round(years[each], 3), each))
        return min(
            (day for day in votes if day.startswith(year)),
            key=lambda day: (-len(day), -votes[day], day),
        )

    def _compare(self, values: list[Value]) -> None:
        """Lifts the newest of several dated albums: others are seen to be older."""
        dated = [value for value in values if value.released]
        for value in dated:
            others = [other for other in dated if other is not value]
            if others and all(later(value.released, other.released) for other in others):
                value.sightings = [
                    replace(each, strength=round(each.strength + _SEEN_OLDER, 3))
                    if each.pattern in _OF_ARTIST
                    else each
                    for each in value.sightings
                ]

    def _weigh(self, value: Value) -> None:
        missing = 1.0
        for voice in independent(value.sightings, self._all, self._voices, self._unknown):
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

    def _only_stale(self, value: Value) -> bool:
        """True when what changes with time is told by pages of long ago alone."""
        if self._intent not in _CHANGING:
            return False
        days = {self._documents[each.source].date[:10] for each in value.sightings}
        ages = [months_between(day, self._today) for day in days]
        return all(age is not None and age > _STALE_MONTHS for age in ages)

    def _freshness(self, sighting: Sighting) -> float:
        if self._intent not in _CHANGING or (
            self._intent is Intent.LATEST_ALBUM and sighting.pattern in _OF_ARTIST
        ):
            return 1.0
        document = self._documents[sighting.source].date[:10]
        told = self._date(sighting) if self._intent is Intent.TITLE_HOLDER else document
        age = months_between(told, self._today)
        if age is not None:
            return next((factor for months, factor in _AGES if age <= months), _OLD)
        age = (
            months_between(sighting.date, self._today)
            if self._intent is Intent.LATEST_VERSION
            else None
        )
        # an undated page that calls a version of years ago the latest is likely as old itself
        return _UNDATED if age is None or age <= 25 else _UNDATED * 0.8

    def overtakes(self, value: Value, other: Value) -> bool:
        """True when a credible value is surely newer than another."""
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
            fresh, stale = (
                months_between(value.seen, self._today),
                months_between(other.seen, self._today),
            )
            return fresh is not None and stale is not None and stale - fresh >= _FRESHER_MONTHS
        return False

    def settle_rivals(self, values: list[Value]) -> None:
        """Finds what is overtaken, and takes from each value what its rival is worth."""
        for value in values:
            value.overtaken = any(
                self.overtakes(other, value) for other in values if other is not value
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
