"""Find the performer of a song.

Sources are sentences, page titles, tables and structured data. Covers are left out. If the question
asks for the original, ``originally`` is the strongest evidence.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from desktop_agent.evidence.extraction.document_lines import (
    Line,
    has_any,
    relevant_lines,
    seen,
    sentence_patterns,
    things,
)
from desktop_agent.evidence.extraction.relevance import mentions
from desktop_agent.evidence.records import Document, Mention, Reading
from desktop_agent.evidence.text.dates import find_dates
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.names import MASK, cleaned_artist, masked, spans, without_site
from desktop_agent.evidence.text.wordings import Patterns, Words, expression, table
from desktop_agent.evidence.trust import registrable_domain

_FILE = "extraction/performer"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)
_NAMES = Patterns("text/names")
_ORIGINALLY = "originally recorded by"


class _Version(NamedTuple):
    """A table row that contains a performer; ``named`` is true if it also contains the song."""

    artist: str
    when: str
    line: Line
    named: bool


def find_performers(reading: Reading, document: Document) -> Iterator[Mention]:
    """Yield the performers that a document gives for the song in question."""
    yield from _Performers(reading, document).found()


class _Performers:
    """Finds a song's performers in one document."""

    def __init__(self, reading: Reading, document: Document) -> None:
        self._document = document
        self._song = reading.entity
        self._original = _PATTERNS.original.search(masked(reading.text, self._song)) is not None
        self._topic = mentions(document.title, self._song)

    def found(self) -> Iterator[Mention]:
        first = next(iter(self._song.casefold().split()), "")
        wanted = has_any((first, *table(_FILE)["keys"]))
        lines = relevant_lines(self._document, wanted, has_any((first, *table(_FILE)["row_keys"])))
        rows: list[Mention] = []
        for line in lines:
            if line.place == "title":
                yield from self._in_title(line)
            elif not line.cells:
                yield from self._in_sentence(line)
            if self._topic:
                rows.extend(self._in_row(line))
                if self._original:
                    yield from self._first_version(line)
        yield from self._in_tables(lines)
        if len({folded_name(row.value) for row in rows}) == 1:  # several are a list of covers
            yield from rows
        yield from self._in_data()

    def _is_song(self, name: str) -> bool:
        return folded_name(name) == folded_name(self._song)

    def _in_sentence(self, line: Line) -> Iterator[Mention]:
        text = _masked_song(line.text, self._song)
        if MASK not in text:
            return
        for pattern in sentence_patterns(_FILE):
            match = pattern.regex.search(text) if pattern.needs.search(text) else None
            if match is None:
                continue
            told = text[max(0, match.start() - 40) : match.end()].split(". ")[-1]
            cover = _PATTERNS.cover.search(text[: match.end()] if len(told) > 120 else told)
            if cover and pattern.name != _ORIGINALLY:
                continue
            if _PATTERNS.only_written.search(match.groupdict().get("mid") or ""):
                continue
            value = _value(match, line.text)
            less = 0.05 if self._original and pattern.name != _ORIGINALLY else 0
            if value and not self._is_song(value):
                yield seen(self._document, line, value, pattern.name, pattern.strength - less)

    def _in_title(self, line: Line) -> Iterator[Mention]:
        """Yield the performer in a page title, with a lower strength outside music sites."""
        if _PATTERNS.cover.search(line.text):
            return
        raw = without_site(line.text.lstrip("\u200e")) or line.text
        text = masked(raw, self._song)
        known = registrable_domain(self._document.url) in _WORDS.sites
        for row in table(_FILE)["titles"]:
            match = re.match(expression(_FILE, row["regex"]), text)
            if match is None:
                continue
            value = cleaned_artist(raw[match.start("v") : match.end("v")])
            if value and MASK not in match["v"] and len(value.split()) <= 7:
                # such a title does not distinguish a cover from the original
                less = (0 if known else 0.3) + (0.3 if self._original else 0)
                strength = row["strength"] - less
                yield seen(self._document, line, value, "title of a page", strength)
            return

    def _in_data(self) -> Iterator[Mention]:
        for thing in things(self._document):
            if thing.kind not in ("MusicRecording", "MusicComposition", "MusicVideoObject"):
                continue
            if self._is_song(thing.name) and not _PATTERNS.cover.search(thing.name):
                artists = thing.all("byArtist.name", "byArtist", "recordingOf.byArtist.name")
                if artists and (value := cleaned_artist(artists[0])):
                    yield seen(self._document, thing.line, value, "recording in data", 0.85)

    # --- Performers in tables, and the first performer on pages about the song

    def _in_row(self, line: Line) -> Iterator[Mention]:
        """Yield the performer in an infobox line (``Single by …``) or a labelled row."""
        joined = " ".join(dict.fromkeys(filter(None, line.cells)))
        match = _PATTERNS.single_by.match(flat(joined)) if line.cells else None
        value, strength = "", 0.9
        if match is not None:
            value = _credited(joined[match.start("rest") : match.end("rest")])
        elif len(line.cells) == 2:
            label = flat(line.cells[0]).strip(" :").casefold()
            value = cleaned_artist(line.cells[1]) if _PATTERNS.labels.fullmatch(label) else ""
            strength = 0.85
        if value:
            yield seen(self._document, line, value, "row of the song", strength)

    def _in_tables(self, lines: Sequence[Line]) -> Iterator[Mention]:
        """Yield the only performer in tables or, if the original is asked for, the earliest one."""
        found = [version for line in lines if (version := self._version(line))]
        named = [version for version in found if version.named]
        if self._original:
            yield from self._earliest(named if len(named) > 1 or not self._topic else found)
            return
        named = [version for version in named if not _PATTERNS.cover.search(version.line.heading)]
        if len({folded_name(version.artist) for version in named}) == 1:
            first = named[0]
            yield seen(self._document, first.line, first.artist, "table of songs", 0.82)

    def _earliest(self, versions: Sequence[_Version]) -> Iterator[Mention]:
        """Yield the performer of the earliest row if all rows are dated and there is no tie."""
        several = len({folded_name(version.artist) for version in versions}) > 1
        if not several or not all(version.when for version in versions):
            return
        first = min(versions, key=lambda version: version.when)
        same = {folded_name(each.artist) for each in versions if each.when[:4] == first.when[:4]}
        if len(same) == 1:
            yield seen(self._document, first.line, first.artist, "first of the versions", 0.88)

    def _version(self, line: Line) -> _Version | None:
        if len(line.cells) < 2 or not line.header or line.cells == line.header:
            return None
        song = artist = when = ""
        has_song = False
        for column, cell in zip(line.header, line.cells, strict=False):
            words = set(folded_name(column).split())
            dates = find_dates(flat(cell))
            if words & _WORDS.artist_column and not artist and not dates:
                whole = _PATTERNS.whole_artist.fullmatch(flat(cell).strip())
                artist = cleaned_artist(cell) if whole else ""
            elif words & _WORDS.song_column and not words & {"film", "movie", "album"}:
                has_song, song = True, song or cell
            elif words & _WORDS.date_column and not when:
                when = dates[0].iso if dates else ""
        named = has_song and self._is_song(song.strip(' "\u201c\u201d\u201e'))
        return _Version(artist, when, line, named) if artist and (named or not has_song) else None

    def _first_version(self, line: Line) -> Iterator[Mention]:
        """Yield the performer of the first version as stated in a sentence on the song's page."""
        if line.place == "title" or line.cells:
            return
        text = masked(line.text, self._song)
        for match in filter(None, (regex.search(text) for regex in _PATTERNS.all("first"))):
            value = _value(match, line.text)
            if value and not self._is_song(value):
                yield seen(self._document, line, value, "made the first version", 0.88)
                return


