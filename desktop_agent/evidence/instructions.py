"""Finds sentences in a text from outside that give orders to a model that reads it.

It is a warning, not a wall: nobody can list every wording of an order, and whatever keeps a page
from doing harm must hold without it. Ordinary pages are to pass: a page *about* such attacks mostly
does, one that quotes an attack may not. The phrases are in ``resources/instructions``.
"""

import base64
import binascii
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, islice

from desktop_agent.core.short_line import clipped, short_line
from desktop_agent.evidence.instructions_phrases import (
    Kind,
    Place,
    find_phrases,
    find_role_markers,
)

MOST_FOUND = 20
"""A text with this many has said enough."""

_LONGEST_QUOTE = 300
_ENDS = (". ", "! ", "? ", "。")
_MIXED_SCRIPT = re.compile("[\u0370-\u04ff]")
_WORD = re.compile(r"\w+")
_LONE_UNDERSCORE = re.compile(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_SPACED = re.compile(r" \w(?:[ .\-_]\w){8,}(?!\w)")
_SPACED_ORDER = re.compile(
    r"(?:ignore|disregard|forget)(?:all|any|the|your|previous|prior)|previousinstructions"
    r"|systemprompt|youarenow|(?:tell|inform)theuser|web_?fetch|ignorier(?:e|en)"
)
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{24,4096}={0,2}")
_SHORTEST_BASE64 = 24
_LEET_WORDS = (
    "ignore", "instruction", "previous", "prompt", "assistant", "disregard", "reveal", "password",
)  # fmt: skip
_LEET = str.maketrans("0134578@$!|", "oieastbasil")


@dataclass(frozen=True, slots=True)
class Instruction:
    """An order to a model; ``quote`` is it as it stands in the text, on one line."""

    kind: Kind
    quote: str


def find_instructions(text: str) -> tuple[Instruction, ...]:
    """Gives the orders to a model that a text holds, at most `MOST_FOUND`, by their place.

    Looked for in English, German, French, Spanish, Russian and Chinese, as they are and disguised:
    by invisible characters, look-alike letters, spaces between letters, digits for letters, base64.
    """
    found = {
        **_in_plain_text(text),
        **{(-1, instruction.kind): instruction for instruction in _in_base64(text)},
    }
    return tuple(found[key] for key in sorted(found))[:MOST_FOUND]


def _in_plain_text(text: str) -> dict[tuple[int, Kind], Instruction]:
    flat = f" {' '.join(text.split())} "
    if "_" in flat:
        flat = _LONE_UNDERSCORE.sub("", flat)
    folded = _fold(flat)
    origin = _Origin(flat, folded)
    found: dict[tuple[int, Kind], Instruction] = {}
    for start, end, kind in islice(_orders(folded), MOST_FOUND):
        place = origin.place(start)
        found.setdefault((place, kind), Instruction(kind, origin.quote(start, end)))
    lines = f"\n{text}"
    for start, end, kind in islice(find_role_markers(lines), MOST_FOUND):
        line = lines[start : end + _LONGEST_QUOTE].strip().partition("\n")[0]
        found.setdefault((start, kind), Instruction(kind, short_line(line, _LONGEST_QUOTE)))
    return found


def _orders(folded: str) -> Iterator[Place]:
    """Yields each order once, also where two phrases of a kind find it."""
    ends: dict[Kind, int] = {}
    places = [*islice(find_phrases(folded), 10 * MOST_FOUND), *_spaced(folded), *_leet(folded)]
    for start, end, kind in sorted(places):
        if start >= ends.get(kind, -1):
            ends[kind] = end
            yield start, end, kind


def _spaced(folded: str) -> Iterator[Place]:
    """Yields orders that are written with a gap behind every letter."""
    for found in _SPACED.finditer(folded):
        if _SPACED_ORDER.search(found[0][1::2]):
            yield *found.span(), "override"


def _leet(folded: str) -> Iterator[Place]:
    """Yields orders that are written with digits for letters."""
    read = folded.translate(_LEET)
    if all(read.count(word) == folded.count(word) for word in _LEET_WORDS):
        return
    for start, end, kind in islice(find_phrases(read), 10 * MOST_FOUND):
        if any(read[start:end].count(w) > folded[start:end].count(w) for w in _LEET_WORDS):
            yield start, end, kind


def _in_base64(text: str) -> Iterator[Instruction]:
    long_words = " ".join(
        word for word in text.split() if len(word) >= _SHORTEST_BASE64 and "://" not in word
    )
    for found in _BASE64.finditer(long_words):
        decoded = _decoded(found[0])
        if decoded:
            yield from _in_plain_text(decoded).values()


def _decoded(blob: str) -> str:
    """Gives the text that stands in base64 of either alphabet, or "" where it is none."""
    bare = blob.rstrip("=").translate(str.maketrans("-_", "+/"))
    bare = bare[: len(bare) - (len(bare) % 4 == 1)]
    try:
        text = base64.b64decode(bare + "=" * (-len(bare) % 4)).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return text if " " in text and text.replace("\n", " ").isprintable() else ""


class _Origin:
    """Leads from a place in the folded text back to the text."""

    def __init__(self, flat: str, folded: str) -> None:
        self._flat = flat
        self._folded = folded
        self._ends: list[int] | None = None

    def place(self, place: int) -> int:
        if self._flat.isascii() and len(self._flat) == len(self._folded):
            return place
        if self._ends is None:
            self._ends = list(accumulate(len(_FOLDS[ord(each)]) for each in self._flat))
        return bisect_right(self._ends, place)

    def quote(self, start: int, end: int) -> str:
        """Gives the text from the start of a match to the end of its sentence."""
        first, last = self.place(start), self.place(end)
        stops = [self._flat.find(mark, last - 1, first + _LONGEST_QUOTE) for mark in _ENDS]
        stop = min((stop + 1 for stop in stops if stop >= 0), default=first + _LONGEST_QUOTE + 1)
        return clipped(self._flat[first : max(stop, last)].strip(), _LONGEST_QUOTE)


class _Folds(dict[int, str]):
    """What each character is read as: lower case, no accent, "" for what is not seen.

    Marks that ASCII has not are spaces, so that most folded texts are ASCII and quick to search.
    """

    def __missing__(self, code: int) -> str:
        if 0xE0020 <= code <= 0xE007E:  # tag characters: invisible twins of ASCII
            code -= 0xE0000
        parts = unicodedata.normalize("NFKD", chr(code)).casefold()
        self[code] = fold = "".join(map(_plain, parts))
        return fold


def _plain(part: str) -> str:
    known = _PLAIN.get(part)
    if known is not None:
        return known
    kind = unicodedata.category(part)
    if kind in ("Mn", "Cf", "Cc"):
        return ""
    return " " if kind[0] in "PSZ" and not part.isascii() else part


_EMPHASIS = str.maketrans("", "", "*`\\")
_PLAIN = {
    "*": "", "`": "", "\\": "", "\u2019": "'", "\u2018": "'", "\u201c": '"', "\u201d": '"',
    "\u201e": '"', "\u00ab": '"', "\u00bb": '"', "\u2014": "-", "\u2013": "-", "\u3002": ".",
    "\uff0c": ",", "\u0131": "i",
}  # fmt: skip
_MANY = 64
_FOLDS = _Folds()
_CONFUSABLE = str.maketrans(
    "абвгеіјкмнорстухһԁӏѕԛԝπαβεικνορτυχγω", "abbreijkmhopctyxhdlsqwnabeiknoptuxyw"
)


def _fold(flat: str) -> str:
    if flat.isascii():
        return flat.lower().translate(_EMPHASIS)
    folded = flat.lower()
    seldom = [each for each in set(folded) if not each.isascii()]
    if len(seldom) > _MANY:
        folded = flat.translate(_FOLDS)
    else:
        for each in seldom:
            folded = folded.replace(each, _FOLDS[ord(each)])
        folded = folded.translate(_EMPHASIS) if folded.isascii() else folded.translate(_FOLDS)
    if not folded.isascii() and _MIXED_SCRIPT.search(folded):
        folded = _WORD.sub(_one_script, folded)
    return folded


def _one_script(word: re.Match[str]) -> str:
    """Reads a word of two scripts as Latin, letter by letter (the attack of UTS 39)."""
    text = word[0]
    if text.isascii() or not _MIXED_SCRIPT.search(text):
        return text
    latin = text.translate(_CONFUSABLE)
    mixed = any(each.isascii() and each.isalpha() for each in text)
    return latin if mixed and latin.isascii() else text
