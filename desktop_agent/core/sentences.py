"""Where the sentences of a text begin and end."""

import re
from collections.abc import Iterator
from functools import cache

from desktop_agent.core.citations import CITATION

_SURE_STOPS = "\u3002\uff01\uff1f\uff61\u061f\u06d4\u0964\u0965\u0589\u1362\u17d4\u104b"
"""Full stops that shorten no word, so that no space need follow: Chinese, Arabic, Hindi and others."""
_STOP = re.compile(
    rf"[.!?\u2026]{{1,9}}(?=[\s\"'\u201d\u2019\u00bb)\]*_\[]|\Z)|[{_SURE_STOPS}]{{1,9}}"
)
_BEHIND = re.compile(
    r"""(?:["'\u201d\u2019\u00bb\u300d\u300f\u3011\uff09)\]*_]{1,6})?"""
    rf"(?:[^\S\n]{{0,2}}{CITATION.pattern}){{0,8}}[*_]{{0,3}}"
)
_WORD_BEFORE = re.compile(r"[^\s(\[\"'\u201c\u201e\u00ab*_]{1,30}$")
_WORD_AFTER = re.compile(r"[\s(\[\"'\u201c\u201e\u00ab*_]{0,9}([^\W_]{1,30})")
_INITIALS = re.compile(r"(?:[^\W\d_]\.){0,5}[^\W\d_]$")


def spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Gives start and end of the sentences in a stretch of text, without the spaces between."""
    begin = start
    for stop in _STOP.finditer(text, start, end):
        blank = text[begin + 1 : begin + 2] == " "  # where a backslash stood
        if stop.start() < begin + 2 + blank:
            continue
        behind = _BEHIND.match(text, stop.end(), end)
        after = behind.end() if behind else stop.end()
        if stop.group()[0] not in _SURE_STOPS and not _ends(text, begin, stop, after, end):
            continue
        yield _trimmed(text, begin, after)
        begin = after
    if text[begin:end].strip():
        yield _trimmed(text, begin, end)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))


def _ends(text: str, begin: int, stop: re.Match[str], after: int, end: int) -> bool:
    """True when a full stop (or several) ends the sentence that began at ``begin``."""
    if after < end and not text[after].isspace():
        return False
    following = _WORD_AFTER.match(text, after, min(end, after + 45))
    word = following.group(1) if following else ""
    if word[:1].islower():
        return False
    if stop.group() != ".":
        return True
    before = _WORD_BEFORE.search(text, max(begin, stop.start() - 30), stop.start())
    last = before.group() if before else ""
    cited = "[" in text[stop.end() : after]
    return cited or not word or not _abbreviated(last, word)


def _abbreviated(last: str, following: str) -> bool:
    """True when the dot behind ``last`` shortens a word, given the word that follows."""
    folded = last.casefold()
    if folded in _always_shortened():
        return True
    if folded in ("no", "nos", "nr", "p", "op", "art"):
        return following[0].isdigit()
    if last.isdigit() and len(last) < 3:
        return following.casefold()[:3] in _MONTH_STARTS
    if following in _starters():
        return False
    return folded in _sometimes_shortened() or bool(_INITIALS.match(last))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MONTH_STARTS = _words("jan feb mär mar apr mai may jun jul aug sep okt oct nov dez dec")


@cache
def _always_shortened() -> frozenset[str]:
    return _words(
        """mr mrs ms dr prof st sr mt ft gen col sgt capt lt rev hon pres gov sen rep vol vols pp fig
    figs eq ch sec ed eds vs cf e.g i.e z.b d.h u.a bzw ca approx est dept univ bd hr fr str
    bspw usw.z p.ex m mme mlle sra srta ing lic dipl hl jan feb mar apr jun jul aug sept okt dez
    geb gest v.chr n.chr s.l a.k.a"""
    ) - {"m"}


@cache
def _sometimes_shortened() -> frozenset[str]:
    return _words(
        """etc inc ltd co corp jr bros u.s u.k u.n e.u a.m p.m b.c a.d ph.d m.d b.a m.a d.c usw mio mrd
    oct nov dec sep abb hrsg"""
    )


@cache
def _starters() -> frozenset[str]:
    """Words that begin a sentence far more often than they follow an abbreviation."""
    return _words(
        """The It He She They In This That These Those A An We I You On At As But And However After
    Before When While Its His Her Their There By For From To With Since Der Die Das Er Sie Es
    Ein Eine Im Am Le La Les Il Elle En Un Une El Los Las Ella"""
    )
