"""Extraction of the performer of a song.

Sources are sentences, titles of music sites, tables and structured data. Songs may have covers. If
the question asks for the original, covers are left out and ``originally`` counts most.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from desktop_agent.evidence.extraction.document_lines import Line, seen, sentence_patterns, things
from desktop_agent.evidence.extraction.relevance import mentions
from desktop_agent.evidence.records import Document, Mention, Reading
from desktop_agent.evidence.text.dates import find_dates
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.names import (
    MASK,
    cleaned_artist,
    masked,
    spans,
    without_site,
)
from desktop_agent.evidence.text.wordings import Patterns, Words, expression, table
from desktop_agent.evidence.trust import registrable_domain

_FILE = "extraction/performer"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)
_NAMES = Patterns("text/names")


def asks_original(reading: Reading) -> bool:
    """Return whether a question asks who recorded a song first."""
    return _PATTERNS.original.search(masked(reading.text, reading.entity)) is not None


def _masked_song(text: str, song: str) -> str:
    """Mask the song if it is written as a title, that is, capitalised or in quotes."""
    plain = flat(text)
    for start, end in spans(plain, song):
        if not plain[start].islower() or plain[start - 1 : start] in ('"', "'"):
            plain = f"{plain[:start]}{MASK * (end - start)}{plain[end:]}"
    return plain


def performer_sentences(reading: Reading, document: Document, line: Line) -> Iterator[Mention]:
    """Yield the performers that a sentence names."""
    if line.place == "title" or line.cells:
        return
    text = _masked_song(line.text, reading.entity)
    if MASK not in text:
        return
    original = asks_original(reading)
    for pattern in sentence_patterns(_FILE):
        match = pattern.regex.search(text) if pattern.needs.search(text) else None
        if match is None:
            continue
        told = text[max(0, match.start() - 40) : match.end()].split(". ")[-1]
        cover = _PATTERNS.cover.search(text[: match.end()] if len(told) > 120 else told)
        if cover and pattern.name != "originally recorded by":
            continue
        if _PATTERNS.only_written.search(match.groupdict().get("mid") or ""):
            continue
        value = _value(match, line.text)
        first = pattern.name == "originally recorded by"
        strength = pattern.strength - (0.05 if original and not first else 0)
        if value and folded_name(value) != folded_name(reading.entity):
            yield seen(document, line, value, pattern.name, strength)


def _value(match: re.Match[str], raw: str) -> str:
    if match.groupdict().get("value"):
        return cleaned_artist(raw[match.start("value") : match.end("value")])
    return name_after(raw, match.start("rest"), match.end("rest"))


def name_after(raw: str, start: int, end: int) -> str:
    """Return the performer at the start of a span.

    Descriptions such as ``English singer-songwriter`` are skipped.
    """
    text = flat(raw[start:end])
    lead = re.match(r"(?:the |The )?(?=[^a-z])", text)
    described = _NAMES.descriptor.match(text)
    if (
        described is not None
        and described.end() <= 110
        and not re.search(r"[.;(]", described.group())
    ):
        offset = described.end()
    elif lead is not None:
        offset = 0
    else:
        return ""
    name = _PATTERNS.artist_at_start.match(text, offset)
    if name is None:
        return ""
    return cleaned_artist(raw[start + name.start() : start + name.end()])


def performer_title(reading: Reading, document: Document, line: Line) -> Iterator[Mention]:
    """Yield the performer in a page title. Titles outside music sites get a lower strength."""
    if line.place != "title" or _PATTERNS.cover.search(line.text):
        return
    raw = without_site(line.text.lstrip("\u200e")) or line.text
    text = masked(raw, reading.entity)
    known = registrable_domain(document.url) in _WORDS.sites
    for row in table(_FILE)["titles"]:
        match = re.match(expression(_FILE, row["regex"]), text)
        if match is None:
            continue
        value = cleaned_artist(raw[match.start("v") : match.end("v")])
        if value and MASK not in match["v"] and len(value.split()) <= 7:
            # such a title does not distinguish a cover from the original
            less = (0 if known else 0.3) + (0.3 if asks_original(reading) else 0)
            yield seen(document, line, value, "title of a page", row["strength"] - less)
        return


def performers_in_data(reading: Reading, document: Document) -> Iterator[Mention]:
    """Yield the performers of recordings with the song's title in structured data."""
    for thing in things(document):
        if thing.kind not in ("MusicRecording", "MusicComposition", "MusicVideoObject"):
            continue
        if folded_name(thing.name) != folded_name(reading.entity):
            continue
        artists = thing.all("byArtist.name", "byArtist", "recordingOf.byArtist.name")
        value = " & ".join(dict.fromkeys(filter(None, map(cleaned_artist, artists[:1]))))
        if value and not _PATTERNS.cover.search(thing.name):
            yield seen(document, thing.line, value, "recording in data", 0.85)


