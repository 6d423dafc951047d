"""Word search that limits how many rows a query reads.

FTS5 scores every row that contains any of the words, at a microsecond per row. Common words cost
the most and say the least. Candidates are therefore selected by the rarest words of the query: as
many of them as occur in at most `rows_most` rows in total. The best candidates are then scored by
all words.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from math import log
from typing import Any

import apsw
import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.language import STOP_WORDS, latin_language_of
from desktop_agent.knowledge.index.base import ChunkId, Scored
from desktop_agent.knowledge.index.sqlite_schema import TOKENIZER, place_in
from desktop_agent.storage.conversations.terms import RUN, pairs

# --- Words of texts and queries

_QUERY_CHARS = 4_000
_QUERY_WORDS = 64  # longer queries are pasted text, of which the start is enough
_RUN = re.compile(f"[{RUN}]+")


def index_text(text: str) -> str:
    """Return the text to index or to search for, which is always valid UTF-8.

    The tokenizer treats a run of Chinese, Japanese, Korean or Thai characters as one word. Runs are
    therefore split into overlapping pairs of characters, so that any part of them can be found.
    """
    if text.isascii():
        return text
    return _RUN.sub(_pairs, text.encode("utf-8", "replace").decode())


def _pairs(run: re.Match[str]) -> str:
    return f" {' '.join(pairs(run[0]) or [run[0]])} "


class Tokenizer:
    """The tokenizer of the word index, for use on other text."""

    def __init__(self, connection: apsw.Connection) -> None:
        self._cut = connection.fts5_tokenizer(TOKENIZER[0], list(TOKENIZER[1:]))

    def stems(self, text: str) -> list[str]:
        """Return the stem of each word, in order; ``text`` must come from `index_text`."""
        stems: list[Any] = self._cut(  # type: ignore[assignment]  # it depends on what is asked for
            text.encode(),
            apsw.FTS5_TOKENIZE_DOCUMENT,
            None,
            include_offsets=False,
            include_colocated=False,
        )
        return stems

    def places(self, data: bytes) -> Iterable[tuple[int, int, str]]:
        """Yield the start, end (in bytes) and stem of each word in UTF-8 text."""
        found: Any = self._cut(data, apsw.FTS5_TOKENIZE_DOCUMENT, None, include_colocated=False)
        return ((start, end, stem) for start, end, stem in found)

    def query_words(self, query: str) -> dict[str, str]:
        """Map each query word's stem to the word, ignoring stop words if other words remain."""
        words: dict[str, str] = {}
        data = index_text(query[:_QUERY_CHARS]).encode()
        for start, end, stem in self.places(data):
            words.setdefault(stem, data[start:end].decode())
        stop = STOP_WORDS["en"] | STOP_WORDS.get(latin_language_of(query), frozenset())
        telling = {stem: word for stem, word in words.items() if word.casefold() not in stop}
        return dict(list((telling or words).items())[:_QUERY_WORDS])

    def find(self, text: str, stems: Collection[str]) -> list[tuple[int, int]]:
        """Return the sorted spans of the words in ``text`` that have one of the stems."""
        found: list[tuple[int, int]] = []
        at = 0
        for run in _RUN.finditer(text):
            found += self._find_words(text[at : run.start()], at, stems)
            found += _find_pairs(run, stems)
            at = run.end()
        found += self._find_words(text[at:], at, stems)
        return found

    def _find_words(
        self, text: str, offset: int, stems: Collection[str]
    ) -> Iterable[tuple[int, int]]:
        data = text.encode("utf-8", "replace")
        narrow = len(data) == len(text)
        for start, end, stem in self.places(data):
            if stem in stems:
                first = start if narrow else len(data[:start].decode())
                yield offset + first, offset + first + len(data[start:end].decode())


def _find_pairs(run: re.Match[str], stems: Collection[str]) -> list[tuple[int, int]]:
    """Return the spans in a run that are covered by character pairs in ``stems``."""
    signs, begin = run[0], run.start()
    if len(signs) == 1:
        return [run.span()] if signs in stems else []
    found: list[tuple[int, int]] = []
    for at in range(len(signs) - 1):
        if signs[at : at + 2] not in stems:
            continue
        start, end = begin + at, begin + at + 2
        if found and start <= found[-1][1]:
            start, _ = found.pop()
        found.append((start, end))
    return found


# --- BM25 over the few best chunks, by all words of a query
#
# FTS5's score ignores words that occur in most chunks, and the bound on what it reads ignores more;
# together these words distinguish questions. The formula is Lucene's, in which no word has a
# negative weight, with the usual constants.

WEIGHTS = (2.0, 1.0, 1.0)  # of words in the title, the headings and the text
_K1 = 1.2
_B = 0.75

_PARTS = """
    SELECT chunks.id, documents.title, chunks.place, texts.text
    FROM chunks JOIN texts ON texts.chunk = chunks.id
        JOIN documents ON documents.id = chunks.document
    WHERE chunks.id IN (SELECT value FROM carray(?))
"""


_WEIGHED = 60  # candidates to score by all words; the rest keep their order (measured)
_COUNTED_MOST = 1_500  # rows to count per word; the counts of more common words are extrapolated
# count from which it is cached: rarer words may be new, and are fast to count
_REMEMBERED_LEAST = 200

_REMEMBERED_MOST = 20_000
_STALE_PART = 0.05  # fraction of the index that may change before cached counts are discarded


