"""Fuse word and semantic search into one ranking."""

import asyncio
from collections.abc import Awaitable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from time import perf_counter
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.errors import AgentError
from desktop_agent.core.knowledge import KnowledgeFilter, KnowledgeHit, KnowledgeResult
from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.knowledge.index.base import ChunkId, EmbeddingModel, Index, Scored, StoredChunk
from desktop_agent.knowledge.index.word_search import Tokenizer
from desktop_agent.knowledge.ingest.embedding import FindEmbedder

# --- Fusion of the results of both searches

Key = tuple[int, ChunkId]
"""The 0-based number of an index, and the id of a chunk in it."""

Row = NDArray[np.float32]

# Rocchio's feedback, by which the best passages so far take part in the question: how many, and
# their weight beside it (chosen on NPL and MuSiQue, as was the default weight of meaning)
_FEEDBACK_PASSAGES = 2
_FEEDBACK = 0.3


def fuse_ranks(
    words: Iterable[Key], nearest: Iterable[Key], weight: float, k: int
) -> dict[Key, float]:
    """Score by Reciprocal Rank Fusion: the sum of weight / (k + rank), with ranks from 0."""
    scores: dict[Key, float] = {}
    for share, keys in ((1 - weight, words), (weight, nearest)):
        for rank, key in enumerate(keys if share else ()):
            scores[key] = scores.get(key, 0.0) + share / (k + rank)
    return scores


def fuse_scores(
    words: Mapping[Key, float], vectors: Mapping[Key, Row], query: Row, weight: float
) -> dict[Key, float]:
    """Return weighted sums of BM25 scores, relative to the best score, and cosines scaled to 0..1.

    ``vectors`` holds the vectors of all candidates that have one, whichever search found them.
    """
    keys = list(dict.fromkeys((*vectors, *words)))  # those with a vector first
    best = max(words.values(), default=1.0)
    said = np.array([words.get(key, 0.0) / best for key in keys])
    meant = np.zeros(len(keys))
    matrix = np.stack([*vectors.values()]) if vectors else np.zeros((0, len(query)), np.float32)
    asked = query
    for _ in range(2):
        cosines = np.einsum("ij,j->i", matrix, asked)
        spread = np.ptp(cosines) if len(cosines) else 0
        meant[: len(matrix)] = (cosines - cosines.min()) / spread if spread else 1.0
        fused = (1 - weight) * said + weight * meant
        top = np.argsort(-fused[: len(matrix)], kind="stable")[:_FEEDBACK_PASSAGES]
        if not len(top):
            break
        asked = query + _FEEDBACK * matrix[top].mean(axis=0)
    return dict(zip(keys, fused.tolist(), strict=True))


# --- Query words in a passage, for highlighting

Marks = tuple[tuple[int, int], ...]


def find_marks(query: str, texts: Iterable[str]) -> list[Marks]:
    """Return, for each text, the spans of words that share a stem with a query word.

    Words are matched as in the default engine, even if another engine found the passage.
    """
    import apsw

    connection = apsw.Connection(":memory:")
    try:
        tokenizer = Tokenizer(connection)
        stems = tokenizer.query_words(query).keys()
        return [tuple(tokenizer.find(text, stems)) for text in texts]
    finally:
        connection.close()


_EMBED_TIMEOUT_S = 5.0
# passages to fuse from each search, and of those that the words found the number whose vectors are
# looked up if the search by meaning did not find them; more make no difference (measured)
_DEPTH = 60
_LOOKED_UP = 20
_SPARE = 5  # passages to read beyond the limit, since some may have been removed meanwhile
_QUERY_CHARS = 8_000  # characters of a query to embed

Answer = TypeVar("Answer")


@dataclass(frozen=True, slots=True)
class _Found:
    """The scores from the word search or from the vector search, best first.

    ``query`` is the query's vector, or None. ``indexes`` contains the positions of the indexes with
    vectors from the same model. ``vectors`` contains the vectors of the chunks found.
    """

    scores: dict[Key, float] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    vectors: dict[Key, Row] = field(default_factory=dict)
    query: Row | None = None
    indexes: tuple[int, ...] = ()


