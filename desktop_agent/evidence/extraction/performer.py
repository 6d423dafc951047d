"""Extraction of the performer of a song.

Sources are sentences, titles of music sites, tables and structured data. Songs may have covers. If
the question asks for the original, covers are left out and ``originally`` counts most.
"""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from desktop_agent.evidence.extraction.lines import Line, seen, things
from desktop_agent.evidence.extraction.relevance import mentions
from desktop_agent.evidence.pack import Document, Mention, Reading
from desktop_agent.evidence.text.dates import find_dates
from desktop_agent.evidence.text.name_folding import flat, folded, word_set
from desktop_agent.evidence.text.names import (
    ARTIST,
    DESCRIPTOR,
    MASK,
    cleaned_artist,
    masked,
    spans,
    without_site,
)
from desktop_agent.evidence.trust import registrable_domain

_E = rf"[\"']?{MASK}+[\"']?"
_SONG = r"(?:song|single|track|hit|ballad|anthem|tune|number|lied|titel|chanson|titre|cancion|sencillo|canzone|brano|singolo|cancao|nummer|liedje|power ballad|Lied)"
_OF = r"(?:by|von|de|du|di|da|do|dos|del|della|dei|van|der|des)"
_ORIGINAL = re.compile(
    r"\b(?:original\w*|first|earliest|zuerst|als erste[rs]?|ursprunglich\w*|premiere? fois|(?:en|le|la) premiere?r?|primer[oa]?|por primera vez|primeir[oa]|per primo|per prima|oorspronkelijk\w*|als eerste)\b",
    re.IGNORECASE,
)
COVER = re.compile(
    r"\b(?:cover(?:s|ed|ing)?|tribute|karaoke|remix(?:ed)?|version|rendition|re-?record(?:ed|ing)|remake|interpolat\w+|sampl(?:e|es|ed|ing)|in the style of|"
    r"instrumental|mashup|parody|reprise|live performance|coverversion|reprise|cover version|versione|auditions?|sings? along)\b",
    re.IGNORECASE,
)


class _Pattern(NamedTuple):
    name: str
    strength: float
    regex: re.Pattern[str]
    needs: tuple[str, ...] = ("",)
    """Words of which the sentence must contain at least one, as a cheap pre-check."""


@cache
def _patterns() -> tuple[_Pattern, ...]:
    def pattern(name: str, strength: float, source: str, *needs: str) -> _Pattern:
        return _Pattern(name, strength, re.compile(source), needs or ("",))

    return (
        pattern(
            "is a song by",
            0.9,
            rf"{_E}(?: \([^()]{{1,80}}\))?,? (?:is|was|ist|war|est|es|e|was) (?:[\w',-]{{1,20}} ){{0,8}}?{_SONG}\b(?P<mid>[^.;()]{{0,60}}?) {_OF} (?P<rest>.{{1,160}})",
        ),
        pattern(
            "originally recorded by",
            0.95,
            rf"{_E}(?:[^.;]{{0,60}}?|[^.;\"]{{0,160}}?) (?:originally|first) (?:recorded|performed|sung|released)(?: and (?:recorded|performed|sung|released))?(?: in \d{{4}})?(?P<mid>) by (?P<rest>.{{1,160}})",
            "originally",
            "first ",
        ),
        pattern(
            "written and released by",
            0.75,
            rf"{_E}[^.;]{{0,60}}? (?:written|composed)(?: and \w+)?(?P<mid>) by (?P<rest>[^.;]{{1,80}}?),? (?:and )?(?:originally |first )?(?:released|recorded) (?:on|for|from|as a single from) (?:his|her|their)\b",
            "written",
            "composed",
        ),
        pattern(
            "recorded by",
            0.85,
            rf"{_E}[^.;()]{{0,60}}?\b(?:recorded|performed|sung|released|interpretiert|gesungen|interpretee|chantee|interpretada|cantada|cantata|gezongen)(?: and (?:recorded|performed|sung|released|written|produced))?(?: in \d{{4}})?(?P<mid>) (?:by|von|par|por|da|door) (?P<rest>.{{1,160}})",
            "recorded",
            "performed",
            "sung",
            "released",
            "nterpret",
            "gesungen",
            "chantee",
            "cantad",
            "cantata",
            "gezongen",
        ),
        pattern(
            "song of the artist",
            0.75,
            rf"(?P<value>{ARTIST})(?:'s|') (?:[\w'-]{{1,20}} ){{0,4}}?(?:{_SONG},? )?[\"']{MASK}+,?[\"']",
            "'",
        ),
        pattern(
            "artist's song",
            0.75,
            rf"(?P<value>{ARTIST})(?:'s|') (?:[\w'-]{{1,20}} ){{0,4}}?{_SONG},? {_E}",
            "'",
        ),
        pattern(
            "song by",
            0.8,
            rf"{_SONG},? {_E},? by (?P<mid>)(?P<rest>.{{1,160}})",
            " by ",
        ),
        pattern(
            "artist sings",
            0.8,
            rf"(?P<value>{ARTIST}) (?:sings?|sang|performs|recorded|released|performed) (?:the (?:\w+ ){{0,2}}{_SONG},? )?[\"']{MASK}+[\"']",
            f'"{MASK}',
            f"'{MASK}",
        ),
        pattern(
            "song by",
            0.75,
            rf"[\"']{MASK}+,?[\"'],? by (?P<mid>)(?P<rest>.{{1,160}})",
            " by ",
        ),
        pattern(
            "is a song by",
            0.9,
            rf"{_E} (?:este|e) (?:un|o|primul|prima) (?:[\w'-]{{1,20}} ){{0,4}}?(?:cantec|piesa|melodie|single)\b(?P<mid>[^.;()]{{0,40}}?) (?:al|a|ale|de|de catre) "
            r"(?:(?:trupei|formatiei|grupului|cantaretei|cantaretului|solistei|solistului|artistei|artistului|trupa|formatia) )?(?P<rest>.{1,120})",
            "cantec",
            "piesa",
            "melodie",
            "single",
        ),
    )


