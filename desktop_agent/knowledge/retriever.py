"""Fuse word and semantic search into one ranking, optionally reranked by the chat model."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Hashable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from time import perf_counter
from typing import Any, TypeVar

from desktop_agent.core.errors import AgentError
from desktop_agent.core.knowledge import KnowledgeFilter, KnowledgeHit, KnowledgeResult
from desktop_agent.core.messages import Message
from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.core.text import Fence
from desktop_agent.knowledge.index.base import ChunkId, EmbeddingModel, Index, Scored, StoredChunk
from desktop_agent.knowledge.index.word_search import Tokenizer
from desktop_agent.llm.base import ChatModel, ChatRequest, TextPiece
from desktop_agent.llm.embedding import Embedder

# --- Reciprocal rank fusion of two result lists

Item = TypeVar("Item", bound=Hashable)


def rrf(rankings: Sequence[tuple[float, Sequence[Item]]], k: int) -> tuple[tuple[Item, float], ...]:
    """Return all items, best first, scored by the sum of weight / (k + rank) over all rankings.

    Each ranking is a weight and a sequence of items, best first; ranks are 0-based. Rankings with
    weight 0 are ignored.
    """
    scores: dict[Item, float] = {}
    for weight, items in rankings:
        for rank, item in enumerate(items if weight > 0 else ()):
            scores[item] = scores.get(item, 0.0) + weight / (k + rank)
    return tuple(sorted(scores.items(), key=lambda each: -each[1]))


# --- Query words in a passage, for highlighting

Marks = tuple[tuple[int, int], ...]


def find_marks(query: str, texts: Iterable[str]) -> list[Marks]:
    """Return, for each text, the spans of words that share a stem with a word of the query.

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


Rerank = Callable[[str, Sequence[str]], Awaitable[Sequence[int]]]
"""Returns the 0-based indexes of the texts, best answer to the query first."""

_EMBED_TIMEOUT_S = 5.0
_DEPTH = 100  # passages to fuse from each search; more make no difference (measured)
RERANKED = 20
_SPARE = 5  # passages to read beyond the limit, since some may have been removed meanwhile
_QUERY_CHARS = 8_000  # characters of a query to embed
_ALONE = "Searched by words alone"

Answer = TypeVar("Answer")

Key = tuple[int, ChunkId]
"""The 0-based number of an index, and the id of a chunk in it."""


@dataclass(frozen=True, slots=True)
class _Half:
    """The results and notes of the word search or of the vector search.

    ``able`` is False if the search could not run.
    """

    keys: tuple[Key, ...] = ()
    notes: tuple[str, ...] = ()
    able: bool = True


class Retriever:
    """Searches one or more indexes by words and by meaning.

    The search is by words only, with a note that says so, if there is no embedder or it does not
    answer in time. Indexes with vectors from another model are also searched by words only.
    """

    def __init__(
        self,
        indexes: Sequence[Index],
        settings: KnowledgeSettings,
        embedder: Embedder | None = None,
        *,
        rerank: Rerank | None = None,
    ) -> None:
        self._indexes = tuple(indexes)
        self._settings = settings
        self._embedder = embedder
        self._rerank = rerank

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
        best = max(limit, RERANKED) if self._rerank else limit
        hits = await self._hits(words, nearest, best + _SPARE)
        hits, notes = await self._reranked(query, hits[:best])
        hits = hits[:limit]
        marks = await asyncio.to_thread(find_marks, query, [hit.text for hit in hits])
        marked = (replace(hit, marks=each) for hit, each in zip(hits, marks, strict=True))
        return KnowledgeResult(
            query,
            tuple(marked),
            " ".join(dict.fromkeys((*words.notes, *nearest.notes, *notes))),
            round((perf_counter() - began) * 1_000),
        )

    async def _by_words(self, query: str, depth: int, only: KnowledgeFilter | None) -> _Half:
        found, notes = await _answers(
            [index.search_words(query, depth, only) for index in self._indexes]
        )
        return _Half(_merged([each or () for each in found], depth), notes)

    async def _by_meaning(self, query: str, depth: int, only: KnowledgeFilter | None) -> _Half:
        if not self._settings.vector_weight:
            return _Half(able=False)
        if self._embedder is None:
            return _Half(notes=(f"{_ALONE}: there is no embedding model.",), able=False)
        try:
            able, notes = await self._of_its_model(self._embedder.name)
            if not able:
                return _Half(notes=notes, able=False)
            async with asyncio.timeout(_EMBED_TIMEOUT_S):
                (vector,) = await self._embedder.embed([query[:_QUERY_CHARS]], "query")
            answered, failed = await _answers(
                [self._indexes[at].search_vector(vector, depth, only) for at in able]
            )
        except AgentError as error:
            return _Half(notes=(f"{_ALONE}: {error}",), able=False)
        except TimeoutError:
            late = f"{_ALONE}: the embedding model did not answer within {_EMBED_TIMEOUT_S:g} s."
            return _Half(notes=(late,), able=False)
        found = dict(zip(able, answered, strict=True))
        lists = [found.get(at) or () for at in range(len(self._indexes))]
        return _Half(_merged(lists, depth), (*notes, *failed))

    async def _of_its_model(self, name: str) -> tuple[list[int], tuple[str, ...]]:
        """Return the positions of indexes with this model's vectors, and notes on the others."""
        calls: list[Awaitable[EmbeddingModel | None]] = [each.embedding() for each in self._indexes]
        answered = await _answers(calls)
        models = answered[0]
        able = [at for at, model in enumerate(models) if model is not None and model.name == name]
        others = {model.name for model in models if model is not None and model.name != name}
        notes = [
            f"{_ALONE} in what is embedded with {other}: {name} is in use now; rebuild the index."
            for other in sorted(others)
        ]
        if not able and not others:
            notes = [f"{_ALONE}: the documents are not embedded yet."]
        return able, tuple(notes)

    async def _hits(self, words: _Half, nearest: _Half, most: int) -> list[KnowledgeHit]:
        weight = self._settings.vector_weight if nearest.able else 0.0
        fused = rrf(((1 - weight, words.keys), (weight, nearest.keys)), self._settings.rrf_k)[:most]
        chunks = await self._chunks([key for key, _ in fused])
        word_ranks = {key: rank for rank, key in enumerate(words.keys, 1)}
        vector_ranks = {key: rank for rank, key in enumerate(nearest.keys, 1)}
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
            for key, score in fused
            if (chunk := chunks.get(key)) is not None
        ]

    async def _chunks(self, keys: Sequence[Key]) -> dict[Key, StoredChunk]:
        wanted: dict[int, list[ChunkId]] = {}
        for at, chunk_id in keys:
            wanted.setdefault(at, []).append(chunk_id)
        found = await asyncio.gather(*(self._indexes[at].chunks(ids) for at, ids in wanted.items()))
        return {
            (at, chunk.id): chunk
            for at, chunks in zip(wanted, found, strict=True)
            for chunk in chunks
        }

    async def _reranked(
        self, query: str, hits: list[KnowledgeHit]
    ) -> tuple[list[KnowledgeHit], tuple[str, ...]]:
        if self._rerank is None or len(hits) < 2:
            return hits, ()
        first, rest = hits[:RERANKED], hits[RERANKED:]
        try:
            order = await self._rerank(query, [hit.text for hit in first])
        except AgentError as error:
            return hits, (f"The passages could not be put in order by the chat model: {error}",)
        return [*(first[number] for number in order), *rest], ()


