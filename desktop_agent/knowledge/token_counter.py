"""Pieces of a text, and how many tokens each has by a small table that was learned.

A tokenizer's vocabulary is megabytes; to say how long a text is it need not be known whole. Two
tables stand for it (``tests/benchmarks/knowledge/train_tokens.py`` makes them): words that are one
token, of each a byte of its hash (cuckoo filter, Fan et al. 2014), and for what is not among them a
sum of learned weights of its characters and those before them, hashed (Weinberger et al. 2009).
"""

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from desktop_agent.system.resources import resource_path

# Pieces as the tokenizer cuts them, from openai/tiktoken, tiktoken_ext/openai_public.py. What
# differs can only give too many: pieces have a greatest length, and from U+0900 on, where scripts
# have about a token a character, they may be cut anywhere.
_PIECE: Final = re.compile(
    r"'(?i:[sdmt]|ll|ve|re)"
    r"|[^\r\nA-Za-z0-9\u00aa-\U0010ffff]?(?:[A-Za-z\u00aa-\u08ff]{1,32}|[\u0900-\U0010ffff]{1,32})"
    r"|[0-9]{1,3}"
    r"| ?[!-/:-@\[-`{-~]{1,96}[\r\n]{0,32}"
    r"|[^\S\r\n]{0,64}[\r\n]{1,64}"
    r"|[^\S\r\n]{1,96}(?!\S)"
    r"|[\s\S]"
)
_WIDE: Final = 0x900
_RUN: Final = 3  # of one character: from there on its length alone says how many tokens it has
_MOST_OF_A_RUN: Final = 100
_PRIMES: Final = tuple(
    np.uint32(prime)
    for prime in (0x9E3779B1, 0x85EBCA77, 0xC2B2AE3D, 0x27D4EB2F, 0x165667B1, 0x2C1B3C6D)
)


@dataclass(frozen=True, slots=True)
class Tables:
    """What training gives; both tables have a power of two of places."""

    words: NDArray[np.uint8]  # marks of words that are one token, 0 where there is none
    weights: NDArray[np.float32]  # tokens


@dataclass(frozen=True, slots=True)
class Pieces:
    """The pieces of one text, as its characters' codes; all places are characters."""

    codes: NDArray[np.uint32]
    starts: NDArray[np.int64]
    ends: NDArray[np.int64]
    places: NDArray[np.int64]  # of each character, within its piece

    @property
    def sizes(self) -> NDArray[np.int64]:
        """The characters of each piece."""
        return self.ends - self.starts


def pieces_of(text: str) -> Pieces:
    """Cuts a text; together its pieces are the text."""
    found = _PIECE.findall(text)
    sizes = np.fromiter(map(len, found), np.int64, len(found))
    ends = np.cumsum(sizes)
    starts = ends - sizes
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4").astype(np.uint32)
    return Pieces(codes, starts, ends, np.arange(codes.size) - np.repeat(starts, sizes))


def whole_hashes(pieces: Pieces) -> NDArray[np.uint32]:
    """Gives a hash of each piece's characters, the same wherever in a text it stands."""
    mixed = (pieces.codes + np.uint32(1)) * _PRIMES[0]
    mixed ^= mixed >> np.uint32(13)
    mixed *= pieces.places.astype(np.uint32) * _PRIMES[1] | np.uint32(1)
    sums = np.cumsum(mixed, dtype=np.uint32)
    sums = np.concatenate((np.zeros(1, np.uint32), sums))
    return _finished(sums[pieces.ends] - sums[pieces.starts] + pieces.sizes.astype(np.uint32))


def word_places(
    hashes: NDArray[np.uint32], size: int
) -> tuple[NDArray[np.uint8], NDArray[np.uint32], NDArray[np.uint32]]:
    """Gives the mark of each hash, never 0, and the two places of a table where it may stand."""
    marks = np.maximum(hashes & np.uint32(255), 1).astype(np.uint8)
    mask = np.uint32(size - 1)
    first = (hashes >> np.uint32(8)) & mask
    return marks, first, first ^ (marks * _PRIMES[2] >> np.uint32(9) & mask)


