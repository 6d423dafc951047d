"""Detect sentences in untrusted text that try to instruct a model.

Use this only for warnings: no list covers every wording, so other safeguards must not depend on it.
Ordinary pages, and most pages *about* such attacks, should not be reported, but a page that quotes
an attack may be. The phrases are in ``resources/instructions``.
"""

import base64
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, islice
from typing import Any, TypeAlias

from desktop_agent.core.text import clipped, short_line
from desktop_agent.system.resources import toml_resource

Place: TypeAlias = tuple[int, int]
"""Start and end offset of an instruction, in characters."""

_MOST_PLACES = 500
"""Maximum number of places searched for a phrase, since a hostile text may repeat its words."""

_LONGEST_QUOTE = 300
_ENDS = (". ", "! ", "? ", "。")


def instruction_in(text: str) -> str:
    """Return the first instruction to a model in a text, as one line, or "" if there is none.

    Instructions are found in English, German, French, Spanish, Russian and Chinese, even if they
    are disguised by invisible characters, look-alike letters, spaces between letters, digits in
    place of letters, or base64. Instructions in base64 come first.
    """
    for found in _BASE64.finditer(text):
        decoded = _decoded(found[0])
        if decoded and (hidden := _in_plain_text(decoded)):
            return hidden
    return _in_plain_text(text)


def _in_plain_text(text: str) -> str:
    flat = _LONE_UNDERSCORE.sub("", f" {' '.join(text.split())} ")
    folded = _fold(flat)
    places = [*islice(_phrases_in(folded), _MOST_PLACES), *_spaced(folded), *_leet(folded)]
    first = min(places, default=None)
    if first and folded != flat:
        ends = list(accumulate(len(_FOLDS[ord(each)]) for each in flat))
        first = bisect_right(ends, first[0]), bisect_right(ends, first[1])
    lines = f"\n{text}"
    marker = _marker().search(lines)
    if marker and not (first and first[0] <= marker.start()):
        line = lines[marker.start() : marker.end() + _LONGEST_QUOTE].strip().partition("\n")[0]
        return short_line(line, _LONGEST_QUOTE)
    return _quote(flat, *first) if first else ""


def _quote(flat: str, start: int, end: int) -> str:
    """Return the text from the start of a match to the end of its sentence."""
    stops = [flat.find(mark, end - 1, start + _LONGEST_QUOTE) for mark in _ENDS]
    stop = min((stop + 1 for stop in stops if stop >= 0), default=start + _LONGEST_QUOTE + 1)
    return clipped(flat[start : max(stop, end)].strip(), _LONGEST_QUOTE)


# --- Phrases


_BEFORE, _AFTER = 260, 420
"""Number of characters searched for a phrase before and after one of its words."""

_CLAUSE = 40
"""Number of characters before a match that are checked for signs that it is only a mention."""


@dataclass(frozen=True, slots=True)
class _Phrase:
    """A row of the phrase table, whose fields are documented in ``english.toml``."""

    words: Sequence[str]
    pattern: re.Pattern[str]
    not_after: re.Pattern[str]


@cache
def _phrases() -> tuple[_Phrase, ...]:
    shared: dict[str, str] = {}

    def compiled(pieces: list[str] | str) -> re.Pattern[str]:
        return re.compile(re.sub(r"%([A-Z_]+)%", lambda found: shared[found[1]], "".join(pieces)))

    for name, pieces in toml_resource("instructions", "fragments.toml")["fragments"].items():
        shared[name] = compiled(pieces).pattern
    return tuple(
        _Phrase(
            row["words"],
            compiled(row["pattern"]),
            compiled(row.get("not_after", "(?!)")),
        )
        for file in ("english.toml", "others.toml")
        for row in toml_resource("instructions", file)["phrase"]
    )


def _phrases_in(folded: str) -> Iterator[Place]:
    """Yield the span of each known phrase in a folded text, in table order."""
    there = {word for word in _all_words() if word in folded}
    for phrase in _phrases():
        for start, end in _around(folded, [word for word in phrase.words if word in there]):
            for found in phrase.pattern.finditer(folded, start, end):
                before = folded[max(0, found.start() - _CLAUSE) : found.start()]
                if not phrase.not_after.search(before):
                    yield found.span()


