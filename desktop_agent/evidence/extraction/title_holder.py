"""Extraction of the current holder of an office, post, championship or record.

Former holders are never extracted.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from desktop_agent.evidence.extraction.document_lines import (
    Line,
    SentencePattern,
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
)
from desktop_agent.evidence.records import Document, Mention
from desktop_agent.evidence.text.dates import find_dates, later
from desktop_agent.evidence.text.fold import flat, folded_name, name_words
from desktop_agent.evidence.text.names import MASK, cleaned_person, title_case
from desktop_agent.evidence.text.wordings import Patterns, Words

_WORDS = Words("extraction/title_holder")
_PATTERNS = Patterns("extraction/title_holder")

# --- Phrases about people who do not hold an office now: former, prospective, acting


def says_farewell(title: str, name: str) -> bool:
    """Return whether a page's title announces the departure of the person it names."""
    return (
        _PATTERNS.farewell.search(flat(title)) is not None
        and folded_name(name).split()[-1] in folded_name(title).split()
    )


# --- Holders shown as data: infoboxes, leadership tables, lists, JSON-LD


def holder_rows(
    office: Office, document: Document, line: Line, *, topic: bool
) -> Iterator[Mention]:
    """Yield the holder in a row of an infobox, a leadership table or a list of holders."""
    if not line.cells:
        return
    text = masked_office(" \u241f ".join(line.cells), office)
    heading = masked_office(f"{line.heading} \u241f {document.title}", office)
    about_office = OFFICE in heading
    about_body = topic or MASK in heading or not office.of
    if len(set(filter(None, line.cells))) == 1 and about_office:
        yield from _across(office, document, line)
    elif len(line.cells) == 2 and _PATTERNS.leaving.search(text) is None:
        yield from _pair(office, document, line, about_office=about_office, about_body=about_body)
    elif len(line.cells) > 2:
        yield from _wide(office, document, line, about_office=about_office, about_body=about_body)


def _across(office: Office, document: Document, line: Line) -> Iterator[Mention]:
    """Yield the holder in a single infobox cell such as ``Incumbent Jane Roe since 2020``."""
    cell = next(filter(None, line.cells))
    text = re.sub(r"<br ?/?>", lambda match: " " * len(match.group()), masked_office(cell, office))
    for match in filter(None, (_PATTERNS.across.match(re.sub(r" +$", "", text)),)):
        name = cleaned_person(cell[match.start("value") : match.end("value")])
        if name:
            yield seen(document, line, name, "row of the holder", 0.9)


def _pair(
    office: Office, document: Document, line: Line, *, about_office: bool, about_body: bool
) -> Iterator[Mention]:
    label, cell = (
        masked_office(line.cells[0], office).strip(" :*"),
        masked_office(line.cells[1], office),
    )
    if _PATTERNS.not_now.search(label.replace("current", "")):
        return
    if (about_office and _PATTERNS.holder_row.fullmatch(label.casefold())) or (
        about_body and _PATTERNS.office_label.fullmatch(label)
    ):
        match = _PATTERNS.first_person.match(cell)
        name = (
            cleaned_person(line.cells[1][match.start("value") : match.end("value")])
            if match
            else ""
        )
        if name:
            yield seen(document, line, name, "row of the holder", 0.93)
    elif about_body and _PATTERNS.people_row.fullmatch(label.casefold()):
        for match in _PATTERNS.person_with_roles.finditer(cell):
            if _PATTERNS.any_office.search(match["roles"]) and not _PATTERNS.not_now.search(
                match["roles"]
            ):
                name = cleaned_person(line.cells[1][match.start("value") : match.end("value")])
                if name:
                    yield seen(document, line, name, "row of the holder", 0.9)


