"""Find the current holder, never a former one, of an office, championship or record."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

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
from desktop_agent.evidence.trust import host_of

_FILE = "extraction/title_holder"
_WORDS = Words(_FILE)
_PATTERNS = Patterns(_FILE)

_MOST = 4
"""Maximum number of matches for a pattern per sentence. A sentence with more is not prose."""


class _Entry(NamedTuple):
    name: str
    when: str
    line: Line


def find_holders(reading: Reading, document: Document, today: date) -> Iterator[Mention]:
    """Yield the people whom a document names as current holders of the office, title or record."""
    office = office_of(reading)
    told = f"{document.title} \n{document.snippet} \n{document.text[:30_000]}"
    if not speaks_of(told, office):
        return
    host, title = host_of(document.url), flat(document.title)
    if office.place and is_elsewhere(office.place, host, title, flat(told)):
        return
    topic = bool(office.of) and (about(document, office.of) or is_office_page(document, office))
    roles = role_names(office.role)
    of = [word[:5] for word in name_words(office.of) if len(word) > 2]
    in_rows = has_any((*roles, *of, *table(_FILE)["holder_keys"]))
    lines = relevant_lines(document, has_any(roles), in_rows)
    finder = _Holders(document, office, topic=topic)
    yield from finder.by_year(lines, today)
    for line in lines:
        yield from finder.in_row(line) if line.cells else finder.in_sentence(line)
    yield from finder.in_data()


class _Holders:
    """Finds current holders in one document.

    ``topic`` is true if the document is about the organisation or the office.
    """

    def __init__(self, document: Document, office: Office, *, topic: bool) -> None:
        self._document = document
        self._office = office
        self._topic = topic

    def _masked(self, text: str) -> str:
        return masked_office(text, self._office)

    # --- Infoboxes, leadership tables, lists, JSON-LD

    def in_row(self, line: Line) -> Iterator[Mention]:
        heading = self._masked(f"{line.heading} \u241f {self._document.title}")
        of_office = OFFICE in heading
        of_body = self._topic or MASK in heading or not self._office.of
        cells = set(filter(None, line.cells))
        if len(cells) == 1 and of_office:  # Incumbent Jane Roe since 2020
            cell = cells.pop()
            text = re.sub(r"<br ?/?>", lambda match: " " * len(match.group()), self._masked(cell))
            match = _PATTERNS.across.match(text.rstrip(" "))
            if match and (name := _person_at(cell, match)):
                yield seen(self._document, line, name, "row of the holder", 0.9)
        elif len(line.cells) == 2:
            for name, strength in self._pair(line, of_office=of_office, of_body=of_body):
                if name:
                    yield seen(self._document, line, name, "row of the holder", strength)

    def _pair(self, line: Line, *, of_office: bool, of_body: bool) -> Iterator[tuple[str, float]]:
        label, cell = map(self._masked, line.cells)
        label = label.strip(" :*")
        if _PATTERNS.leaving.search(self._masked(" \u241f ".join(line.cells))):
            return
        if _PATTERNS.not_now.search(label.replace("current", "")):
            return
        if (of_office and _PATTERNS.holder_row.fullmatch(label.casefold())) or (
            of_body and _PATTERNS.office_label.fullmatch(label)
        ):
            if match := _PATTERNS.first_person.match(cell):
                yield _person_at(line.cells[1], match), 0.93
        elif of_body and _PATTERNS.people_row.fullmatch(label.casefold()):
            for match in _PATTERNS.person_with_roles.finditer(cell):
                if _holds_now(match["roles"]):
                    yield _person_at(line.cells[1], match), 0.9

    def in_data(self) -> Iterator[Mention]:
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

    # --- Tables by year or discipline: champions, records

    def by_year(self, lines: Sequence[Line], today: date) -> Iterator[Mention]:
        """Yield the holder in the newest row of each table.

        Nothing is yielded unless the page title names the office.
        """
        role = self._office.role
        if not _PATTERNS.title.search(role) or not names_office(self._document.title, self._office):
            return
        tables: dict[tuple[str, tuple[str, ...]], list[_Entry]] = {}
        for line in lines:
            entry = _entry(line)
            if entry is not None and not later(entry.when, today.isoformat()):
                tables.setdefault((line.heading, line.header), []).append(entry)
        for entries in tables.values():
            newest = max(entries, key=lambda entry: entry.when)
            same = {entry.name for entry in entries if entry.when == newest.when}
            if len(entries) > 1 and len(same) == 1:
                # a record lasts until it is broken, so the day it was set does not date the page
                when = "" if "record" in role.casefold() else newest.when
                yield seen(self._document, newest.line, newest.name, "newest of a list", 0.78, when)

    # --- Sentences

    def in_sentence(self, line: Line) -> Iterator[Mention]:
        text = masked_office(line.text, self._office, topic=self._topic)
        if OFFICE not in text and LONE not in text and not (ROLE in text and MASK in text):
            return
        headline = line.place == "title" or title_case(line.text)
        low = text.lower()
        for pattern in sentence_patterns(_FILE):
            if pattern.needs.search(low) is None:
                continue
            for match in islice(pattern.regex.finditer(text), _MOST):
                if _refused(text, match, pattern):
                    continue
                value = _value(line.text, text, match, headline=headline)
                if not value or _says_farewell(self._document.title, value):
                    continue
                strength = pattern.strength - (0.25 if headline and "before" in pattern.name else 0)
                strength -= 0.08 if LONE in match.group() else 0
                if " " not in value and not _PATTERNS.teams.search(self._office.role):
                    strength -= 0.3
                if _PATTERNS.provisional.search(text[max(0, match.start() - 20) : match.end()]):
                    strength = min(strength, 0.62)
                yield seen(self._document, line, value, pattern.name, strength, _as_of(text))


def _person_at(cell: str, match: re.Match[str]) -> str:
    return cleaned_person(cell[match.start("value") : match.end("value")])


def _holds_now(roles: str) -> bool:
    return bool(_PATTERNS.any_office.search(roles)) and not _PATTERNS.not_now.search(roles)


def _entry(line: Line) -> _Entry | None:
    if len(line.cells) < 3 or not line.header:
        return None
    name = when = ""
    for column, cell in zip(line.header, line.cells, strict=False):
        words = set(folded_name(column).split())
        if not name and words & _WORDS.person_column:
            name = _person(cell)
        elif words & _WORDS.date_column:
            found = find_dates(flat(cell))
            when = found[0].iso if found else when
    return _Entry(name, when, line) if name and when else None


def _person(cell: str) -> str:
    match = _PATTERNS.name.match(flat(cell))
    name = cleaned_person(cell[match.start(1) : match.end(1)]) if match else ""
    return " ".join(
        word.capitalize() if word.isupper() and len(word) > 3 else word for word in name.split()
    )


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

    Former, future and outgoing holders do not count as current.
    """
    before = re.split(r"[.;:!?] ", text[max(0, match.start() - 28) : match.start()])[-1]
    after = text[match.end() : match.end() + 16]
    return bool(
        _PATTERNS.not_now.search(match["gap"])
        or _PATTERNS.not_yet.match(after)
        or _PATTERNS.former_before.search(before)
        or _PATTERNS.ended.match(text, match.end())
        or _PATTERNS.ended.match(text, match.end("value"))
        or _body_goes_on(text, match, pattern)
        or _PATTERNS.to_come.search(text[max(0, match.start() - 12) : match.end()])
        or (not pattern.takes_over and _PATTERNS.leaving.search(text))
    )


