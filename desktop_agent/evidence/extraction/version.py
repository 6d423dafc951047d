"""Extraction of the latest stable version of a piece of software.

Sources are sentences, infoboxes, release pages and registries. A number counts if the source calls
it the latest or current version, or if it is the number of a release (a release page,
``X 1.2 released``). Required, supported, expected and test versions do not count. If there are
several versions, `confidence` decides which one is the newest.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from itertools import islice

from desktop_agent.evidence.extraction.document_lines import Line, seen, sentence_patterns, things
from desktop_agent.evidence.extraction.release import is_to_come
from desktop_agent.evidence.extraction.relevance import about
from desktop_agent.evidence.records import Document, Mention, Reading
from desktop_agent.evidence.text.dates import find_dates, iso_day
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.names import MASK, masked
from desktop_agent.evidence.text.version_numbers import (
    heads_a_branch,
    is_a_version,
    is_prerelease,
    of_series,
)
from desktop_agent.evidence.text.wordings import Patterns, Words
from desktop_agent.evidence.trust import registrable_domain

_WORDS = Words("extraction/version")
_PATTERNS = Patterns("extraction/version")


@dataclass(frozen=True, slots=True)
class Wanted:
    """The requested software, its series (``3.12``, or "" for any), and whether it must be LTS."""

    software: str
    series: str = ""
    lts: bool = False


def wanted_version(reading: Reading) -> Wanted:
    """Parse the software, its series and any request for long-term support from the question."""
    lts = bool(re.search(r"\blts\b|long[- ]term support", reading.text, re.IGNORECASE))
    entity = re.sub(r"\s*\bLTS\b", "", reading.entity).strip()
    match = re.fullmatch(r"(.{2,60}?)[ ]v?(\d{1,4}(?:\.\d{1,4}){0,3})(?:\.x)?", entity)
    if match:
        return Wanted(match[1], match[2], lts)
    return Wanted(entity, "", lts)


_MOST = 6
"""Maximum number of matches of a pattern per sentence. A sentence with more is not prose."""


_RELEASED = 0.8
_DIGIT = re.compile(r"\d")


def version_sentences(
    document: Document, line: Line, asked: Wanted, today: date, *, topic: bool
) -> Iterator[Mention]:
    """Yield the versions that a sentence calls the latest or says were released.

    If ``topic`` is true, the page is about the software and the sentence need not name it.
    """
    if line.cells or not _DIGIT.search(line.text):
        return
    text = masked_software(line.text, asked)
    named = MASK in text
    labelled = _PATTERNS.label_word.search(text.lower()) is not None
    if not (named or (topic and labelled)):
        return
    for pattern in sentence_patterns("extraction/version"):
        labels = pattern.strength > _RELEASED  # it contains a word for the latest version
        if (pattern.named and not named) or (labels and not labelled):
            continue
        for match in islice(pattern.regex.finditer(text), _MOST):
            clause = _clause(text, match)
            refused = _PATTERNS.not_in_a_label if labels else _PATTERNS.not_the_latest
            if not pattern.named and _of_another(text, match):
                continue
            if refused.search(clause) is None:
                yield from found_version(
                    document, line, text, match, (pattern.name, pattern.strength), asked, today
                )


def masked_software(text: str, asked: Wanted) -> str:
    """Return flattened text in which the software and the requested series are masked."""
    plain = flat(text)
    if flat(asked.software)[:2].lower() not in plain.lower():  # many lines, and much quicker
        return plain
    plain = masked(text, asked.software)
    glued = re.compile(rf"(?<![\w-]){re.escape(flat(asked.software))}(?=\d+\.\d)", re.IGNORECASE)
    plain = glued.sub(lambda match: MASK * len(match.group()), plain)
    if MASK in plain:
        plain = _PATTERNS.with_kind.sub(lambda match: MASK * len(match.group()), plain)
    if asked.series and MASK in plain:
        series = rf"({MASK}+)( {re.escape(asked.series)})(?![\d]|\.\d)"
        plain = re.sub(series, lambda match: MASK * len(match.group()), plain)
    return plain


def _clause(text: str, match: re.Match[str]) -> str:
    """Return the clause around a match."""
    start = max(text.rfind(mark, 0, match.start()) for mark in (". ", "; ", "! ", "? ", " | "))
    ends = [
        end
        for end in (text.find(mark, match.end()) for mark in (". ", "; ", ", ", " | ", "! ", ") "))
        if end >= 0
    ]
    return text[max(start, match.start() - 80, 0) : min([*ends, match.end() + 50])]


def _of_another(text: str, match: re.Match[str]) -> bool:
    """Return whether a label without the software's name refers to different software."""
    inside = re.search(
        r"(?:version|release)s? (?:of|for) (?:the )?([^\s,.:]+)", match.group(), re.IGNORECASE
    )
    before = re.search(
        r"([A-Z][\w.+#-]{1,30})(?:'s)? $", text[max(0, match.start() - 34) : match.start()]
    )
    return inside is not None or (
        before is not None
        and before.group(1).lower() not in ("the", "our", "its", "download", "get", "stable")
    )


def found_version(
    document: Document,
    line: Line,
    text: str,
    match: re.Match[str],
    pattern: tuple[str, float],
    asked: Wanted,
    today: date,
) -> Iterator[Mention]:
    """Yield the version in a match of `NUMBER` if it is stable, released and as requested."""
    number = match["number"]
    start = match.start("number")
    if is_prerelease(match, text) or not is_a_version(number, text, start):
        return
    if heads_a_branch(flat(line.heading)):
        return
    lts = (
        bool(match["lts"])
        or number.endswith("LTS")
        or "LTS" in _clause(text, match)
        or "LTS" in line.heading
    )
    if not of_series(number, asked.series) or (asked.lts and not lts):
        return
    end = match.end("lts") if match["lts"] else match.end("number")
    released = _date_beside(text, match.end())
    if is_to_come(released, today):
        return
    yield seen(
        document,
        line,
        line.text[start:end].replace("(", "").replace(")", "").replace(",", ""),
        *pattern,
        released,
    )


