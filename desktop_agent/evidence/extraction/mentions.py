"""Find every mention of a possible answer in a run's documents."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import chain, islice

from desktop_agent.evidence.extraction.document_lines import (
    Line,
    SentencePattern,
    has_any,
    pattern_matches,
    relevant_lines,
    seen,
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
    place_of,
    place_pattern,
    role_names,
    speaks_of,
)
from desktop_agent.evidence.extraction.relevance import about, about_a_name, another_kind, mentions
from desktop_agent.evidence.extraction.values import find_values
from desktop_agent.evidence.question.parser import relation_of
from desktop_agent.evidence.records import Document, Intent, Mention, Reading
from desktop_agent.evidence.text.dates import find_dates, iso_day, later
from desktop_agent.evidence.text.fold import (
    concepts,
    flat,
    folded_name,
    folded_words,
    name_words,
    stem,
)
from desktop_agent.evidence.text.names import (
    MASK,
    cleaned_person,
    cleaned_work,
    mask_match,
    masked,
    title_case,
    work_span,
)
from desktop_agent.evidence.text.wordings import Patterns, Words, table

_QUESTION = Words("question/entity")
_MOST_FACTS = 1000


def find_mentions(
    reading: Reading, documents: Iterable[Document], today: date
) -> tuple[Mention, ...]:
    """Return all mentions found for the question's intent, without duplicates.

    Values are always copied from a document's title, snippet, text or facts, never inferred. For
    general questions, see `find_values`. A mention of strength 0 counts against its value, for
    example if an album has only been announced.
    """
    relation = relation_of(reading) if reading.intent is Intent.GENERAL else None
    narrowing = relation.narrowing if relation else reading.narrowing
    found: dict[tuple[str, int, str, str], Mention] = {}
    for document in map(_cut, documents):
        if about_a_name(document) or another_kind(document, reading):
            continue
        opening = f"{document.title} {document.snippet[:300]} {document.text[:800]}"
        fit = (
            mention
            for mention in _mentions(reading, document, today)
            if _stands_with(narrowing, mention.quote, opening)
        )
        for mention in sorted(fit, key=lambda each: (-len(each.date), -each.strength)):
            found.setdefault(
                (mention.value, mention.source, mention.place, mention.pattern), mention
            )
    return tuple(found.values())


def _stands_with(narrowing: tuple[str, ...], quote: str, page: str) -> bool:
    """Return whether a value is stated together with the restrictions in the question.

    A market or medium must be named in the same sentence or row. Other restrictions, such as a
    place, may instead be named in the page's title or opening.
    """
    return all(
        _says(quote if word in _QUESTION.markets else f"{page} {quote}", word) for word in narrowing
    )


def _says(text: str, word: str) -> bool:
    """Return whether the text contains a folded word, a synonym, or another name for a place."""
    place = place_of(word)
    if place and place_pattern(place).search(flat(text)):
        return True
    return bool({word, _concept(word)} & {*folded_words(text), *map(_concept, folded_words(text))})


def _concept(word: str) -> str:
    return concepts("en").get(word) or stem(word, "en")


def _cut(document: Document) -> Document:
    """Truncate a document's title, and drop overlong and surplus facts."""
    facts = tuple(fact for fact in document.facts[:_MOST_FACTS] if len(fact.value) < 2000)
    return replace(document, title=document.title[:300], facts=facts)


def _mentions(reading: Reading, document: Document, today: date) -> Iterator[Mention]:
    match reading.intent:
        case Intent.LATEST_ALBUM:
            return _albums(document, reading.entity, today.isoformat())
        case Intent.TITLE_HOLDER:
            return _Holders(document, office_of(reading), today).found()
        case Intent.LATEST_VERSION:
            return _Versions(reading, document, today).found()
        case _:
            return find_values(reading, document)


# --- Albums