# --- Performers in tables, and the first performer on pages about the song


class _Version(NamedTuple):
    artist: str
    when: str
    line: Line
    named: bool
    """True if the row names the song."""


def performer_row(document: Document, line: Line) -> Iterator[Mention]:
    """Yield the performer in an infobox (``Single by …``) or in the data of the song's page."""
    cells = list(dict.fromkeys(cell for cell in line.cells if cell))
    joined = " ".join(cells)
    match = _PATTERNS.single_by.match(flat(joined)) if line.cells else None
    if match is not None:
        value = _credited(joined[match.start("rest") : match.end("rest")])
        if value:
            yield seen(document, line, value, "row of the song", 0.9)
    elif len(line.cells) == 2 and _PATTERNS.labels.fullmatch(
        flat(line.cells[0]).strip(" :").casefold()
    ):
        value = cleaned_artist(line.cells[1])
        if value:
            yield seen(document, line, value, "row of the song", 0.85)


def _credited(rest: str) -> str:
    """Return the performer in an infobox, or "" if lower-case text continues it."""
    name = re.split(r" from the |,| \(", rest)[0]
    return cleaned_artist(name) if re.match(r"\W{0,2}(?:the )?[^a-z\s]", flat(name)) else ""


def performer_tables(
    reading: Reading, document: Document, lines: Sequence[Line]
) -> Iterator[Mention]:
    """Yield the performers next to the song in tables.

    If the original is wanted, only the first one is yielded.
    """
    original = asks_original(reading)
    topic = mentions(document.title, reading.entity)
    found = [version for line in lines for version in _version(reading.entity, line)]
    named = [version for version in found if version.named]
    if original:
        yield from _earliest(document, named if len(named) > 1 or not topic else found)
        return
    named = [version for version in named if not _PATTERNS.cover.search(version.line.heading)]
    if len({folded_name(version.artist) for version in named}) == 1:
        yield seen(document, named[0].line, named[0].artist, "table of songs", 0.82)


def _earliest(document: Document, versions: Sequence[_Version]) -> Iterator[Mention]:
    """Yield the performer of the earliest row if all rows are dated and there is no tie."""
    if len({folded_name(version.artist) for version in versions}) < 2:
        return
    if not all(version.when for version in versions):
        return
    first = min(versions, key=lambda version: version.when)
    same = {folded_name(each.artist) for each in versions if each.when[:4] == first.when[:4]}
    if len(same) == 1:
        yield seen(document, first.line, first.artist, "first of the versions", 0.88)


def _version(entity: str, line: Line) -> Iterator[_Version]:
    if len(line.cells) < 2 or not line.header or line.cells == line.header:
        return
    song = artist = when = ""
    has_song = False
    for column, cell in zip(line.header, line.cells, strict=False):
        words = set(folded_name(column).split())
        if words & _WORDS.artist_column and not artist and not find_dates(flat(cell)):
            artist = _performer(cell)
        elif words & _WORDS.song_column and not words & {"film", "movie", "album"}:
            has_song, song = True, song or cell
        elif words & _WORDS.date_column and not when:
            dates = find_dates(flat(cell))
            when = dates[0].iso if dates else ""
    named = has_song and folded_name(song.strip(' "\u201c\u201d\u201e')) == folded_name(entity)
    if artist and (named or not has_song):
        yield _Version(artist, when, line, named)


def _performer(cell: str) -> str:
    """Return the whole cell as a performer, or "" if it contains more than a name."""
    return cleaned_artist(cell) if _PATTERNS.whole_artist.fullmatch(flat(cell).strip()) else ""


def first_performer(reading: Reading, document: Document, line: Line) -> Iterator[Mention]:
    """Yield the performer of the first version from a sentence on a page titled with the song."""
    if line.place == "title" or line.cells or not asks_original(reading):
        return
    text = masked(line.text, reading.entity)
    for regex in _PATTERNS.all("first"):
        match = regex.search(text)
        if match is None:
            continue
        if match.groupdict().get("value"):
            value = cleaned_artist(line.text[match.start("value") : match.end("value")])
        else:
            value = name_after(line.text, match.start("rest"), match.end("rest"))
        if value and folded_name(value) != folded_name(reading.entity):
            yield seen(document, line, value, "made the first version", 0.88)
            return
