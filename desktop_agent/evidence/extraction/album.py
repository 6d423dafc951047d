"""Find an artist's latest album in discographies, metadata and sentences."""

import re
from collections.abc import Iterable, Iterator
from datetime import date

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
        named = _PATTERNS.discography.search(flat(title)) and mentions(title, self._artist)
        if self._topic or named:
            yield from self._listed(line for line in lines if line.place == "text")
        yield from self._in_data()

    def _mention(
        self, line: Line, title: str, released: str, pattern: str, strength: float
    ) -> Iterator[Mention]:
        if later(released, self._today):
            pattern, strength = "announced", 0.0
        if title:
            yield seen(self._document, line, title, pattern, strength, released)

    # --- Discographies

    def _listed(self, lines: Iterable[Line]) -> Iterator[Mention]:
        """Yield the albums in lists; the newest released album gets the highest strength."""
        found: dict[str, tuple[Line, str, str]] = {}
        across = ""
        for line in lines:
            told = set(line.cells) - {""}
            if len(told) == 1:
                across = told.pop()  # heads the rows that follow
            elif line.cells == line.header:
                across = ""
            if (line.cells or line.item) and _of_albums(line, across, self._document.title):
                title, released = _row(line, self._artist) if line.cells else _item(line)
                if title and released:
                    found.setdefault(folded_name(title), (line, title, released))
        days = sorted(day for _, _, day in found.values() if not later(day, self._today))
        newest = days[-1] if len(days) > 1 and later(days[-1], days[-2]) else ""
        for entry in found.values():
            if entry[2] == newest:
                yield from self._mention(*entry, "newest of a discography", 0.8)
            else:
                yield from self._mention(*entry, "in a discography", 0.4)

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
                title, strength = cleaned_work(thing.name), 0.55 if day else 0.35
                yield from self._mention(thing.line, title, iso_day(day), "album in data", strength)

    # --- Sentences

    def _in_sentence(self, line: Line) -> Iterator[Mention]:
        text = masked(line.text, self._artist)
        named = _PATTERNS.names_albums.search(text) and (self._topic or MASK in text)
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
                yield from self._mention(line, title, released, pattern.name, pattern.strength)


def _is_lesser(title: str) -> bool:
    """Return whether a title says that an album is a reissue, a live album or the like."""
    plain = flat(title)
    return bool(_PATTERNS.not_an_album.search(plain) or _PATTERNS.again.search(plain))


def _of_albums(line: Line, across: str, title: str) -> bool:
    """Return whether a line is in a list of albums and not of lesser releases.

    The innermost heading that names releases decides or, if none does, the title of the page and
    those of the columns.
    """
    for heading in map(flat, (across, line.heading, *reversed(line.above))):
        if _PATTERNS.lesser_heading.search(heading):
            return False
        if _PATTERNS.names_albums.search(heading):
            return True
    return bool(_PATTERNS.names_albums.search(flat(f"{title} {' '.join(line.header)}")))


def _row(line: Line, artist: str) -> tuple[str, str]:
    """Return the title and the release date of the album in a row, or "" for what it lacks."""
    kinds = any(_PATTERNS.not_an_album.fullmatch(flat(cell)) for cell in line.cells[1:])
    title = released = ""
    for column, cell in zip(line.header, line.cells, strict=False):
        names = set(folded_name(column).split())
        if "artist" in names and not mentions(cell, artist):
            return "", ""
        if names & _WORDS.title_column and "details" not in names:
            title = title or cleaned_work(re.split(r"\s\(", cell, maxsplit=1)[0])
        day = iso_day(cell) if names & _WORDS.date_column else ""
        released = released or _release_date(flat(cell)) or day
    return ("", "") if kinds or _PATTERNS.again.search(flat(line.text)) else (title, released)


def _item(line: Line) -> tuple[str, str]:
    plain = flat(line.text)
    for each in () if _is_lesser(plain) else _PATTERNS.all("dated_items"):
        if match := each.fullmatch(plain):
            return cleaned_work(line.text[slice(*match.span("title"))]), iso_day(match["date"])
    return "", ""


def _release_date(text: str, start: int = 0) -> str:
    """Return the ISO date in brackets at ``start`` or after a word like "released", or ""."""
    beside = _PATTERNS.in_brackets.match(text, start)
    after = (iso_day(text[match.end() :]) for match in _PATTERNS.released.finditer(text))
    return next(filter(None, (iso_day(beside[1]) if beside else "", *after)), "")