_ALBUM_FILE = "extraction/album"
_ALBUM_WORDS = Words(_ALBUM_FILE)
_ALBUM = Patterns(_ALBUM_FILE)

_Found = tuple[Line, str, str, str, float]
"""A line, an album's title and release date, and the name and strength of what found it."""


def _albums(document: Document, artist: str, today: str) -> Iterator[Mention]:
    """Yield the albums that a document attributes to the artist.

    A sentence says either that an album is the latest, or only that it is by the artist, which is
    weak evidence. Announced albums yield mentions of strength 0, so that other pages cannot make
    them the latest.
    """
    topic, page = about(document, artist), document.title
    lines = relevant_lines(document, has_any(table(_ALBUM_FILE)["keys"]))
    found = [each for line in lines for each in _in_sentence(line, artist, topic=topic)]
    if topic or (_ALBUM.discography.search(flat(page)) and mentions(page, artist)):
        found += _listed([line for line in lines if line.place == "text"], artist, page, today)
    for line, title, released, pattern, strength in (*found, *_in_data(document, artist)):
        how = ("announced", 0.0) if later(released, today) else (pattern, strength)
        if title:
            yield seen(document, line, title, *how, released)


def _in_sentence(line: Line, artist: str, *, topic: bool) -> Iterator[_Found]:
    text = masked(line.text, artist)
    if line.cells or not _ALBUM.names_albums.search(text) or not (topic or MASK in text):
        return
    headline = line.place == "title" or title_case(line.text)
    for pattern, match in pattern_matches(_ALBUM_FILE, text):
        span = work_span(match, text)
        if span is None or _ALBUM.not_an_album.search(match["how"]):
            continue
        title = cleaned_work(line.text[slice(*span)])
        if title.casefold() in _ALBUM_WORDS.no_titles or (headline and match["bare"] is not None):
            continue
        released = _release_date(text, span[1])
        if released or not _ALBUM.to_come.search(text):
            yield line, title, released, pattern.name, pattern.strength


def _in_data(document: Document, artist: str) -> Iterator[_Found]:
    for thing in things(document):
        artists = thing.all("byArtist.name", "byArtist", "artist", "author.name")
        kinds = " ".join(thing.all("albumReleaseType", "albumProductionType"))
        lesser = _ALBUM.lesser_kinds.search(kinds) or _is_lesser(thing.name)
        own = folded_name(artist) in map(folded_name, artists)
        if thing.kind == "MusicAlbum" and own and not lesser:
            released = iso_day(next(iter(thing.all("datePublished", "dateCreated")), ""))
            strength = 0.55 if released else 0.35
            yield thing.line, cleaned_work(thing.name), released, "album in data", strength


def _listed(lines: Iterable[Line], artist: str, page: str, today: str) -> Iterator[_Found]:
    """Yield the albums in lists; the newest released album gets the highest strength."""
    found: dict[str, tuple[Line, str, str]] = {}
    across = ""
    for line in lines:
        told = set(line.cells) - {""}
        if len(told) == 1:
            across = told.pop()  # heads the rows that follow
        elif line.cells == line.header:
            across = ""
        if (line.cells or line.item) and _of_albums(line, across, page):
            title, released = _row(line, artist) if line.cells else _item(line)
            if title and released:
                found.setdefault(folded_name(title), (line, title, released))
    days = sorted(day for _, _, day in found.values() if not later(day, today))
    newest = days[-1] if len(days) > 1 and later(days[-1], days[-2]) else ""
    for line, title, day in found.values():
        how = ("newest of a discography", 0.8) if day == newest else ("in a discography", 0.4)
        yield line, title, day, *how


def _is_lesser(title: str) -> bool:
    """Return whether a title indicates a reissue, a live album or the like."""
    plain = flat(title)
    return bool(_ALBUM.not_an_album.search(plain) or _ALBUM.again.search(plain))


