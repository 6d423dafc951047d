"""Find every mention of a possible answer in a run's documents."""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from datetime import date

from desktop_agent.evidence.extraction.album import (
    album_sentences,
    album_title,
    albums_in_data,
    listed_albums,
)
from desktop_agent.evidence.extraction.document_lines import (
    LOOKED_AT,
    Line,
    as_row,
    lines_of,
    open_graph,
    table_facts,
)
from desktop_agent.evidence.extraction.event_date import (
    date_rows,
    date_sentences,
    dates_in_data,
    event_kind,
)
from desktop_agent.evidence.extraction.offices import (
    is_elsewhere,
    is_office_page,
    office_of,
    on_its_page,
    role_names,
    speaks_of,
)
from desktop_agent.evidence.extraction.performer import (
    first_performer,
    performer_row,
    performer_sentences,
    performer_tables,
    performer_title,
    performers_in_data,
)
from desktop_agent.evidence.extraction.relevance import (
    about,
    about_a_name,
    another_kind,
    mentions,
    named,
    relevant,
    subject_of,
)
from desktop_agent.evidence.extraction.title_holder import (
    holder_rows,
    holder_sentences,
    holders_by_year,
    holders_in_data,
    record_rows,
)
from desktop_agent.evidence.extraction.version import (
    masked_software,
    release_heading,
    version_of_package,
    version_rows,
    version_sentences,
    version_title,
    versions_in_data,
    wanted_version,
)
from desktop_agent.evidence.records import Document, Intent, Mention, Reading
from desktop_agent.evidence.text.fold import flat, folded_name, name_words
from desktop_agent.evidence.text.names import MASK
from desktop_agent.evidence.text.wordings import table
from desktop_agent.evidence.trust import host_of, registrable_domain

_MOST_LINES = 400
"""Maximum number of lines per page on which patterns are tried. Longer pages repeat themselves."""

_MOST_SENTENCES = 100
_MOST_FACTS = 1000

_KEYS = {
    Intent.LATEST_ALBUM: ("album", "álbum", "alben", "discog", "diskog", "disco", " lp"),
    Intent.LATEST_VERSION: (
        "version", "versión", "versão", "versie", "release", "stable", "latest", "lts", "current", "aktuell",
        "available", "download", "disponib",
    ),
    Intent.EVENT_DATE: tuple("12"),
}  # fmt: skip


def find_mentions(
    reading: Reading, documents: Iterable[Document], today: date
) -> tuple[Mention, ...]:
    """Return the matches of the patterns for the question's intent, each value once per line.

    Values are always copied from a document's title, snippet, text or facts and never inferred.
    There are no patterns for general questions. A mention of strength 0 counts against its value,
    for example if an album has only been announced.
    """
    finder = _FINDERS.get(reading.intent)
    if finder is None:
        return ()
    found: dict[tuple[str, int, str, str], Mention] = {}
    kind = subject_of(reading).kind
    reading = named(reading)
    for document in map(_cut, documents):
        opening = f"{document.snippet[:300]} {document.text[:800]}"
        domain = registrable_domain(document.url)
        if about_a_name(document) or another_kind(kind, domain, document.title, opening):
            continue
        for sighting in finder(reading, document, today):
            key = (sighting.value, sighting.source, sighting.place, sighting.pattern)
            known = found.get(key)
            if known is None or (len(sighting.date), sighting.strength) > (
                len(known.date),
                known.strength,
            ):
                found[key] = sighting
    return tuple(found.values())


def _cut(document: Document) -> Document:
    """Return the document without the parts that are too long to scan."""
    facts = tuple(fact for fact in document.facts[:_MOST_FACTS] if len(fact.value) < 2000)
    return replace(
        document,
        title=document.title[:300],
        snippet=document.snippet[:3000],
        text=document.text[:LOOKED_AT],
        facts=facts,
    )


def _lines(
    document: Document,
    wanted: Callable[[str], bool],
    wanted_row: Callable[[str], bool] | None = None,
) -> list[Line]:
    lines: list[Line] = []
    prose = 0
    for line in lines_of(document, wanted, wanted_row):
        listed = bool(line.cells or line.item)
        prose += not listed
        if listed or prose <= _MOST_SENTENCES:
            lines.append(line)
        if len(lines) >= _MOST_LINES:
            break
    told = open_graph(document)
    for name in ("og:title", "og:description"):
        value = told.get(name, "")
        if value and value not in (document.title, document.snippet):
            lines.append(Line("data", value[:700], value[:700]))
    return [*lines, *(as_row(fact) for fact in table_facts(document)[:_MOST_LINES])]


