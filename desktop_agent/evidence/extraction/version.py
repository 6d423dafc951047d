"""Find the latest stable version of a piece of software, and compare version numbers.

Versions are taken from sentences, table rows and structured data. A number counts if the source
calls it the latest or current version, or announces its release (``X 1.2 released``). Required,
supported, expected and test versions do not count. If several versions are found, `confidence`
decides which one is the newest.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from itertools import chain, islice

from desktop_agent.evidence.extraction.document_lines import (
    Line,
    has_any,
    pattern_matches,
    relevant_lines,
    seen,
    things,
)
from desktop_agent.evidence.extraction.relevance import about
from desktop_agent.evidence.records import Document, Mention, Reading
from desktop_agent.evidence.text.dates import find_dates, iso_day, later
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.names import MASK, mask_match, masked
from desktop_agent.evidence.text.wordings import Patterns, table

_FILE = "extraction/version"
_PATTERNS = Patterns(_FILE)


def find_versions(reading: Reading, document: Document, today: date) -> Iterator[Mention]:
    """Yield mentions of versions that a document calls the latest or reports as released."""
    yield from _Versions(reading, document, today).found()


class _Versions:
    """Finds the versions of the requested software in one document.

    ``_series`` is the requested series (``3.12``), or "" for any. If ``_lts``, only releases with
    long-term support count.
    """

    def __init__(self, reading: Reading, document: Document, today: date) -> None:
        self._document = document
        self._today = today.isoformat()
        self._lts = _PATTERNS.long_term.search(reading.text) is not None
        asked = _PATTERNS.asked.fullmatch(re.sub(r"\s*\bLTS\b", "", reading.entity).strip())
        self._software, self._series = asked.group("software", "series") if asked else ("", "")
        self._topic = about(document, self._software)

    def found(self) -> Iterator[Mention]:
        keys = (*table(_FILE)["keys"], self._software.casefold())
        for line in relevant_lines(self._document, has_any(keys)):
            yield from self._in_row(line) if line.cells else self._in_sentence(line)
        yield from self._in_data()

    def _masked(self, text: str) -> str:
        """Return flattened text with the software's name and the requested series masked."""
        plain, name = flat(text), flat(self._software)
        if name[:2].lower() not in plain.lower():  # a quick check that most lines fail
            return plain
        plain = masked(text, self._software)
        plain = re.sub(rf"(?i)(?<![\w-]){re.escape(name)}(?=\d+\.\d)", mask_match, plain)
        plain = _PATTERNS.with_kind.sub(mask_match, plain)
        if self._series:
            series = rf"{MASK}+ {re.escape(self._series)}(?!\d|\.\d)"
            plain = re.sub(series, mask_match, plain)
        return plain

    def _in_sentence(self, line: Line) -> Iterator[Mention]:
        text = self._masked(line.text)
        if self._topic or MASK in text:
            for pattern, match in pattern_matches(_FILE, text):
                yield from self._mention(line, text, match, pattern.name, pattern.strength)

    def _mention(
        self, line: Line, text: str, match: re.Match[str], pattern: str, strength: float
    ) -> Iterator[Mention]:
        """Yield a mention of the matched version if it is stable, released and requested."""
        number, start, end = match["number"], match.start("number"), match.end("number")
        clause = _clause(text, match)
        said = f"{clause} {flat(line.heading)}"
        if _PATTERNS.not_the_latest.search(clause) or _PATTERNS.branch.search(said):
            return
        if not _is_version(match, text):
            return
        if self._series and not f"{number}.".startswith(f"{self._series}."):
            return
        if self._lts and not (match["lts"] or number.endswith("LTS") or "LTS" in said):
            return
        after = re.split(r"(?<!\d)\.|[;|]", text[match.end() : match.end() + 60])[0]
        released = iso_day(after)
        if not later(released, self._today):
            value = re.sub("[(),]", "", line.text[start : max(end, match.end("lts"))])
            yield seen(self._document, line, value, pattern, strength, released)

    def _in_row(self, line: Line) -> Iterator[Mention]:
        """Yield the versions in a row of an infobox or release table."""
        if not self._topic and MASK not in masked(line.heading, self._software):
            return
        wide = len(line.cells) != 2
        if wide and _PATTERNS.not_current.search(line.text):
            return
        lts = replace(line, heading=f"{line.heading} LTS") if wide and "LTS" in line.text else line
        status = any(_PATTERNS.status.fullmatch(cell) for cell in line.cells)
        for column, cell in zip(line.header, line.cells, strict=False) if wide else (line.cells,):
            label = re.sub(r"[(\[].*", "", flat(column)).strip(" :*").casefold()
            vague = label in table(_FILE)["vague_labels"] and not status
            if _PATTERNS.labels.match(label) and not (wide and vague):
                yield from self._in_cell(lts, cell, 0.6 if vague else 0.93)

    def _in_cell(self, line: Line, cell: str, strength: float) -> Iterator[Mention]:
        """Yield the first version in a cell that is stable, released and requested."""
        text, told, name = flat(cell), replace(line, text=cell), "row of the latest version"
        matches = _PATTERNS.number.finditer(text)
        found = (self._mention(told, text, match, name, strength) for match in matches)
        return islice(chain.from_iterable(found), 1)

    def _in_data(self) -> Iterator[Mention]:
        for thing in things(self._document):
            named = self._topic or folded_name(thing.name) == folded_name(self._software)
            if named and ("Application" in thing.kind or "Software" in thing.kind):
                version = thing.all("softwareVersion", "version")[:1]
                released = thing.all("dateModified", "datePublished")[:1]
                yield from self._in_cell(thing.line, " / ".join((*version, *released)), 0.85)


def _clause(text: str, match: re.Match[str]) -> str:
    """Return the match with the rest of its clause, up to 80 characters before and 50 after."""
    before = text[max(0, match.start() - 80) : match.start()]
    after = text[match.end() : match.end() + 50]
    return f"{re.split('[.;!?|] ', before)[-1]}{match[0]}{re.split('[.;,|!)] ', after)[0]}"


# --- Version numbers


def _is_version(match: re.Match[str], text: str) -> bool:
    """Return whether a matched number is a stable version, not a date, a year or part of a token."""
    start, suffix = match.start("number"), match["suffix"]
    if suffix and not _PATTERNS.suffix_only_glued.match(suffix):
        return False
    if _PATTERNS.unstable_after.match(text, match.end("number")):
        return False
    if _PATTERNS.no_version.match(text, start):
        return False
    return not any(
        found.start <= start < found.end and found.when.day > 0 for found in find_dates(text)
    )


def parsed(number: str) -> tuple[tuple[int, str], ...]:
    """Return the parts of a version for comparison, without trailing zeros.

    A part is a number and the letter that follows it, if any.
    """
    parts = [(int(digits), letter) for digits, letter in re.findall(r"(\d+)([a-z]?)", number)]
    while parts and parts[-1] == (0, ""):
        parts.pop()
    return tuple(parts)