def rows_most(chunks: int) -> int:
    """Return the number of rows that a search may score in an index with ``chunks`` chunks."""
    return min(4_000 + chunks // 4, 30_000)


class WordSearch:
    """Searches an index by words, and caches word counts."""

    def __init__(self, connection: apsw.Connection) -> None:
        self.connection = connection
        self._tokenizer = Tokenizer(connection)
        connection.register_fts5_function("collected", _collected)
        self._held: dict[str, int] = {}
        self._counted_at = (0, 0)
        self._all_chunks, self._average_words = 0, 1.0

    def search(
        self, query: str, limit: int, documents: NDArray[np.int64] | None = None
    ) -> tuple[Scored, ...]:
        """Return the best chunks, best first, within ``documents`` (row ids) if given."""
        words = self._tokenizer.query_words(query)
        if not words or limit < 1 or (documents is not None and not len(documents)):
            return ()
        held = self._count(words)
        if not held:
            return ()
        match = " OR ".join(quoted(words[stem]) for stem in self._rarest(held))
        candidates = self._find(match, max(limit, _WEIGHED), documents)
        if not candidates:
            return ()
        best, rest = candidates[:_WEIGHED], candidates[_WEIGHED:]
        behind = (Scored(chunk, -float(place)) for place, chunk in enumerate(rest, 1))
        return (*self._weigh(best, held), *behind)[:limit]

    def _rarest(self, held: Mapping[str, int]) -> list[str]:
        most = rows_most(self._all_chunks)
        kept: list[str] = []
        rows = 0
        for stem in sorted(held, key=lambda each: held[each]):
            rows += held[stem]
            if kept and rows > most:
                break
            kept.append(stem)
        return kept

    def _count(self, words: Mapping[str, str]) -> dict[str, int]:
        """Return the number of chunks that contain each stem, omitting zeros."""
        first, last, gone = self.connection.execute(_EDGES).get
        changed = last - self._counted_at[0] + gone - self._counted_at[1]
        if changed > _STALE_PART * self._counted_at[0] or len(self._held) > _REMEMBERED_MOST:
            self._held.clear()
            self._counted_at = last, gone
        found: dict[str, int] = {}
        new = False
        for stem, word in words.items():
            number = self._held.get(stem)
            if number is None:
                number = self._count_rows(quoted(word), first, last)
                new = True
                if number >= _REMEMBERED_LEAST:
                    self._held[stem] = number
            if number:
                found[stem] = number
        if new and found:
            some = quoted(words[min(found, key=lambda each: found[each])])
            query = "SELECT collected(words) FROM words WHERE words MATCH ? LIMIT 1"
            totals = self.connection.execute(query, (some,)).get
            self._all_chunks, self._average_words = json.loads(totals or "[0, 1.0]")
        return found

    def _count_rows(self, match: str, first: int, last: int) -> int:
        """Count the rows that contain a word, extrapolating for common words."""
        most = _COUNTED_MOST + 1
        query = (
            "SELECT count(*), max(rowid) FROM (SELECT rowid FROM words WHERE words MATCH ? LIMIT ?)"
        )
        rows, reached = self.connection.execute(query, (match, most)).get
        if rows >= most:
            rows = round(rows * (last - first + 1) / (reached - first + 1))
        return int(rows)

    def _find(self, match: str, most: int, documents: NDArray[np.int64] | None) -> list[ChunkId]:
        sql = "SELECT words.rowid FROM words "
        bound: list[Any] = [match]
        if documents is None:
            sql += "WHERE words MATCH ?"
        else:
            # in this order, or each chunk of the documents would be matched separately
            sql += (
                "CROSS JOIN chunks ON chunks.id = words.rowid "
                "WHERE words MATCH ? AND chunks.document IN (SELECT value FROM carray(?))"
            )
            bound.append(apsw.carray(documents))
        sql += " ORDER BY bm25(words, ?, ?, ?), words.rowid LIMIT ?"
        rows: Iterable[tuple[ChunkId]] = self.connection.execute(sql, (*bound, *WEIGHTS, most))
        return [chunk for (chunk,) in rows]

    def _weigh(self, chunks: Sequence[ChunkId], held: Mapping[str, int]) -> list[Scored]:
        """Rank chunks by BM25; ``held`` maps each stem to the number of chunks that contain it."""
        worth = {
            stem: log(1 + (max(self._all_chunks - number, 0) + 0.5) / (number + 0.5))
            for stem, number in held.items()  # an estimate may be above what there is
        }
        scored: list[Scored] = []
        rows = self.connection.execute(_PARTS, (apsw.carray(np.array(chunks, np.int64)),))
        for chunk, title, place, text in rows:
            parts = (title, "\n".join(place_in(place).titles), text)
            often: dict[str, float] = {}
            length = 0
            for weight, part in zip(WEIGHTS, parts, strict=True):
                stems = self._tokenizer.stems(index_text(part)) if part else []
                length += len(stems)
                for stem in filter(worth.__contains__, stems):
                    often[stem] = often.get(stem, 0.0) + weight
            room = _K1 * (1 - _B + _B * length / self._average_words)
            score = sum(worth[stem] * tf * (_K1 + 1) / (tf + room) for stem, tf in often.items())
            scored.append(Scored(chunk, score))
        return sorted(scored, key=lambda each: (-each.score, each.id))


_EDGES = """
    SELECT coalesce((SELECT min(id) FROM chunks), 0),
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'chunks'), 0),
        coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'gone'), 0)
"""


def quoted(word: str) -> str:
    """Quote a word for an FTS5 query."""
    return f'''"{word.replace('"', '""')}"'''


def _collected(api: apsw.FTS5ExtensionApi, *_: Any) -> str:
    """Return the number of chunks and their average word count, as JSON."""
    rows = max(api.row_count, 1)
    return json.dumps([rows, max(api.column_total_size(-1) / rows, 1.0)])
