"""Find the performer of a song.

Sources are sentences, tables and structured data. Cover versions are left out. If the question
asks for the original, a sentence with ``originally`` is preferred.
"""

import re
from collections.abc import Iterator

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
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.names import MASK, cleaned_artist, masked, spans
from desktop_agent.evidence.text.wordings import Patterns, Words, table

_FILE = "extraction/performer"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)
_NAMES = Patterns("text/names")
_ORIGINALLY = "originally recorded by"


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
            if line.place != "title" and not line.cells:
                yield from self._in_sentence(line)
            if self._topic:
                rows.extend(self._in_row(line))
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

    def _in_data(self) -> Iterator[Mention]:
        for thing in things(self._document):
            if thing.kind not in ("MusicRecording", "MusicComposition", "MusicVideoObject"):
                continue
            if self._is_song(thing.name) and not _PATTERNS.cover.search(thing.name):
                artists = thing.all("byArtist.name", "byArtist", "recordingOf.byArtist.name")
                if artists and (value := cleaned_artist(artists[0])):
                    yield seen(self._document, thing.line, value, "recording in data", 0.85)

    def _in_row(self, line: Line) -> Iterator[Mention]:
        """Yield the performer in an infobox line (``Single by …``) or in a labelled row."""
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


def _masked_song(text: str, song: str) -> str:
    """Return flattened text in which the song is masked wherever it is capitalised or quoted."""
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
    """Return the performer named at the start of a text, or "" if there is none.

    Descriptions such as ``English singer`` are skipped.
    """
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
    """Return the performer in an infobox credit, or "" if the credit begins in lower case."""
    name = re.split(r" from the |,| \(", rest)[0]
    return cleaned_artist(name) if re.match(r"\W{0,2}(?:the )?[^a-z\s]", flat(name)) else ""
