"""Detect sentences in untrusted text that try to instruct a model.

Use this only for warnings: no list covers every wording, so other safeguards must not depend on it.
Ordinary pages should pass, including most pages *about* such attacks, but a page that quotes an
attack may be reported. The phrases are in ``resources/instructions``.
"""

import base64
import binascii
import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, islice
from typing import Any, Literal, TypeAlias, get_args

from desktop_agent.core.text import clipped, short_line
from desktop_agent.system.resources import toml_resource

# --- The phrase table, and searching a text for all phrases

Kind: TypeAlias = Literal[
    "override", "tool_call", "exfiltration", "secrecy", "role_marker", "answer_steering"
]
"""The purpose of an instruction."""

Place: TypeAlias = tuple[int, int, Kind]
"""Start, end and kind of an instruction, with character offsets."""

_FILES = ("english.toml", "others.toml")
_BEFORE, _AFTER = 260, 420
"""Number of characters searched for a phrase before and after one of its words."""

_CLAUSE = 40
"""Number of characters before a match that are checked for signs that it is only a mention."""

_MOST_LOOKED_AT = 60_000
"""Maximum number of characters searched per phrase, since a hostile text may repeat its words."""

_TOKEN = re.compile("[a-z0-9]+")
_LENGTHS = (4, 7)
_APART = str.maketrans(dict.fromkeys((chr(c) for c in range(128) if not chr(c).isalnum()), " "))

_TURN_MARKER = re.compile(
    r"[<\[](?:[|\uff5c][\w\u2581 ]{1,30}[|\uff5c]>|/?inst\]|</?sys>>|/?(?:start|end)_of_turn>"
    r"|/?(?:tool_(?:calls?|response|result|output)|function_(?:calls?|results?)"
    r"|system[-_](?:reminder|prompt)|assistant)\b[^<>\n]{0,80}>)",
    re.IGNORECASE,
)
_LINE_MARKER = re.compile(
    r"\n[^\w\n]{0,12}(?:(?<=\#[\# ])(?:system|assistant|human|instruction|response|user)"
    r"(?: (?:prompt|message))? ?:"
    r"|(?:system|assistant|developer)(?: (?:prompt|message|note|override))?[^\w\n]{1,8}"
    r"(?<=[:\]*> ])(?:you|ignore|disregard|the user|call|fetch|new|from now|please|now|open|visit"
    r"|all previous|i (?:will|must)|understood)\b"
    r"|(?:end|begin|start)(?:ning)?[\W_]{1,3}(?:of[\W_])?(?:the[\W_])?(?:untrusted|external|tool"
    r"|retrieved|fetched|web[\W_]?page|page|user|outside)[\W_]{1,3}(?:data|content|output|text|input"
    r"|block|results?)\b)",
    re.IGNORECASE,
)
_ROLE_FIELD = re.compile(r"\"role\"\s{0,3}:\s{0,3}\"(?:system|tool|developer)\"")


