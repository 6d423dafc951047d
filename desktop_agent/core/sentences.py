"""Split text into sentences, without stopping at abbreviations, initials and ordinals."""

import re
from collections.abc import Iterator

from desktop_agent.core.citations import CITATION

_SURE_STOPS = "\u3002\uff01\uff1f\uff61\u061f\u06d4\u0964\u0965\u0589\u1362\u17d4\u104b"
"""Sentence-ending marks of Chinese, Arabic, Hindi and others, which never end abbreviations."""
_SURE = frozenset(_SURE_STOPS)
_MARK = rf"[.!?\u2026{_SURE_STOPS}]"
_STOP = re.compile(  # begins with one mark, which the regex engine looks for at once
    rf"{_MARK}{_MARK}{{0,8}}(?:(?<=[{_SURE_STOPS}])|(?=[\s\"'\u201d\u2019\u00bb)\]*_\[]|\Z))"
)
_BEHIND = re.compile(
    r"""(?:["'\u201d\u2019\u00bb\u300d\u300f\u3011\uff09)\]*_]{1,6})?"""
    rf"(?:[^\S\n]{{0,2}}{CITATION.pattern}){{0,8}}[*_]{{0,3}}"
)
_BEFORE_WORD = re.compile(r"(?s:.*)[\s(\[\"'\u201c\u201e\u00ab*_]|")
_WORD_AFTER = re.compile(r"[\s(\[\"'\u201c\u201e\u00ab*_]{0,9}([^\W_]{1,30})")
_INITIALS = re.compile(r"(?:[^\W\d_]\.){0,5}[^\W\d_]$")


def spans(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Yield the (start, end) of each sentence in a range of text, without surrounding spaces."""
    begin = start
    for stop in _STOP.finditer(text, start, end):
        blank = text[begin + 1 : begin + 2] == " "  # left by an escaping backslash
        if stop.start() < begin + 2 + blank:
            continue
        behind = _BEHIND.match(text, stop.end(), end)
        after = behind.end() if behind else stop.end()
        sure = not _SURE.isdisjoint(stop.group())
        if not sure and not _ends(text, begin, stop, after, end):
            continue
        yield _trimmed(text, begin, after)
        begin = after
    if text[begin:end].strip():
        yield _trimmed(text, begin, end)


def _trimmed(text: str, start: int, end: int) -> tuple[int, int]:
    piece = text[start:end]
    return start + len(piece) - len(piece.lstrip()), end - (len(piece) - len(piece.rstrip()))


def _ends(text: str, begin: int, stop: re.Match[str], after: int, end: int) -> bool:
    """Return whether the mark matched by ``stop`` ends the sentence starting at ``begin``."""
    if after < end and not text[after].isspace():
        return False
    following = _WORD_AFTER.match(text, after, min(end, after + 45))
    word = following.group(1) if following else ""
    if word[:1].islower():
        return False
    if stop.group() != ".":
        return True
    if not word or "[" in text[stop.end() : after]:
        return True
    before = _BEFORE_WORD.match(text, max(begin, stop.start() - 30), stop.start())
    return not _abbreviated(text[before.end() : stop.start()] if before else "", word)


def _abbreviated(last: str, following: str) -> bool:
    """Return whether ``last``, a word followed by a full stop, is an abbreviation."""
    folded = last.casefold()
    if folded in _ALWAYS_SHORTENED:
        return True
    if folded in ("no", "nos", "nr", "p", "op", "art"):
        return following[0].isdigit()
    if last.isdigit() and len(last) < 3:
        return following.casefold()[:3] in _MONTH_STARTS
    if following in _STARTERS:
        return False
    return folded in _SOMETIMES_SHORTENED or bool(_INITIALS.match(last))


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_MONTH_STARTS = _words("jan feb mär mar apr mai may jun jul aug sep okt oct nov dez dec")
_ALWAYS_SHORTENED = _words(
    """mr mrs ms dr prof st sr mt ft gen col sgt capt lt rev hon pres gov sen rep vol vols pp fig
    figs eq ch sec ed eds vs cf e.g i.e z.b d.h u.a bzw ca approx est dept univ bd hr fr str
    bspw usw.z p.ex m mme mlle sra srta ing lic dipl hl jan feb mar apr jun jul aug sept okt dez
    geb gest v.chr n.chr s.l a.k.a"""
) - {"m"}
_SOMETIMES_SHORTENED = _words(
    """etc inc ltd co corp jr bros u.s u.k u.n e.u a.m p.m b.c a.d ph.d m.d b.a m.a d.c usw mio mrd
    oct nov dec sep abb hrsg"""
)
_STARTERS = _words(
    """The It He She They In This That These Those A An We I You On At As But And However After
    Before When While Its His Her Their There By For From To With Since Der Die Das Er Sie Es
    Ein Eine Im Am Le La Les Il Elle En Un Une El Los Las Ella"""
)
"""Words that start a sentence much more often than they follow an abbreviation."""
