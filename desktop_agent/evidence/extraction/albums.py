"""The latest album of an artist, in sentences and in titles of pages.

Two kinds of things are said of an album: that it is the latest, and that it is by the artist (with
the day it came out, as a rule). The second kind is weak alone and gains where other albums are seen
to be older (`confidence`). What is only announced is sighted with strength 0, so that no other
page can make it the latest.
"""

import re
from collections.abc import Iterator
from datetime import date
from functools import cache
from itertools import islice
from typing import NamedTuple

from desktop_agent.evidence.extraction.folding import flat, word_set
from desktop_agent.evidence.extraction.mention import MASK, masked
from desktop_agent.evidence.extraction.names import WORK, cleaned_work, title_case, work_span
from desktop_agent.evidence.extraction.release import (
    ALBUM,
    NOT_AN_ALBUM,
    is_to_come,
    only_announced,
    only_rumoured,
    release_date,
    year_beside,
)
from desktop_agent.evidence.extraction.sentences import Line, seen
from desktop_agent.evidence.pack import Document, Reading, Sighting

_E = f"{MASK}+"
_MOST = 4
"""Matches of one pattern in one sentence; a sentence with more is no prose."""

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
) -> Iterator[Sighting]:
    """Gives the albums that a sentence names as the artist's, of a page that speaks of the artist."""
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
    """``the latest album`` alone may be anybody's."""
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
) -> Iterator[Sighting]:
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


def _is_an_album(document: Document, line: Line, text: str, today: date) -> Iterator[Sighting]:
    """``X is the second studio album by A``: read piece by piece, so that time stays linear."""
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
    """Gives the span of the title that a sentence begins with, or None where it begins otherwise."""
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