def _of_albums(line: Line, across: str, title: str) -> bool:
    """Return whether a line is in a list of albums rather than lesser releases.

    This is decided by the innermost heading that names releases or, failing that, by the page title
    and the column titles.
    """
    for heading in map(flat, (across, line.heading, *reversed(line.above))):
        if _ALBUM.lesser_heading.search(heading):
            return False
        if _ALBUM.names_albums.search(heading):
            return True
    return bool(_ALBUM.names_albums.search(flat(f"{title} {' '.join(line.header)}")))


def _row(line: Line, artist: str) -> tuple[str, str]:
    """Return the title and release date of the album in a row, with "" for any that is missing."""
    kinds = any(_ALBUM.not_an_album.fullmatch(flat(cell)) for cell in line.cells[1:])
    title = released = ""
    for column, cell in zip(line.header, line.cells, strict=False):
        names = set(folded_name(column).split())
        if "artist" in names and not mentions(cell, artist):
            return "", ""
        if names & _ALBUM_WORDS.title_column and "details" not in names:
            title = title or cleaned_work(re.split(r"\s\(", cell, maxsplit=1)[0])
        day = iso_day(cell) if names & _ALBUM_WORDS.date_column else ""
        released = released or _release_date(flat(cell)) or day
    return ("", "") if kinds or _ALBUM.again.search(flat(line.text)) else (title, released)


def _item(line: Line) -> tuple[str, str]:
    plain = flat(line.text)
    for each in () if _is_lesser(plain) else _ALBUM.all("dated_items"):
        if match := each.fullmatch(plain):
            return cleaned_work(line.text[slice(*match.span("title"))]), iso_day(match["date"])
    return "", ""


def _release_date(text: str, start: int = 0) -> str:
    """Return the ISO date in brackets at ``start`` or after a word like "released", or ""."""
    beside = _ALBUM.in_brackets.match(text, start)
    after = (iso_day(text[match.end() :]) for match in _ALBUM.released.finditer(text))
    return next(filter(None, (iso_day(beside[1]) if beside else "", *after)), "")


# --- Versions

_VERSION_FILE = "extraction/version"
_VERSION = Patterns(_VERSION_FILE)


class _Versions:
    """Finds the versions that a document calls the latest, or reports as released.

    Required, supported, expected and test versions do not count. If several versions are found,
    `confidence` decides which one is the newest.

    ``_series`` is the requested series (``3.12``), or "" for any. If ``_lts``, only releases with
    long-term support count.
    """

    def __init__(self, reading: Reading, document: Document, today: date) -> None:
        self._document = document
        self._today = today.isoformat()
        self._lts = _VERSION.long_term.search(reading.text) is not None
        asked = _VERSION.asked.fullmatch(re.sub(r"\s*\bLTS\b", "", reading.entity).strip())
        self._software, self._series = asked.group("software", "series") if asked else ("", "")
        self._topic = about(document, self._software)

    def found(self) -> Iterator[Mention]:
        keys = (*table(_VERSION_FILE)["keys"], self._software.casefold())
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
        plain = _VERSION.with_kind.sub(mask_match, plain)
        if self._series:
            series = rf"{MASK}+ {re.escape(self._series)}(?!\d|\.\d)"
            plain = re.sub(series, mask_match, plain)
        return plain

    def _in_sentence(self, line: Line) -> Iterator[Mention]:
        text = self._masked(line.text)
        if self._topic or MASK in text:
            for pattern, match in pattern_matches(_VERSION_FILE, text):
                yield from self._mention(line, text, match, pattern.name, pattern.strength)

    def _mention(
        self, line: Line, text: str, match: re.Match[str], pattern: str, strength: float
    ) -> Iterator[Mention]:
        """Yield a mention of the matched version if it is stable, released and requested."""
        number, start, end = match["number"], match.start("number"), match.end("number")
        clause = _clause(text, match)
        said = f"{clause} {flat(line.heading)}"
        if _VERSION.not_the_latest.search(clause) or _VERSION.branch.search(said):
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
        if wide and _VERSION.not_current.search(line.text):
            return
        lts = replace(line, heading=f"{line.heading} LTS") if wide and "LTS" in line.text else line
        status = any(_VERSION.status.fullmatch(cell) for cell in line.cells)
        for column, cell in zip(line.header, line.cells, strict=False) if wide else (line.cells,):
            label = re.sub(r"[(\[].*", "", flat(column)).strip(" :*").casefold()
            vague = label in table(_VERSION_FILE)["vague_labels"] and not status
            if _VERSION.labels.match(label) and not (wide and vague):
                yield from self._in_cell(lts, cell, 0.6 if vague else 0.93)

    def _in_cell(self, line: Line, cell: str, strength: float) -> Iterator[Mention]:
        """Yield the first version in a cell that is stable, released and requested."""
        text, told, name = flat(cell), replace(line, text=cell), "row of the latest version"
        matches = _VERSION.number.finditer(text)
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
    """Return whether a matched number is a stable version, not a date, year or part of a token."""
    start, suffix = match.start("number"), match["suffix"]
    if suffix and not _VERSION.suffix_only_glued.match(suffix):
        return False
    if _VERSION.unstable_after.match(text, match.end("number")):
        return False
    if _VERSION.no_version.match(text, start):
        return False
    return not any(
        found.start <= start < found.end and found.when.day > 0 for found in find_dates(text)
    )


