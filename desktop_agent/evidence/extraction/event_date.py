"""Find the dates of births, deaths, releases and other events.

Sources are sentences, infoboxes and JSON-LD. The value of a mention is the date as written in the
source. Its ``date`` is the same date in ISO 8601 format, with the source's precision.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice, pairwise
from typing import NamedTuple

from desktop_agent.evidence.extraction.document_lines import (
    Line,
    has_any,
    relevant_lines,
    seen,
    things,
)
from desktop_agent.evidence.extraction.relevance import about, has_shared_name, relevant
from desktop_agent.evidence.records import Document, Mention, Reading
from desktop_agent.evidence.text.dates import FoundDate, When, find_dates
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.names import MASK, mask_match, masked
from desktop_agent.evidence.text.wordings import Patterns, Words, expression, table

_FILE = "extraction/event_date"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)

_NEXT = 90
"""Maximum number of characters between a verb and its date."""


_SHARED_NAME = 0.25
"""Strength lost on a page whose title distinguishes its subject from others of that name."""
_ELSEWHERE = 0.66
"""Highest strength of a sentence on a page about something else; one such page is not enough."""


class _Event(NamedTuple):
    """A kind of event, with patterns for its verbs and for its row labels."""

    name: str
    verb: re.Pattern[str]
    label: re.Pattern[str]

    @property
    def of_life(self) -> bool:
        return self.name in ("born", "died")


@cache
def _kind(name: str, verbs: str, labels: str) -> _Event:
    verb = re.compile(rf"(?i)(?<![\w-])(?:{expression(_FILE, verbs)})(?![a-z])")
    return _Event(name, verb, re.compile(expression(_FILE, labels)))


def _event(reading: Reading) -> _Event:
    """Return the event that a question asks about."""
    rest = re.sub(re.escape(reading.entity), " ", reading.text, flags=re.IGNORECASE)
    return next(
        _kind(row["name"], row["verbs"], row["labels"])
        for row in table(_FILE)["kinds"]
        if _is_asked(row, reading.detail, rest)
    )


def _is_asked(row: Mapping[str, str], detail: str, rest: str) -> bool:
    if "asked" not in row:
        return row["name"] == detail
    return re.search(expression(_FILE, row["asked"]), rest, re.IGNORECASE) is not None


def find_event_dates(reading: Reading, document: Document) -> Iterator[Mention]:
    """Yield the dates that a document gives for the event that the question asks about."""
    if relevant(document, reading):
        yield from _Dates(document, reading.entity, _event(reading), reading.text).found()


class _Dates:
    """Finds the dates of an event in one document."""

    def __init__(self, document: Document, entity: str, event: _Event, question: str) -> None:
        self._document = document
        self._entity = entity
        self._event = event
        self._topic = about(document, entity)
        self._shared = event.of_life and has_shared_name(document, question)

    def found(self) -> Iterator[Mention]:
        for line in relevant_lines(self._document, has_any("12")):
            if line.cells:
                yield from self._in_row(line)
            elif any(map(str.isdigit, line.text)):
                yield from self._in_sentence(line)
        yield from self._in_data()

    def _mention(
        self, line: Line, found: FoundDate, offset: int, pattern: str, strength: float
    ) -> Mention:
        """Return a mention of a date; its offsets are relative to ``offset`` in the line."""
        spelt = line.text[found.start + offset : found.end + offset].strip(" ,")
        value = found.iso if len(found.iso) == 4 else spelt
        strength -= _SHARED_NAME if self._shared else 0.0
        return seen(self._document, line, value, pattern, strength, found.iso)

    # --- Sentences

    def _in_sentence(self, line: Line) -> Iterator[Mention]:
        text = masked(line.text, self._entity, middle=self._event.of_life)
        if self._event.of_life:
            text = _surname_masked(text, self._entity) if self._topic else text
            if MASK in text or (self._topic and line.place != "title"):
                yield from self._in_brackets(line, text)
        elif self._event.name == "released" and (work := _PATTERNS.work_of.search(text)):
            year = FoundDate(When(int(work["year"])), *work.span("year"))
            yield self._mention(line, year, 0, "year of the work", 0.7)
        for match in islice(self._event.verb.finditer(text), 12):
            negated = _PATTERNS.negated.search(text[max(0, match.start() - 24) : match.start()])
            strength = 0.0 if negated else self._strength(text, match)
            if not strength or (self._topic and not self._is_subject(text[: match.start()])):
                continue
            found = _date_at(text, match)
            if found is not None:
                most = 1.0 if self._topic or self._event.of_life else _ELSEWHERE
                yield self._mention(line, found, 0, "says when", min(strength, most))
                return

    def _in_brackets(self, line: Line, text: str) -> Iterator[Mention]:
        """Yield the date in ``A (born D)``, ``A (D - D)`` or ``A (* D; † D)``."""
        life = _PATTERNS.life if MASK in text else _PATTERNS.life_alone
        for match in islice(life.finditer(text), 4):
            gap = match["gap"]
            if any(p.search(gap) for p in (_PATTERNS.others, _PATTERNS.joins)):
                continue
            if MASK in text and _PATTERNS.longer_name.match(gap):
                continue
            found = _of_life(match["inside"], self._event.name)
            if found is not None:
                yield self._mention(line, found, match.start("inside"), "life dates", 0.92)

    def _strength(self, text: str, match: re.Match[str]) -> float:
        """Return how likely a verb is to refer to the entity, or 0 if it does not."""
        event, before = self._event, text[: match.start()]
        at = before.rfind(MASK)
        gap = before[at + 1 :]
        if at >= 0 and len(gap) <= 80 and not _breaks(gap, event):
            return 0.9
        after = text[match.end() : match.end() + 50]
        if event.name in ("founded", "released"):
            if re.match(rf"(?: of| the| [\w-]{{1,15}}){{0,2}} ?[\"']?{MASK}", after):
                return 0.8
            dated = re.match(rf" (?:in|on) [\w ,.]{{4,24}}, (?:the )?{MASK}", after)
            if dated and not before.strip():
                return 0.85
        if not self._topic:
            return 0.0
        last = re.escape((flat(self._entity).split() or [""])[-1])
        for told in ("told_of", "told_of_later"):
            pattern = expression(_FILE, table(_FILE)[told]).replace("LAST", rf"(?i:{last})")
            if re.fullmatch(pattern, before):
                return 0.8
        bare = not before.strip() and event.name in ("born", "died", "founded", "released")
        return 0.7 if bare else 0.0

    def _is_subject(self, before: str) -> bool:
        """Return whether the sentence's pronoun can refer to the person that the page is about.

        It must be the more frequent of ``he`` and ``she`` on the page, unless both are equally
        frequent. A sentence without a pronoun passes as well.
        """
        told = re.search(r"(?:^|, )(He|She|he|she) [^,]{0,30}$", before)
        if told is None:
            return True
        text = f"{self._document.snippet} {self._document.text[:4000]}"
        he, she = (len(pattern.findall(text)) for pattern in (_PATTERNS.he, _PATTERNS.she))
        return he >= she if told[1].lower() == "he" else she >= he

    # --- Infobox rows, JSON-LD

    def _in_row(self, line: Line) -> Iterator[Mention]:
        """Yield the dates in an infobox row about the entity.

        If an event has several dates (a premiere, two countries), each of them gets a lower
        strength.
        """
        if len(line.cells) != 2 or not (self._topic or MASK in masked(line.heading, self._entity)):
            return
        label = re.sub(r"[(\[].*$", "", flat(line.cells[0])).strip(" :*").casefold()
        if not self._event.label.fullmatch(label):
            return
        cell = flat(line.cells[1])
        inner = Line(line.place, line.raw, line.cells[1], line.heading)
        vague = label in ("release", "established") and self._event.name != "founded"
        strength = 0.75 if vague else 0.93
        found = find_dates(cell)
        dates = list(found[-1:]) if self._event.name == "end" else _days(found)
        for each in dates:
            weaker = 0.15 if len(dates) > 1 else 0.0
            weaker += 0.1 if _PATTERNS.not_the_day.match(cell[each.end :]) else 0.0
            yield self._mention(inner, each, 0, "row of the event", strength - weaker)

    def _in_data(self) -> Iterator[Mention]:
        names = table(_FILE)["properties"].get(self._event.name, ("startDate",))
        for thing in things(self._document):
            if folded_name(thing.name) != folded_name(self._entity):
                continue
            if thing.kind in _WORDS.pages and self._event.name == "released":
                continue
            value = thing.first(*names)
            line = Line("data", thing.line.raw, value)
            for found in find_dates(flat(value))[:1]:
                yield self._mention(line, found, 0, "date in data", 0.9)


def _surname_masked(text: str, entity: str) -> str:
    words = entity.split()
    if len(words) < 2 or MASK in text:
        return text
    surname = re.escape(flat(words[-1]))
    return re.sub(rf"(?:^|(?<=[.,;] )|(?<=[a-z] )){surname}\b", mask_match, text)


def _of_life(inside: str, event: str) -> FoundDate | None:
    dates = find_dates(inside)
    if not dates:
        return None
    wanted, other = _PATTERNS.born, _PATTERNS.died
    if event == "died":
        wanted, other = other, wanted
    mark = wanted.search(inside)
    if mark:
        after = next((found for found in dates if found.start >= mark.end()), None)
        if after is not None and after.start - mark.end() < 60:
            return after
    if event == "born" and _PATTERNS.baptised.search(inside):
        return None
    for first, second in pairwise(dates):
        years = int(second.iso[:4]) - int(first.iso[:4])
        if years > 5 and _PATTERNS.span.search(inside[first.end : second.start]):
            return first if event == "born" else second
    return None if other.search(inside) or mark is None else dates[0]


def _breaks(gap: str, event: _Event) -> bool:
    """Return whether the text between the entity and the verb introduces another subject."""
    if _PATTERNS.others.search(gap) or re.search(r"(?<!\d)\. |;", gap):
        return True
    if event.of_life:
        return _PATTERNS.plain_gap.fullmatch(gap) is None
    return _PATTERNS.another_clause.search(gap) is not None


def _date_at(text: str, match: re.Match[str]) -> FoundDate | None:
    """Return the date of a verb, or None.

    The first date after the verb in the same clause is preferred to a date before the verb.
    """
    after = text[match.end() : match.end() + _NEXT]
    stop = _PATTERNS.clause_end.search(after)
    dates = find_dates(after[: stop.start()] if stop else after)
    if dates:
        return _moved(dates[0], match.end())
    opening = find_dates(text[:48]) if _PATTERNS.opener.match(text) else ()
    if opening and opening[0].start <= 18:
        return opening[0]
    start = max(0, match.start() - 64)
    close = find_dates(text[start : match.start()])
    if close:
        between = text[start + close[-1].end : match.start()]
        passive = re.search(r"\b(?:wurde|werd|is|was)\b", text[start : start + close[-1].start])
        if not between.strip(" in") or (passive and not re.search(r"[,;.]", between)):
            return _moved(close[-1], start)
    return None


def _moved(found: FoundDate, by: int) -> FoundDate:
    return FoundDate(found.when, found.start + by, found.end + by)


def _days(dates: tuple[FoundDate, ...]) -> list[FoundDate]:
    """Return up to three distinct full dates in a cell or, if it has none, a less precise date."""
    kept: list[FoundDate] = []
    for found in sorted(dates, key=lambda each: -len(each.iso)):
        if not any(other.iso.startswith(found.iso) for other in kept):
            kept.append(found)
    first = kept[:1] if dates and not dates[0].to_the_day else []
    return first or [found for found in kept if found.to_the_day][:3] or kept[:1]
