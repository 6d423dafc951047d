"""Find the current holder, never a former one, of an office, championship or record."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import date

from desktop_agent.evidence.extraction.document_lines import (
    Line,
    SentencePattern,
    has_any,
    relevant_lines,
    seen,
    sentence_patterns,
    things,
)
from desktop_agent.evidence.extraction.offices import (
    LONE,
    OFFICE,
    ROLE,
    Office,
    masked_office,
    names_office,
    office_of,
    place_pattern,
    role_names,
    speaks_of,
)
from desktop_agent.evidence.extraction.relevance import about
from desktop_agent.evidence.records import Document, Mention, Reading
from desktop_agent.evidence.text.dates import find_dates, later
from desktop_agent.evidence.text.fold import flat, folded_name, name_words
from desktop_agent.evidence.text.names import MASK, cleaned_person, title_case
from desktop_agent.evidence.text.wordings import Patterns, Words, table

_FILE = "extraction/title_holder"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)


def find_holders(reading: Reading, document: Document, today: date) -> Iterator[Mention]:
    """Yield the people whom a document names as current holders of the office, title or record.

    A page that announces a farewell yields nothing. If the question mentions a country, the page's
    title must name it.
    """
    office, title = office_of(reading), flat(document.title)
    elsewhere = office.place and not place_pattern(office.place).search(title)
    told = f"{document.title} \n{document.snippet} \n{document.text[:30_000]}"
    if not elsewhere and not _PATTERNS.farewell.search(title) and speaks_of(told, office):
        yield from _Holders(document, office, today).found()


class _Holders:
    """Finds current holders in one document."""

    def __init__(self, document: Document, office: Office, today: date) -> None:
        self._document = document
        self._office = office
        self._today = today.isoformat()
        self._topic = bool(office.of) and (
            about(document, office.of) or names_office(document.title, office)
        )

    def found(self) -> Iterator[Mention]:
        roles = role_names(self._office.role)
        of = [word[:5] for word in name_words(self._office.of) if len(word) > 2]
        in_rows = has_any((*roles, *of, *table(_FILE)["holder_keys"]))
        lines = relevant_lines(self._document, has_any(roles), in_rows)
        yield from self._by_year(lines)
        for line in (*lines, *_people_in_data(self._document)):
            yield from self._in_row(line) if line.cells else self._in_sentence(line)

    def _masked(self, text: str) -> str:
        return masked_office(text, self._office)

    # --- Infoboxes, leadership tables, lists

    def _in_row(self, line: Line) -> Iterator[Mention]:
        cells = list(dict.fromkeys(filter(None, line.cells)))
        if len(cells) == 1 and (both := _PATTERNS.across.match(self._masked(cells[0]))):
            cells = [cells[0][: both.end("label")], cells[0][both.start("value") :]]
        if len(cells) != 2 or _PATTERNS.leaving.search(self._masked(" ".join(cells))):
            return
        label, cell = map(self._masked, cells)
        for person in self._people(line, label.strip(" :*"), cell):
            if name := cleaned_person(cells[1][slice(*person.span("value"))]):
                yield seen(self._document, line, name, "row of the holder", 0.92)

    def _people(self, line: Line, label: str, cell: str) -> list[re.Match[str]]:
        """Return the current holders in a masked cell, judging by its label or their roles."""
        if _PATTERNS.not_now.search(label.replace("current", "")):
            return []
        heading = self._masked(f"{line.heading} \u241f {self._document.title}")
        of_body = self._topic or MASK in heading or not self._office.of
        if (OFFICE in heading and _PATTERNS.holder_row.fullmatch(label.casefold())) or (
            of_body and _PATTERNS.office_label.fullmatch(label)
        ):
            first = _PATTERNS.first_person.match(cell)
            return [first] if first else []
        if not (of_body and _PATTERNS.people_row.fullmatch(label.casefold())):
            return []
        people = _PATTERNS.person_with_roles.finditer(cell)
        return [each for each in people if _holds_now(each["roles"])]

    def _by_year(self, lines: Sequence[Line]) -> Iterator[Mention]:
        """Yield the holder in the newest row of each table of champions or records.

        Nothing is yielded unless the page title names the office.
        """
        role = self._office.role
        if not _PATTERNS.title.search(role) or not names_office(self._document.title, self._office):
            return
        tables: dict[tuple[str, tuple[str, ...]], list[tuple[str, str, Line]]] = {}
        for line in lines:
            name, when = _entry(line)
            if name and when and not later(when, self._today):
                tables.setdefault((line.heading, line.header), []).append((when, name, line))
        for entries in tables.values():
            when, name, line = max(entries, key=lambda entry: entry[0])
            same = {entry[1] for entry in entries if entry[0] == when}
            if len(entries) > 1 and len(same) == 1:
                # a record lasts until it is broken, so the day it was set does not date the page
                day = "" if "record" in role.casefold() else when
                yield seen(self._document, line, name, "newest of a list", 0.78, day)

    # --- Sentences

    def _in_sentence(self, line: Line) -> Iterator[Mention]:
        text = masked_office(line.text, self._office, topic=self._topic)
        if OFFICE not in text and LONE not in text and not (ROLE in text and MASK in text):
            return
        headline = line.place == "title" or title_case(line.text)
        low = text.lower()
        for pattern in sentence_patterns(_FILE):
            if pattern.needs.search(low) is None:
                continue
            for match in pattern.regex.finditer(text):
                value = cleaned_person(line.text[slice(*match.span("value"))])
                if not value or _refused(text, match, pattern):
                    continue
                strength = pattern.strength - (0.25 if headline and "before" in pattern.name else 0)
                strength -= 0.08 if LONE in match.group() else 0
                strength -= 0.3 if " " not in value else 0  # a surname at most
                yield seen(self._document, line, value, pattern.name, strength, _as_of(text))


def _people_in_data(document: Document) -> Iterator[Line]:
    """Yield a sentence for each job of a person in structured data."""
    for thing in things(document):
        bodies = thing.all("worksFor.name", "worksFor", "affiliation.name", "memberOf.name")
        jobs = thing.all("jobTitle", "hasOccupation.name", "roleName")
        for job in jobs if thing.kind == "Person" else ():
            yield replace(
                thing.line, text=f"{thing.name} is the {job} of {bodies[0] if bodies else ''}"
            )


def _holds_now(roles: str) -> bool:
    return bool(_PATTERNS.any_office.search(roles)) and not _PATTERNS.not_now.search(roles)


def _entry(line: Line) -> tuple[str, str]:
    """Return the person and the date in a table row, each "" if missing."""
    name = when = ""
    for column, cell in zip(line.header, line.cells, strict=False):
        words = set(folded_name(column).split())
        if not name and words & _WORDS.person_column:
            first = _PATTERNS.first_person.match(flat(cell))
            name = cleaned_person(cell[slice(*first.span("value"))]) if first else ""
        elif words & _WORDS.date_column and (found := find_dates(flat(cell))):
            when = found[0].iso
    return name, when


def _as_of(text: str) -> str:
    """Return the date after "as of" in a sentence, or "" if there is none."""
    match = _PATTERNS.as_of.search(text)
    found = find_dates(text[match.end() : match.end() + 30]) if match else ()
    return found[0].iso if found else ""


def _refused(text: str, match: re.Match[str], pattern: SentencePattern) -> bool:
    """Return whether the person is not the current holder, or holds a different office.

    Former, future, provisional and outgoing holders do not count as current.
    """
    start, end = match.span()
    return bool(
        _PATTERNS.not_now.search(match["gap"])
        or _PATTERNS.former_before.search(text, max(0, start - 28), start)
        or _PATTERNS.to_come.search(text, max(0, start - 20), end)
        or _PATTERNS.ended.match(text, end)
        or _PATTERNS.ended.match(text, match.end("value"))
        or (_PATTERNS.body_goes_on.match(text, end - 1) and not title_case(text))
        or ("takes_over" not in pattern.marks and _PATTERNS.leaving.search(text))
    )