def _date_beside(text: str, end: int) -> str:
    """Return the release date that follows a version in its clause, or ""."""
    after = re.match(r"[^.;|]{0,60}", text[end : end + 60])
    tail = text[end : end + 46] if after is None or " / " in text[end : end + 6] else after.group()
    found = find_dates(tail)
    return found[0].iso if found and len(found[0].iso) > 4 else ""


# --- Versions shown as data: infoboxes, tables, release pages, package registries


def version_rows(
    document: Document, line: Line, asked: Wanted, today: date, *, topic: bool
) -> Iterator[Mention]:
    """Yield the version in a row of an infobox or a release table."""
    if not line.cells or (not topic and not masked(line.heading, asked.software).count(MASK)):
        return
    if len(line.cells) == 2:
        label = flat(line.cells[0]).strip(" :*").casefold()
        label = re.sub(r"\(s\)|\[[^\]]*\]|\([^)]*\)", "", label).strip()
        if not _PATTERNS.labels.match(label):
            return
        strength = (
            0.6 if label in ("version", "release", "software version", "version number") else 0.93
        )
        yield from _cell(document, line, line.cells[1], strength, asked, today)
        return
    row = " ".join(line.cells)
    if _PATTERNS.not_current.search(row):
        return
    status = any(_PATTERNS.status.fullmatch(cell.strip()) for cell in line.cells)
    told = Line(
        line.place, line.raw, line.text, f"{line.heading} LTS" if "LTS" in row else line.heading
    )
    for column, cell in zip(line.header, line.cells, strict=False):
        name = folded_name(column)
        if name in _COLUMNS or (status and name in ("version", "release", "release version")):
            yield from _cell(document, told, cell, 0.8, asked, today)


_COLUMNS = frozenset(
    (
        "latest", "latest release", "latest version", "current version", "stable release",
        "latest patch", "latest stable release", "latest stable version", "latest stable",
    )
)  # fmt: skip


def _cell(
    document: Document, line: Line, cell: str, strength: float, asked: Wanted, today: date
) -> Iterator[Mention]:
    text = flat(cell)
    for match in _PATTERNS.number.finditer(text):
        found = list(
            found_version(
                document,
                Line(line.place, line.raw, cell, line.heading),
                text,
                match,
                ("row of the latest version", strength),
                asked,
                today,
            )
        )
        if found:
            yield found[0]
            if not asked.lts:
                return


def version_title(document: Document, line: Line, asked: Wanted, today: date) -> Iterator[Mention]:
    """Yield the version in the title of a release page on the project's own site or a code host."""
    if line.place != "title" or _PATTERNS.not_in_a_label.search(line.text):
        return
    if re.search(
        r"\bdocumentation|\bdocs\b|tutorial|manual|what's new|release notes|changelog",
        flat(line.text),
        re.IGNORECASE,
    ):
        return
    text = masked_software(line.text, asked)
    domain = registrable_domain(document.url)
    hosted = (
        domain in ("github.com", "gitlab.com")
        and "/releases" in document.url
        and folded_name(asked.software).replace(" ", "")
        in folded_name(document.url).replace(" ", "")
    )
    for index, regex in enumerate(_PATTERNS.all("release_titles")):
        match = regex.match(text)
        if match is None or (index == 0 and not hosted and MASK not in match.group()):
            continue
        yield from found_version(
            document,
            line,
            text,
            match,
            ("title of a release", 0.8 if hosted else 0.65),
            asked,
            today,
        )
        return


def release_heading(
    document: Document, line: Line, asked: Wanted, today: date
) -> Iterator[Mention]:
    """Yield the versions in the headings of a project's release page."""
    if (
        line.place != "text"
        or line.cells
        or not re.search(r"/releases?/?$|/downloads?/?$|/dl/?$", document.url)
    ):
        return
    if not masked_software(f"{document.title} {document.url}", asked).count(MASK):
        return
    text = masked_software(line.text, asked)
    match = _PATTERNS.heading_of_release.match(text)
    if match is not None:
        yield from found_version(
            document, line, text, match, ("heading of a release", 0.72), asked, today
        )


def version_of_package(
    document: Document, line: Line, asked: Wanted, today: date
) -> Iterator[Mention]:
    """Yield the version that a package registry shows for the package."""
    if (
        line.place not in ("snippet", "text")
        or registrable_domain(document.url) not in _WORDS.registries
    ):
        return
    if not about(document, asked.software):
        return
    text = masked_software(line.text, asked)
    match = _PATTERNS.package_with_version.match(text)
    if match is not None:
        yield from found_version(
            document, line, text, match, ("package registry", 0.9), asked, today
        )


def versions_in_data(document: Document, asked: Wanted, today: date) -> Iterator[Mention]:
    """Yield the version in structured data about the software."""
    for thing in things(document):
        if folded_name(thing.name) != folded_name(asked.software) and not about(
            document, asked.software
        ):
            continue
        if "Application" not in thing.kind and "Software" not in thing.kind:
            continue
        text = thing.first("softwareVersion", "version")
        match = _PATTERNS.number.match(text)
        if match is not None:
            line = Line("data", thing.line.raw, text)
            for found in found_version(
                document, line, text, match, ("version in data", 0.85), asked, today
            ):
                released = iso_day(thing.first("dateModified", "datePublished"))
                yield seen(
                    document,
                    line,
                    found.value,
                    found.pattern,
                    found.strength,
                    found.date if found.date != document.date[:10] else released,
                )
