"""Who performs a song by the tables of pages, and who was the first by what a page on it says."""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from desktop_agent.evidence.extraction.dates import find_dates
from desktop_agent.evidence.extraction.folding import flat, folded, word_set
from desktop_agent.evidence.extraction.mention import MASK, masked
from desktop_agent.evidence.extraction.names import ARTIST, cleaned_artist
from desktop_agent.evidence.extraction.performers import COVER, asks_original, name_after
from desktop_agent.evidence.extraction.relevance import mentions
from desktop_agent.evidence.extraction.sentences import Line, seen
from desktop_agent.evidence.pack import Document, Reading, Sighting

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
"""Words in lower case one of which stands in each row that is of use."""


class _Version(NamedTuple):
    artist: str
    when: str
    line: Line
    named: bool
    """Whether the row names the song."""


def performer_row(document: Document, line: Line) -> Iterator[Sighting]:
    """Gives the performer in an infobox (``Single by …``) or the data of a page about the song."""
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
    """Gives the performer that an infobox names, or "" where it goes on in small letters."""
    name = re.split(r" from the |,| \(", rest)[0]
    return cleaned_artist(name) if re.match(r"\W{0,2}(?:the )?[^a-z\s]", flat(name)) else ""


def performer_tables(
    reading: Reading, document: Document, lines: Sequence[Line]
) -> Iterator[Sighting]:
    """Gives the performer beside the song in a table; of several versions the first, if that is asked."""
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


def _earliest(document: Document, versions: Sequence[_Version]) -> Iterator[Sighting]:
    """Gives the performer of the earliest row, where all are dated and one artist alone is the first."""
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
    """Gives the whole cell as a performer, or "" where it tells more than a name."""
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


def first_performer(reading: Reading, document: Document, line: Line) -> Iterator[Sighting]:
    """Gives who made the first version, by a sentence of a page whose title names the song."""
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