def asks_original(reading: Reading) -> bool:
    """Return whether a question asks who recorded a song first."""
    return _ORIGINAL.search(masked(reading.text, reading.entity)) is not None


def _masked_song(text: str, song: str) -> str:
    """Mask the song if it is written as a title, that is, capitalised or in quotes."""
    plain = flat(text)
    for start, end in spans(plain, song):
        if not plain[start].islower() or plain[start - 1 : start] in ('"', "'"):
            plain = f"{plain[:start]}{MASK * (end - start)}{plain[end:]}"
    return plain


def performer_sentences(reading: Reading, document: Document, line: Line) -> Iterator[Mention]:
    """Yield the performers that a sentence names."""
    if line.place == "title" or line.cells:
        return
    text = _masked_song(line.text, reading.entity)
    if MASK not in text:
        return
    original = asks_original(reading)
    for pattern in _patterns():
        worth = any(need in text for need in pattern.needs)
        match = pattern.regex.search(text) if worth else None
        if match is None:
            continue
        told = text[max(0, match.start() - 40) : match.end()].split(". ")[-1]
        cover = COVER.search(text[: match.end()] if len(told) > 120 else told)
        if cover and pattern.name != "originally recorded by":
            continue
        if _ONLY_WRITTEN.search(match.groupdict().get("mid") or ""):
            continue
        value = _value(match, line.text)
        first = pattern.name == "originally recorded by"
        strength = pattern.strength - (0.05 if original and not first else 0)
        if value and folded(value) != folded(reading.entity):
            yield seen(document, line, value, pattern.name, strength)


_ONLY_WRITTEN = re.compile(
    r"\b(?:written|composed|produced|penned|inspired|directed|arranged|covered|made famous|geschrieben|ecrite?|escrita|scritta)"
    r"(?: (?:and|&) (?:written|composed|produced|arranged))*(?: in \d{4})?$"
)


def _value(match: re.Match[str], raw: str) -> str:
    if match.groupdict().get("value"):
        return cleaned_artist(raw[match.start("value") : match.end("value")])
    return name_after(raw, match.start("rest"), match.end("rest"))


def name_after(raw: str, start: int, end: int) -> str:
    """Return the performer at the start of a span.

    Descriptions such as ``English singer-songwriter`` are skipped.
    """
    text = flat(raw[start:end])
    lead = re.match(r"(?:the |The )?(?=[^a-z])", text)
    described = DESCRIPTOR.match(text)
    if (
        described is not None
        and described.end() <= 110
        and not re.search(r"[.;(]", described.group())
    ):
        offset = described.end()
    elif lead is not None:
        offset = 0
    else:
        return ""
    name = _artist().match(text, offset)
    if name is None:
        return ""
    return cleaned_artist(raw[start + name.start() : start + name.end()])


@cache
def _artist() -> re.Pattern[str]:
    return re.compile(rf"\"?({ARTIST})")


_SITES = word_set("""spotify.com apple.com musicbrainz.org discogs.com allmusic.com genius.com youtube.com deezer.com tidal.com last.fm
    azlyrics.com musixmatch.com songfacts.com shazam.com wikipedia.org soundcloud.com secondhandsongs.com lyrics.com
    billboard.com amazon.com bandcamp.com setlist.fm lyricfind.com metrolyrics.com""")


