"""Dates of events where a page shows them as data: rows of infoboxes, JSON-LD."""

import re
from collections.abc import Iterator
from functools import cache

from desktop_agent.evidence.extraction.dates import find_dates
from desktop_agent.evidence.extraction.event_dates import asks_for_the_end, date_sighting, event_of
from desktop_agent.evidence.extraction.facts import things
from desktop_agent.evidence.extraction.folding import flat, folded, word_set
from desktop_agent.evidence.extraction.mention import MASK, masked
from desktop_agent.evidence.extraction.sentences import Line
from desktop_agent.evidence.pack import Document, Reading, Sighting

_ROWS = {
    "born": "born|birth|date of birth|birth date|birthdate|birthday|geboren|geburtsdatum|geburtstag|naissance|ne|nee|ne le|date de naissance|nacimiento|fecha de nacimiento|nascita|data di nascita|nascimento|data de nascimento|geboortedatum",
    "died": "died|death|date of death|death date|gestorben|todesdatum|sterbedatum|deces|mort|date de deces|fallecimiento|muerte|fecha de fallecimiento|morte|data di morte|falecimento|overleden|sterfdatum",
    "founded": "founded|established|formation|founded on|date founded|year founded|incorporated|inception|created|grundung|gegrundet|grundungsdatum|fondation|creation|date de creation|fundacion|fecha de fundacion|fondazione|data di fondazione|fundacao|opgericht|oprichting",
    "released": "release date|release dates|released|initial release|first release|first appeared|publication date|published|original release|date of release|premiere|theatrical release|erscheinungsdatum|erscheinungsjahr|veroffentlichung|erschienen|date de sortie|sortie|fecha de estreno|estreno|lanzamiento|fecha de lanzamiento|data di uscita|uscita|pubblicazione|data de lancamento|lancamento|releasedatum|uitgebracht|release",
    "happened": "date|dates|date and time|datum|fecha|data|when|time|opened|completed|signed|launch date|landing date|held",
}
_DATA = {
    "born": ("birthDate",),
    "died": ("deathDate",),
    "founded": ("foundingDate",),
    "released": ("datePublished", "dateCreated", "releaseDate"),
    "happened": ("startDate",),
}
_PAGES = word_set(
    "Article NewsArticle BlogPosting WebPage WebSite VideoObject BreadcrumbList Review ImageObject FAQPage TechArticle ItemPage Product Offer"
)


@cache
def _row(event: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{_ROWS[event]})")


def date_rows(
    reading: Reading, document: Document, line: Line, *, topic: bool
) -> Iterator[Sighting]:
    """Gives the date in a row of an infobox about the entity."""
    if len(line.cells) != 2 or not (topic or MASK in masked(line.heading, reading.entity)):
        return
    event = event_of(reading)
    label = re.sub(r"[(\[].*$", "", flat(line.cells[0])).strip(" :*").casefold()
    if not _row(event).fullmatch(label):
        return
    cell = flat(line.cells[1])
    dates = find_dates(cell)
    if event == "happened" and asks_for_the_end(reading):
        dates = dates[-1:]
    if dates:
        inner = Line(line.place, line.raw, line.cells[1], line.heading)
        best = next(
            (
                found
                for found in dates[:2]
                if found.to_the_day and found.iso.startswith(dates[0].iso)
            ),
            dates[0],
        )
        yield date_sighting(
            document, inner, best, 0, ("row of the event", 0.93 if label != "release" else 0.7)
        )


def dates_in_data(reading: Reading, document: Document) -> Iterator[Sighting]:
    """Gives the date in structured data about the entity."""
    event = event_of(reading)
    names = ("endDate",) if event == "happened" and asks_for_the_end(reading) else _DATA[event]
    for thing in things(document):
        if folded(thing.name) != folded(reading.entity) or (
            thing.kind in _PAGES and event == "released"
        ):
            continue
        value = thing.first(*names)
        dates = find_dates(flat(value))
        if dates:
            line = Line("data", thing.line.raw, value)
            yield date_sighting(document, line, dates[0], 0, ("date in data", 0.9))
