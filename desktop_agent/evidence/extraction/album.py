"""Find an artist's latest album in discographies, metadata and sentences."""

import re
from collections.abc import Iterator
from datetime import date
from itertools import islice
from typing import NamedTuple

from desktop_agent.evidence.extraction.document_lines import (
    Line,
    has_any,
    relevant_lines,
    seen,
    sentence_patterns,
    things,
)
from desktop_agent.evidence.extraction.relevance import about, mentions, relevant
from desktop_agent.evidence.records import Document, Mention, Reading
from desktop_agent.evidence.text.dates import find_dates, iso_day, later
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.names import cleaned_work, masked, title_case, work_span
from desktop_agent.evidence.text.wordings import Patterns, Words, table

_FILE = "extraction/album"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)
_NAMES = Patterns("text/names")

_MOST = 4
"""Maximum number of matches for a pattern per sentence. A sentence with more is not prose."""


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
    if relevant(document, reading):
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
            if self._topic or mentions(line.text, self._artist):
                yield from self._in_sentence(line)
        yield from self._listed([line for line in lines if line.place != "data"])
        yield from self._in_data()

    def _mention(self, entry: _Entry, pattern: str, strength: float) -> Iterator[Mention]:
        if later(entry.released, self._today):
            pattern, strength = "announced", 0.0
        if entry.title:
            yield seen(self._document, entry.line, entry.title, pattern, strength, entry.released)

    # --- Discographies

    def _listed(self, lines: list[Line]) -> Iterator[Mention]:
        """Yield the albums in lists; the newest released album gets the highest strength."""
        title = self._document.title
        of_artist = _PATTERNS.discography.search(flat(title)) and mentions(title, self._artist)
        if not (self._topic or of_artist):
            return
        found: dict[str, _Entry] = {}
        lesser = False
        for line in lines:
            if len(line.cells) > 1 and len(set(filter(None, line.cells))) == 1:
                lesser = _is_lesser(line.cells[0])  # a row across the table heads what follows
            lesser = lesser and bool(line.cells)
            if (line.cells or line.item) and not lesser and _of_albums(line, title):
                entry = _row(line, self._artist) if line.cells else _item(line)
                if entry is not None and entry.title and entry.released:
                    found.setdefault(folded_name(entry.title), entry)
        yield from self._ordered(list(found.values()))

    def _ordered(self, entries: list[_Entry]) -> Iterator[Mention]:
        out = [entry for entry in entries if not later(entry.released, self._today)]
        newest = max(out, key=lambda entry: entry.released, default=None)
        older = [entry for entry in out if newest and later(newest.released, entry.released)]
        for entry in entries:
            if entry is newest and older and len(older) == len(out) - 1:
                yield from self._mention(entry, "newest of a discography", 0.8)
            else:
                yield from self._mention(entry, "in a discography", 0.4)

    # --- Structured data

    def _in_data(self) -> Iterator[Mention]:
        for thing in things(self._document):
            artists = thing.all("byArtist.name", "byArtist", "artist", "author.name")
            kinds = " ".join(thing.all("albumReleaseType", "albumProductionType"))
            if thing.kind != "MusicAlbum" or _PATTERNS.lesser_kinds.search(kinds):
                continue
            if _PATTERNS.not_an_album.search(flat(thing.name)):
                continue
            if any(folded_name(each) == folded_name(self._artist) for each in artists):
                day = iso_day(next(iter(thing.all("datePublished", "dateCreated")), ""))
                released = "" if _NAMES.edition.search(thing.name) else day
                entry = _Entry(cleaned_work(thing.name), released, thing.line)
                yield from self._mention(entry, "album in data", 0.55 if released else 0.35)

    # --- Sentences

    def _in_sentence(self, line: Line) -> Iterator[Mention]:
        if line.cells or not _PATTERNS.names_album.search(flat(line.text)):
            return
        text = masked(line.text, self._artist)
        headline = line.place == "title" or title_case(line.text)
        for pattern in sentence_patterns(_FILE):
            for match in islice(pattern.regex.finditer(text), _MOST):
                vague = "whose" in pattern.marks and _PATTERNS.says_nobodys.match(match["how"])
                if (headline and match["bare"] is not None) or (vague and not match["of"]):
                    continue
                span = work_span(match, text)
                if span is None or _PATTERNS.not_an_album.search(match["how"]):
                    continue
                title = cleaned_work(line.text[slice(*span)])
                released = _release_date(text, span[1])
                if title.casefold() in _WORDS.no_titles:
                    continue
                if released or not _PATTERNS.to_come.search(text):
                    entry = _Entry(title, released, line)
                    yield from self._mention(entry, pattern.name, pattern.strength)