def _has(keys: Iterable[str]) -> Callable[[str], bool]:
    found = re.compile("|".join(re.escape(flat(key)) for key in keys)).search
    return lambda text: found(flat(text)) is not None


def _albums(reading: Reading, document: Document, today: date) -> Iterator[Mention]:
    if not relevant(document, reading):
        return
    wanted = _has(_KEYS[Intent.LATEST_ALBUM])
    lines = _lines(document, wanted)
    topic = about(document, reading.entity)
    for line in lines:
        yield from album_title(reading, document, line, today)
        if topic or mentions(line.text, reading.entity):
            yield from album_sentences(reading, document, line, today)
    yield from listed_albums(
        reading, document, [line for line in lines if line.place != "data"], today
    )
    yield from albums_in_data(reading, document, today)


def _performers(reading: Reading, document: Document, _today: date) -> Iterator[Mention]:
    first = reading.entity.split()[0].casefold() if reading.entity.split() else ""
    topic = mentions(document.title, reading.entity)
    rows: list[Mention] = []
    wanted = _has((first, "single by", "song by", "artist", "recorded by", "first", "original"))
    lines = _lines(document, wanted, _has((first, *table("extraction/performer")["row_keys"])))
    for line in lines:
        yield from performer_title(reading, document, line)
        yield from performer_sentences(reading, document, line)
        if topic:
            rows.extend(performer_row(document, line))
            yield from first_performer(reading, document, line)
    yield from performer_tables(reading, document, lines)
    if len({folded_name(row.value) for row in rows}) == 1:  # several are a list of covers
        yield from rows
    yield from performers_in_data(reading, document)


def _holders(reading: Reading, document: Document, today: date) -> Iterator[Mention]:
    office = office_of(reading)
    if not speaks_of(f"{document.title} \n{document.snippet} \n{document.text[:30_000]}", office):
        return
    told = flat(f"{document.title} \n{document.snippet} \n{document.text[:30_000]}")
    if office.place and is_elsewhere(
        office.place, host_of(document.url), flat(document.title), told
    ):
        return
    topic = bool(office.of) and (about(document, office.of) or is_office_page(document, office))
    office = on_its_page(office, document.title)
    roles = [name for role in (office.role, *office.short) for name in role_names(role)]
    of = [word[:5] for word in name_words(office.of) if len(word) > 2]
    lines = _lines(
        document, _has(roles), _has((*roles, *of, *table("extraction/title_holder")["holder_keys"]))
    )
    yield from holders_by_year(office, document, lines, today)
    yield from record_rows(office, document, lines)
    for line in lines:
        yield from holder_sentences(office, document, line, topic=topic)
        yield from holder_rows(office, document, line, topic=topic)
    yield from holders_in_data(office, document)


def _versions(reading: Reading, document: Document, today: date) -> Iterator[Mention]:
    asked = wanted_version(reading)
    facts = " ".join(fact.subject for fact in document.facts[:60])
    seen = f"{document.title} {document.snippet} {document.url} {facts}"
    seen = f"{seen} \n{document.text[:30_000]}"
    if not asked.software or MASK not in masked_software(seen, asked):
        return
    topic = about(document, asked.software)
    keys = (*_KEYS[Intent.LATEST_VERSION], asked.software.casefold())
    for line in _lines(document, _has(keys)):
        yield from version_title(document, line, asked, today)
        yield from version_sentences(document, line, asked, today, topic=topic)
        yield from version_rows(document, line, asked, today, topic=topic)
        yield from release_heading(document, line, asked, today)
        yield from version_of_package(document, line, asked, today)
    yield from versions_in_data(document, asked, today)


def _dates(reading: Reading, document: Document, _today: date) -> Iterator[Mention]:
    if not relevant(document, reading):
        return
    topic = about(document, reading.entity)
    event = event_kind(reading)
    for line in _lines(document, _has(_KEYS[Intent.EVENT_DATE])):
        yield from date_sentences(reading.entity, event, document, line, topic=topic)
        yield from date_rows(reading.entity, event, document, line, topic=topic)
    yield from dates_in_data(reading.entity, event, document)


_FINDERS: dict[Intent, Callable[[Reading, Document, date], Iterator[Mention]]] = {
    Intent.LATEST_ALBUM: _albums,
    Intent.PERFORMER: _performers,
    Intent.TITLE_HOLDER: _holders,
    Intent.LATEST_VERSION: _versions,
    Intent.EVENT_DATE: _dates,
}
