"""About how many tokens a text has up to each of its characters, in one pass.

No tokenizer is asked, because the one of ``cl100k_base`` would be the largest part of this program
(its vocabulary is megabytes) and no embedding model uses just that. Tables of tens of kilobytes
stand for it, see `pieces`; ``resources/tokens/README.md`` has how far they are off.
"""

from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from desktop_agent.knowledge.chunking.pieces import Tables, estimate, load_tables
from desktop_agent.resources import resource_path

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
