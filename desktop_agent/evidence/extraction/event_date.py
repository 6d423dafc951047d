"""Extraction of the dates of births, deaths, releases and other events.

Sources are sentences, infoboxes and JSON-LD. The value is the date as spelt in the source. The
mention's ``date`` is the same date in ISO 8601, with the precision of the source.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import islice, pairwise

from desktop_agent.evidence.extraction.document_lines import Line, seen, things
from desktop_agent.evidence.records import Document, Mention, Reading
from desktop_agent.evidence.text.dates import FoundDate, find_dates
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.names import MASK, masked
from desktop_agent.evidence.text.wordings import Patterns, Words, expression, table

_FILE = "extraction/event_date"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)

# --- Event kinds, with their verbs and row labels


@dataclass(frozen=True, slots=True)
class EventKind:
    """An event with the patterns of its verbs and labels.

    It also records whether the last day of a span counts.
    """

    name: str
    verb: re.Pattern[str]
    label: re.Pattern[str]
    last: bool = False

    @property
    def of_life(self) -> bool:
        """Whether the event is a birth or a death."""
        return self.name in ("born", "died")


@cache
def _kind(name: str, verbs: str, labels: str, *, last: bool = False) -> EventKind:
    verb = re.compile(rf"(?i)(?<![\w-])(?:{expression(_FILE, verbs)})(?![a-z])")
    return EventKind(name, verb, re.compile(expression(_FILE, labels)), last)


def event_kind(reading: Reading) -> EventKind:
    """Return the event that a question asks for.

    Less common events are identified by their verb.
    """
    rest = re.sub(re.escape(reading.entity), " ", reading.text, flags=re.IGNORECASE)
    return next(
        _kind(row["name"], row["verbs"], row["labels"], last=row["name"] == "end")
        for row in table(_FILE)["kinds"]
        if _is_asked(row, reading.detail, rest)
    )


def _is_asked(row: Mapping[str, str], detail: str, rest: str) -> bool:
    if "asked" not in row:
        return row["name"] == detail
    return re.search(expression(_FILE, row["asked"]), rest, re.IGNORECASE) is not None


_NEXT = 90
"""Maximum number of characters between a verb and its date."""

_LIFE_ALONE = re.compile(r"(?P<gap>)\((?P<inside>[^()]{0,80}\bborn [^()]{4,200})")


def date_sentences(
    entity: str, event: EventKind, document: Document, line: Line, *, topic: bool
) -> Iterator[Mention]:
    """Yield the dates that a sentence gives for the event.

    ``topic`` is true if the page is about the entity.
    """
    if line.cells or not any(map(str.isdigit, line.text)):
        return
    text = masked(line.text, entity, middle=event.of_life)
    if event.of_life:
        text = _surname_masked(text, entity) if topic else text
        life = _PATTERNS.life if MASK in text else _LIFE_ALONE
        if MASK in text or (topic and line.place != "title"):
            yield from _life(document, line, islice(life.finditer(text), 4), event)
    elif event.name == "released" and MASK in text:
        yield from _year_of_work(document, line, text)
    yield from _told(entity, event, document, line, text, topic=topic)


def _surname_masked(text: str, entity: str) -> str:
    words = entity.split()
    if len(words) < 2 or MASK in text:
        return text
    surname = re.escape(flat(words[-1]))
    return re.sub(
        rf"(?:^|(?<=[.,;] )|(?<=[a-z] )){surname}\b", lambda m: MASK * len(m.group()), text
    )


def _life(
    document: Document, line: Line, matches: Iterator[re.Match[str]], event: EventKind
) -> Iterator[Mention]:
    """Parse ``A (born D)``, ``A (D - D)``, ``A (* D; \u2020 D)``."""
    for match in matches:
        if _PATTERNS.others.search(match["gap"]) or re.search(r"\b(?:and|with|by)\b", match["gap"]):
            continue
        inside = match["inside"]
        found = _of_life(inside, find_dates(inside), event.name)
        if found is not None:
            yield date_sighting(document, line, found, match.start("inside"), ("life dates", 0.92))


def _of_life(inside: str, dates: tuple[FoundDate, ...], event: str) -> FoundDate | None:
    if not dates:
        return None
    wanted, other = (
        (_PATTERNS.born, _PATTERNS.died) if event == "born" else (_PATTERNS.died, _PATTERNS.born)
    )
    mark = wanted.search(inside)
    if mark:
        after = [found for found in dates if found.start >= mark.end()]
        if after and after[0].start - mark.end() < 60:
            return after[0]
    if event == "born" and re.search(
        r"\b(?:bapti[sz]ed|christened|getauft|bautizad|batizad)", inside
    ):
        return None
    for first, second in pairwise(dates):
        between = inside[first.end : second.start]
        if re.search(r"-|\u2020|;|\bto\b|\bdied\b", between) and int(second.iso[:4]) - int(first.iso[:4]) > 5:  # fmt: skip
            return first if event == "born" else second
    return None if other.search(inside) or mark is None else dates[0]


def _year_of_work(document: Document, line: Line, text: str) -> Iterator[Mention]:
    match = _PATTERNS.work_of.search(text)
    if match is not None:
        found = FoundDate(match["year"], *match.span("year"))
        yield date_sighting(document, line, found, 0, ("year of the work", 0.7))


def _told(
    entity: str, event: EventKind, document: Document, line: Line, text: str, *, topic: bool
) -> Iterator[Mention]:
    for match in islice(event.verb.finditer(text), 12):
        strength = _strength(entity, event, text, match, topic=topic)
        if not strength or _negated(text, match):
            continue
        if topic and not _speaks_of_them(document, text[: match.start()]):
            continue
        found = _date_at(text, match)
        if found is not None:
            yield date_sighting(document, line, found, 0, ("says when", strength))
            return


def _negated(text: str, match: re.Match[str]) -> bool:
    before = text[max(0, match.start() - 24) : match.start()]
    return bool(
        re.search(
            r"\b(?:not|never|re|to be|will be|would be|may have been|probably|rumou?red|allegedly|planned|meant to be)[ -]?$",
            before,
            re.IGNORECASE,
        )
    )


def _strength(
    entity: str, event: EventKind, text: str, match: re.Match[str], *, topic: bool
) -> float:
    """Return how certainly a verb refers to the entity; 0 if it does not."""
    before = text[: match.start()]
    at = before.rfind(MASK)
    gap = before[at + 1 :]
    if at >= 0 and len(gap) <= 80 and not _breaks(gap, event):
        return 0.9
    if event.of_life and 0 <= at < 60 and len(gap) < 260 and _defines(gap):
        return 0.85
    after = text[match.end() : match.end() + 50]
    if event.name in ("founded", "released"):
        if re.match(rf"(?: of| the| [\w-]{{1,15}}){{0,2}} ?[\"']?{MASK}", after):
            return 0.8
        if not before.strip() and re.match(rf" (?:in|on) [\w ,.]{{4,24}}, (?:the )?{MASK}", after):
            return 0.85
    if not topic:
        return 0.0
    last = re.escape((flat(entity).split() or [""])[-1])
    for told in ("told_of", "told_of_later"):
        pattern = expression(_FILE, table(_FILE)[told]).replace("LAST", rf"(?i:{last})")
        if re.fullmatch(pattern, before):
            return 0.8
    bare = not before.strip() and event.name in ("born", "died", "founded", "released")
    return 0.7 if bare else 0.0


def _speaks_of_them(document: Document, before: str) -> bool:
    """False if the sentence's ``he`` or ``she`` does not match the gender on the page."""
    told = re.search(r"(?:^|, )(He|She|he|she) [^,]{0,30}$", before)
    if told is None:
        return True
    text = f"{document.snippet} {document.text[:4000]}"
    he, she = len(_HE.findall(text)), len(_SHE.findall(text))
    return he >= she if told.group(1).lower() == "he" else she >= he


