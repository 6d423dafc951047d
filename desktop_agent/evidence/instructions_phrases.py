"""The table of phrases that give orders to a model, and how one text is searched for all of them."""

import re
import tomllib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, TypeAlias, get_args

from desktop_agent.resources import resource_path

Kind: TypeAlias = Literal[
    "override", "tool_call", "exfiltration", "secrecy", "role_marker", "answer_steering"
]
"""What an order is after."""

Place: TypeAlias = tuple[int, int, Kind]
"""Where an order stands: start and end in characters, and its kind."""

_FILES = ("english.toml", "others.toml")
_BEFORE, _AFTER = 260, 420
"""Characters around a word of a phrase in which the phrase must stand."""

_CLAUSE = 40
"""Characters before a match that tell whether it is an order or only speaks of one."""

_MOST_LOOKED_AT = 60_000
"""Characters around the words of one phrase; hostile text could hold nothing but such words."""

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
    """One row of the table; its fields are told of in ``english.toml``."""

    kind: Kind
    words: tuple[str, ...]
    pattern: str
    also: tuple[str, ...] = ()
    not_after: str = ""

    @property
    def foreign(self) -> bool:
        """True where it is written in a script that ASCII has not."""
        return not any(word.isascii() for word in self.words)

    def matches(self, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Yields where the phrase stands between two places of a folded text."""
        for found in _compiled(self.pattern).finditer(text, start, end):
            before = text[max(0, found.start() - _CLAUSE) : found.start()]
            if not (self.not_after and _compiled(self.not_after).search(before)):
                yield found.span()


class WordPlaces:
    """Where words stand in one text; each is looked for once.

    Most words are in no text, and asking the set of all beginnings is quicker than looking.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self._known: dict[str, list[int]] = {}
        tokens = set(text.translate(_APART).split()) if text.isascii() else _TOKEN.findall(text)
        self._beginnings = {token[:length] for length in _LENGTHS for token in tokens}

    def of(self, word: str) -> list[int]:
        """Gives the places of a word, rising."""
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
        """Yields the stretches around any of the words; they do not overlap."""
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
    """Yields the phrases of the table that stand in a folded text, by rows of the table."""
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
    """Yields what plays the border of a turn, of a tool's output or of a block of data.

    The text is as it came, its first line behind a line break: lines count here.
    """
    for pattern in (_TURN_MARKER, _LINE_MARKER, _ROLE_FIELD):
        for found in pattern.finditer(text):
            yield *found.span(), "role_marker"


@cache
def _beginning(word: str) -> str:
    """Gives the beginning of the longest run of letters in a word; "" where all are short."""
    longest = max(_TOKEN.findall(word), key=len, default="")
    length = max((each for each in _LENGTHS if each <= len(longest)), default=0)
    return longest[:length]


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


@cache
def _phrases() -> tuple[Phrase, ...]:
    shared: dict[str, str] = {}
    for name, pieces in _table("fragments.toml")["fragments"].items():
        shared[name] = _filled("".join(pieces), shared)
    return tuple(_phrase(row, shared) for name in _FILES for row in _table(name)["phrase"])


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


def _table(name: str) -> dict[str, Any]:
    return tomllib.loads(resource_path("instructions", name).read_text("utf-8"))
