"""Extraction of an artist's latest album.

Sources are discographies, structured data, page titles and sentences.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from functools import cache
from itertools import islice
from typing import NamedTuple

from desktop_agent.evidence.extraction.lines import (
    Line,
    Thing,
    open_graph,
    plain,
    seen,
    table_facts,
    things,
)
from desktop_agent.evidence.extraction.release import (
    ALBUM,
    NOT_AN_ALBUM,
    is_to_come,
    only_announced,
    only_rumoured,
    release_date,
    year_beside,
)
from desktop_agent.evidence.extraction.relevance import about, mentions
from desktop_agent.evidence.pack import Document, Mention, Reading
from desktop_agent.evidence.text.dates import find_dates, iso_day, later
from desktop_agent.evidence.text.name_folding import flat, folded, word_set
from desktop_agent.evidence.text.names import (
    EDITION,
    MASK,
    WORK,
    cleaned_work,
    masked,
    title_case,
    work_span,
)
from desktop_agent.evidence.trust import registrable_domain

# --- Headings above lists of records: studio albums, or something lesser

DISCOGRAPHY = re.compile(r"\bdis[ck]ogra(?:ph|f)\w*|\balb(?:ums|en|umes|uns)\b", re.IGNORECASE)
"""Titles of discography pages, or headings above lists of albums."""

_LESSER_HEADING = re.compile(
    r"\b(?:lives?|konzert\w*|live-?alb\w+|en public|concerts?|conciertos?|concerti|concertos?|compilations?|kompilation\w*|compilaciones|compilacoes|"
    r"recopila\w+|coletaneas?|compilaties?|verzamel\w+|raccolt\w+|antolog\w+|antholog\w+|sampler|collections?|best[- ]of\S*|greatest hits|hits|"
    r"eps?|extended plays?|mixtapes?|minialb\w+|mini-?alb\w+|singles?|singoli|sencillos?|videos?|videoalb\w+|video-?alb\w+|dvds?|blu-?rays?|"
    r"re-?issue[sd]?|reissues?|remaster\w*|re-?releases?|wiederveroffentlichung\w*|neuauflagen?|reeditions?|reediciones|reedicoes|ristampe|riedizioni|heruitgaven|"
    r"box[ -]?sets?|boxen|coffrets?|cofanetti|cajas|soundtracks?|bandes originales|colonne sonore|bandas sonoras|trilhas sonoras|remix(?:es)?|"
    r"demos?|bootlegs?|tributes?|covers?|karaoke|promo\w*|guest|other appearances|weitere|andere|autres|otros|outros|altri|altre|solo|unofficial|unauthori[sz]ed|playlists?)\b",
    re.IGNORECASE,
)
"""Headings (or rows across a table) above releases that are not new studio albums."""

_STUDIO = re.compile(r"\bstud\w*|\b(?:main|full[- ]length) albums\b", re.IGNORECASE)
_AGAIN = re.compile(
    r"[(\[][^()\[\]]{0,40}\b(?:re-?issued?|re-?master(?:ed)?|re-?release[d]?|deluxe|expanded|anniversary|bonus|live|neuauflage|reedition|reedicion|"
    r"reedicao|ristampa|heruitgave|box ?set)\b[^()\[\]]{0,40}[)\]]|[:,-] (?:\d{1,3}(?:st|nd|rd|th) anniversary|remastered|deluxe|expanded)\b",
    re.IGNORECASE,
)


def spanning(line: Line) -> str:
    """Return the text of a row that spans its whole table (``Live albums``), or ""."""
    told = set(filter(None, line.cells))
    return told.pop() if len(line.cells) > 1 and len(told) == 1 else ""


def is_lesser(words: str) -> bool:
    """Return whether a heading is only about lesser releases; ``Studio albums and EPs`` is not."""
    plain = flat(words)
    return bool(_LESSER_HEADING.search(plain)) and not _STUDIO.search(plain)


def of_albums(line: Line, document: Document) -> bool:
    """Return whether a line is in a list of albums without lesser releases.

    The heading decides or, if it says nothing about releases, the page as a whole.
    """
    heading = flat(f"{line.heading} {' '.join(line.header)}")
    if is_lesser(line.heading) or NOT_AN_ALBUM.search(flat(line.heading)):
        return False
    if is_lesser(line.section) and not _STUDIO.search(flat(line.heading)):
        return False
    if line.cells and any(is_lesser(cell) for cell in line.header[:1]):
        return False
    if _AGAIN.search(flat(line.text)):
        return False
    if ALBUM.search(heading) or DISCOGRAPHY.search(heading):
        return True
    return bool(DISCOGRAPHY.search(flat(document.title))) and not re.search(
        r"\b(?:tours?|awards?|chart|film\w*|see also|references|links|certifications)\b",
        heading,
        re.IGNORECASE,
    )


_TITLE_COLUMN = word_set("title album name titel titre titulo titolo albums")
_DATE_COLUMN = word_set("""released release date year dates details jahr annee ano anno jaar veroffentlichung erschienen sortie lanzamiento
    lancamento uscita pubblicazione datum data fecha""")
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
                found.setdefault(folded(entry.title), []).append(entry)
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
    return bool(DISCOGRAPHY.search(flat(document.title))) and mentions(document.title, entity)


def _row(line: Line, entity: str) -> _Entry | None:
    cells = line.cells
    if NOT_AN_ALBUM.search(flat(" ".join(cells[1:]))) and not ALBUM.search(flat(cells[0])):
        kinds = [cell for cell in cells[1:] if NOT_AN_ALBUM.fullmatch(flat(cell.strip()))]
        if kinds or len(cells) == 2:
            return None
    title, released = "", ""
    for index, cell in enumerate(cells):
        column = set(folded(line.header[index]).split()) if index < len(line.header) else set()
        if "artist" in column and not mentions(cell, entity):
            return None
        title = title or (
            _title_of(cell) if column & _TITLE_COLUMN and not column & {"details"} else ""
        )
        released = released or (_date_of(cell, told=bool(column & _DATE_COLUMN)))
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
    if NOT_AN_ALBUM.search(plain):
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
        if fact.subject and folded(fact.subject) not in shown:
            gathered.setdefault(fact.subject, []).append((fact.name, fact.value))
    for subject, columns in gathered.items():
        names = tuple(name for name, _ in columns)
        values = tuple(value for _, value in columns)
        raw = " | ".join((subject, *values))[:700]
        yield Line("data", raw, raw, "", (subject, *values), ("", *names))


def _shown(text: str) -> frozenset[str]:
    rows = (raw[:600].strip("| ").split("|")[:3] for raw in text.splitlines() if raw[:1] == "|")
    return frozenset(folded(plain(cell)) for cells in rows for cell in cells)


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
        if mentions(f"{words} {document.title}", reading.entity) and not NOT_AN_ALBUM.search(
            flat(words)
        ):
            line = Line("data", words[:400], title)
            yield from _dated(document, line, cleaned_work(title), released, today)


def _thing(reading: Reading, document: Document, thing: Thing, today: date) -> Iterator[Mention]:
    artists = thing.all("byArtist.name", "byArtist", "artist", "author.name", "creator.name")
    kinds = " ".join(thing.all("albumReleaseType", "albumProductionType"))
    kinds = re.sub(r"([a-z])([A-Z])", r"\1 \2", kinds)
    if re.search(r"\b(?:Single|EP|Live|Compilation|Remix|Demo|Soundtrack|Spoken|DJ)\b", kinds):
        return
    if NOT_AN_ALBUM.search(flat(thing.name)) or not any(
        folded(each) == folded(reading.entity) for each in artists
    ):
        return
    released = (
        "" if EDITION.search(thing.name) else iso_day(thing.first("datePublished", "dateCreated"))
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


_MUSIC_SITES = word_set("""spotify.com apple.com musicbrainz.org discogs.com allmusic.com genius.com bandcamp.com wikipedia.org deezer.com
    tidal.com last.fm rateyourmusic.com albumoftheyear.org metacritic.com pitchfork.com amazon.com youtube.com
    qobuz.com azlyrics.com nme.com rollingstone.com clashmusic.com theguardian.com""")


@cache
def _titles() -> tuple[re.Pattern[str], ...]:
    artist = rf"{MASK}+"
    return tuple(
        re.compile(source, re.IGNORECASE)
        for source in (
            rf"^(?P<t>.{{1,80}}?) - (?:studio )?album by {artist}(?= *(?:$|[|\u00b7,(-]))",
            rf"^release group \"(?P<t>.{{1,80}}?)\" by {artist}(?= *(?:$|[|-]))",
            rf"^(?P<t>.{{1,80}}?) \((?:{artist} )album\)",
            rf"^{artist} ?[-:] (?P<t>.{{1,80}}?)(?: \((?P<y>(?:19|20)\d\d)\))? (?:album review|review|lyrics and tracklist|album)\b",
            rf"^(?P<t>.{{1,80}}?) by {artist} (?:on apple music|reviews? (?:and|&) tracks|\(album)",
            rf"^(?P<t>.{{1,80}}?) - {artist} \| album",
        )
    )


def album_title(reading: Reading, document: Document, line: Line, today: date) -> Iterator[Mention]:
    """Yield the album that a music site's page is about, based on the page title."""
    if line.place != "title" or registrable_domain(document.url) not in _MUSIC_SITES:
        return
    text = masked(line.text.lstrip("\u200e"), reading.entity)
    for regex in _titles():
        match = regex.match(text)
        if match is None:
            continue
        value = line.text.lstrip("\u200e")[match.start("t") : match.end("t")]
        if NOT_AN_ALBUM.search(flat(value)) or re.search(
            r"lyrics|discography", value, re.IGNORECASE
        ):
            return
        released = "" if EDITION.search(value) else _said_beside(document)
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

