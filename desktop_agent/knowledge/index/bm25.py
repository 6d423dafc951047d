"""BM25 of the few best chunks, by all words of a query.

What FTS5 computes leaves words out that stand in most chunks, and a bound on what it reads leaves out
more; together they tell a question apart. The form is that of Lucene, in which no word weighs less
than nothing; the constants are the usual ones.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log

import apsw
import numpy as np

from desktop_agent.knowledge.index.base import ChunkId, Scored
from desktop_agent.knowledge.index.stored import from_sql, titles_in
from desktop_agent.knowledge.index.words import Tokenizer, index_text

WEIGHTS = (2.0, 1.0, 1.0)
"""Of a word in the title, the headings and the text."""

_K1 = 1.2
_B = 0.75

_PARTS = """
    SELECT chunks.id, documents.title, chunks.place, texts.text
    FROM chunks JOIN texts ON texts.chunk = chunks.id
        JOIN documents ON documents.id = chunks.document
    WHERE chunks.id IN (SELECT value FROM carray(?))
"""


@dataclass(frozen=True, slots=True)
class Collected:
    """How many chunks there are, and how many words one has on average."""

    chunks: int
    words: float


def weigh(
    connection: apsw.Connection,
    tokenizer: Tokenizer,
    chunks: Sequence[ChunkId],
    held: Mapping[str, int],
    collected: Collected,
) -> tuple[Scored, ...]:
    """Gives the chunks by their BM25, best first; ``held`` is how many chunks hold each stem."""
    if not chunks:
        return ()
    worth = {
        stem: log(1 + (max(collected.chunks - number, 0) + 0.5) / (number + 0.5))
        for stem, number in held.items()  # an estimate may be above what there is
    }
    scored: list[Scored] = []
    for chunk, title, place, text in connection.execute(
        _PARTS, (apsw.carray(np.array(chunks, np.int64)),)
    ):
        parts = (from_sql(title), "\n".join(titles_in(place)), from_sql(text))
        often: dict[str, float] = {}
        length = 0
        for weight, part in zip(WEIGHTS, parts, strict=True):
            stems = tokenizer.stems(index_text(part)) if part else []
            length += len(stems)
            for stem in filter(worth.__contains__, stems):
                often[stem] = often.get(stem, 0.0) + weight
        room = _K1 * (1 - _B + _B * length / collected.words)
        score = sum(worth[stem] * tf * (_K1 + 1) / (tf + room) for stem, tf in often.items())
        scored.append(Scored(chunk, score))
    return tuple(sorted(scored, key=lambda each: (-each.score, each.id)))