_HE = re.compile(r"\b(?:[Hh]e|[Hh]is|[Hh]im)\b")
_SHE = re.compile(r"\b(?:[Ss]he|[Hh]er|[Hh]ers)\b")


def _breaks(gap: str, event: EventKind) -> bool:
    """Return whether the text between the entity and the verb introduces another subject."""
    if _PATTERNS.others.search(gap) or re.search(r"(?<!\d)\. |;", gap):
        return True
    if event.of_life:
        return _PATTERNS.plain_gap.fullmatch(gap) is None
    return bool(
        re.search(r"\b(?:where|when|after|before|since|until)\b", gap)
        or re.search(r"\band (?:the |her |his |its )?\w+ (?:\w+ )?(?:was|is) $", gap)
    )


def _defines(gap: str) -> bool:
    """True for ``A est un poète, né le … et`` before ``mort``: a definition, then a life."""
    if _PATTERNS.others.search(gap) or "(" in gap or ";" in gap or re.search(r"(?<!\d)\. ", gap):
        return False
    return bool(
        re.match(r"[\"']? (?:is|was|est|ist|war|es|fue|e|era|foi|was een|is een) ", gap)
        and re.search(r"(?:,|\b(?:and|who|et|und|y|e|en)) (?:was |est |fue )?$", gap)
    )