def parsed(number: str) -> tuple[tuple[int, str], ...]:
    """Return a version's parts for comparison, without trailing zeros.

    Each part is a number and the letter that follows it, if any.
    """
    parts = [(int(digits), letter) for digits, letter in re.findall(r"(\d+)([a-z]?)", number)]
    while parts and parts[-1] == (0, ""):
        parts.pop()
    return tuple(parts)


# --- Holders of offices, championships and records

_HOLDER_FILE = "extraction/title_holder"
_HOLDER_WORDS = Words(_HOLDER_FILE)
_HOLDER = Patterns(_HOLDER_FILE)


class _Holders:
    """Finds the people whom a document names as current holders of an office, title or record.

    A page that announces a farewell yields nothing. If the question mentions a country, the page's
    title must name it.
    """

    def __init__(self, document: Document, office: Office, today: date) -> None:
        self._document = document
        self._office = office
        self._today = today.isoformat()
        self._topic = bool(office.of) and (
            about(document, office.of) or names_office(document.title, office)
        )

    def found(self) -> Iterator[Mention]:
        document, office, title = self._document, self._office, flat(self._document.title)
        told = f"{document.title} \n{document.snippet} \n{document.text[:30_000]}"
        elsewhere = office.place and not place_pattern(office.place).search(title)
        if elsewhere or _HOLDER.farewell.search(title) or not speaks_of(told, office):
            return
        roles = role_names(office.role)
        of = [word[:5] for word in name_words(office.of) if len(word) > 2]
        in_rows = has_any((*roles, *of, *table(_HOLDER_FILE)["holder_keys"]))
        lines = relevant_lines(document, has_any(roles), in_rows)
        yield from self._by_year(lines)
        for line in (*lines, *_people_in_data(document)):
            yield from self._in_row(line) if line.cells else self._in_sentence(line)

    def _masked(self, text: str) -> str:
        return masked_office(text, self._office)

    # --- Infoboxes, leadership tables, lists

    def _in_row(self, line: Line) -> Iterator[Mention]:
        cells = list(dict.fromkeys(filter(None, line.cells)))
        if len(cells) == 1 and (both := _HOLDER.across.match(self._masked(cells[0]))):
            cells = [cells[0][: both.end("label")], cells[0][both.start("value") :]]
        if len(cells) != 2 or _HOLDER.leaving.search(self._masked(" ".join(cells))):
            return
        label, cell = map(self._masked, cells)
        for person in self._people(line, label.strip(" :*"), cell):
            if name := cleaned_person(cells[1][slice(*person.span("value"))]):
                yield seen(self._document, line, name, "row of the holder", 0.92)

    def _people(self, line: Line, label: str, cell: str) -> list[re.Match[str]]:
        """Return the current holders in a masked cell, judged by its label or by their roles."""
        if _HOLDER.not_now.search(label.replace("current", "")):
            return []
        heading = self._masked(f"{line.heading} \u241f {self._document.title}")
        of_body = self._topic or MASK in heading or not self._office.of
        if (OFFICE in heading and _HOLDER.holder_row.fullmatch(label.casefold())) or (
            of_body and _HOLDER.office_label.fullmatch(label)
        ):
            first = _HOLDER.first_person.match(cell)
            return [first] if first else []
        if not (of_body and _HOLDER.people_row.fullmatch(label.casefold())):
            return []
        people = _HOLDER.person_with_roles.finditer(cell)
        return [each for each in people if _holds_now(each["roles"])]

    def _by_year(self, lines: Sequence[Line]) -> Iterator[Mention]:
        """Yield the newest holder in each table of champions or records.

        The page title must name the office.
        """
        role = self._office.role
        if not _HOLDER.title.search(role) or not names_office(self._document.title, self._office):
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
        for pattern, match in pattern_matches(_HOLDER_FILE, text):
            value = cleaned_person(line.text[slice(*match.span("value"))])
            if not value or _refused(text, match, pattern):
                continue
            strength = pattern.strength - (0.25 if headline and "before" in pattern.name else 0)
            strength -= 0.08 if LONE in match.group() else 0
            strength -= 0.3 if " " not in value else 0  # a surname at most
            yield seen(self._document, line, value, pattern.name, strength, _as_of(text))