_E = f"{MASK}+"
_MOST = 4
"""Maximum number of matches of a pattern per sentence. A sentence with more is not prose."""

_LATEST = (
    r"(?:latest|newest|most recent|brand[- ]new|new|current|final|last|letzte[snr]?|neueste[snr]?|aktuelle[snr]?|neue[snr]?|dernier|nouvel|ultimo|"
    r"nuevo|novo|nuovo|nieuwste|nieuwe|laatste)"
)
_FRESH = re.compile(r"\b(?:brand[- ]new|new|neue[snr]?|nouvel|nuevo|novo|nuovo|nieuwe)\b")
_ALBUM = r"(?:studio ?)?(?:album|studioalbum|LP|record)\b"
_WHOSE = rf"(?:{_E}(?:'s|')?|(?:[Hh]er|[Hh]is|[Tt]heir|[Ii]ts|[Tt]he (?:band|singer|rapper|group|duo|artist|star|musician)'s))"
_CALLED = r"(?:,? ?(?:is|was|ist|est|es|is called|called|titled|is titled|entitled|named|heisst|:|-|,)(?: called| titled| entitled)?)?"


class _Pattern(NamedTuple):
    name: str
    strength: float
    regex: re.Pattern[str]


@cache
def _patterns() -> tuple[_Pattern, ...]:
    def pattern(name: str, strength: float, source: str) -> _Pattern:
        return _Pattern(name, strength, re.compile(source))

    few = r"(?:[\w'-]{1,20} ){0,3}?"
    return (
        pattern(
            "latest album of the artist",
            0.9,
            rf"{_WHOSE} (?P<how>(?:[\w-]{{1,14}} )?{_LATEST},? {few}{_ALBUM}){_CALLED} {WORK}",
        ),
        pattern(
            "latest album by the artist",
            0.9,
            rf"(?P<how>{_LATEST} {few}{_ALBUM}) (?:by|from|of|von|de|di|van) [^.;,{MASK}]{{0,40}}{_E}{_CALLED} {WORK}",
        ),
        pattern(
            "is the latest album",
            0.9,
            rf"{WORK}(?: \([^()]{{1,60}}\))?,? (?:is|was|ist|est|es|e)?,? ?(?P<how>(?:{_E}'?s?|her|his|their|the|das|le|el|il|het|o) "
            rf"(?:[\w-]{{1,14}} )?{_LATEST} {few}{_ALBUM})(?P<of> (?:by|from|of|von|de|di|van) [^.;,{MASK}]{{0,40}}{_E})?",
        ),
        pattern(
            "artist released an album",
            0.55,
            rf"{_E} (?:has |have |had )?(?:just |also |finally |recently |later )?(?:releases?|released|drops|dropped|put out|puts out|"
            rf"unveils|unveiled|delivered|returned with|returns with|issued|published|veroffentlichte|sort|lanzo|publico|pubblica) "
            rf"(?P<how>(?:her|his|their|its|a|an|the|ihr|sein|son|su|il suo|o) (?:[\w'-]{{1,20}} ){{0,5}}?{_ALBUM}),?"
            rf"(?: called| titled| entitled| named)? {WORK}",
        ),
        pattern(
            "nth album of the artist",
            0.55,
            rf"{_WHOSE} (?P<how>(?:[\w'-]{{1,20}} ){{0,4}}?(?:\w{{2,12}}th|first|second|third|\d{{1,2}}(?:st|nd|rd|th)|debut|follow-up|sophomore) {few}{_ALBUM}),?"
            rf"(?: called| titled| entitled| named| is| was)? {WORK}",
        ),
    )


