"""The tokens of ``cl100k_base`` by place: the truth that the program's own estimate is held against.

The tokenizer within semantic-text-splitter only says whether a text fits into so many tokens. So the
text is cut as that tokenizer cuts it first (openai/tiktoken, ``tiktoken_ext/openai_public.py``:
nothing is merged across these borders), and each distinct piece is asked for with growing limits.
"""

import re
import sys
import unicodedata
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray
from semantic_text_splitter import TextSplitter

_MODEL: Final = "gpt-4"
_LIMITS: Final = (*range(1, 129), *range(130, 600, 2), *range(600, 4000, 20))


@cache
def _pattern() -> re.Pattern[str]:
    letters, numbers = (_ranges(kind) for kind in "LN")
    return re.compile(
        rf"'(?:[sdmtSDMT]|ll|LL|ve|VE|re|RE)|[^\r\n{letters}{numbers}]?[{letters}]+"
        rf"|[{numbers}]{{1,3}}| ?[^\s{letters}{numbers}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+"
    )


def _ranges(kind: str) -> str:
    """Gives a class of all characters of a kind of Unicode's general categories."""
    known = [unicodedata.category(chr(code))[0] == kind for code in range(sys.maxunicode + 1)]
    edges = np.flatnonzero(np.diff(np.array([False, *known, False]).astype(np.int8))).tolist()
    spans = zip(edges[::2], edges[1::2], strict=True)
    return "".join(f"\\U{a:08x}-\\U{b - 1:08x}" for a, b in spans)


class TrueTokens:
    """Counts; remembers the pieces that it has seen."""

    def __init__(self) -> None:
        self._known: dict[str, int] = {}
        self._splitters: dict[int, TextSplitter] = {}

    def pieces(self, text: str) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """Gives where each piece of a text ends, in characters, and the tokens of each."""
        found = _pattern().findall(text)
        self._learn(found)
        ends = np.cumsum(np.fromiter(map(len, found), np.int64, len(found)))
        return ends, np.fromiter(map(self._known.__getitem__, found), np.int64, len(found))

    def count(self, text: str) -> int:
        """Gives how many tokens a text has."""
        return int(self.pieces(text)[1].sum())

    def _learn(self, pieces: list[str]) -> None:
        asked = [piece for piece in dict.fromkeys(pieces) if piece not in self._known]
        # one character is one part however many tokens it has, but two of them are not
        texts = [piece if len(piece) > 1 else 2 * piece for piece in asked]
        for limit in _LIMITS:
            if not asked:
                break
            for single in (False, True):
                self._fit(asked, texts, limit, single)
            left = [at for at, piece in enumerate(asked) if piece not in self._known]
            asked, texts = [asked[at] for at in left], [texts[at] for at in left]
        for piece in asked:
            self._known[piece] = len(piece.encode())

    def _fit(self, asked: list[str], texts: list[str], limit: int, single: bool) -> None:
        at = [n for n, piece in enumerate(asked) if (len(piece) == 1) == single]
        parts = self._splitter(limit * (1 + single)).chunk_all([texts[n] for n in at])
        for n, found in zip(at, parts, strict=True):
            if len(found) <= 1:
                self._known.setdefault(asked[n], limit)

    def _splitter(self, limit: int) -> TextSplitter:
        if limit not in self._splitters:
            self._splitters[limit] = TextSplitter.from_tiktoken_model(_MODEL, limit, 0, trim=False)
        return self._splitters[limit]
