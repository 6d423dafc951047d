"""Extraction of an artist's latest album.

Sources are discographies, structured data, page titles and sentences.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from desktop_agent.evidence.extraction.document_lines import (
    Line,
    SentencePattern,
    Thing,
    open_graph,
    plain,
    seen,
    sentence_patterns,
    table_facts,
    things,
)
from desktop_agent.evidence.extraction.release import (
    is_to_come,
    only_announced,
    only_rumoured,
    release_date,
    year_beside,
)
from desktop_agent.evidence.extraction.relevance import about, mentions
from desktop_agent.evidence.records import Document, Mention, Reading
from desktop_agent.evidence.text.dates import find_dates, iso_day, later
from desktop_agent.evidence.text.fold import flat, folded_name
from desktop_agent.evidence.text.names import (
    MASK,
    cleaned_work,
    masked,
    title_case,
    work_span,
)
from desktop_agent.evidence.text.wordings import Patterns, Words
from desktop_agent.evidence.trust import registrable_domain

_WORDS = Words("extraction/album")
_PATTERNS = Patterns("extraction/album")
_RELEASE = Patterns("extraction/release")
_NAMES = Patterns("text/names")

# --- Headings above lists of records: studio albums, or something lesser


def spanning(line: Line) -> str:
    """Return the text of a row that spans its whole table (``Live albums``), or ""."""
    told = set(filter(None, line.cells))
    return told.pop() if len(line.cells) > 1 and len(told) == 1 else ""


def is_lesser(words: str) -> bool:
    """Return whether a heading is only about lesser releases; ``Studio albums and EPs`` is not."""
    plain = flat(words)
    return bool(_PATTERNS.lesser_heading.search(plain)) and not _PATTERNS.studio.search(plain)


def of_albums(line: Line, document: Document) -> bool:
    """Return whether a line is in a list of albums without lesser releases.

    The heading decides or, if it says nothing about releases, the page as a whole.
    """
    heading = flat(f"{line.heading} {' '.join(line.header)}")
    if is_lesser(line.heading) or _RELEASE.not_an_album.search(flat(line.heading)):
        return False
    if is_lesser(line.section) and not _PATTERNS.studio.search(flat(line.heading)):
        return False
    if line.cells and any(is_lesser(cell) for cell in line.header[:1]):
        return False
    if _PATTERNS.again.search(flat(line.text)):
        return False
    if _RELEASE.album.search(heading) or _PATTERNS.discography.search(heading):
        return True
    return bool(_PATTERNS.discography.search(flat(document.title))) and not re.search(
        r"\b(?:tours?|awards?|chart|film\w*|see also|references|links|certifications)\b",
        heading,
        re.IGNORECASE,
    )


_DATED_ITEM = re.compile(
    r"^(?:(?P<plain>[^,]{1,90}?), (?P<day>\d{1,2} \w{3,10} (?:19|20)\d\d|\w{3,10} \d{1,2}, (?:19|20)\d\d)$|(?P<year>(?:19|20)\d\d)\)?\s?[:-]? (?P<after>.{1,90}?)|(?P<before>.{1,90}?),? [(\[-]\s?(?P<date>[^()\[\]]{0,20}(?:19|20)\d\d)[)\]]?.{0,60})$"
)


class _Entry(NamedTuple):
    title: str
    released: str
    line: Line


def listed_albums(
    reading: Reading, document: Document, lines: Sequence[Line], today: date
) -> Iterator[Mention]:
    """Yield the albums in a page's discographies.

    In each list, the newest album that has been released gets the highest strength.
    """
    if not (about(document, reading.entity) or _names_a_discography(document, reading.entity)):
        return
    found: dict[str, list[_Entry]] = {}
    across: tuple[str, tuple[str, ...]] = ("", ())
    lesser = False
    for line in [*lines, *_rows_of_facts(document)]:
        table = (line.heading, line.header)
        if (words := spanning(line)) or table != across:
            across, lesser = table, bool(words) and is_lesser(words)
        if (line.cells or line.item) and not lesser and of_albums(line, document):
            entry = _row(line, reading.entity) if line.cells else _item(line)
            if entry is not None and entry.title and entry.released:
                found.setdefault(folded_name(entry.title), []).append(entry)
    yield from _ordered(document, [entries[0] for entries in found.values()], today)


def _ordered(document: Document, entries: list[_Entry], today: date) -> Iterator[Mention]:
    out = [entry for entry in entries if not is_to_come(entry.released, today)]
    for entry in entries:
        if entry not in out:
            yield seen(document, entry.line, entry.title, "announced", 0.0, entry.released)
    if not out:
        return
    newest = max(out, key=lambda entry: entry.released)
    rivals = [
        entry for entry in out if entry is not newest and not later(newest.released, entry.released)
    ]
    for entry in out:
        if entry is newest and not rivals and len(out) > 1:
            yield seen(
                document, entry.line, entry.title, "newest of a discography", 0.8, entry.released
            )
        else:
            yield seen(document, entry.line, entry.title, "in a discography", 0.4, entry.released)


def _names_a_discography(document: Document, entity: str) -> bool:
    return bool(_PATTERNS.discography.search(flat(document.title))) and mentions(
        document.title, entity
    )


def _row(line: Line, entity: str) -> _Entry | None:
    cells = line.cells
    if _RELEASE.not_an_album.search(flat(" ".join(cells[1:]))) and not _RELEASE.album.search(
        flat(cells[0])
    ):
        kinds = [cell for cell in cells[1:] if _RELEASE.not_an_album.fullmatch(flat(cell.strip()))]
        if kinds or len(cells) == 2:
            return None
    title, released = "", ""
    for index, cell in enumerate(cells):
        column = set(folded_name(line.header[index]).split()) if index < len(line.header) else set()
        if "artist" in column and not mentions(cell, entity):
            return None
        title = title or (
            _title_of(cell) if column & _WORDS.title_column and not column & {"details"} else ""
        )
        released = released or (_date_of(cell, told=bool(column & _WORDS.date_column)))
    return _Entry(title or _first_title(cells), released, line)


def _date_of(cell: str, *, told: bool) -> str:
    plain = flat(cell)
    found = find_dates(plain)
    if not found:
        return ""
    if told or len(plain) - (found[0].end - found[0].start) < 4:
        return release_date(plain) or found[0].iso
    return release_date(plain)


def _title_of(cell: str) -> str:
    return cleaned_work(
        re.split(r"(?:Released|Release date|Label|Formats?)\s?:|\s\(", cell, maxsplit=1)[0]
    )


def _first_title(cells: tuple[str, ...]) -> str:
    for cell in cells:
        title = _title_of(cell)
        if title and not (
            find_dates(flat(title))
            and iso_day(flat(title))
            and len(title) < 20
            and re.search(r"\d{4}", title)
        ):
            return title
    return ""


def _item(line: Line) -> _Entry | None:
    plain = flat(line.text)
    if _RELEASE.not_an_album.search(plain):
        return None
    match = _DATED_ITEM.match(plain)
    if match is None:
        return None
    group = next(name for name in ("plain", "after", "before") if match[name])
    title = cleaned_work(line.text[match.start(group) : match.end(group)])
    released = match["year"] or iso_day(match["day"] or match["date"] or "")
    return _Entry(title, released, line)


def _rows_of_facts(document: Document) -> Iterator[Line]:
    """Reassemble the rows of wide tables from their facts, unless the page's text has them."""
    gathered: dict[str, list[tuple[str, str]]] = {}
    shown = _shown(document.text)
    for fact in table_facts(document):
        if fact.subject and folded_name(fact.subject) not in shown:
            gathered.setdefault(fact.subject, []).append((fact.name, fact.value))
    for subject, columns in gathered.items():
        names = tuple(name for name, _ in columns)
        values = tuple(value for _, value in columns)
        raw = " | ".join((subject, *values))[:700]
        yield Line("data", raw, raw, "", (subject, *values), ("", *names))