# --- Headings above lists of releases: studio albums, or lesser releases


def _is_lesser(words: str) -> bool:
    """Return whether a heading covers only lesser releases; ``Studio albums and EPs`` does not."""
    plain = flat(words)
    return bool(_PATTERNS.lesser_heading.search(plain)) and not _PATTERNS.studio.search(plain)


def _of_albums(line: Line, title: str) -> bool:
    """Return whether a line is in a list of albums and not of lesser releases.

    The heading decides or, if it does not mention releases, the title of the page.
    """
    heading = flat(f"{line.heading} {' '.join(line.header)}")
    if _is_lesser(line.heading) or _PATTERNS.not_an_album.search(flat(line.heading)):
        return False
    if any(map(_is_lesser, line.above)) and not _PATTERNS.studio.search(flat(line.heading)):
        return False
    if any(_is_lesser(cell) for cell in line.header[:1]) or _PATTERNS.again.search(flat(line.text)):
        return False
    listed = (_PATTERNS.names_album, _PATTERNS.discography)
    return any(each.search(heading) for each in listed) or bool(listed[1].search(flat(title)))


def _row(line: Line, artist: str) -> _Entry | None:
    cells, lesser = line.cells, _PATTERNS.not_an_album
    if lesser.search(flat(" ".join(cells[1:]))) and not _PATTERNS.names_album.search(
        flat(cells[0])
    ):
        kinds = any(lesser.fullmatch(flat(cell.strip())) for cell in cells[1:])
        if kinds or len(cells) == 2:
            return None
    title, released = "", ""
    for index, cell in enumerate(cells):
        column = set(folded_name(line.header[index]).split()) if index < len(line.header) else set()
        if "artist" in column and not mentions(cell, artist):
            return None
        if column & _WORDS.title_column and "details" not in column:
            title = title or cleaned_work(re.split(r"\s\(", cell, maxsplit=1)[0])
        released = released or _date_of(cell, told=bool(column & _WORDS.date_column))
    return _Entry(title, released, line)


def _date_of(cell: str, *, told: bool) -> str:
    plain = flat(cell)
    found = find_dates(plain)
    if found and (told or len(plain) - (found[0].end - found[0].start) < 4):
        return _release_date(plain) or found[0].iso
    return _release_date(plain) if found else ""


def _item(line: Line) -> _Entry | None:
    plain = flat(line.text)
    match = None if _PATTERNS.not_an_album.search(plain) else _PATTERNS.dated_item.match(plain)
    if match is None:
        return None
    group = next(name for name in ("plain", "after", "before") if match[name])
    title = cleaned_work(line.text[match.start(group) : match.end(group)])
    released = match["year"] or iso_day(match["day"] or match["date"] or "")
    return _Entry(title, released, line)


def _release_date(text: str, end: int | None = None) -> str:
    """Return the ISO date next to a word like "released", or "" if there is none.

    A date in brackets directly after the title, which ends at ``end``, comes first.
    """
    beside = _PATTERNS.in_brackets.match(text, end) if end is not None else None
    if beside and (found := find_dates(beside[1])):
        return found[0].iso
    for match in _PATTERNS.released.finditer(text):
        after = find_dates(text[match.end() : match.end() + 70])
        if after:
            return after[0].iso
        lead = text[max(0, match.start() - 40) : match.start()]
        before = find_dates(lead)
        if before and not lead[before[-1].end :].strip():
            return before[-1].iso
    return ""
