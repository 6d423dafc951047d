"""The number that a text gives as its answer."""

import re
from collections.abc import Iterator

from desktop_agent.evidence.claims.dates import dates
from desktop_agent.evidence.claims.numbers import numbers
from desktop_agent.evidence.quantities.notation import MOST, plain_notation
from desktop_agent.evidence.quantities.quantity import parse_quantity, read_quantity, without_lead

_HEAD = 600
_SPOKEN = 300
_HASHES = re.compile(r"####[ \t]*([^\n]{1,300})")
_CUE = re.compile(
    r"\b(?:(?:final |correct |numerical )?answer|antwort|endergebnis|r\u00e9ponse|respuesta)\b"
    r"[ *_]{0,4}(?::|=|\bis\b|\bwould be\b|\bcomes to\b|\bist\b|\blautet\b|\best\b|\bes\b)[ :*_]{0,6}([^\n]{1,300})",
    re.IGNORECASE,
)
_BOLD = re.compile(r"\*\*([^*\n]{1,200})\*\*")
_EQUALS = re.compile(r"=\s{0,3}([^=\n]{1,120})$")
_CITATION = re.compile(r"\[\s?[A-Z]?\d{1,3}(?:,\s?[A-Z]?\d{1,3}){0,5}\s?\]")
_EXCLAIMED = re.compile(r"(?<=\d)!(?=[\s\"')*]|$)(?!\s?[=/*+-])")
_LISTED = re.compile(r"^[ \t>#]{0,8}\(?\d{1,3}[.)][ \t]+(?=\S)", re.MULTILINE)
_START = re.compile(
    r"(?<![\w.,:/^\u2013])(?:-(?=[$\u20ac\u00a3\u00a5\d(.]))?(?:(?:US\$|[$\u20ac\u00a3\u00a5\u20b9])\s?)?"
    r"(?:\d|\.\d|sqrt|\u03c0|\()|(?<=\d )-(?=\d)"
)
_LABEL = re.compile(
    r"(?:step|case|part|figure|table|section|chapter|equation|no\.|version|line|page)\s$",
    re.IGNORECASE,
)
_YEAR_LEAD = re.compile(r"\b(?:in|since|by|of|from|until|year|during)\s$", re.IGNORECASE)
_CHAINED = re.compile(r"\s{0,3}(?:=|\u2248)\s{0,3}")
_DELIMITERS = re.compile(r"^\\[\[(]\s*|\s*\\[\])]$")
_RANGED = re.compile(r"\s?(?:[-\u2013\u2014]|to)\s?\d|(?::\d)")


def final_number(text: str) -> str:
    r"""Gives the number of a text's answer with its unit, as it is written; empty when there is none.

    Looks in this order: ``#### 42``, the last ``\boxed{}``, the last "the answer is …", a bold or
    bare number that the first line is, ``= 42`` at the end, the last bold number, the last number that
    stands alone. List marks, citations, labels ("step 3") and dates are not answers. Reads the last
    `notation.MOST` characters of a long text, and its first line.
    """
    tail = text[-MOST:]
    for told in _told(text, tail):
        if found := _number_of(told):
            return found
    plain = _readable(tail)
    for bold in reversed(_BOLD.findall(plain)):
        if found := _first(bold):
            return found
    return _last(plain) or _last_worded(tail)


def _told(text: str, tail: str) -> Iterator[str]:
    """Gives what a text marks as its answer, the surest first."""
    if hashes := _HASHES.findall(tail):
        yield hashes[-1]
    yield _boxed(tail)
    if cues := _CUE.findall(tail):
        yield cues[-1]
    first = text[:_HEAD].lstrip().split("\n", 1)[0].strip()
    if bold := _BOLD.match(first):
        yield bold.group(1)
    if len(first) <= 120 and parse_quantity(first.rstrip("!")) is not None:
        yield first
    if equals := _EQUALS.search(plain_notation(tail).rstrip(" \t\r\n.*$!")):
        yield equals.group(1)


def _boxed(text: str) -> str:
    start = max(text.rfind("\\boxed{"), text.rfind("\\fbox{"))
    if start < 0:
        return ""
    begin = text.index("{", start) + 1
    depth = 1
    for at in range(begin, min(len(text), begin + _SPOKEN)):
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        if depth == 0:
            return text[begin:at]
    return ""


def _number_of(told: str) -> str:
    told = told.strip(" \t\r\n*_`.$") if told.count("$") > 1 else told.strip(" \t\r\n*_`.")
    if told.endswith("!"):
        told = told.rstrip("!")
    if told and parse_quantity(told) is not None:
        return without_lead(_DELIMITERS.sub("", told))
    return _first(_readable(told)) if told else ""


def _readable(text: str) -> str:
    text = _CITATION.sub(" ", plain_notation(text))
    return _EXCLAIMED.sub("", text)


def _first(plain: str) -> str:
    """Gives the first number, or where an equation begins with it, what it comes to."""
    found, end = next(_alone(plain), ("", 0))
    while found and (chained := _CHAINED.match(plain, end)):
        following = read_quantity(plain, chained.end())
        if following is None or parse_quantity(plain[chained.end() : following[1]]) is None:
            break
        found, end = plain[chained.end() : following[1]], following[1]
    return found.strip()


def _last(plain: str) -> str:
    marks = [match.span() for match in _LISTED.finditer(plain)]
    found = ""
    year = ""
    for number, end in _alone(plain):
        start = end - len(number)
        if any(start < stop and begin < end for begin, stop in marks):
            continue
        if re.fullmatch(r"1[5-9]\d\d|20\d\d", number) and _YEAR_LEAD.search(
            plain, max(0, start - 8), start
        ):
            year = number
        else:
            found = number
    return (found or year).strip()


def _alone(plain: str) -> Iterator[tuple[str, int]]:
    """Gives the numbers that are no part of a date, a label, a range or a word, with their ends."""
    dated = [
        (date.start, date.end)
        for date in dates(plain)
        if date.when.month or date.when.year is None or date.when.span > 1
    ]
    at = 0
    while match := _START.search(plain, at):
        at = match.start()
        found = read_quantity(plain, at)
        if found is None:
            at = match.end()
            continue
        start, end = at, found[1]
        at = max(end, match.end())
        if any(start < stop and begin < end for begin, stop in dated):
            continue
        if ranged := _RANGED.match(plain, end):  # neither end of a range is the answer
            following = read_quantity(plain, ranged.end() - 1)
            at = following[1] if following else ranged.end()
            continue
        if _stands_alone(plain, start, end) and parse_quantity(plain[start:end]) is not None:
            yield plain[start:end].rstrip(" \u00a0"), len(plain[:end].rstrip(" \u00a0"))


def _stands_alone(plain: str, start: int, end: int) -> bool:
    if _LABEL.search(plain, max(0, start - 10), start):
        return False
    following = plain[end : end + 1]
    glued = following.isalnum() and plain[end - 1].isalnum()
    per = following == "/" and plain[end + 1 : end + 2].isalpha()  # $18,000/year
    return not glued and (per or following not in ("/", "^"))


def _last_worded(text: str) -> str:
    found = [number for number in numbers(text[-_SPOKEN:]) if number.written]
    words = [number.text for number in found if number.kind in ("number", "fraction")]
    return next((said for said in reversed(words) if parse_quantity(said) is not None), "")