async def _answers(
    calls: Sequence[Awaitable[Answer]],
) -> tuple[list[Answer | None], tuple[str, ...]]:
    """Return each call's answer, or None and a note if it failed; raise if all failed."""
    found = await asyncio.gather(*calls, return_exceptions=True)
    answers: list[Answer | None] = []
    errors: list[AgentError] = []
    for each in found:
        if isinstance(each, AgentError):
            errors.append(each)
        elif isinstance(each, BaseException):
            raise each
        answers.append(None if isinstance(each, AgentError) else each)
    if errors and len(errors) == len(found):
        raise errors[0]
    return answers, tuple(map(str, errors))


def _merged(lists: Sequence[Sequence[Scored]], depth: int) -> tuple[Key, ...]:
    """Merge results from several indexes, whose scores are comparable, and return the best."""
    scored = [(each.score, (at, each.id)) for at, found in enumerate(lists) for each in found]
    if len(lists) > 1:
        scored.sort(key=lambda each: -each[0])
    return tuple(key for _, key in scored[:depth])


# --- Reranking by the chat model: slower, and better with a capable model

_PASSAGE = 800  # characters of each passage to show to the model
_SECONDS = 20.0
_TOKENS = 400

_PROMPT = """\
You are given a query and numbered passages. Put the passages in order of how well they answer the \
query, the best first, and leave out those that do not speak of it. {fence}

Reply with one JSON object: {{"order": [numbers, the best first]}}"""

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"order": {"type": "array", "items": {"type": "integer"}}},
    "required": ["order"],
    "additionalProperties": False,
}


async def rerank(model: ChatModel, query: str, passages: Sequence[str]) -> tuple[int, ...]:
    """Ask the model to rank passages, and return their 0-based indexes, best first.

    A single call is made, which may take up to 20 s. Passages that the model leaves out follow in
    their original order.

    Raises:
        AgentError: the model failed, took too long, or did not return an order.
    """
    fence = Fence.new()
    shown = "\n\n".join(
        f"Passage {number}:\n{fence.wrap(text[:_PASSAGE], f'passage {number}')}"
        for number, text in enumerate(passages, 1)
    )
    request = ChatRequest(
        messages=(
            Message("system", _PROMPT.format(fence=fence.rule)),
            Message("user", f"Query: {query}\n\n{shown}"),
        ),
        schema=SCHEMA,
        temperature=0,
        max_tokens=_TOKENS,
        think=False,
    )
    try:
        async with asyncio.timeout(_SECONDS):
            async with aclosing(model.stream(request)) as stream:
                pieces = [piece.text async for piece in stream if isinstance(piece, TextPiece)]
    except TimeoutError:
        raise AgentError(f"The model took more than {_SECONDS:g} s to order passages.") from None
    return _places("".join(pieces), len(passages))


def _places(reply: str, count: int) -> tuple[int, ...]:
    """Parse the ranking in a reply, ignoring duplicate and invalid numbers."""
    start, end = reply.find("{"), reply.rfind("}") + 1
    try:
        order = json.loads(reply[start:end])["order"]
        numbers = [number for number in order if type(number) is int and 1 <= number <= count]
    except (ValueError, KeyError, TypeError):
        numbers = []
    if not numbers:
        raise AgentError("The model gave no order of the passages.")
    places = dict.fromkeys(number - 1 for number in numbers)
    return (*places, *(place for place in range(count) if place not in places))
