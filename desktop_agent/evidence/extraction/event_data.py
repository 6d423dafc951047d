"""Dates of events where a page shows them as data: rows of infoboxes, JSON-LD."""

import re
from collections.abc import Iterator

from desktop_agent.evidence.extraction.dates import FoundDate, find_dates
from desktop_agent.evidence.extraction.event_dates import date_sighting
from desktop_agent.evidence.extraction.event_kinds import EventKind
from desktop_agent.evidence.extraction.facts import things
from desktop_agent.evidence.extraction.folding import flat, folded, word_set
from desktop_agent.evidence.extraction.mention import MASK, masked
from desktop_agent.evidence.extraction.sentences import Line
from desktop_agent.evidence.pack import Document, Sighting

_PROPERTIES = {
    "born": ("birthDate",),
    "died": ("deathDate",),
    "founded": ("foundingDate",),
    "released": ("datePublished", "dateCreated", "releaseDate"),
    "end": ("endDate",),
}
_PAGES = word_set(
    """Article NewsArticle BlogPosting WebPage WebSite VideoObject BreadcrumbList Review ImageObject FAQPage
    TechArticle ItemPage Product Offer"""
)
_NOT_THE_DAY = re.compile(
    r"\s?\((?:[^()]{0,40}\b)?(?:theat(?:er|re)|festival|premiere|cannes|venice|sundance|preview)\b",
    re.IGNORECASE,
)


def date_rows(
    entity: str, event: EventKind, document: Document, line: Line, *, topic: bool
) -> Iterator[Sighting]:
    """Gives the date in a row of an infobox about the entity.

    Of several days for one event (a premiere, two countries) each is weaker.
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
        weaker += 0.1 if _NOT_THE_DAY.match(cell[found.end :]) else 0.0
        pattern = ("row of the event", strength - weaker)
        yield date_sighting(document, inner, found, 0, pattern)


def _days(dates: tuple[FoundDate, ...], *, last: bool) -> list[FoundDate]:
    """Gives the different days of a cell, the fuller form of each."""
    if last:
        return list(dates[-1:])
    kept: list[FoundDate] = []
    for found in sorted(dates, key=lambda each: -len(each.iso)):
        if not any(other.iso.startswith(found.iso) for other in kept):
            kept.append(found)
    first = kept[:1] if dates and not dates[0].to_the_day else []
    return first or [found for found in kept if found.to_the_day][:3] or kept[:1]


def dates_in_data(entity: str, event: EventKind, document: Document) -> Iterator[Sighting]:
    """Gives the date in structured data about the entity."""
    for thing in things(document):
        if folded(thing.name) != folded(entity):
            continue
        if thing.kind in _PAGES and event.name == "released":
            continue
        value = thing.first(*_PROPERTIES.get(event.name, ("startDate",)))
        dates = find_dates(flat(value))
        if dates:
            line = Line("data", thing.line.raw, value)
            yield date_sighting(document, line, dates[0], 0, ("date in data", 0.9))