def _shown(text: str) -> frozenset[str]:
    rows = (raw[:600].strip("| ").split("|")[:3] for raw in text.splitlines() if raw[:1] == "|")
    return frozenset(folded_name(plain(cell)) for cells in rows for cell in cells)


def albums_in_data(reading: Reading, document: Document, today: date) -> Iterator[Mention]:
    """Yield the albums that structured data attributes to the artist."""
    for thing in things(document):
        if thing.kind == "MusicAlbum" and thing.name:
            yield from _thing(reading, document, thing, today)
    told = open_graph(document)
    if told.get("og:type", "").lower() == "music.album" and told.get("og:title"):
        words = f"{told['og:title']} {told.get('og:description', '')}"
        released = iso_day(told.get("music:release_date", ""))
        title = re.split(r" (?:by|-|\u2013|\u2014) ", told["og:title"])[0]
        if mentions(
            f"{words} {document.title}", reading.entity
        ) and not _RELEASE.not_an_album.search(flat(words)):
            line = Line("data", words[:400], title)
            yield from _dated(document, line, cleaned_work(title), released, today)


def _thing(reading: Reading, document: Document, thing: Thing, today: date) -> Iterator[Mention]:
    artists = thing.all("byArtist.name", "byArtist", "artist", "author.name", "creator.name")
    kinds = " ".join(thing.all("albumReleaseType", "albumProductionType"))
    kinds = re.sub(r"([a-z])([A-Z])", r"\1 \2", kinds)
    if re.search(r"\b(?:Single|EP|Live|Compilation|Remix|Demo|Soundtrack|Spoken|DJ)\b", kinds):
        return
    if _RELEASE.not_an_album.search(flat(thing.name)) or not any(
        folded_name(each) == folded_name(reading.entity) for each in artists
    ):
        return
    released = (
        ""
        if _NAMES.edition.search(thing.name)
        else iso_day(thing.first("datePublished", "dateCreated"))
    )
    yield from _dated(document, thing.line, cleaned_work(thing.name), released, today)


