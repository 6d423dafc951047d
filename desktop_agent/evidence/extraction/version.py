"""Find the latest stable version of a piece of software, and compare version numbers.

Versions are taken from sentences, table rows and structured data. A number counts if the source
calls it the latest or current version, or announces its release (``X 1.2 released``). Required,
supported, expected and test versions do not count. If several versions are found, `confidence`
decides which one is the newest.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from desktop_agent.evidence.extraction.document_lines import (
    Line,
    has_any,
    relevant_lines,
    seen,
    sentence_patterns,
    things,
)
from desktop_agent.evidence.extraction.relevance import about
from desktop_agent.evidence.records import Document, Mention, Reading
from desktop_agent.evidence.text.dates import find_dates, iso_day, later
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.names import MASK, mask_match, masked
from desktop_agent.evidence.text.wordings import Patterns, table

if TYPE_CHECKING:
    from packaging.version import Version

_FILE = "extraction/version"
_PATTERNS = Patterns(_FILE)

_MOST = 6
"""Maximum number of matches of a pattern per sentence. A sentence with more is not prose."""


class _Wanted(NamedTuple):
    """The software that a question asks about.

    ``series`` is the requested series (``3.12``), or "" for any. If ``lts``, only releases with
    long-term support count.
    """

    software: str
    series: str
    lts: bool


def _wanted(reading: Reading) -> _Wanted:
    lts = _PATTERNS.long_term.search(reading.text) is not None
    entity = re.sub(r"\s*\bLTS\b", "", reading.entity).strip()
    match = re.fullmatch(r"(.{2,60}?)[ ]v?(\d{1,4}(?:\.\d{1,4}){0,3})(?:\.x)?", entity)
    return _Wanted(match[1], match[2], lts) if match else _Wanted(entity, "", lts)


def find_versions(reading: Reading, document: Document, today: date) -> Iterator[Mention]:
    """Yield mentions of versions that a document calls the latest or reports as released."""
    asked = _wanted(reading)
    facts = " ".join(fact.subject for fact in document.facts[:60])
    said = f"{document.title} {document.snippet} {document.url} {facts} \n{document.text[:30_000]}"
    if asked.software and MASK in _masked_software(said, asked):
        yield from _Versions(document, asked, today).found()


def _masked_software(text: str, asked: _Wanted) -> str:
    """Return the flattened text with the software's name and the requested series masked."""
    plain = flat(text)
    if flat(asked.software)[:2].lower() not in plain.lower():  # a quick check that most lines fail
        return plain
    plain = masked(text, asked.software)
    glued = rf"(?i)(?<![\w-]){re.escape(flat(asked.software))}(?=\d+\.\d)"
    plain = re.sub(glued, mask_match, plain)
    plain = _PATTERNS.with_kind.sub(mask_match, plain)
    if asked.series:
        series = rf"{MASK}+ {re.escape(asked.series)}(?![\d]|\.\d)"
        plain = re.sub(series, mask_match, plain)
    return plain


