"""Find the current holder, never a former one, of an office, championship or record."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice

from desktop_agent.core.network import host_of
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
    is_elsewhere,
    is_office_page,
    masked_office,
    names_office,
    office_of,
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

_MOST = 4
"""Maximum number of matches for a pattern per sentence. A sentence with more is not prose."""


def find_holders(reading: Reading, document: Document, today: date) -> Iterator[Mention]:
    """Yield the people whom a document names as current holders of the office, title or record."""
    office = office_of(reading)
    told = f"{document.title} \n{document.snippet} \n{document.text[:30_000]}"
    if not speaks_of(told, office):
        return
    host, title = host_of(document.url), flat(document.title)
    if office.place and is_elsewhere(office.place, host, title, flat(told)):
        return
    yield from _Holders(document, office, today).found()


class _Holders:
    """Finds current holders in one document."""

    def __init__(self, document: Document, office: Office, today: date) -> None:
        self._document = document
        self._office = office
        self._today = today.isoformat()
        self._topic = bool(office.of) and (
            about(document, office.of) or is_office_page(document, office)
        )

    def found(self) -> Iterator[Mention]:
        roles = role_names(self._office.role)
        of = [word[:5] for word in name_words(self._office.of) if len(word) > 2]
        in_rows = has_any((*roles, *of, *table(_FILE)["holder_keys"]))
        lines = relevant_lines(self._document, has_any(roles), in_rows)
        yield from self._by_year(lines)
        for line in lines:
            yield from self._in_row(line) if line.cells else self._in_sentence(line)
        yield from self._in_data()

    def _masked(self, text: str) -> str:
        return masked_office(text, self._office)

    # --- Infoboxes, leadership tables, lists, JSON-LD

    def _in_row(self, line: Line) -> Iterator[Mention]:
        heading = self._masked(f"{line.heading} \u241f {self._document.title}")
        of_office = OFFICE in heading
        cells = set(filter(None, line.cells))
        names: list[str] = []
        if len(cells) == 1 and of_office:  # Incumbent Jane Roe since 2020
            cell = cells.pop()
            text = re.sub(r"<br ?/?>", lambda match: " " * len(match.group()), self._masked(cell))
            names = _people(_PATTERNS.across.match(text.rstrip(" ")), cell)
        elif len(line.cells) == 2:
            of_body = self._topic or MASK in heading or not self._office.of
            names = self._pair(line, of_office=of_office, of_body=of_body)
        for name in filter(None, names):
            yield seen(self._document, line, name, "row of the holder", 0.92)

    def _pair(self, line: Line, *, of_office: bool, of_body: bool) -> list[str]:
        """Return the current holders in a row with a label."""
        label, cell = map(self._masked, line.cells)
        label = label.strip(" :*")
        left = _PATTERNS.leaving.search(self._masked(" \u241f ".join(line.cells)))
        if left or _PATTERNS.not_now.search(label.replace("current", "")):
            return []
        if (of_office and _PATTERNS.holder_row.fullmatch(label.casefold())) or (
            of_body and _PATTERNS.office_label.fullmatch(label)
        ):
            return _people(_PATTERNS.first_person.match(cell), line.cells[1])
        if not (of_body and _PATTERNS.people_row.fullmatch(label.casefold())):
            return []
        people = _PATTERNS.person_with_roles.finditer(cell)
        return [
            name
            for match in people
            if _holds_now(match["roles"])
            for name in _people(match, line.cells[1])
        ]

    def _in_data(self) -> Iterator[Mention]:
        """Yield the people whose job title in structured data is the office."""
        for thing in things(self._document):
            name = cleaned_person(thing.name) if thing.kind == "Person" and thing.name else ""
            bodies = ("worksFor.name", "worksFor", "affiliation.name", "memberOf.name")
            for title in thing.all("jobTitle", "hasOccupation.name", "roleName") if name else ():
                text = self._masked(f"{title}, {' '.join(thing.all(*bodies))}")
                whole = self._masked(title)
                of_body = MASK in text.partition(",")[2] or not self._office.of
                if _holds_now(whole) and (OFFICE in whole or of_body):
                    yield seen(self._document, thing.line, name, "person in data", 0.85)

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
            for match in islice(pattern.regex.finditer(text), _MOST):
                value = "" if _refused(text, match, pattern) else _value(line.text, text, match)
                if not value or _says_farewell(self._document.title, value):
                    continue
                strength = pattern.strength - (0.25 if headline and "before" in pattern.name else 0)
                strength -= 0.08 if LONE in match.group() else 0
                strength -= 0.3 if " " not in value else 0  # a surname at most
                yield seen(self._document, line, value, pattern.name, strength, _as_of(text))


def _people(match: re.Match[str] | None, cell: str) -> list[str]:
    return [cleaned_person(cell[slice(*match.span("value"))])] if match else []


def _holds_now(roles: str) -> bool:
    return bool(_PATTERNS.any_office.search(roles)) and not _PATTERNS.not_now.search(roles)


def _entry(line: Line) -> tuple[str, str]:
    """Return the person and the date in a row of a table, or "" for what it lacks."""
    name = when = ""
    for column, cell in zip(line.header, line.cells, strict=False):
        words = set(folded_name(column).split())
        if not name and words & _WORDS.person_column:
            name = next(iter(_people(_PATTERNS.first_person.match(flat(cell)), cell)), "")
        elif words & _WORDS.date_column and (found := find_dates(flat(cell))):
            when = found[0].iso
    return name, when


def _says_farewell(title: str, name: str) -> bool:
    """Return whether a page's title announces that the given person is leaving."""
    farewell = _PATTERNS.farewell.search(flat(title))
    return farewell is not None and folded_name(name).split()[-1] in folded_name(title).split()


def _as_of(text: str) -> str:
    """Return the date after "as of" in a sentence, or "" if there is none."""
    match = _PATTERNS.as_of.search(text)
    found = find_dates(text[match.end() : match.end() + 30]) if match else ()
    return found[0].iso if found else ""


def _refused(text: str, match: re.Match[str], pattern: SentencePattern) -> bool:
    """Return whether the person is not the current holder, or holds a different office.

    Former, future, provisional and outgoing holders do not count as current.
    """
    before = re.split(r"[.;:!?] ", text[max(0, match.start() - 28) : match.start()])[-1]
    around = text[max(0, match.start() - 20) : match.end()]
    return bool(
        _PATTERNS.not_now.search(match["gap"])
        or _PATTERNS.not_yet.match(text, match.end())
        or _PATTERNS.former_before.search(before)
        or _PATTERNS.ended.match(text, match.end())
        or _PATTERNS.ended.match(text, match.end("value"))
        or _PATTERNS.to_come.search(around)
        or (_PATTERNS.body_goes_on.match(text, match.end() - 1) and not title_case(text))
        or ("takes_over" not in pattern.marks and _PATTERNS.leaving.search(text))
    )


def _value(raw: str, text: str, match: re.Match[str]) -> str:
    """Return the name of the matched person, with all words of an honourable's long name."""
    start, end = match.span("value")
    if _PATTERNS.honoured.match(text, start) and text[start:end].count(" ") > 3:
        more = _PATTERNS.more_names.match(text, end)
        end = more.end() if more else end
    words = raw[start:end]
    # the Alliance's top official is nobody's name
    return "" if re.search(r"['\u2019]s$", words) else cleaned_person(words)