def _dated(
    document: Document, line: Line, title: str, released: str, today: date
) -> Iterator[Mention]:
    if not title:
        return
    if is_to_come(released, today):
        yield seen(document, line, title, "announced", 0.0, released)
    else:
        yield seen(document, line, title, "album in data", 0.55 if released else 0.35, released)


def album_title(reading: Reading, document: Document, line: Line, today: date) -> Iterator[Mention]:
    """Yield the album that a music site's page is about, based on the page title."""
    if line.place != "title" or registrable_domain(document.url) not in _WORDS.music_sites:
        return
    text = masked(line.text.lstrip("\u200e"), reading.entity)
    for regex in _PATTERNS.all("titles"):
        match = regex.match(text)
        if match is None:
            continue
        value = line.text.lstrip("\u200e")[match.start("t") : match.end("t")]
        if _RELEASE.not_an_album.search(flat(value)) or re.search(
            r"lyrics|discography", value, re.IGNORECASE
        ):
            return
        released = "" if _NAMES.edition.search(value) else _said_beside(document)
        yield from _dated(document, line, cleaned_work(value), released, today)
        return


def _said_beside(document: Document) -> str:
    """Return the year in ``Album · 2021 · 12 songs`` of a snippet, or ""."""
    match = re.search(r"\balbum [\u00b7|] ((?:19|20)\d\d)\b", document.snippet, re.IGNORECASE)
    return match.group(1) if match else ""


# --- The latest album in sentences and page titles
#
# Sentences say either that an album is the latest, or that it is by the artist (usually with its
# release date). The second kind is weak alone and gains strength if other albums are known to be
# older (`confidence`). Announced albums get mentions of strength 0, so that no other page can make
# them the latest.

_MOST = 4
"""Maximum number of matches of a pattern per sentence. A sentence with more is not prose."""


def album_sentences(
    reading: Reading, document: Document, line: Line, today: date
) -> Iterator[Mention]:
    """Yield the albums that a sentence attributes to the artist, on a page about the artist."""
    if line.cells or not _RELEASE.album.search(flat(line.text)):
        return
    text = masked(line.text, reading.entity)
    if only_rumoured(text):
        return
    if MASK in text:
        yield from _is_an_album(document, line, text, today)
    headline = line.place == "title" or title_case(line.text)
    for pattern in sentence_patterns("extraction/album"):
        for match in islice(pattern.regex.finditer(text), _MOST):
            if headline and match["bare"] is not None:
                continue
            if pattern.name == "is the latest album" and not _said_of_artist(match):
                continue
            span = None if _RELEASE.not_an_album.search(match["how"]) else work_span(match, text)
            if span is not None:
                yield from _found(
                    document, line, text, span, (pattern.name, _strength(pattern, match)), today
                )