def _wide(
    office: Office, document: Document, line: Line, *, about_office: bool, about_body: bool
) -> Iterator[Mention]:
    cells = line.cells
    present = about_office and any(_PATTERNS.present.fullmatch(cell.strip()) for cell in cells)
    named = [masked_office(cell, office) for cell in cells]
    role = any(
        _PATTERNS.office_cell.fullmatch(cell) and not _PATTERNS.not_now.search(cell)
        for cell in named
    )
    if not present and not (about_body and role):
        return
    if not present and _PATTERNS.leaving.search(" ".join(cells)):
        return
    for cell, text in zip(cells, named, strict=True):
        match = _PATTERNS.first_person.match(text)
        if match is None or find_dates(text[: match.end() + 6]):
            continue
        name = cleaned_person(cell[match.start("value") : match.end("value")])
        if name and (" " in name or about_office):
            yield seen(document, line, name, "table of holders", 0.85)
            return


def holders_in_data(office: Office, document: Document) -> Iterator[Mention]:
    """Yield the people whose job title in structured data is the office."""
    for thing in things(document):
        if thing.kind != "Person" or not thing.name:
            continue
        for title in thing.all("jobTitle", "hasOccupation.name", "roleName"):
            bodies = " ".join(
                thing.all("worksFor.name", "worksFor", "affiliation.name", "memberOf.name")
            )
            text = masked_office(f"{title}, {bodies}", office)
            whole = masked_office(title, office)
            if _PATTERNS.not_now.search(whole) or _PATTERNS.any_office.search(whole) is None:
                continue
            if OFFICE in whole or MASK in text.partition(",")[2] or not office.of:
                name = cleaned_person(thing.name)
                if name:
                    yield seen(document, thing.line, name, "person in data", 0.85)


# --- Holders in tables by year or discipline: champions, records


class _Entry(NamedTuple):
    name: str
    when: str
    line: Line


def holders_by_year(
    office: Office, document: Document, lines: Sequence[Line], today: date
) -> Iterator[Mention]:
    """Yield the holder in a table's newest row, on a page titled with the title or record."""
    if not _PATTERNS.title.search(office.role) or not names_office(document.title, office):
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
            # a record stands until it is broken: the day it was set does not date the page
            when = "" if "record" in office.role.casefold() else newest.when
            yield seen(document, newest.line, newest.name, "newest of a list", 0.78, when)


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


def record_rows(office: Office, document: Document, lines: Sequence[Line]) -> Iterator[Mention]:
    """Yield a record's holder from a table of disciplines under headings (``Men``, ``Women``)."""
    if not office.of or "record" not in folded_name(office.role):
        return
    wanted = _content(office.of)
    section = ""
    for line in lines:
        if line.heading and not line.cells:
            section = line.heading
        if len(line.cells) < 3 or not line.header:
            continue
        if "record" not in folded_name(f"{document.title} {section} {line.heading}"):
            continue
        said = _content(f"{line.heading} {line.cells[0]}")
        if not wanted <= said or not _content(line.cells[0]) <= wanted:
            continue
        entry = _entry(line)
        if entry is not None:
            yield seen(document, line, entry.name, "table of records", 0.85, entry.when)


def _content(text: str) -> set[str]:
    return {
        "m" if word in ("metres", "meters", "metre") else word
        for word in name_words(text)
        if word not in ("the", "in", "of", "for", "a")
    }


_MOST = 4
"""Maximum number of matches of a pattern per sentence. A sentence with more is not prose."""


def holder_sentences(
    office: Office, document: Document, line: Line, *, topic: bool
) -> Iterator[Mention]:
    """Yield the holders that a sentence names.

    ``topic`` is true if the page is about the office's body.
    """
    if line.cells:
        return
    text = masked_office(line.text, office, topic=topic)
    if OFFICE not in text and LONE not in text and not (ROLE in text and MASK in text):
        return
    headline = line.place == "title" or title_case(line.text)
    low = text.lower()
    for pattern in sentence_patterns("extraction/title_holder"):
        if pattern.needs.search(low) is None:
            continue
        for match in islice(pattern.regex.finditer(text), _MOST):
            if _refused(text, match, pattern):
                continue
            value = _value(line.text, text, match, headline=headline)
            if value and not says_farewell(document.title, value):
                strength = pattern.strength - (0.25 if headline and "before" in pattern.name else 0)
                strength -= 0.08 if LONE in match.group() else 0
                if " " not in value and not _PATTERNS.teams.search(office.role):
                    strength -= 0.3
                if _PATTERNS.provisional.search(text[max(0, match.start() - 20) : match.end()]):
                    strength = min(strength, 0.62)
                yield seen(document, line, value, pattern.name, strength, _as_of(text, document))


