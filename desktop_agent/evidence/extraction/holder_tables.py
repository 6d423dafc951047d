"""Holders in tables that go through the years or through the disciplines: champions, records."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from desktop_agent.evidence.extraction.dates import find_dates, later
from desktop_agent.evidence.extraction.folding import flat, folded, folded_words, word_set
from desktop_agent.evidence.extraction.names import PERSON, cleaned_person
from desktop_agent.evidence.extraction.offices import Office, names_office
from desktop_agent.evidence.extraction.sentences import Line, seen
from desktop_agent.evidence.pack import Document, Sighting

_PERSON_COLUMN = word_set(
    """athlete holder competitor champion champions driver winner winners player name incumbent recordholder titleholder
    sportler sieger weltmeister meister fahrer vainqueur tenant campeon ganador vincitore detentore campeao
    vencedor winnaar kampioen officeholder"""
)
_DATE_COLUMN = word_set(
    """date year season since elected edition datum jahr saison annee ano temporada anno stagione jaar seizoen reign began from"""
)
_NAME = re.compile(rf"\W{{0,3}}({PERSON})")
_TITLE = re.compile(r"champion|record|winner|title", re.IGNORECASE)


class _Entry(NamedTuple):
    name: str
    when: str
    line: Line


def holders_by_year(
    office: Office, document: Document, lines: Sequence[Line], today: date
) -> Iterator[Sighting]:
    """Gives the holder in the newest row of a table, on a page whose title names the title or record."""
    if not _TITLE.search(office.role) or not names_office(document.title, office):
        return
    tables: dict[tuple[str, tuple[str, ...]], list[_Entry]] = {}
    for line in lines:
        entry = _entry(line)
        if entry is not None and not later(entry.when, today.isoformat()):
            tables.setdefault((line.heading, line.header), []).append(entry)
    for entries in tables.values():
        newest = max(entries, key=lambda entry: entry.when)
        same = {entry.name for entry in entries if entry.when == newest.when}
        if len(entries) > 1 and len(same) == 1:
            # a record stands until it falls: the day it was set does not make the page old
            when = "" if "record" in office.role.casefold() else newest.when
            yield seen(document, newest.line, newest.name, "newest of a list", 0.78, when)


def _entry(line: Line) -> _Entry | None:
    if len(line.cells) < 3 or not line.header:
        return None
    name = when = ""
    for column, cell in zip(line.header, line.cells, strict=False):
        words = set(folded(column).split())
        if not name and words & _PERSON_COLUMN:
            name = _person(cell)
        elif words & _DATE_COLUMN:
            found = find_dates(flat(cell))
            when = found[0].iso if found else when
    return _Entry(name, when, line) if name and when else None


def _person(cell: str) -> str:
    match = _NAME.match(flat(cell))
    name = cleaned_person(cell[match.start(1) : match.end(1)]) if match else ""
    return " ".join(
        word.capitalize() if word.isupper() and len(word) > 3 else word for word in name.split()
    )


def record_rows(office: Office, document: Document, lines: Sequence[Line]) -> Iterator[Sighting]:
    """Gives the holder of a record in a table of disciplines under headings (``Men``, ``Women``)."""
    if not office.of or "record" not in folded(office.role):
        return
    wanted = _content(office.of)
    section = ""
    for line in lines:
        if line.heading and not line.cells:
            section = line.heading
        if len(line.cells) < 3 or not line.header:
            continue
        if "record" not in folded(f"{document.title} {section} {line.heading}"):
            continue
        said = _content(f"{line.heading} {line.cells[0]}")
        if not wanted <= said or not _content(line.cells[0]) <= wanted:
            continue
        entry = _entry(line)
        if entry is not None:
            yield seen(document, line, entry.name, "table of records", 0.85, entry.when)


def _content(text: str) -> set[str]:
    return {
        "m" if word in ("metres", "meters", "metre") else word
        for word in folded_words(text)
        if word not in ("the", "in", "of", "for", "a")
    }