def one_token(pieces: Pieces, words: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Tells of each piece whether it is known to be one token: digits, and the words of a table."""
    marks, first, second = word_places(whole_hashes(pieces), words.size)
    heads = pieces.codes[pieces.starts]
    known = (words[first] == marks) | (words[second] == marks)
    return np.asarray(known | ((heads >= 48) & (heads < 58)))


def features(pieces: Pieces, at: NDArray[np.intp], size: int) -> list[NDArray[np.intp]]:
    """Gives for each of some characters the places of its features in a table of so many weights.

    A place past the table's end is none. In a long run of one character only the run is one.
    """
    codes, places = pieces.codes, pieces.places[at]
    own = codes[at]
    before = [
        np.where(places >= back, codes[np.maximum(at - back, 0)], np.uint32(0))
        for back in (1, 2, 3)
    ]
    after = at + 1
    last = pieces.places[np.minimum(after, codes.size - 1)] == 0
    last |= after == codes.size
    behind = np.where(last, np.uint32(0), codes[np.minimum(after, codes.size - 1)])
    one = (own + np.uint32(1)) * _PRIMES[0]
    two = one + _spread(before[0], 1)
    three = two + _spread(before[1], 2)
    four = three + _spread(before[2], 3)
    next_one = _spread(behind, 4)
    runs = _runs(codes, places, at)
    block = (own >> np.uint32(6)) * _PRIMES[3] + np.minimum(places, 20).astype(np.uint32)
    in_run = runs >= _RUN
    shift = np.uint32(32 - (size - 1).bit_length())
    found = []
    for salt, each in enumerate((one, two, three, four, two + next_one, three + next_one, block)):
        spots = (_finished(each + np.uint32(salt << 24)) >> shift).astype(np.intp)
        spots[in_run] = size
        found.append(spots)
    length = one + np.minimum(runs, _MOST_OF_A_RUN).astype(np.uint32) * _PRIMES[4]
    spots = (_finished(length) >> shift).astype(np.intp)
    spots[~in_run] = size
    return [*found, spots]


def _runs(
    codes: NDArray[np.uint32], places: NDArray[np.int64], at: NDArray[np.intp]
) -> NDArray[np.int64]:
    """Gives how many of the same character stand straight before each, within its piece."""
    changed = np.ones(codes.size, np.bool_)
    changed[1:] = codes[1:] != codes[:-1]
    since = np.maximum.accumulate(np.where(changed, np.arange(codes.size), 0))
    return np.minimum(at - since[at], places)


def priors(codes: NDArray[np.uint32]) -> NDArray[np.float32]:
    """Gives the tokens of characters of which nothing is known: rare scripts have one a byte."""
    edges = np.array([0x80, 0x800, 0x3040, 0xA000, 0xAC00, 0xD7A4, 0x10000], np.uint32)
    tokens = np.array([0.4, 1.0, 2.8, 2.0, 2.9, 2.4, 3.0, 3.8], np.float32)
    return tokens[np.searchsorted(edges, codes, "right")]


def estimate(text: str, tables: Tables) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Gives places where a text may be cut, and the tokens up to each."""
    pieces = pieces_of(text)
    sizes = pieces.sizes
    unknown = ~one_token(pieces, tables.words)
    counts = np.ones(sizes.size)
    if unknown.any():
        at = np.flatnonzero(np.repeat(unknown, sizes))
        codes = pieces.codes[at]
        sums = priors(codes)
        weights = np.append(tables.weights, np.float32(0))
        for spots in features(pieces, at, tables.weights.size):
            sums += weights[spots]
        starts = np.cumsum(sizes[unknown]) - sizes[unknown]
        most = np.add.reduceat(_bytes(codes), starts)
        least = np.maximum(1, np.where(codes[starts] < 128, 1, sizes[unknown] / 8))
        counts[unknown] = np.clip(np.add.reduceat(sums, starts, dtype=np.float64), least, most)
    # what is long or without spaces may be cut within: its tokens are spread over its characters
    fine = (counts > 4) | (pieces.codes[pieces.ends - 1] >= _WIDE)
    steps = np.repeat(counts / sizes, sizes)
    totals = np.cumsum(steps)
    allowed = np.repeat(fine, sizes)
    allowed[pieces.ends - 1] = True
    ends = np.flatnonzero(allowed)
    return ends + 1, totals[ends]


def _bytes(codes: NDArray[np.uint32]) -> NDArray[np.int64]:
    return 1 + np.searchsorted(np.array([0x80, 0x800, 0x10000], np.uint32), codes, "right")


def _spread(codes: NDArray[np.uint32], number: int) -> NDArray[np.uint32]:
    mixed = (codes + np.uint32(2 * number + 1)) * _PRIMES[number]
    return np.asarray(mixed ^ (mixed >> np.uint32(7 + 2 * number)))


def _finished(hashes: NDArray[np.uint32]) -> NDArray[np.uint32]:
    hashes = (hashes ^ (hashes >> np.uint32(15))) * _PRIMES[5]
    hashes = (hashes ^ (hashes >> np.uint32(12))) * np.uint32(0x297A2D39)
    return np.asarray(hashes ^ (hashes >> np.uint32(15)))


def load_tables(path: Path) -> Tables:
    """Reads what `save_tables` wrote.

    Raises:
        OSError: the file cannot be read.
    """
    with np.load(path, allow_pickle=False) as data:
        return Tables(data["words"], data["weights"].astype(np.float32) * data["step"])


def save_tables(path: Path, tables: Tables) -> None:
    """Writes tables without pickles, each weight as a byte."""
    step = np.float32(np.abs(tables.weights).max() / 127)
    weights = np.round(tables.weights / step).astype(np.int8)
    with path.open("wb") as file:
        np.savez_compressed(file, words=tables.words, weights=weights, step=step)


# --- About how many tokens a text has up to each of its characters, in one pass.
#
# No tokenizer is asked, because the one of ``cl100k_base`` would be the largest part of this program
# (its vocabulary is megabytes) and no embedding model uses just that. Tables of tens of kilobytes
# stand for it, see `pieces`; ``resources/tokens/README.md`` has how far they are off.

_SLICE: Final = 200_000  # characters: of a long text all at once would take 100 bytes each
_ROUNDING: Final = 1e-6  # of sums of tokens


class TokenCounter:
    """Estimates tokens of ``cl100k_base``; remembers nothing of what it has seen."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables

    def measure(self, text: str) -> "TokenMeasure":
        """Gives the tokens of a text by place, in linear time whatever the text is."""
        ends: list[NDArray[np.int64]] = [np.zeros(1, np.int64)]
        totals: list[NDArray[np.float64]] = [np.zeros(1)]
        for start in range(0, len(text), _SLICE):
            found, counts = estimate(text[start : start + _SLICE], self._tables)
            ends.append(found + start)
            totals.append(counts + totals[-1][-1])
        return TokenMeasure(np.concatenate(ends), np.concatenate(totals))


class TokenMeasure:
    """The tokens of one text. All places are its characters."""

    def __init__(self, ends: NDArray[np.int64], totals: NDArray[np.float64]) -> None:
        self._ends = ends
        self._totals = totals

    def between(self, start: int, end: int) -> int:
        """Gives how many tokens stand from ``start`` to ``end``; what is cut counts as whole."""
        first = np.searchsorted(self._ends, start, "right") - 1
        last = np.searchsorted(self._ends, end, "left")
        return round(float(self._totals[last] - self._totals[first]))

    def reach(self, start: int, tokens: int) -> int:
        """Gives how far so many tokens from ``start`` on go: the end of the last that fits whole."""
        first = np.searchsorted(self._ends, start, "right") - 1
        last = np.searchsorted(self._totals, self._totals[first] + tokens + _ROUNDING, "right") - 1
        return int(self._ends[last])

    def back(self, end: int, tokens: int) -> int:
        """Gives where at most so many tokens before ``end`` begin."""
        last = np.searchsorted(self._ends, end, "left")
        first = np.searchsorted(self._totals, self._totals[last] - tokens - _ROUNDING, "left")
        return min(int(self._ends[first]), end)


@cache
def token_counter() -> TokenCounter:
    """Gives the counter of this process; the first call reads the tables.

    Raises:
        StorageError: the program is installed without its files.
    """
    return TokenCounter(load_tables(resource_path("tokens", "cl100k.npz")))
