"""How many tokens a text has up to each of its characters, in one pass.

The tokenizer is the one within semantic-text-splitter (``cl100k_base``), which only answers whether
a text fits. So it is asked once for each distinct word, and the words of a text are summed: a
document has few distinct words, and no text makes that take more than linear time (the tokenizer
itself takes quadratic time over a million letters without a space).
"""

import re
from collections.abc import Sequence
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

# Pieces as that tokenizer cuts them, from openai/tiktoken, tiktoken_ext/openai_public.py. What
# differs can only give too many: pieces have a greatest length, and from U+0900 on, where scripts
# have about a token a character and few have spaces, each character is its own.
_PIECE: Final = re.compile(
    r"'(?i:[sdmt]|ll|ve|re)"
    r"|[^\r\nA-Za-z0-9\u00aa-\U0010ffff]?[A-Za-z\u00aa-\u08ff]{1,16}"
    r"|[0-9]{1,3}"
    r"| ?[!-/:-@\[-`{-~]{1,32}[\r\n]{0,32}"
    r"|[^\S\r\n]{0,64}[\r\n]{1,64}"
    r"|[^\S\r\n]{1,64}(?!\S)"
    r"|[\s\S]"
)
_MODEL: Final = "gpt-4"
_ASKED: Final = (1, 2, 3, 4, 6, 8)
_MOST_KNOWN: Final = 200_000  # words: 20 MB
_MOST_ASKED: Final = 20_000
"""Words of one text that are asked for; beyond it (a dump of random letters) 5 bytes count as 3."""
_SLICE: Final = 200_000  # characters: all words of a long text at once would take 60 bytes each


class TokenCounter:
    """Counts tokens; remembers the words that it has seen."""

    def __init__(self) -> None:
        from semantic_text_splitter import TextSplitter

        self._splitters = {
            most: TextSplitter.from_tiktoken_model(_MODEL, most, 0, trim=False) for most in _ASKED
        }
        self._known: dict[str, int] = {}

    def measure(self, text: str) -> "TokenMeasure":
        """Gives the tokens of a text by place."""
        ends: list[NDArray[np.int64]] = [np.zeros(1, np.int64)]
        totals: list[NDArray[np.int64]] = [np.zeros(1, np.int64)]
        left = _MOST_ASKED
        for start in range(0, len(text), _SLICE):
            pieces = _PIECE.findall(text, start, min(start + _SLICE, len(text)))
            left -= self._learn(pieces, left)
            counts = np.fromiter(map(self._known.__getitem__, pieces), np.int64, len(pieces))
            sizes = np.fromiter(map(len, pieces), np.int64, len(pieces))
            ends.append(np.cumsum(sizes) + ends[-1][-1])
            totals.append(np.cumsum(counts) + totals[-1][-1])
        return TokenMeasure(np.concatenate(ends), np.concatenate(totals))

    def _learn(self, pieces: Sequence[str], left: int) -> int:
        """Asks for what is new, but for at most so many; gives how many it asked for."""
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        unknown = [piece for piece in dict.fromkeys(pieces) if piece not in self._known]
        for piece in unknown[left:]:
            self._known[piece] = (len(piece.encode("utf-8", "replace")) * 3 + 4) // 5
        asked = unknown[:left]
        words = [piece for piece in asked if len(piece) > 1]
        for most in _ASKED:
            words = self._fitted(words, words, most, most)
        # one character is one part however many tokens it has, but two of them are not
        signs = [piece for piece in asked if len(piece) == 1]
        for most in (1, 2):
            signs = self._fitted(signs, [2 * sign for sign in signs], 2 * most, most)
        for piece in (*words, *signs):
            self._known[piece] = len(piece.encode("utf-8", "replace"))
        return len(asked)

    def _fitted(self, pieces: list[str], texts: list[str], most: int, tokens: int) -> list[str]:
        """Notes the pieces whose texts fit into so many tokens; gives the others."""
        found = self._splitters[most].chunk_all(texts)
        others = []
        for piece, parts in zip(pieces, found, strict=True):
            if len(parts) == 1:
                self._known[piece] = tokens
            else:
                others.append(piece)
        return others


class TokenMeasure:
    """The tokens of one text. All places are its characters."""

    def __init__(self, ends: NDArray[np.int64], totals: NDArray[np.int64]) -> None:
        self._ends = ends
        self._totals = totals

    def between(self, start: int, end: int) -> int:
        """Gives how many tokens stand from ``start`` to ``end``; what is cut counts as whole."""
        first = np.searchsorted(self._ends, start, "right") - 1
        last = np.searchsorted(self._ends, end, "left")
        return int(self._totals[last] - self._totals[first])

    def reach(self, start: int, tokens: int) -> int:
        """Gives how far so many tokens from ``start`` on go: the end of the last that fits whole."""
        first = np.searchsorted(self._ends, start, "right") - 1
        last = np.searchsorted(self._totals, self._totals[first] + tokens, "right") - 1
        return int(self._ends[last])

    def back(self, end: int, tokens: int) -> int:
        """Gives where at most so many tokens before ``end`` begin."""
        last = np.searchsorted(self._ends, end, "left")
        first = np.searchsorted(self._totals, self._totals[last] - tokens, "left")
        return min(int(self._ends[first]), end)


@cache
def token_counter() -> TokenCounter:
    """Gives the counter of this process; the first call takes 0.2 s."""
    return TokenCounter()