def _masked_song(text: str, song: str) -> str:
    """Mask the song's name where it is capitalised or in quotes."""
    plain = flat(text)
    for start, end in spans(plain, song):
        if not plain[start].islower() or plain[start - 1 : start] in ('"', "'"):
            plain = f"{plain[:start]}{MASK * (end - start)}{plain[end:]}"
    return plain


def _value(match: re.Match[str], raw: str) -> str:
    if match.groupdict().get("value"):
        return cleaned_artist(raw[match.start("value") : match.end("value")])
    return _name_at_start(raw[match.start("rest") : match.end("rest")])


def _name_at_start(raw: str) -> str:
    """Return the performer at the start of a text, after any ``English singer``, or "" if none."""
    text = flat(raw)
    described = _NAMES.descriptor.match(text)
    if described and described.end() <= 110 and not re.search(r"[.;(]", described.group()):
        offset = described.end()
    elif re.match(r"(?:the |The )?(?=[^a-z])", text):
        offset = 0
    else:
        return ""
    name = _PATTERNS.artist_at_start.match(text, offset)
    return cleaned_artist(raw[name.start() : name.end()]) if name else ""


def _credited(rest: str) -> str:
    """Return the performer in an infobox credit, or "" if the text begins in lower case."""
    name = re.split(r" from the |,| \(", rest)[0]
    return cleaned_artist(name) if re.match(r"\W{0,2}(?:the )?[^a-z\s]", flat(name)) else ""
