"""Find the latest stable version of a piece of software.

Versions are taken from sentences, table rows, structured data, release pages and registries. A
number counts if the source calls it the latest or current version, or announces its release (``X
1.2 released``). Required, supported, expected and test versions do not count. If several versions
are found, `confidence` decides which one is the newest.
"""

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
from desktop_agent.evidence.extraction.relevance import about
from desktop_agent.evidence.records import Document, Mention, Reading
from desktop_agent.evidence.text.dates import find_dates, iso_day, later
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.names import MASK, mask_match, masked
from desktop_agent.evidence.text.version_numbers import (
    heads_a_branch,
    is_a_version,
    is_prerelease,
    of_series,
)
from desktop_agent.evidence.text.wordings import Patterns, Words, table
from desktop_agent.evidence.trust import registrable_domain

_FILE = "extraction/version"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)

_MOST = 6
"""Maximum number of matches of a pattern per sentence. A sentence with more is not prose."""

_RELEASED = 0.8
_DIGIT = re.compile(r"\d")


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
    glued = re.compile(rf"(?<![\w-]){re.escape(flat(asked.software))}(?=\d+\.\d)", re.IGNORECASE)
    plain = glued.sub(mask_match, plain)
    if MASK in plain:
        plain = _PATTERNS.with_kind.sub(mask_match, plain)
    if asked.series and MASK in plain:
        series = rf"({MASK}+)( {re.escape(asked.series)})(?![\d]|\.\d)"
        plain = re.sub(series, mask_match, plain)
    return plain


class _Versions:
    """Finds the versions of the requested software in one document."""

    def __init__(self, document: Document, asked: _Wanted, today: date) -> None:
        self._document = document
        self._asked = asked
        self._today = today
        self._topic = about(document, asked.software)
        self._domain = registrable_domain(document.url)

    def found(self) -> Iterator[Mention]:
        keys = (*table(_FILE)["keys"], self._asked.software.casefold())
        for line in relevant_lines(self._document, has_any(keys)):
            text = _masked_software(line.text, self._asked)
            if line.place == "title":
                yield from self._in_title(line, text)
            yield from self._in_row(line) if line.cells else self._in_sentence(line, text)
            if line.place in ("snippet", "text"):
                yield from self._in_registry(line, text)
        yield from self._in_data()

    def _in_sentence(self, line: Line, text: str) -> Iterator[Mention]:
        if not _DIGIT.search(line.text):
            return
        named = MASK in text
        labelled = _PATTERNS.label_word.search(text.lower()) is not None
        if not (named or (self._topic and labelled)):
            return
        for pattern in sentence_patterns(_FILE):
            labels = pattern.strength > _RELEASED  # it requires a word for the latest version
            if (pattern.named and not named) or (labels and not labelled):
                continue
            refused = _PATTERNS.not_in_a_label if labels else _PATTERNS.not_the_latest
            for match in islice(pattern.regex.finditer(text), _MOST):
                if not pattern.named and _of_another(text, match):
                    continue
                if refused.search(_clause(text, match)) is None:
                    yield from self._mention(line, text, match, pattern.name, pattern.strength)

    def _mention(
        self, line: Line, text: str, match: re.Match[str], pattern: str, strength: float
    ) -> Iterator[Mention]:
        """Yield a mention of the matched version if it is stable, released and requested."""
        number, start = match["number"], match.start("number")
        if is_prerelease(match, text) or not is_a_version(number, text, start):
            return
        if heads_a_branch(flat(line.heading)) or not of_series(number, self._asked.series):
            return
        said = f"{_clause(text, match)} {line.heading}"
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
        text, told = flat(cell), Line(line.place, line.raw, cell, line.heading)
        for match in _PATTERNS.number.finditer(text):
            found = list(self._mention(told, text, match, "row of the latest version", strength))
            yield from found
            if found and not self._asked.lts:
                return

    def _in_title(self, line: Line, text: str) -> Iterator[Mention]:
        """Yield the version in the title of the project's release page on a code host."""
        name, url = (
            folded_name(each).replace(" ", "")
            for each in (self._asked.software, self._document.url)
        )
        hosted = self._domain in ("github.com", "gitlab.com") and "/releases" in self._document.url
        match = _PATTERNS.release_title.match(text) if hosted and name in url else None
        if match is not None:
            yield from self._mention(line, text, match, "title of a release", 0.8)

    def _in_registry(self, line: Line, text: str) -> Iterator[Mention]:
        if self._topic and self._domain in _WORDS.registries:
            match = _PATTERNS.package_with_version.match(text)
            if match is not None:
                yield from self._mention(line, text, match, "package registry", 0.9)

    def _in_data(self) -> Iterator[Mention]:
        for thing in things(self._document):
            if folded_name(thing.name) != folded_name(self._asked.software) and not self._topic:
                continue
            if "Application" not in thing.kind and "Software" not in thing.kind:
                continue
            text = thing.first("softwareVersion", "version")
            match = _PATTERNS.number.match(text)
            if match is None:
                continue
            line = Line("data", thing.line.raw, text)
            released = iso_day(thing.first("dateModified", "datePublished"))
            for found in self._mention(line, text, match, "version in data", 0.85):
                stated = found.date if found.date != self._document.date[:10] else released
                yield seen(self._document, line, found.value, found.pattern, 0.85, stated)


def _clause(text: str, match: re.Match[str]) -> str:
    start = max(text.rfind(mark, 0, match.start()) for mark in (". ", "; ", "! ", "? ", " | "))
    marks = (". ", "; ", ", ", " | ", "! ", ") ")
    ends = [end for end in (text.find(mark, match.end()) for mark in marks) if end >= 0]
    return text[max(start, match.start() - 80, 0) : min([*ends, match.end() + 50])]


def _of_another(text: str, match: re.Match[str]) -> bool:
    """Return whether a match that lacks the software's name refers to different software."""
    if _PATTERNS.of_something.search(match.group()):
        return True
    before = _PATTERNS.owner.search(text[max(0, match.start() - 34) : match.start()])
    return before is not None and before[1].lower() not in _WORDS.no_owner


def _date_beside(text: str, end: int) -> str:
    """Return the release date that follows a version in the same clause, or "" if none does."""
    after = re.match(r"[^.;|]{0,60}", text[end : end + 60])
    tail = text[end : end + 46] if after is None or " / " in text[end : end + 6] else after.group()
    found = find_dates(tail)
    return found[0].iso if found and len(found[0].iso) > 4 else ""