def _said_of_artist(match: re.Match[str]) -> bool:
    """Return False for a bare ``the latest album``, which may be anybody's."""
    return not match["how"].startswith(("the ", "das ", "le ", "el ", "il ", "het ", "o ")) or bool(
        match["of"]
    )


def _strength(pattern: SentencePattern, match: re.Match[str]) -> float:
    return (
        pattern.strength - 0.2
        if pattern.strength > 0.8 and _PATTERNS.fresh.search(match["how"])
        else pattern.strength
    )


def _found(
    document: Document,
    line: Line,
    text: str,
    span: tuple[int, int],
    pattern: tuple[str, float],
    today: date,
) -> Iterator[Mention]:
    value = cleaned_work(line.text[span[0] : span[1]])
    if not value or value.casefold() in _WORDS.no_titles:
        return
    name, strength = pattern
    released = year_beside(text, span[1]) or release_date(text) or _next_release(line)
    if is_to_come(released, today):
        yield seen(document, line, value, "announced", 0.0, released)
    elif released or not only_announced(text):
        yield seen(document, line, value, name, strength, released)


def _next_release(line: Line) -> str:
    following = masked(line.following, "")
    return (
        release_date(following)
        if re.match(
            r"(?:It|The album|The record|Das Album|Es|L'album|El album|Il disco)\b", following
        )
        else ""
    )


def _is_an_album(document: Document, line: Line, text: str, today: date) -> Iterator[Mention]:
    """Yield the subject of ``X is the second studio album by A``; stepwise, in linear time."""
    copula = _PATTERNS.copula.search(text)
    if copula is None:
        return
    tail = text[copula.end() - 1 : copula.end() + 260]
    if copula.group().strip()[-1] == MASK or copula.group().rstrip().endswith("'s"):
        tail = MASK + tail
    album = _RELEASE.album.search(tail[:120])
    if album is None or _RELEASE.not_an_album.search(tail[: album.end() + 8]):
        return
    by = _PATTERNS.by.search(tail[album.end() : album.end() + 140])
    owned = tail.startswith(MASK)
    if not owned and (
        by is None
        or by["more"]
        or re.search(
            r"\b(?:produced|inspired|tribute|featuring)\b",
            tail[album.end() : album.end() + by.end()],
        )
    ):
        return
    span = _subject(text, copula.start())
    if span is None:
        return
    kind = tail[: album.end()]
    if re.search(
        r"\b(?:latest|newest|most recent|final|last|neueste|aktuelle|dernier|ultimo|nieuwste|mais recente|mas reciente)\b",
        kind,
    ):
        pattern = ("is the latest album", 0.95)
    else:
        pattern = ("is an album by the artist", 0.4 if "debut" in kind else 0.55)
    yield from _found(document, line, text, span, pattern, today)


def _subject(text: str, end: int) -> tuple[int, int] | None:
    """Return the span of the title that opens a sentence, or None."""
    head = text[:end]
    quoted = re.search(r"\"([^\"]{1,90})\"(?: ?\([^()]{0,120}\))?$", head)
    if quoted:
        return quoted.span(1)
    start = 0
    dated = re.match(r"[^-:]{0,24}\d{4} ?(?:-|\.\.\.|:) ", head)
    if dated:
        start = dated.end()
    words = head[start:]
    for cut in (r" ?\([^()]{0,160}\)", r", (?:stylized|stylised|often|also|known) .*"):
        found = re.search(cut, words)
        words = words[: found.start()] if found else words
    if (
        not words.strip()
        or _PATTERNS.pronoun.fullmatch(words.strip())
        or "," in words
        or len(words.split()) > 9
    ):
        return None
    if title_case(text) and len(words.split()) > 6:
        return None
    return start, start + len(words)