@cache
def _titles() -> tuple[tuple[float, re.Pattern[str]], ...]:
    song = rf"[\"']?{MASK}+[\"']?"
    noise = r"(?: ?[(\[][^()\[\]]{0,40}[)\]]){0,3}"
    end = r"(?= *(?:$|[|\u00b7(\[]| - |lyrics\b|,))"
    return tuple(
        (strength, re.compile(source, re.IGNORECASE))
        for strength, source in (
            (
                0.75,
                rf"^(?P<v>[^|\u00b7]{{1,60}}?) [-:] {song}{noise}(?: lyrics| official\b.*)?(?= *(?:$|[|\u00b7]| - ))",
            ),
            (
                0.8,
                rf"^{song}{noise} - (?:song|single|song and lyrics|song and music|lyrics) by (?P<v>[^|\u00b7]{{1,60}}?)(?= *(?:$|[|\u00b7]| - ))",
            ),
            (0.75, rf"^{song}{noise} by (?P<v>[^|\u00b7(]{{1,60}}?){end}"),
            (0.8, rf"^{song} \((?P<v>[^()]{{2,50}}) song\)"),
            (
                0.75,
                rf"^recording \"{song}\" by (?P<v>[^|\u00b7]{{1,60}}?)(?= *(?:$|[|\u00b7]| - ))",
            ),
            (0.7, rf"^{song}{noise} lyrics by (?P<v>[^|\u00b7(]{{1,60}}?){end}"),
        )
    )


def performer_title(reading: Reading, document: Document, line: Line) -> Iterator[Mention]:
    """Yield the performer in a page title. Titles outside music sites get a lower strength."""
    if line.place != "title" or COVER.search(line.text):
        return
    raw = without_site(line.text.lstrip("\u200e")) or line.text
    text = masked(raw, reading.entity)
    known = registrable_domain(document.url) in _SITES
    for strength, regex in _titles():
        match = regex.match(text)
        if match is None:
            continue
        value = cleaned_artist(raw[match.start("v") : match.end("v")])
        if value and MASK not in match["v"] and len(value.split()) <= 7:
            # such a title does not distinguish a cover from the original
            less = (0 if known else 0.3) + (0.3 if asks_original(reading) else 0)
            yield seen(document, line, value, "title of a page", strength - less)
        return


def performers_in_data(reading: Reading, document: Document) -> Iterator[Mention]:
    """Yield the performers of recordings with the song's title in structured data."""
    for thing in things(document):
        if thing.kind not in ("MusicRecording", "MusicComposition", "MusicVideoObject"):
            continue
        if folded(thing.name) != folded(reading.entity):
            continue
        artists = thing.all("byArtist.name", "byArtist", "recordingOf.byArtist.name")
        value = " & ".join(dict.fromkeys(filter(None, map(cleaned_artist, artists[:1]))))
        if value and not COVER.search(thing.name):
            yield seen(document, thing.line, value, "recording in data", 0.85)


# --- Performers in tables, and the first performer on pages about the song

_SINGLE_BY = re.compile(
    r"^(?i:(?:disc |cd )?singles?|songs?|singl|chanson|titre|lied|titel|cancion|sencillo|canzone|brano|singolo|cancao|musica|nummer|cantec|piesa)"
    r"(?: (?i:musicale?|musical))? (?i:by|von|de|di|do|da|van|par|por|del|dei|al trupei|al|a) (?P<rest>.{1,80})"
)
_LABELS = re.compile(
    r"(?:performed by|artists?|recorded by|performers?|singers?|interpret(?:en|in|innen)?|interpretes?|artistas?|artiesten?|artistes?|sung by|cantante|"
    r"gesungen von|chante par|uitvoerder|zanger(?:es)?|interpretada por|interpretata da)"
)
_SONG_COLUMN = word_set(
    "song songs title track titel lied titre chanson cancion titulo canzone brano titolo cancao musica nummer"
)
_ARTIST_COLUMN = word_set(
    """artist artists performer performers participant participants singer singers act performed recorded interpret interpreten
    interprete interpretes artiste artistes artista artistas cantante artiest artiesten uitvoerder kunstler"""
)
_DATE_COLUMN = word_set(
    "year date released release recorded jahr datum annee ano anno fecha data jaar veroffentlicht sortie lanzamiento"
)
ROW_KEYS = (
    "artist", "performer", "performed", "participant", "singer", "interpret", "single", "song", "chanson", "lied",
    "cancion", "sencillo", "canzone", "singolo", "brano", "cancao", "cantec", "recorded by", "gesungen", "nummer",
)  # fmt: skip
"""Lower-case words, at least one of which occurs in every useful row."""


class _Version(NamedTuple):
    artist: str
    when: str
    line: Line
    named: bool
    """True if the row names the song."""


