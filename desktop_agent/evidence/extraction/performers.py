"""Who performs a song: in sentences, titles of music sites, and structured data.

A song may have been covered: where the question asks for the original, what only covered it is left
out, and what says ``originally`` counts most.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from desktop_agent.evidence.extraction.domains import registrable_domain
from desktop_agent.evidence.extraction.facts import things
from desktop_agent.evidence.extraction.folding import flat, folded, word_set
from desktop_agent.evidence.extraction.mention import MASK, masked, spans
from desktop_agent.evidence.extraction.names import ARTIST, DESCRIPTOR, cleaned_artist, without_site
from desktop_agent.evidence.extraction.sentences import Line, seen
from desktop_agent.evidence.pack import Document, Reading, Sighting

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
    """One of these must stand in the sentence for the pattern to be worth trying."""


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
    """True where a question asks who was the first to record a song."""
    return _ORIGINAL.search(masked(reading.text, reading.entity)) is not None


def _masked_song(text: str, song: str) -> str:
    """Masks the song where it is written as a title: with a capital, or in quotes."""
    plain = flat(text)
    for start, end in spans(plain, song):
        if not plain[start].islower() or plain[start - 1 : start] in ('"', "'"):
            plain = f"{plain[:start]}{MASK * (end - start)}{plain[end:]}"
    return plain


def performer_sentences(reading: Reading, document: Document, line: Line) -> Iterator[Sighting]:
    """Gives the performers that a sentence names."""
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
    """Gives the name that a match leads to: its own, or what stands behind ``by``."""
    if match.groupdict().get("value"):
        return cleaned_artist(raw[match.start("value") : match.end("value")])
    return name_after(raw, match.start("rest"), match.end("rest"))


def name_after(raw: str, start: int, end: int) -> str:
    """Gives the performer at the start of a stretch, behind ``English singer-songwriter`` and the like."""
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


def performer_title(reading: Reading, document: Document, line: Line) -> Iterator[Sighting]:
    """Gives the performer in the title of a page of a music site; elsewhere such titles count less."""
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
            # such a title does not tell a cover from the original
            less = (0 if known else 0.3) + (0.3 if asks_original(reading) else 0)
            yield seen(document, line, value, "title of a page", strength - less)
        return


def performers_in_data(reading: Reading, document: Document) -> Iterator[Sighting]:
    """Gives the performers of recordings of that name in structured data."""
    for thing in things(document):
        if thing.kind not in ("MusicRecording", "MusicComposition", "MusicVideoObject"):
            continue
        if folded(thing.name) != folded(reading.entity):
            continue
        artists = thing.all("byArtist.name", "byArtist", "recordingOf.byArtist.name")
        value = " & ".join(dict.fromkeys(filter(None, map(cleaned_artist, artists[:1]))))
        if value and not COVER.search(thing.name):
            yield seen(document, thing.line, value, "recording in data", 0.85)
