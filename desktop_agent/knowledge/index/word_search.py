"""Search by words, with a bound on what one search reads.

FTS5 weighs each row that holds any of the words, at about a microsecond each; words that stand in
most chunks say little and cost most. So the rarest words of a query find the candidates, as many
words as together stand in no more rows than `rows_most` allows, and the best of these are weighed
by all words.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_agent.knowledge.index.base import ChunkId, Scored
from desktop_agent.knowledge.index.bm25 import WEIGHTS, Collected, weigh
from desktop_agent.knowledge.index.words import Tokenizer

_WEIGHED = 60
"""Candidates that are weighed by all words; those behind them keep their places (measured)."""

_COUNTED_MOST = 1_500
"""Rows of a word that are counted; from them those of a commoner one are told near enough."""

_REMEMBERED_LEAST = 200
"""Chunks; a rarer word is counted anew each time: it may just have come, and it takes no time."""

_REMEMBERED_MOST = 20_000
_STALE_PART = 0.05
"""How much of the index may change before the words are counted anew."""


def rows_most(chunks: int) -> int:
    """Gives how many rows a search may weigh: half of a small index, ever less of a larger one."""
    return min(4_000 + chunks // 4, 30_000)


class WordSearch:
    """Searches the words by one connection, and remembers how many chunks hold each."""

    def __init__(self) -> None:
        self._held: dict[str, int] = {}
        self._counted_at = (0, 0)
        self._collected = Collected(0, 1.0)
        self._tokenizer: Tokenizer | None = None
        self._connection: apsw.Connection | None = None

    def search(
        self,
        connection: apsw.Connection,
        query: str,
        limit: int,
        documents: NDArray[np.int64] | None = None,
    ) -> tuple[Scored, ...]:
        """Gives the best chunks, of these documents where some are given, best first."""
        if self._tokenizer is None or self._connection is not connection:
            # the first search, or a damaged file was set aside: what is known is of another file
            self._tokenizer, self._connection = Tokenizer(connection), connection
            connection.register_fts5_function("collected", _collected)
            self._held.clear()
            self._counted_at = (0, 0)
        words = self._tokenizer.query_words(query)
        if not words or limit < 1 or (documents is not None and not len(documents)):
            return ()
        held = self._count(connection, words)
        rarest = self._rarest(held)
        if not rarest:
            return ()
        match = " OR ".join(quoted(words[stem]) for stem in rarest)
        candidates = _find(connection, match, max(limit, _WEIGHED), documents)
        best, rest = candidates[:_WEIGHED], candidates[_WEIGHED:]
        weighed = weigh(connection, self._tokenizer, best, held, self._collected)
        behind = (Scored(chunk, -float(place)) for place, chunk in enumerate(rest, 1))
        return (*weighed, *behind)[:limit]

    def _rarest(self, held: Mapping[str, int]) -> list[str]:
        most = rows_most(self._collected.chunks)
        kept: list[str] = []
        rows = 0
        for stem in sorted(held, key=lambda each: held[each]):
            rows += held[stem]
            if kept and rows > most:
                break
            kept.append(stem)
        return kept

    def _count(self, connection: apsw.Connection, words: Mapping[str, str]) -> dict[str, int]:
        """Gives how many chunks hold each stem, without those that none holds."""
        first, last, gone = connection.execute(_EDGES).get
        changed = last - self._counted_at[0] + gone - self._counted_at[1]
        if changed > _STALE_PART * self._counted_at[0] or len(self._held) > _REMEMBERED_MOST:
            self._held.clear()
            self._counted_at = last, gone
        found: dict[str, int] = {}
        new = False
        for stem, word in words.items():
            number = self._held.get(stem)
            if number is None:
                number = _count_rows(connection, quoted(word), first, last)
                new = True
                if number >= _REMEMBERED_LEAST:
                    self._held[stem] = number
            if number:
                found[stem] = number
        if new and found:
            some = quoted(words[min(found, key=lambda each: found[each])])
            told = connection.execute(
                "SELECT collected(words) FROM words WHERE words MATCH ? LIMIT 1", (some,)
            ).get
            self._collected = Collected(*json.loads(told or "[0, 1.0]"))
        return found


_EDGES = """
    SELECT coalesce((SELECT min(id) FROM chunks), 0),
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'chunks'), 0),
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'gone'), 0)
"""


def quoted(word: str) -> str:
    """Gives a word as a query of FTS5 has it, whatever it is."""
    return f'''"{word.replace('"', '""')}"'''


def _collected(api: apsw.FTS5ExtensionApi, *_: Any) -> str:
    rows = max(api.row_count, 1)
    return json.dumps([rows, max(api.column_total_size(-1) / rows, 1.0)])


def _count_rows(connection: apsw.Connection, match: str, first: int, last: int) -> int:
    """Counts the rows of a word; of a common one the first few, from which all are estimated."""
    most = _COUNTED_MOST + 1
    rows, reached = connection.execute(
        "SELECT count(*), max(rowid) FROM (SELECT rowid FROM words WHERE words MATCH ? LIMIT ?)",
        (match, most),
    ).get
    return int(rows) if rows < most else round(rows * (last - first + 1) / (reached - first + 1))


def _find(
    connection: apsw.Connection,
    match: str,
    most: int,
    documents: NDArray[np.int64] | None,
) -> list[ChunkId]:
    sql = "SELECT words.rowid FROM words "
    bound: list[Any] = [match]
    if documents is None:
        sql += "WHERE words MATCH ?"
    else:
        # in this order, or each chunk of the documents would be matched by itself
        sql += (
            "CROSS JOIN chunks ON chunks.id = words.rowid "
            "WHERE words MATCH ? AND chunks.document IN (SELECT value FROM carray(?))"
        )
        bound.append(apsw.carray(documents))
    sql += " ORDER BY bm25(words, ?, ?, ?), words.rowid LIMIT ?"
    rows: Iterable[tuple[ChunkId]] = connection.execute(sql, (*bound, *WEIGHTS, most))
    return [chunk for (chunk,) in rows]
