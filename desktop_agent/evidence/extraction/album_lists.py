"""The albums of an artist in lists: discographies, structured data, titles of music sites."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from desktop_agent.evidence.extraction.album_headings import (
    DISCOGRAPHY,
    is_lesser,
    of_albums,
    spanning,
)
from desktop_agent.evidence.extraction.dates import find_dates, iso_day, later
from desktop_agent.evidence.extraction.domains import registrable_domain
from desktop_agent.evidence.extraction.facts import Thing, open_graph, table_facts, things
from desktop_agent.evidence.extraction.folding import flat, folded, word_set
from desktop_agent.evidence.extraction.mention import MASK, masked
from desktop_agent.evidence.extraction.names import EDITION, cleaned_work
from desktop_agent.evidence.extraction.release import ALBUM, NOT_AN_ALBUM, is_to_come, release_date
from desktop_agent.evidence.extraction.relevance import about, mentions
from desktop_agent.evidence.extraction.sentences import Line, plain, seen
from desktop_agent.evidence.pack import Document, Reading, Sighting

_TITLE_COLUMN = word_set("title album name titel titre titulo titolo albums")
_DATE_COLUMN = word_set("""released release date year dates details jahr annee ano anno jaar veroffentlichung erschienen sortie lanzamiento
    lancamento uscita pubblicazione datum data fecha""")
_DATED_ITEM = re.compile(
    r"^(?:(?P<plain>[^,]{1,90}?), (?P<day>\d{1,2} \w{3,10} (?:19|20)\d\d|\w{3,10} \d{1,2}, (?:19|20)\d\d)$|(?P<year>(?:19|20)\d\d)\)?\s?[:-]? (?P<after>.{1,90}?)|(?P<before>.{1,90}?),? [(\[-]\s?(?P<date>[^()\[\]]{0,20}(?:19|20)\d\d)[)\]]?.{0,60})$"
)


class _Entry(NamedTuple):
    title: str
    released: str
    line: Line


def listed_albums(
    reading: Reading, document: Document, lines: Sequence[Line], today: date
) -> Iterator[Sighting]:
    """Gives what the discographies of a page list; the newest that is out is the strongest of a list."""
    if not (about(document, reading.entity) or _names_a_discography(document, reading.entity)):
        return
    found: dict[str, list[_Entry]] = {}
    across: tuple[str, tuple[str, ...]] = ("", ())
    lesser = False
    for line in [*lines, *_rows_of_facts(document)]:
        table = (line.heading, line.header)
        if (words := spanning(line)) or table != across:
            across, lesser = table, bool(words) and is_lesser(words)
        if (line.cells or line.item) and not lesser and of_albums(line, document):
            entry = _row(line, reading.entity) if line.cells else _item(line)
            if entry is not None and entry.title and entry.released:
                found.setdefault(folded(entry.title), []).append(entry)
    yield from _ordered(document, [entries[0] for entries in found.values()], today)


def _ordered(document: Document, entries: list[_Entry], today: date) -> Iterator[Sighting]:
    out = [entry for entry in entries if not is_to_come(entry.released, today)]
    for entry in entries:
        if entry not in out:
            yield seen(document, entry.line, entry.title, "announced", 0.0, entry.released)
    if not out:
        return
    newest = max(out, key=lambda entry: entry.released)
    rivals = [
        entry for entry in out if entry is not newest and not later(newest.released, entry.released)
    ]
    for entry in out:
        if entry is newest and not rivals and len(out) > 1:
            yield seen(
                document, entry.line, entry.title, "newest of a discography", 0.8, entry.released
            )
        else:
            yield seen(document, entry.line, entry.title, "in a discography", 0.4, entry.released)


def _names_a_discography(document: Document, entity: str) -> bool:
    return bool(DISCOGRAPHY.search(flat(document.title))) and mentions(document.title, entity)


def _row(line: Line, entity: str) -> _Entry | None:
    cells = line.cells
    if NOT_AN_ALBUM.search(flat(" ".join(cells[1:]))) and not ALBUM.search(flat(cells[0])):
        kinds = [cell for cell in cells[1:] if NOT_AN_ALBUM.fullmatch(flat(cell.strip()))]
        if kinds or len(cells) == 2:
            return None
    title, released = "", ""
    for index, cell in enumerate(cells):
        column = set(folded(line.header[index]).split()) if index < len(line.header) else set()
        if "artist" in column and not mentions(cell, entity):
            return None
        title = title or (
            _title_of(cell) if column & _TITLE_COLUMN and not column & {"details"} else ""
        )
        released = released or (_date_of(cell, told=bool(column & _DATE_COLUMN)))
    return _Entry(title or _first_title(cells), released, line)


def _date_of(cell: str, *, told: bool) -> str:
    plain = flat(cell)
    found = find_dates(plain)
    if not found:
        return ""
    if told or len(plain) - (found[0].end - found[0].start) < 4:
        return release_date(plain) or found[0].iso
    return release_date(plain)


def _title_of(cell: str) -> str:
    return cleaned_work(
        re.split(r"(?:Released|Release date|Label|Formats?)\s?:|\s\(", cell, maxsplit=1)[0]
    )


def _first_title(cells: tuple[str, ...]) -> str:
    for cell in cells:
        title = _title_of(cell)
        if title and not (
            find_dates(flat(title))
            and iso_day(flat(title))
            and len(title) < 20
            and re.search(r"\d{4}", title)
        ):
            return title
    return ""


def _item(line: Line) -> _Entry | None:
    plain = flat(line.text)
    if NOT_AN_ALBUM.search(plain):
        return None
    match = _DATED_ITEM.match(plain)
    if match is None:
        return None
    group = next(name for name in ("plain", "after", "before") if match[name])
    title = cleaned_work(line.text[match.start(group) : match.end(group)])
    released = match["year"] or iso_day(match["day"] or match["date"] or "")
    return _Entry(title, released, line)


def _rows_of_facts(document: Document) -> Iterator[Line]:
    """Puts the facts of wider tables back into rows, unless the page's text has them."""
    gathered: dict[str, list[tuple[str, str]]] = {}
    shown = _shown(document.text)
    for fact in table_facts(document):
        if fact.subject and folded(fact.subject) not in shown:
            gathered.setdefault(fact.subject, []).append((fact.name, fact.value))
    for subject, columns in gathered.items():
        names = tuple(name for name, _ in columns)
        values = tuple(value for _, value in columns)
        raw = " | ".join((subject, *values))[:700]
        yield Line("data", raw, raw, "", (subject, *values), ("", *names))