class Retriever:
    """Searches one or more indexes by words and by meaning.

    The search is by words only, with a note that says so, if the embedder is not found or does not
    answer in time. Indexes with vectors from another model are also searched by words only.
    """

    def __init__(
        self,
        indexes: Sequence[Index],
        settings: KnowledgeSettings,
        find_embedder: FindEmbedder,
    ) -> None:
        self._indexes = tuple(indexes)
        self._settings = settings
        self._find_embedder = find_embedder

    async def search(
        self, query: str, *, only: KnowledgeFilter | None = None, limit: int | None = None
    ) -> KnowledgeResult:
        """Return the passages that best answer the query; a note reports unreadable indexes.

        Raises:
            StorageError: no index could be read.
        """
        began = perf_counter()
        limit = self._settings.results if limit is None else limit
        if not query.strip() or limit < 1:
            return KnowledgeResult(query, ())
        depth = max(_DEPTH, 2 * limit)
        meaning = asyncio.ensure_future(self._by_meaning(query, depth, only))
        try:
            words = await self._by_words(query, depth, only)
            nearest = await meaning
        finally:
            meaning.cancel()
        hits = (await self._hits(words, nearest, limit + _SPARE))[:limit]
        marks = await asyncio.to_thread(find_marks, query, [hit.text for hit in hits])
        marked = (replace(hit, marks=each) for hit, each in zip(hits, marks, strict=True))
        return KnowledgeResult(
            query,
            tuple(marked),
            " ".join(dict.fromkeys((*words.notes, *nearest.notes))),
            round((perf_counter() - began) * 1_000),
        )

    async def _by_words(self, query: str, depth: int, only: KnowledgeFilter | None) -> _Found:
        found, notes = await _answers(
            [index.search_words(query, depth, only) for index in self._indexes]
        )
        scores = {key: each.score for key, each in _merged(enumerate(found), depth)}
        return _Found(scores, notes)

    async def _by_meaning(self, query: str, depth: int, only: KnowledgeFilter | None) -> _Found:
        if not self._settings.vector_weight:
            return _Found()
        try:
            return await self._by_vector(query, depth, only)
        except AgentError as error:
            return _Found(notes=(f"Searched by keyword only: {error}",))
        except TimeoutError:
            late = (
                "Searched by keyword only: the embedding model didn't answer within "
                f"{_EMBED_TIMEOUT_S:g} s."
            )
            return _Found(notes=(late,))

    async def _by_vector(self, query: str, depth: int, only: KnowledgeFilter | None) -> _Found:
        calls: list[Awaitable[EmbeddingModel | None]] = [each.embedding() for each in self._indexes]
        answered = await _answers(calls)  # the search by words reports those that fail
        names = ["" if model is None else model.name for model in answered[0]]
        if not any(names):
            return _Found(notes=("Searched by keyword only: no documents are embedded.",))
        embedder = await self._find_embedder(next(filter(None, names)))
        able = [at for at, name in enumerate(names) if name == embedder.name]
        notes: list[str] = []
        notes.extend(
            f"Documents embedded with {other} were searched by keyword only, because "
            f"{embedder.name} is in use now. Rebuild the index."
            for other in sorted({*names} - {"", embedder.name})
        )
        if not able:
            return _Found(notes=tuple(notes))
        async with asyncio.timeout(_EMBED_TIMEOUT_S):
            (vector,) = await embedder.embed([query[:_QUERY_CHARS]], "query")
        found, failed = await _answers(
            [self._indexes[at].search_vector(vector, depth, only) for at in able]
        )
        nearest = _merged(zip(able, found, strict=True), depth)
        return _Found(
            {key: each.score for key, each in nearest},
            (*notes, *failed),
            {key: each.vector for key, each in nearest if each.vector is not None},
            vector,
            tuple(able),
        )

    async def _hits(self, words: _Found, nearest: _Found, most: int) -> list[KnowledgeHit]:
        fused = sorted((await self._fused(words, nearest)).items(), key=lambda each: -each[1])
        chunks = await self._chunks([key for key, _ in fused[:most]])
        word_ranks = {key: rank for rank, key in enumerate(words.scores, 1)}
        vector_ranks = {key: rank for rank, key in enumerate(nearest.scores, 1)}
        return [
            KnowledgeHit(
                chunk.id,
                chunk.document,
                chunk.text,
                chunk.place,
                score,
                word_rank=word_ranks.get(key, 0),
                vector_rank=vector_ranks.get(key, 0),
                ordinal=chunk.ordinal,
            )
            for key, score in fused[:most]
            if (chunk := chunks.get(key)) is not None
        ]

    async def _fused(self, words: _Found, nearest: _Found) -> dict[Key, float]:
        weight = self._settings.vector_weight
        if nearest.query is None or self._settings.fusion == "ranks":
            weight = weight if nearest.query is not None else 0.0
            return fuse_ranks(words.scores, nearest.scores, weight, self._settings.rrf_k)
        said = words.scores if weight < 1 else {}
        scored = {key: score for key, score in said.items() if score > 0}
        absent = [
            key
            for key in islice(scored, _LOOKED_UP)
            if key[0] in nearest.indexes and key not in nearest.vectors
        ]
        vectors = nearest.vectors | await self._vectors(absent)
        fitting = {key: row for key, row in vectors.items() if len(row) == len(nearest.query)}
        return fuse_scores(scored, fitting, nearest.query, weight)

    async def _vectors(self, keys: Sequence[Key]) -> dict[Key, Row]:
        wanted = _by_index(keys)
        calls = (self._indexes[at].vectors(ids) for at, ids in wanted.items())
        found = zip(wanted, await asyncio.gather(*calls), strict=True)
        return {(at, chunk): row for at, rows in found for chunk, row in rows.items()}

    async def _chunks(self, keys: Sequence[Key]) -> dict[Key, StoredChunk]:
        wanted = _by_index(keys)
        calls = (self._indexes[at].chunks(ids) for at, ids in wanted.items())
        found = zip(wanted, await asyncio.gather(*calls), strict=True)
        return {(at, chunk.id): chunk for at, chunks in found for chunk in chunks}


async def _answers(
    calls: Sequence[Awaitable[Answer]],
) -> tuple[list[Answer | None], tuple[str, ...]]:
    """Return each call's answer, or None and a note if it failed; raise if all failed."""
    found = await asyncio.gather(*calls, return_exceptions=True)
    errors = [each for each in found if isinstance(each, BaseException)]
    for error in errors:
        if len(errors) == len(found) or not isinstance(error, AgentError):
            raise error
    answers = [None if isinstance(each, BaseException) else each for each in found]
    return answers, tuple(map(str, errors))


def _merged(
    found: Iterable[tuple[int, Sequence[Scored] | None]], depth: int
) -> list[tuple[Key, Scored]]:
    """Merge the results from several indexes and return the best."""
    keyed = [((at, each.id), each) for at, several in found for each in several or ()]
    return sorted(keyed, key=lambda each: -each[1].score)[:depth]


def _by_index(keys: Sequence[Key]) -> dict[int, list[ChunkId]]:
    wanted: dict[int, list[ChunkId]] = {}
    for at, chunk_id in keys:
        wanted.setdefault(at, []).append(chunk_id)
    return wanted