def performer_row(document: Document, line: Line) -> Iterator[Mention]:
    """Yield the performer in an infobox (``Single by …``) or in the data of the song's page."""
    cells = list(dict.fromkeys(cell for cell in line.cells if cell))
    joined = " ".join(cells)
    match = _SINGLE_BY.match(flat(joined)) if line.cells else None
    if match is not None:
        value = _credited(joined[match.start("rest") : match.end("rest")])
        if value:
            yield seen(document, line, value, "row of the song", 0.9)
    elif len(line.cells) == 2 and _LABELS.fullmatch(flat(line.cells[0]).strip(" :").casefold()):
        value = cleaned_artist(line.cells[1])
        if value:
            yield seen(document, line, value, "row of the song", 0.85)


def _credited(rest: str) -> str:
    """Return the performer in an infobox, or "" if lower-case text continues it."""
    name = re.split(r" from the |,| \(", rest)[0]
    return cleaned_artist(name) if re.match(r"\W{0,2}(?:the )?[^a-z\s]", flat(name)) else ""


def performer_tables(
    reading: Reading, document: Document, lines: Sequence[Line]
) -> Iterator[Mention]:
    """Yield the performers next to the song in tables.

    If the original is wanted, only the first one is yielded.
    """
    original = asks_original(reading)
    topic = mentions(document.title, reading.entity)
    found = [version for line in lines for version in _version(reading.entity, line)]
    named = [version for version in found if version.named]
    if original:
        yield from _earliest(document, named if len(named) > 1 or not topic else found)
        return
    named = [version for version in named if not COVER.search(version.line.heading)]
    if len({folded(version.artist) for version in named}) == 1:
        yield seen(document, named[0].line, named[0].artist, "table of songs", 0.82)


def _earliest(document: Document, versions: Sequence[_Version]) -> Iterator[Mention]:
    """Yield the performer of the earliest row if all rows are dated and there is no tie."""
    if len({folded(version.artist) for version in versions}) < 2:
        return
    if not all(version.when for version in versions):
        return
    first = min(versions, key=lambda version: version.when)
    same = {folded(each.artist) for each in versions if each.when[:4] == first.when[:4]}
    if len(same) == 1:
        yield seen(document, first.line, first.artist, "first of the versions", 0.88)


def _version(entity: str, line: Line) -> Iterator[_Version]:
    if len(line.cells) < 2 or not line.header or line.cells == line.header:
        return
    song = artist = when = ""
    has_song = False
    for column, cell in zip(line.header, line.cells, strict=False):
        words = set(folded(column).split())
        if words & _ARTIST_COLUMN and not artist and not find_dates(flat(cell)):
            artist = _performer(cell)
        elif words & _SONG_COLUMN and not words & {"film", "movie", "album"}:
            has_song, song = True, song or cell
        elif words & _DATE_COLUMN and not when:
            dates = find_dates(flat(cell))
            when = dates[0].iso if dates else ""
    named = has_song and folded(song.strip(' "\u201c\u201d\u201e')) == folded(entity)
    if artist and (named or not has_song):
        yield _Version(artist, when, line, named)


def _performer(cell: str) -> str:
    """Return the whole cell as a performer, or "" if it contains more than a name."""
    return cleaned_artist(cell) if re.fullmatch(ARTIST, flat(cell).strip()) else ""


_VERSION = r"(?:first|original|earliest) (?:version|recording|release)"
_FIRST = (
    re.compile(
        rf"(?P<value>{ARTIST}) (?:had )?(?:first )?(?:recorded|released|sang|performed|cut|made) the {_VERSION}(?! (?:of|was) (?!the song\b|it\b|\"?{MASK}))"
    ),
    re.compile(
        rf"\b[Tt]he {_VERSION}(?: of (?:the song|it|\"?{MASK}+\"?))? (?:was|is)(?: first)? (?:recorded|released|sung|performed|made|cut|by)(?: in (?:19|20)\d\d)?(?: by)? (?P<rest>.{{1,120}})"
    ),
    re.compile(
        r"\bFirst (?:release|recording|performance)(?: and first \w+)? by (?P<rest>.{1,120})"
    ),
)


def first_performer(reading: Reading, document: Document, line: Line) -> Iterator[Mention]:
    """Yield the performer of the first version from a sentence on a page titled with the song."""
    if line.place == "title" or line.cells or not asks_original(reading):
        return
    text = masked(line.text, reading.entity)
    for regex in _FIRST:
        match = regex.search(text)
        if match is None:
            continue
        if match.groupdict().get("value"):
            value = cleaned_artist(line.text[match.start("value") : match.end("value")])
        else:
            value = name_after(line.text, match.start("rest"), match.end("rest"))
        if value and folded(value) != folded(reading.entity):
            yield seen(document, line, value, "made the first version", 0.88)
            return