@dataclass(frozen=True, slots=True)
class Phrase:
    """A row of the phrase table. The fields are documented in ``english.toml``."""

    kind: Kind
    words: tuple[str, ...]
    pattern: str
    also: tuple[str, ...] = ()
    not_after: str = ""

    @property
    def foreign(self) -> bool:
        return not any(word.isascii() for word in self.words)

    def matches(self, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        for found in _compiled(self.pattern).finditer(text, start, end):
            before = text[max(0, found.start() - _CLAUSE) : found.start()]
            if not (self.not_after and _compiled(self.not_after).search(before)):
                yield found.span()


class WordPlaces:
    """Finds the positions of words in a text, searching for each word at most once.

    Most words are absent, and checking the set of all word beginnings is faster than searching.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._known: dict[str, list[int]] = {}
        tokens = set(text.translate(_APART).split()) if text.isascii() else _TOKEN.findall(text)
        self._beginnings = {token[:length] for length in _LENGTHS for token in tokens}

    def of(self, word: str) -> list[int]:
        """Return the positions of a word in ascending order, omitting those close together."""
        places = self._known.get(word)
        if places is None:
            places = self._known[word] = []
            beginning = _beginning(word)
            missing = beginning and beginning not in self._beginnings
            place = -1 if missing else self.text.find(word)
            while place >= 0:
                places.append(place)
                place = self.text.find(word, place + _BEFORE // 2)
        return places

    def around(self, words: Sequence[str]) -> Iterator[tuple[int, int]]:
        """Yield non-overlapping spans around the occurrences of any of the words."""
        start = end = -1
        left = _MOST_LOOKED_AT
        for place in sorted(place for word in words for place in self.of(word)):
            if place - _BEFORE > end:
                if end > 0:
                    yield start, end
                start = end = max(0, place - _BEFORE)
            left -= place + _AFTER - end
            end = place + _AFTER
            if left < 0:
                break
        if end > 0:
            yield start, end


def find_phrases(text: str) -> Iterator[Place]:
    """Yield the span and kind of each known phrase in a folded text, in the order of the table."""
    places = WordPlaces(text)
    plain = text.isascii()
    for phrase in _phrases():
        if phrase.foreign and plain:
            continue
        if phrase.also and not any(places.of(word) for word in phrase.also):
            continue
        for start, end in places.around(phrase.words):
            for found in phrase.matches(text, start, end):
                yield *found, phrase.kind


def find_role_markers(text: str) -> Iterator[Place]:
    """Yield markers that imitate the boundary of a turn, tool result or data block.

    The text must be the original, not the folded form. It must begin with a line break, since some
    markers count only at the start of a line.
    """
    for pattern in (_TURN_MARKER, _LINE_MARKER, _ROLE_FIELD):
        for found in pattern.finditer(text):
            yield *found.span(), "role_marker"


@cache
def _beginning(word: str) -> str:
    """Return the beginning of a word's longest run of letters, or "" if all runs are short."""
    longest = max(_TOKEN.findall(word), key=len, default="")
    length = max((each for each in _LENGTHS if each <= len(longest)), default=0)
    return longest[:length]


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@cache
def _phrases() -> tuple[Phrase, ...]:
    shared: dict[str, str] = {}
    for name, pieces in toml_resource("instructions", "fragments.toml")["fragments"].items():
        shared[name] = _filled("".join(pieces), shared)
    return tuple(
        _phrase(row, shared)
        for name in _FILES
        for row in toml_resource("instructions", name)["phrase"]
    )


def _phrase(row: dict[str, Any], shared: dict[str, str]) -> Phrase:
    kind: Kind = next(kind for kind in get_args(Kind) if kind == row["kind"])
    return Phrase(
        kind,
        tuple(row["words"]),
        _filled("".join(row["pattern"]), shared),
        tuple(row.get("also", ())),
        _filled(row.get("not_after", ""), shared),
    )


def _filled(pattern: str, shared: dict[str, str]) -> str:
    return re.sub(r"%([A-Z_]+)%", lambda found: shared[found[1]], pattern)


MOST_FOUND = 20
"""Maximum number of instructions reported per text."""

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
    """An instruction to a model; ``quote`` is its text as one line."""

    kind: Kind
    quote: str


def find_instructions(text: str) -> tuple[Instruction, ...]:
    """Return up to `MOST_FOUND` instructions to a model in a text, ordered by position.

    Instructions are found in English, German, French, Spanish, Russian and Chinese, even if they
    are disguised by invisible characters, look-alike letters, spaces between letters, digits in
    place of letters, or base64. Those in base64 come first.
    """
    found = _in_plain_text(text) | {(-1, each.kind): each for each in _in_base64(text)}
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
    """Yield the span and kind of each instruction, skipping overlaps of the same kind."""
    ends: dict[Kind, int] = {}
    places = [*islice(find_phrases(folded), 10 * MOST_FOUND), *_spaced(folded), *_leet(folded)]
    for start, end, kind in sorted(places):
        if start >= ends.get(kind, -1):
            ends[kind] = end
            yield start, end, kind


def _spaced(folded: str) -> Iterator[Place]:
    for found in _SPACED.finditer(folded):
        if _SPACED_ORDER.search(found[0][1::2]):
            yield *found.span(), "override"


def _leet(folded: str) -> Iterator[Place]:
    """Yield instructions written with digits or signs in place of letters."""
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
    """Decode standard or URL-safe base64. Return "" if it is invalid or not readable text."""
    bare = blob.rstrip("=").translate(str.maketrans("-_", "+/"))
    bare = bare[: len(bare) - (len(bare) % 4 == 1)]
    try:
        text = base64.b64decode(bare + "=" * (-len(bare) % 4)).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return ""
    return text if " " in text and text.replace("\n", " ").isprintable() else ""


class _Origin:
    """Maps positions in the folded text to positions in the original."""

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
        """Return the text from the start of a match to the end of its sentence."""
        first, last = self.place(start), self.place(end)
        stops = [self._flat.find(mark, last - 1, first + _LONGEST_QUOTE) for mark in _ENDS]
        stop = min((stop + 1 for stop in stops if stop >= 0), default=first + _LONGEST_QUOTE + 1)
        return clipped(self._flat[first : max(stop, last)].strip(), _LONGEST_QUOTE)


class _Folds(dict[int, str]):
    """A translation table that folds case and removes accents and invisible characters.

    Punctuation outside ASCII becomes spaces, so that most folded texts are ASCII and fast to
    search.
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
    """Replace look-alike letters (UTS 39) in a mixed-script word with Latin letters."""
    text = word[0]
    if text.isascii() or not _MIXED_SCRIPT.search(text):
        return text
    latin = text.translate(_CONFUSABLE)
    mixed = any(each.isascii() and each.isalpha() for each in text)
    return latin if mixed and latin.isascii() else text