def _shown(text: str) -> frozenset[str]:
    """Gives what stands in the first cells of the tables of a text, where headings tell what it is."""
    rows = (raw[:600].strip("| ").split("|")[:3] for raw in text.splitlines() if raw[:1] == "|")
    return frozenset(folded(plain(cell)) for cells in rows for cell in cells)


def albums_in_data(reading: Reading, document: Document, today: date) -> Iterator[Sighting]:
    """Gives the albums that structured data names as the artist's."""
    for thing in things(document):
        if thing.kind == "MusicAlbum" and thing.name:
            yield from _thing(reading, document, thing, today)
    told = open_graph(document)
    if told.get("og:type", "").lower() == "music.album" and told.get("og:title"):
        words = f"{told['og:title']} {told.get('og:description', '')}"
        released = iso_day(told.get("music:release_date", ""))
        title = re.split(r" (?:by|-|\u2013|\u2014) ", told["og:title"])[0]
        if mentions(f"{words} {document.title}", reading.entity) and not NOT_AN_ALBUM.search(
            flat(words)
        ):
            line = Line("data", words[:400], title)
            yield from _dated(document, line, cleaned_work(title), released, today)


def _thing(reading: Reading, document: Document, thing: Thing, today: date) -> Iterator[Sighting]:
    artists = thing.all("byArtist.name", "byArtist", "artist", "author.name", "creator.name")
    kinds = " ".join(thing.all("albumReleaseType", "albumProductionType"))
    kinds = re.sub(r"([a-z])([A-Z])", r"\1 \2", kinds)
    if re.search(r"\b(?:Single|EP|Live|Compilation|Remix|Demo|Soundtrack|Spoken|DJ)\b", kinds):
        return
    if NOT_AN_ALBUM.search(flat(thing.name)) or not any(
        folded(each) == folded(reading.entity) for each in artists
    ):
        return
    released = (
        "" if EDITION.search(thing.name) else iso_day(thing.first("datePublished", "dateCreated"))
    )
    yield from _dated(document, thing.line, cleaned_work(thing.name), released, today)


def _dated(
    document: Document, line: Line, title: str, released: str, today: date
) -> Iterator[Sighting]:
    if not title:
        return
    if is_to_come(released, today):
        yield seen(document, line, title, "announced", 0.0, released)
    else:
        yield seen(document, line, title, "album in data", 0.55 if released else 0.35, released)


_MUSIC_SITES = word_set("""spotify.com apple.com musicbrainz.org discogs.com allmusic.com genius.com bandcamp.com wikipedia.org deezer.com
    tidal.com last.fm rateyourmusic.com albumoftheyear.org metacritic.com pitchfork.com amazon.com youtube.com
    qobuz.com azlyrics.com nme.com rollingstone.com clashmusic.com theguardian.com""")


@cache
def _titles() -> tuple[re.Pattern[str], ...]:
    artist = rf"{MASK}+"
    return tuple(
        re.compile(source, re.IGNORECASE)
        for source in (
            rf"^(?P<t>.{{1,80}}?) - (?:studio )?album by {artist}(?= *(?:$|[|\u00b7,(-]))",
            rf"^release group \"(?P<t>.{{1,80}}?)\" by {artist}(?= *(?:$|[|-]))",
            rf"^(?P<t>.{{1,80}}?) \((?:{artist} )album\)",
            rf"^{artist} ?[-:] (?P<t>.{{1,80}}?)(?: \((?P<y>(?:19|20)\d\d)\))? (?:album review|review|lyrics and tracklist|album)\b",
            rf"^(?P<t>.{{1,80}}?) by {artist} (?:on apple music|reviews? (?:and|&) tracks|\(album)",
            rf"^(?P<t>.{{1,80}}?) - {artist} \| album",
        )
    )


def album_title(
    reading: Reading, document: Document, line: Line, today: date
) -> Iterator[Sighting]:
    """Gives the album that a page of a music site is about, by its title."""
    if line.place != "title" or registrable_domain(document.url) not in _MUSIC_SITES:
        return
    text = masked(line.text.lstrip("\u200e"), reading.entity)
    for regex in _titles():
        match = regex.match(text)
        if match is None:
            continue
        value = line.text.lstrip("\u200e")[match.start("t") : match.end("t")]
        if NOT_AN_ALBUM.search(flat(value)) or re.search(
            r"lyrics|discography", value, re.IGNORECASE
        ):
            return
        released = "" if EDITION.search(value) else _said_beside(document)
        yield from _dated(document, line, cleaned_work(value), released, today)
        return


def _said_beside(document: Document) -> str:
    """Gives the year in ``Album · 2021 · 12 songs`` of a snippet, or ""."""
    match = re.search(r"\balbum [\u00b7|] ((?:19|20)\d\d)\b", document.snippet, re.IGNORECASE)
    return match.group(1) if match else ""