class _Versions:
    """Finds the versions of the requested software in one document."""

    def __init__(self, document: Document, asked: _Wanted, today: date) -> None:
        self._document = document
        self._asked = asked
        self._today = today
        self._topic = about(document, asked.software)

    def found(self) -> Iterator[Mention]:
        keys = (*table(_FILE)["keys"], self._asked.software.casefold())
        for line in relevant_lines(self._document, has_any(keys)):
            yield from self._in_row(line) if line.cells else self._in_sentence(line)
        yield from self._in_data()

    def _in_sentence(self, line: Line) -> Iterator[Mention]:
        if not any(map(str.isdigit, line.text)):
            return  # the patterns take long to find that there is no number
        text = _masked_software(line.text, self._asked)
        named = MASK in text
        labelled = _PATTERNS.label_word.search(text.lower()) is not None
        if not (named or (self._topic and labelled)):
            return
        for pattern in sentence_patterns(_FILE):
            if pattern.marks <= {"named" if named else "", "labelled" if labelled else ""}:
                for match in islice(pattern.regex.finditer(text), _MOST):
                    if _PATTERNS.not_the_latest.search(_clause(text, match)) is None:
                        strength = pattern.strength
                        yield from self._mention(line, text, match, pattern.name, strength)

    def _mention(
        self, line: Line, text: str, match: re.Match[str], pattern: str, strength: float
    ) -> Iterator[Mention]:
        """Yield a mention of the matched version if it is stable, released and requested."""
        number, start = match["number"], match.start("number")
        said = f"{_clause(text, match)} {flat(line.heading)}"
        if not _is_stable(match, text) or not _is_version(number, text, start):
            return
        if _PATTERNS.branch.search(said) or not _of_series(number, self._asked.series):
            return
        if self._asked.lts and not (match["lts"] or number.endswith("LTS") or "LTS" in said):
            return
        released = _date_beside(text, match.end())
        if not later(released, self._today.isoformat()):
            end = match.end("lts") if match["lts"] else match.end("number")
            value = re.sub("[(),]", "", line.text[start:end])
            yield seen(self._document, line, value, pattern, strength, released)

    def _in_row(self, line: Line) -> Iterator[Mention]:
        """Yield the versions in a row of an infobox or release table."""
        if not self._topic and MASK not in masked(line.heading, self._asked.software):
            return
        if len(line.cells) == 2:
            label = flat(line.cells[0]).strip(" :*").casefold()
            label = re.sub(r"\(s\)|\[[^\]]*\]|\([^)]*\)", "", label).strip()
            if _PATTERNS.labels.match(label):
                strength = 0.6 if label in table(_FILE)["vague_labels"] else 0.93
                yield from self._in_cell(line, line.cells[1], strength)
            return
        row = " ".join(line.cells)
        if _PATTERNS.not_current.search(row):
            return
        status = any(_PATTERNS.status.fullmatch(cell.strip()) for cell in line.cells)
        heading = f"{line.heading} LTS" if "LTS" in row else line.heading
        told = Line(line.place, line.raw, line.text, heading)
        for column, cell in zip(line.header, line.cells, strict=False):
            name = folded_name(column)
            plain = status and name in ("version", "release", "release version")
            if plain or name in table(_FILE)["columns"]:
                yield from self._in_cell(told, cell, 0.8)

    def _in_cell(self, line: Line, cell: str, strength: float) -> Iterator[Mention]:
        """Yield the first stable version in a cell, or all of them if one with LTS is wanted."""
        text, told = flat(cell), Line(line.place, line.raw, cell, line.heading)
        for match in _PATTERNS.number.finditer(text):
            found = list(self._mention(told, text, match, "row of the latest version", strength))
            yield from found
            if found and not self._asked.lts:
                return

    def _in_data(self) -> Iterator[Mention]:
        for thing in things(self._document):
            if folded_name(thing.name) != folded_name(self._asked.software) and not self._topic:
                continue
            if "Application" not in thing.kind and "Software" not in thing.kind:
                continue
            text = thing.first("softwareVersion", "version")
            released = iso_day(thing.first("dateModified", "datePublished"))
            if match := _PATTERNS.number.match(text):
                line = Line("data", thing.line.raw, text)
                for found in self._mention(line, text, match, "version in data", 0.85):
                    yield seen(self._document, line, found.value, found.pattern, 0.85, released)


def _clause(text: str, match: re.Match[str]) -> str:
    start = max(text.rfind(mark, 0, match.start()) for mark in (". ", "; ", "! ", "? ", " | "))
    marks = (". ", "; ", ", ", " | ", "! ", ") ")
    ends = [end for end in (text.find(mark, match.end()) for mark in marks) if end >= 0]
    return text[max(start, match.start() - 80, 0) : min([*ends, match.end() + 50])]


def _date_beside(text: str, end: int) -> str:
    """Return the release date that follows a version in the same clause, or "" if none does."""
    after = re.match(r"[^.;|]{0,60}", text[end : end + 60])
    tail = text[end : end + 46] if after is None or " / " in text[end : end + 6] else after.group()
    found = find_dates(tail)
    return found[0].iso if found and len(found[0].iso) > 4 else ""


# --- Version numbers


def _is_stable(match: re.Match[str], text: str) -> bool:
    """Return whether the matched number has no mark of a test version or development branch."""
    suffix = match["suffix"]
    if suffix and not _PATTERNS.suffix_only_glued.match(suffix):
        return False
    return _PATTERNS.unstable_after.match(text, match.end("number")) is None


def _is_version(number: str, text: str, start: int) -> bool:
    """Return whether a number is a version, not a date, a year or part of a token."""
    before = text[max(0, start - 2) : start]
    if re.fullmatch(r"(?:19|20)\d\d", number) or re.search(r"[$€£#,/:]$|\d[-.]$", before):
        return False
    begin = max(0, start - 14)
    return not any(
        begin + found.start <= start < begin + found.end and found.when.day > 0
        for found in find_dates(text[begin : start + len(number) + 14])
    )


def _of_series(number: str, series: str) -> bool:
    """Return whether a version belongs to a series, as ``3.12.4`` does to ``3.12``."""
    return not series or f"{bare(number)}.".startswith(f"{series}.")


@lru_cache(maxsize=2048)
def parsed(number: str) -> "Version | None":
    """Return the number as a PEP 440 version, or None if it is not valid."""
    from packaging.version import InvalidVersion, Version

    plain = re.sub(r"^(\d[\d.]*)([a-z])$", lambda m: f"{m[1]}.{ord(m[2]) - 96}", bare(number))
    try:
        return Version(plain.replace("_", "+", 1))
    except InvalidVersion:
        return None


def bare(number: str) -> str:
    """Strip ``v`` and ``LTS`` from a version number for comparison."""
    return _PATTERNS.lts_at_end.sub("", number.strip()).lstrip("vV").strip()


def newer(one: str, other: str) -> bool:
    """Return whether ``one`` is later than ``other``; False if either is not a valid version."""
    first, second = parsed(one), parsed(other)
    return first is not None and second is not None and first > second