def _refused(text: str, match: re.Match[str], pattern: SentencePattern) -> bool:
    before = text[max(0, match.start() - 28) : match.start()]
    before = re.split(r"[.;:!?] ", before)[-1]
    gap = match["gap"]
    after = text[match.end() : match.end() + 16]
    if _PATTERNS.not_now.search(gap) or re.match(
        r"[ -](?:elect|designate|nominee|candidate|until|from \d{4} to)\b", after
    ):
        return True
    if _PATTERNS.former_before.search(before):
        return True
    if _PATTERNS.ended.match(text, match.end()) or _PATTERNS.ended.match(text, match.end("value")):
        return True
    if _body_is_longer(text, match, pattern):
        return True
    if match.end() < len(text) and _body_goes_on(text, match, pattern):
        return True
    if _PATTERNS.to_come.search(text[max(0, match.start() - 12) : match.end()]):
        return True
    return not pattern.takes_over and _leaves(text, match)


def _body_goes_on(text: str, match: re.Match[str], pattern: SentencePattern) -> bool:
    """True if the body's name continues: ``CEO of Amazon Web Services`` is not Amazon's."""
    if text[match.end() - 1] not in (OFFICE, ROLE):
        return False
    after = re.match(r" ([A-Z][a-z]+)(?= [A-Z]| *[,.]|$)", text[match.end() : match.end() + 30])
    return after is not None and pattern.name != "title before a name" and not title_case(text)


def _body_is_longer(text: str, match: re.Match[str], pattern: SentencePattern) -> bool:
    """True in ``is the CEO of Amazon Web Services``, where no name follows the title."""
    if pattern.name != "title before a name":
        return False
    before = text[max(0, match.start() - 40) : match.start()]
    return bool(
        re.search(
            r"\b(?:is|was|as|are|becomes?|became|named|appointed|elected|been|currently|,) (?:the |a |an )?(?:[\w-]+,? ){0,3}$",
            before,
        )
    )


def _leaves(text: str, match: re.Match[str]) -> bool:
    """Return whether the sentence says that the person it names is leaving or has left."""
    for leaving in _PATTERNS.leaving.finditer(text):
        lead = text[max(0, leaving.start() - 60) : leaving.start()]
        another = _PATTERNS.by_another.search(lead)
        if another is None:
            return True
        at = max(0, leaving.start() - 60) + another.start()
        if 0 <= at - match.end() <= 3 and another.group().casefold() in ("who", "when"):
            return True
    return False


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
    if (
        headline
        and len(name.split()) > 2
        and end < len(text)
        and not re.match(r"[\w' ]{0,3}(?:$|[,.;:|(-])", text[end : end + 4])
    ):
        kept = re.match(r"\S+(?: (?:de|da|van|von|der|den|la|le|di|el|al|bin)){0,3} \S+", name)
        name = kept.group() if kept else name
    return name


def _as_of(text: str, document: Document) -> str:
    """Return the date stated in a sentence if it differs from the document's."""
    match = _PATTERNS.as_of.search(text)
    if match is not None:
        dates = find_dates(text[match.end() : match.end() + 30])
        if dates:
            return dates[0].iso
    if document.date:
        return ""
    told = [
        found.iso
        for found in find_dates(text)
        if not re.search(r"born|\($", text[max(0, found.start - 12) : found.start])
    ]
    return max(told, default="")