def _body_goes_on(text: str, match: re.Match[str], pattern: SentencePattern) -> bool:
    """Return whether the organisation's name continues, as in ``CEO of Amazon Web Services``.

    It is then the name of a different organisation.
    """
    if text[match.end() - 1] not in (OFFICE, ROLE):
        return False
    after = re.match(r" ([A-Z][a-z]+)(?= [A-Z]| *[,.]|$)", text[match.end() : match.end() + 30])
    return after is not None and pattern.name != "title before a name" and not title_case(text)


def _value(raw: str, text: str, match: re.Match[str], *, headline: bool) -> str:
    start, end = match.span("value")
    lead = _PATTERNS.leads.match(text[start:end])
    if lead is not None:
        start += lead.end()
    if _PATTERNS.honoured.match(text, start) and text[start:end].count(" ") > 3:
        more = _PATTERNS.more_names.match(text, end)
        end = more.end() if more else end
    words = raw[start:end]
    if re.search(r"['\u2019]s$", words):  # the Alliance's top official
        return ""
    name = cleaned_person(words)
    ended = end == len(text) or re.match(r"[\w' ]{0,3}(?:$|[,.;:|(-])", text[end : end + 4])
    if headline and len(name.split()) > 2 and not ended:
        kept = re.match(r"\S+(?: (?:de|da|van|von|der|den|la|le|di|el|al|bin)){0,3} \S+", name)
        name = kept.group() if kept else name
    return name
