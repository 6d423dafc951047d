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


_Found = tuple[Line, str, str, str, float]
"""A line, an album's title and release date, and the name and strength of what found it."""


def find_albums(reading: Reading, document: Document, today: date) -> Iterator[Mention]:
    """Yield the albums that a document attributes to the artist.

    A sentence says either that an album is the latest, or only that it is by the artist, which is
    weak evidence. Announced albums yield mentions of strength 0, so that no other page can make
    them the latest.
    """
    artist, page, now = reading.entity, document.title, today.isoformat()
    topic = about(document, artist)
    lines = relevant_lines(document, has_any(table(_FILE)["keys"]))
    found = [each for line in lines for each in _in_sentence(line, artist, topic=topic)]
    if topic or (_PATTERNS.discography.search(flat(page)) and mentions(page, artist)):
        found += _listed([line for line in lines if line.place == "text"], artist, page, now)
    for line, title, released, pattern, strength in (*found, *_in_data(document, artist)):
        how = ("announced", 0.0) if later(released, now) else (pattern, strength)
        if title:
            yield seen(document, line, title, *how, released)


def _in_sentence(line: Line, artist: str, *, topic: bool) -> Iterator[_Found]:
    text = masked(line.text, artist)
    if line.cells or not _PATTERNS.names_albums.search(text) or not (topic or MASK in text):
        return
    headline = line.place == "title" or title_case(line.text)
    for pattern, match in pattern_matches(_FILE, text):
        span = work_span(match, text)
        if span is None or _PATTERNS.not_an_album.search(match["how"]):
            continue
        title = cleaned_work(line.text[slice(*span)])
        if title.casefold() in _WORDS.no_titles or (headline and match["bare"] is not None):
            continue
        released = _release_date(text, span[1])
        if released or not _PATTERNS.to_come.search(text):
            yield line, title, released, pattern.name, pattern.strength


def _in_data(document: Document, artist: str) -> Iterator[_Found]:
    for thing in things(document):
        artists = thing.all("byArtist.name", "byArtist", "artist", "author.name")
        kinds = " ".join(thing.all("albumReleaseType", "albumProductionType"))
        lesser = _PATTERNS.lesser_kinds.search(kinds) or _is_lesser(thing.name)
        own = folded_name(artist) in map(folded_name, artists)
        if thing.kind == "MusicAlbum" and own and not lesser:
            released = iso_day(next(iter(thing.all("datePublished", "dateCreated")), ""))
            strength = 0.55 if released else 0.35
            yield thing.line, cleaned_work(thing.name), released, "album in data", strength


# --- Discographies


def _listed(lines: Iterable[Line], artist: str, page: str, now: str) -> Iterator[_Found]:
    """Yield the albums in lists; the newest released album gets the highest strength."""
    found: dict[str, tuple[Line, str, str]] = {}
    across = ""
    for line in lines:
        told = set(line.cells) - {""}
        if len(told) == 1:
            across = told.pop()  # heads the rows that follow
        elif line.cells == line.header:
            across = ""
        if (line.cells or line.item) and _of_albums(line, across, page):
            title, released = _row(line, artist) if line.cells else _item(line)
            if title and released:
                found.setdefault(folded_name(title), (line, title, released))
    days = sorted(day for _, _, day in found.values() if not later(day, now))
    newest = days[-1] if len(days) > 1 and later(days[-1], days[-2]) else ""
    for line, title, day in found.values():
        how = ("newest of a discography", 0.8) if day == newest else ("in a discography", 0.4)
        yield line, title, day, *how


def _is_lesser(title: str) -> bool:
    """Return whether a title says that an album is a reissue, a live album or the like."""
    plain = flat(title)
    return bool(_PATTERNS.not_an_album.search(plain) or _PATTERNS.again.search(plain))


def _of_albums(line: Line, across: str, title: str) -> bool:
    """Return whether a line is in a list of albums and not of lesser releases.

    The innermost heading that names releases decides. If there is none, the page title and the
    column titles decide.
    """
    for heading in map(flat, (across, line.heading, *reversed(line.above))):
        if _PATTERNS.lesser_heading.search(heading):
            return False
        if _PATTERNS.names_albums.search(heading):
            return True
    return bool(_PATTERNS.names_albums.search(flat(f"{title} {' '.join(line.header)}")))


def _row(line: Line, artist: str) -> tuple[str, str]:
    """Return the title and the release date of the album in a row, each "" if missing."""
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