@cache
def _all_words() -> frozenset[str]:
    return frozenset(word for phrase in _phrases() for word in phrase.words)


def _around(text: str, words: Sequence[str]) -> list[tuple[int, int]]:
    """Return non-overlapping spans of text around occurrences of any of the words."""
    places = []
    for word in words:
        place = text.find(word)
        while place >= 0:
            places.append(place)
            place = text.find(word, place + _BEFORE // 2)
    spans: list[tuple[int, int]] = []
    for place in sorted(places)[:_MOST_PLACES]:
        start, end = max(0, place - _BEFORE), place + _AFTER
        if spans and start <= spans[-1][1]:
            start, _ = spans.pop()
        spans.append((start, end))
    return spans


@cache
def _marks(table: str, name: str) -> Any:
    return toml_resource("instructions", "markers.toml")[table][name]


@cache
def _marker() -> re.Pattern[str]:
    markers = toml_resource("instructions", "markers.toml")["markers"].values()
    return re.compile("|".join(map("".join, markers)), re.IGNORECASE)


# --- Disguises

_LONE_UNDERSCORE = re.compile(r"(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])")
_SPACED = re.compile(r" \w(?:[ .\-_]\w){8,}(?!\w)")
_BASE64 = re.compile(r"[A-Za-z0-9+/_-]{24,4096}={0,2}")
_URL_SAFE = str.maketrans("-_", "+/")


def _spaced(folded: str) -> Iterator[Place]:
    for found in _SPACED.finditer(folded):
        if any(order in found[0][1::2] for order in _marks("spaced", "orders")):
            yield found.span()


def _leet(folded: str) -> Iterator[Place]:
    """Yield instructions written with digits or signs in place of letters."""
    words = _marks("leet", "words")
    read = folded.translate(_translation("leet"))
    if all(read.count(word) == folded.count(word) for word in words):
        return
    for start, end in islice(_phrases_in(read), _MOST_PLACES):
        if any(read[start:end].count(word) > folded[start:end].count(word) for word in words):
            yield start, end


@cache
def _translation(table: str) -> dict[int, int]:
    return str.maketrans(_marks(table, "signs"), _marks(table, "letters"))


def _decoded(blob: str) -> str:
    """Decode standard or URL-safe base64; return "" if it is invalid or not readable text."""
    bare = blob.rstrip("=")
    bare = bare[: len(bare) - (len(bare) % 4 == 1)]
    try:
        text = base64.b64decode(f"{bare}===".translate(_URL_SAFE)).decode("utf-8")
    except ValueError:
        return ""
    return text if " " in text and text.replace("\n", " ").isprintable() else ""


class _Folds(dict[int, str]):
    """A translation table that folds case and removes accents and invisible characters.

    Non-ASCII punctuation becomes spaces, so most folded text is ASCII and fast to search.
    """

    def __missing__(self, code: int) -> str:
        if 0xE0020 <= code <= 0xE007E:  # tag characters: invisible twins of ASCII
            code -= 0xE0000
        parts = unicodedata.normalize("NFKD", chr(code)).casefold()
        self[code] = fold = "".join(map(_plain, parts))
        return fold


def _plain(part: str) -> str:
    kind = unicodedata.category(part)
    if part in "*`\\" or kind in ("Mn", "Cf", "Cc"):
        return ""
    plain = part.translate(_translation("plain"))
    return " " if kind[0] in "PSZ" and not plain.isascii() else plain


_FOLDS = _Folds()
_MIXED_SCRIPT = re.compile("[\u0370-\u04ff]")
_WORD = re.compile(r"\w+")


def _fold(flat: str) -> str:
    folded = flat.translate(_FOLDS)
    return _WORD.sub(_one_script, folded) if _MIXED_SCRIPT.search(folded) else folded


def _one_script(word: re.Match[str]) -> str:
    """Replace look-alike letters (UTS 39) with Latin letters in a word of mixed scripts."""
    text = word[0]
    if text.isascii() or not _MIXED_SCRIPT.search(text):
        return text
    latin = text.translate(_translation("alike"))
    mixed = any(each.isascii() and each.isalpha() for each in text)
    return latin if mixed and latin.isascii() else text