def _people_in_data(document: Document) -> Iterator[Line]:
    """Yield a sentence for each job that a person holds according to the structured data."""
    for thing in things(document):
        bodies = thing.all("worksFor.name", "worksFor", "affiliation.name", "memberOf.name")
        jobs = thing.all("jobTitle", "hasOccupation.name", "roleName")
        for job in jobs if thing.kind == "Person" else ():
            yield replace(
                thing.line, text=f"{thing.name} is the {job} of {bodies[0] if bodies else ''}"
            )


def _holds_now(roles: str) -> bool:
    return bool(_HOLDER.any_office.search(roles)) and not _HOLDER.not_now.search(roles)


def _entry(line: Line) -> tuple[str, str]:
    """Return the person and the date in a table row, with "" for any that is missing."""
    name = when = ""
    for column, cell in zip(line.header, line.cells, strict=False):
        words = set(folded_name(column).split())
        if not name and words & _HOLDER_WORDS.person_column:
            first = _HOLDER.first_person.match(flat(cell))
            name = cleaned_person(cell[slice(*first.span("value"))]) if first else ""
        elif words & _HOLDER_WORDS.date_column and (found := find_dates(flat(cell))):
            when = found[0].iso
    return name, when


def _as_of(text: str) -> str:
    """Return the date after "as of" in a sentence, or ""."""
    match = _HOLDER.as_of.search(text)
    found = find_dates(text[match.end() : match.end() + 30]) if match else ()
    return found[0].iso if found else ""


def _refused(text: str, match: re.Match[str], pattern: SentencePattern) -> bool:
    """Return whether the person is not the current holder, or holds a different office."""
    start, end = match.span()
    return bool(
        _HOLDER.not_now.search(match["gap"])
        or _HOLDER.former_before.search(text, max(0, start - 28), start)
        or _HOLDER.to_come.search(text, max(0, start - 20), end)
        or _HOLDER.ended.match(text, end)
        or _HOLDER.ended.match(text, match.end("value"))
        or (_HOLDER.body_goes_on.match(text, end - 1) and not title_case(text))
        or ("takes_over" not in pattern.marks and _HOLDER.leaving.search(text))
    )
