"""Find an artist's latest album in discographies, metadata and sentences."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from typing import NamedTuple

from desktop_agent.evidence.extraction.document_lines import (
    Line,
    has_any,
    pattern_matches,
    relevant_lines,
    seen,
    things,
)
from desktop_agent.evidence.extraction.relevance import about, mentions
from desktop_agent.evidence.records import Document, Mention, Reading
from desktop_agent.evidence.text.dates import iso_day, later
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.names import MASK, cleaned_work, masked, title_case, work_span
from desktop_agent.evidence.text.wordings import Patterns, Words, table

_FILE = "extraction/album"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)


class _Entry(NamedTuple):
    title: str
    released: str
    line: Line


def find_albums(reading: Reading, document: Document, today: date) -> Iterator[Mention]:
    """Yield the albums that a document attributes to the artist.

    A sentence says either that an album is the latest, or that it is by the artist (usually with
    its release date). The second kind is weak evidence on its own, but it gains strength if all
    other dated albums are older (see `confidence`). Announced albums yield mentions of strength 0,
    so that no other page can make them the latest.
    """
    yield from _Albums(document, reading.entity, today).found()


class _Albums:
    """Finds an artist's albums in one document."""

    def __init__(self, document: Document, artist: str, today: date) -> None:
        self._document = document
        self._artist = artist
        self._today = today.isoformat()
        self._topic = about(document, artist)

    def found(self) -> Iterator[Mention]:
        lines = relevant_lines(self._document, has_any(table(_FILE)["keys"]))
        for line in lines:
            if not line.cells:
                yield from self._in_sentence(line)
        title = self._document.title
        of_artist = _PATTERNS.discography.search(flat(title)) and mentions(title, self._artist)
        if self._topic or of_artist:
            yield from self._listed([line for line in lines if line.place == "text"])
        yield from self._in_data()

    def _mention(self, entry: _Entry, pattern: str, strength: float) -> Iterator[Mention]:
        if later(entry.released, self._today):
            pattern, strength = "announced", 0.0
        if entry.title:
            yield seen(self._document, entry.line, entry.title, pattern, strength, entry.released)

    # --- Discographies

    def _listed(self, lines: Sequence[Line]) -> Iterator[Mention]:
        """Yield the albums in lists; the newest released album gets the highest strength."""
        found: dict[str, _Entry] = {}
        across = ""
        for line in lines:
            told = set(line.cells) - {""}
            if len(told) == 1:
                across = told.pop()  # heads the rows that follow
            elif line.cells == line.header:
                across = ""
            if (line.cells or line.item) and _of_albums(line, across, self._document.title):
                entry = _row(line, self._artist) if line.cells else _item(line)
                if entry is not None and entry.title and entry.released:
                    found.setdefault(folded_name(entry.title), entry)
        out = [each for each in found.values() if not later(each.released, self._today)]
        out.sort(key=lambda each: each.released, reverse=True)
        newest = out[0] if len(out) > 1 and later(out[0].released, out[1].released) else None
        for entry in found.values():
            if entry is newest:
                yield from self._mention(entry, "newest of a discography", 0.8)
            else:
                yield from self._mention(entry, "in a discography", 0.4)

    # --- Structured data

    def _in_data(self) -> Iterator[Mention]:
        for thing in things(self._document):
            artists = thing.all("byArtist.name", "byArtist", "artist", "author.name")
            kinds = " ".join(thing.all("albumReleaseType", "albumProductionType"))
            lesser = _PATTERNS.lesser_kinds.search(kinds) or _is_lesser(thing.name)
            if thing.kind != "MusicAlbum" or lesser:
                continue
            if folded_name(self._artist) in map(folded_name, artists):
                day = next(iter(thing.all("datePublished", "dateCreated")), "")
                entry = _Entry(cleaned_work(thing.name), iso_day(day), thing.line)
                yield from self._mention(entry, "album in data", 0.55 if day else 0.35)

    # --- Sentences

    def _in_sentence(self, line: Line) -> Iterator[Mention]:
        text = masked(line.text, self._artist)
        named = _PATTERNS.names_album.search(text) and (self._topic or MASK in text)
        headline = line.place == "title" or title_case(line.text)
        for pattern, match in pattern_matches(_FILE, text) if named else ():
            span = work_span(match, text)
            if span is None or _PATTERNS.not_an_album.search(match["how"]):
                continue
            title = cleaned_work(line.text[slice(*span)])
            if title.casefold() in _WORDS.no_titles or (headline and match["bare"] is not None):
                continue
            released = _release_date(text, span[1])
            if released or not _PATTERNS.to_come.search(text):
                entry = _Entry(title, released, line)
                yield from self._mention(entry, pattern.name, pattern.strength)


def _is_lesser(title: str) -> bool:
    """Return whether a title says that an album is a reissue, a live album or the like."""
    plain = flat(title)
    return bool(_PATTERNS.not_an_album.search(plain) or _PATTERNS.again.search(plain))


def _of_albums(line: Line, across: str, title: str) -> bool:
    """Return whether a line is in a list of albums and not of lesser releases.

    The innermost heading that tells decides or, if none does, the title of the page.
    """
    for heading in map(flat, (across, *line.header[:1], line.heading, *reversed(line.above))):
        if _PATTERNS.lesser_heading.search(heading):
            return False
        if _PATTERNS.studio.search(heading):
            return True
    heading = flat(f"{line.heading} {' '.join(line.header)}")
    listed = _PATTERNS.discography.search(f"{heading} {flat(title)}")
    return bool(listed or _PATTERNS.names_album.search(heading))


def _row(line: Line, artist: str) -> _Entry | None:
    kinds = any(_PATTERNS.not_an_album.fullmatch(flat(cell)) for cell in line.cells[1:])
    if kinds or _PATTERNS.again.search(flat(line.text)):
        return None
    title = released = ""
    for column, cell in zip(line.header, line.cells, strict=False):
        names = set(folded_name(column).split())
        if "artist" in names and not mentions(cell, artist):
            return None
        if names & _WORDS.title_column and "details" not in names:
            title = title or cleaned_work(re.split(r"\s\(", cell, maxsplit=1)[0])
        day = iso_day(cell) if names & _WORDS.date_column else ""
        released = released or _release_date(flat(cell)) or day
    return _Entry(title, released, line)


def _item(line: Line) -> _Entry | None:
    plain = flat(line.text)
    matches = (each.fullmatch(plain) for each in _PATTERNS.all("dated_items"))
    match = None if _is_lesser(plain) else next(filter(None, matches), None)
    if match is None:
        return None
    title = cleaned_work(line.text[slice(*match.span("title"))])
    return _Entry(title, iso_day(match["date"]), line)


def _release_date(text: str, start: int = 0) -> str:
    """Return the ISO date in brackets at ``start`` or after a word like "released", or ""."""
    beside = _PATTERNS.in_brackets.match(text, start)
    after = (iso_day(text[match.end() :]) for match in _PATTERNS.released.finditer(text))
    return next(filter(None, (iso_day(beside[1]) if beside else "", *after)), "")
