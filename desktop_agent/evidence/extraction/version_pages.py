"""Versions where a page shows them as data: infoboxes, tables, release pages, package registries."""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache

from desktop_agent.evidence.extraction.dates import iso_day
from desktop_agent.evidence.extraction.domains import registrable_domain
from desktop_agent.evidence.extraction.facts import things
from desktop_agent.evidence.extraction.folding import flat, folded, word_set
from desktop_agent.evidence.extraction.mention import MASK, masked
from desktop_agent.evidence.extraction.relevance import about
from desktop_agent.evidence.extraction.sentences import Line, seen
from desktop_agent.evidence.extraction.version_numbers import NUMBER
from desktop_agent.evidence.extraction.versions import (
    NOT_IN_A_LABEL,
    Wanted,
    found_version,
    masked_software,
)
from desktop_agent.evidence.pack import Document, Sighting

_LABELS = re.compile(
    r"^(?:(?:latest|current|newest|last|stable|aktuelle|derniere|ultima|laatste|huidige)[ ](?:stable[ ])?(?:version|release|versie|versione|versao)(?:[ ]stable)?|stable|latest|version|software version|current version|"
    r"(?:stable|aktuelle|latest)[ ]release|version stable|derniere version(?: stable)?|version actuelle|ultima version(?: estable)?|ultima versione(?: stabile)?|ultima versao(?: estavel)?|versao estavel|latest release|final release|version number|release|lts|latest lts|latest patch|latest patch version)$"
)


def version_rows(
    document: Document, line: Line, asked: Wanted, today: date, *, topic: bool
) -> Iterator[Sighting]:
    """Gives the version in a row of an infobox or a table of releases."""
    if not line.cells or (not topic and not masked(line.heading, asked.software).count(MASK)):
        return
    if len(line.cells) == 2:
        label = flat(line.cells[0]).strip(" :*").casefold()
        label = re.sub(r"\(s\)|\[[^\]]*\]|\([^)]*\)", "", label).strip()
        if not _LABELS.match(label):
            return
        strength = (
            0.6 if label in ("version", "release", "software version", "version number") else 0.93
        )
        yield from _cell(document, line, line.cells[1], strength, asked, today)
        return
    row = " ".join(line.cells)
    if _NOT_CURRENT.search(row):
        return
    status = any(_STATUS.fullmatch(cell.strip()) for cell in line.cells)
    told = Line(
        line.place, line.raw, line.text, f"{line.heading} LTS" if "LTS" in row else line.heading
    )
    for column, cell in zip(line.header, line.cells, strict=False):
        name = folded(column)
        if name in _COLUMNS or (status and name in ("version", "release", "release version")):
            yield from _cell(document, told, cell, 0.8, asked, today)


_STATUS = re.compile(
    r"(?:active |current |latest )?(?:lts|current|latest|stable|latest stable|supported)(?: release| version)?",
    re.IGNORECASE,
)
_NOT_CURRENT = re.compile(
    r"end of life|unsupported|pre-?release|eol\b|planned|in development|no longer|maintenance",
    re.IGNORECASE,
)
_COLUMNS = frozenset(
    (
        "latest", "latest release", "latest version", "current version", "stable release",
        "latest patch", "latest stable release", "latest stable version", "latest stable",
    )
)  # fmt: skip


def _cell(
    document: Document, line: Line, cell: str, strength: float, asked: Wanted, today: date
) -> Iterator[Sighting]:
    text = flat(cell)
    for match in _number().finditer(text):
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


@cache
def _number() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w.]){NUMBER}")


_REGISTRIES = word_set(
    "pypi.org npmjs.com crates.io rubygems.org packagist.org nuget.org pub.dev hex.pm metacpan.org cran.r-project.org r-project.org"
)


@cache
def _release_titles() -> tuple[re.Pattern[str], ...]:
    return tuple(
        re.compile(source, re.IGNORECASE)
        for source in (
            rf"^release (?:{MASK}+[ -]?)?(?:version )?{NUMBER}(?=\W|$)",
            rf"^(?:download |get )?{MASK}+ ?(?:version |release |v\.? ?)?{NUMBER} ?(?:release|released|final|is now|now available|available|-|\||$|download)",
            rf"^(?:{MASK}+ release )?{MASK}+ (?:version )?{NUMBER}(?= *(?:$|[|\u00b7-]))",
        )
    )


def version_title(document: Document, line: Line, asked: Wanted, today: date) -> Iterator[Sighting]:
    """Gives the version of a release page by its title: the project's own, or one of a code host."""
    if line.place != "title" or NOT_IN_A_LABEL.search(line.text):
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
        and folded(asked.software).replace(" ", "") in folded(document.url).replace(" ", "")
    )
    for index, regex in enumerate(_release_titles()):
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
) -> Iterator[Sighting]:
    """Gives the versions that head the entries of a project's page of releases."""
    if (
        line.place != "text"
        or line.cells
        or not re.search(r"/releases?/?$|/downloads?/?$|/dl/?$", document.url)
    ):
        return
    if not masked_software(f"{document.title} {document.url}", asked).count(MASK):
        return
    text = masked_software(line.text, asked)
    match = re.match(
        rf"(?:{MASK}+[ -]?)?(?:version |release )?{NUMBER}(?:-stable|-final)?(?: latest)?(?: \(?released\b.*)?$",
        text,
        re.IGNORECASE,
    )
    if match is not None:
        yield from found_version(
            document, line, text, match, ("heading of a release", 0.72), asked, today
        )


def version_of_package(
    document: Document, line: Line, asked: Wanted, today: date
) -> Iterator[Sighting]:
    """Gives the version that a package registry shows for the package."""
    if line.place not in ("snippet", "text") or registrable_domain(document.url) not in _REGISTRIES:
        return
    if not about(document, asked.software):
        return
    text = masked_software(line.text, asked)
    match = re.match(rf"^#? ?{MASK}+ (?:v)?{NUMBER}(?=\W|$)", text)
    if match is not None:
        yield from found_version(
            document, line, text, match, ("package registry", 0.9), asked, today
        )


def versions_in_data(document: Document, asked: Wanted, today: date) -> Iterator[Sighting]:
    """Gives the version in structured data about the software."""
    for thing in things(document):
        if folded(thing.name) != folded(asked.software) and not about(document, asked.software):
            continue
        if "Application" not in thing.kind and "Software" not in thing.kind:
            continue
        text = thing.first("softwareVersion", "version")
        match = _number().match(text)
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