def album_sentences(
    reading: Reading, document: Document, line: Line, today: date
) -> Iterator[Mention]:
    """Yield the albums that a sentence attributes to the artist, on a page about the artist."""
    if line.cells or not ALBUM.search(flat(line.text)):
        return
    text = masked(line.text, reading.entity)
    if only_rumoured(text):
        return
    if MASK in text:
        yield from _is_an_album(document, line, text, today)
    headline = line.place == "title" or title_case(line.text)
    for pattern in _patterns():
        for match in islice(pattern.regex.finditer(text), _MOST):
            if headline and match["bare"] is not None:
                continue
            if pattern.name == "is the latest album" and not _said_of_artist(match):
                continue
            span = None if NOT_AN_ALBUM.search(match["how"]) else work_span(match, text)
            if span is not None:
                yield from _found(
                    document, line, text, span, (pattern.name, _strength(pattern, match)), today
                )


def _said_of_artist(match: re.Match[str]) -> bool:
    """Return False for a bare ``the latest album``, which may be anybody's."""
    return not match["how"].startswith(("the ", "das ", "le ", "el ", "il ", "het ", "o ")) or bool(
        match["of"]
    )


def _strength(pattern: _Pattern, match: re.Match[str]) -> float:
    return (
        pattern.strength - 0.2
        if pattern.strength > 0.8 and _FRESH.search(match["how"])
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
    if not value or value.casefold() in _NO_TITLES:
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


_NO_TITLES = word_set("""the a an it her his their this that album albums here now out new release tracklist songs is was
    what which released review reviews news stream listen music video""")

_COPULA = re.compile(
    r" (?:is|was|ist|war|est|es|e) (?:the|a|an|das|ein|le|un|el|il|het|een|o|um|her|his|their|\ue000+(?:'s|')?) "
)
_BY = re.compile(
    rf"\b(?:by|from|von|der|des|de|du|da|do|di|del|della|dell'|van) [^.;,(){MASK}]{{0,70}}{_E}(?!'s)(?P<more> [A-Z][a-z]+)?"
)
_PRONOUN = re.compile(
    r"(?:it|this|that|he|she|they|here|there|which|what|es|das|il|elle|esto|questo|"
    r"(?:the|this|that|her|his|their) (?:\w+ )?(?:album|record|release|one|project|set|follow-up|title))",
    re.IGNORECASE,
)


def _is_an_album(document: Document, line: Line, text: str, today: date) -> Iterator[Mention]:
    """Yield the subject of ``X is the second studio album by A``; stepwise, in linear time."""
    copula = _COPULA.search(text)
    if copula is None:
        return
    tail = text[copula.end() - 1 : copula.end() + 260]
    if copula.group().strip()[-1] == MASK or copula.group().rstrip().endswith("'s"):
        tail = MASK + tail
    album = ALBUM.search(tail[:120])
    if album is None or NOT_AN_ALBUM.search(tail[: album.end() + 8]):
        return
    by = _BY.search(tail[album.end() : album.end() + 140])
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
        or _PRONOUN.fullmatch(words.strip())
        or "," in words
        or len(words.split()) > 9
    ):
        return None
    if title_case(text) and len(words.split()) > 6:
        return None
    return start, start + len(words)