def _date_at(text: str, match: re.Match[str]) -> FoundDate | None:
    """Return the date of a verb.

    This is the first date after it in its clause, or a date before it.
    """
    after = text[match.end() : match.end() + _NEXT]
    stop = re.search(
        r"[;]|\. (?=[A-Z])|, (?:and|but|who|which|where|before|after) |\bdied\b|\u2020| (?:and|but) (?:was|is|he|she|it|re-?|later|then)\b| - ",
        after,
    )
    dates = find_dates(after[: stop.start()] if stop else after)
    if dates:
        return _moved(dates[0], match.end())
    opening = find_dates(text[:48]) if re.match(_OPENERS, text) else ()
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


_OPENERS = r"(?:On|In|At|Am|Im|Le|En|El|Il|Nel|Em|Op)\b"


def _moved(found: FoundDate, by: int) -> FoundDate:
    return FoundDate(found.iso, found.start + by, found.end + by)


def date_sighting(
    document: Document, line: Line, found: FoundDate, offset: int, pattern: tuple[str, float]
) -> Mention:
    """Return a mention of a date that was found in a line's text, starting at ``offset``."""
    spelt = line.text[found.start + offset : found.end + offset]
    if len(found.iso) == 4:
        spelt = found.iso
    return seen(document, line, spelt.strip(" ,"), *pattern, found.iso)


# --- Event dates shown as data: infobox rows, JSON-LD

_PROPERTIES = {
    "born": ("birthDate",),
    "died": ("deathDate",),
    "founded": ("foundingDate",),
    "released": ("datePublished", "dateCreated", "releaseDate"),
    "end": ("endDate",),
}


def date_rows(
    entity: str, event: EventKind, document: Document, line: Line, *, topic: bool
) -> Iterator[Mention]:
    """Yield the date in an infobox row about the entity.

    If an event has several dates (a premiere, two countries), each of them gets a lower strength.
    """
    if len(line.cells) != 2 or not (topic or MASK in masked(line.heading, entity)):
        return
    label = re.sub(r"[(\[].*$", "", flat(line.cells[0])).strip(" :*").casefold()
    if not event.label.fullmatch(label):
        return
    cell = flat(line.cells[1])
    inner = Line(line.place, line.raw, line.cells[1], line.heading)
    strength = 0.93 if label not in ("release", "established") or event.name == "founded" else 0.75
    dates = _days(find_dates(cell), last=event.last)
    for found in dates:
        weaker = 0.15 if len(dates) > 1 else 0.0
        weaker += 0.1 if _PATTERNS.not_the_day.match(cell[found.end :]) else 0.0
        pattern = ("row of the event", strength - weaker)
        yield date_sighting(document, inner, found, 0, pattern)


def _days(dates: tuple[FoundDate, ...], *, last: bool) -> list[FoundDate]:
    """Return the distinct days in a cell, each in its fullest form."""
    if last:
        return list(dates[-1:])
    kept: list[FoundDate] = []
    for found in sorted(dates, key=lambda each: -len(each.iso)):
        if not any(other.iso.startswith(found.iso) for other in kept):
            kept.append(found)
    first = kept[:1] if dates and not dates[0].to_the_day else []
    return first or [found for found in kept if found.to_the_day][:3] or kept[:1]


def dates_in_data(entity: str, event: EventKind, document: Document) -> Iterator[Mention]:
    """Yield the date in structured data about the entity."""
    for thing in things(document):
        if folded_name(thing.name) != folded_name(entity):
            continue
        if thing.kind in _WORDS.pages and event.name == "released":
            continue
        value = thing.first(*_PROPERTIES.get(event.name, ("startDate",)))
        dates = find_dates(flat(value))
        if dates:
            line = Line("data", thing.line.raw, value)
            yield date_sighting(document, line, dates[0], 0, ("date in data", 0.9))
