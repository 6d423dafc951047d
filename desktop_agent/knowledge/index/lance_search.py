"""The two searches of a LanceDB index."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import KnowledgeFilter
from desktop_agent.knowledge.index.base import Scored
from desktop_agent.knowledge.index.lance_database import LanceDatabase
from desktop_agent.knowledge.index.lance_filters import predicate
from desktop_agent.knowledge.index.lance_schema import CHUNKS, ROUNDED_FROM
from desktop_agent.knowledge.index.lance_state import indexed_vectors, vectors_of

if TYPE_CHECKING:
    import pyarrow as pa

PROBES = 48
"""Partitions of the vector index that a search looks into. Of 256, at 100,000 clustered vectors of
384 numbers, 40 gave a recall@10 of 0.98 and 64 one of 0.99; the default of 20 gave 0.965."""

_REFINED = 4
"""How many times as many vectors are compared whole as are asked for, where the index rounds them."""

_QUERY_CHARS = 4_000
"""More than anybody asks; what is longer is a text that was pasted, and its beginning will do."""


def search_words(
    database: LanceDatabase, query: str, limit: int, only: KnowledgeFilter | None
) -> tuple[Scored, ...]:
    """Gives the chunks that speak of any of the words best, by BM25."""
    match = import_module("lancedb.query").MatchQuery
    words = query[:_QUERY_CHARS].encode("utf-8", "replace").decode().replace("\0", " ")
    if limit < 1 or not words.strip():
        return ()
    search = database.table(CHUNKS).search(match(words, "words"), query_type="fts")
    found = _limited(search, only).select(["id", "_score"]).limit(limit).to_arrow()
    return _scored(found, found["_score"].to_numpy())


def search_vector(
    database: LanceDatabase,
    vector: NDArray[np.float32],
    limit: int,
    only: KnowledgeFilter | None,
) -> tuple[Scored, ...]:
    """Gives the chunks whose vectors are nearest, by the cosine of unit vectors.

    Raises:
        StorageError: the vector is of another length than those that are kept.
    """
    vector = np.ascontiguousarray(vector, np.float32).ravel()
    table = vectors_of(database)
    if table is None or limit < 1 or not np.isfinite(vector).all():
        return ()
    dimensions = database.dimensions(table)
    if dimensions != len(vector):
        raise StorageError(
            f"The question's vector has {len(vector)} dimensions, those of the index have "
            f"{dimensions}.",
            "Rebuild the index with the embedding model that the settings name.",
        )
    search = table.search(vector).distance_type("dot").nprobes(PROBES)
    if only is not None and only != KnowledgeFilter():
        search = search.maximum_nprobes(0)  # a filter may leave little in these partitions
    if indexed_vectors(database, table) >= ROUNDED_FROM:
        search = search.refine_factor(_REFINED)
    found = _limited(search, only).select(["id", "_distance"]).limit(limit).to_arrow()
    return _scored(found, 1 - found["_distance"].to_numpy())


def _limited(search: Any, only: KnowledgeFilter | None) -> Any:
    limit = predicate(only)
    return search.where(limit, prefilter=True) if limit else search


def _scored(found: "pa.Table", scores: NDArray[np.float32]) -> tuple[Scored, ...]:
    """Gives each chunk once: a document that is being replaced may stand there twice."""
    best: dict[int, float] = {}
    for chunk, score in zip(found["id"].to_pylist(), scores.tolist(), strict=True):
        best[chunk] = max(score, best.get(chunk, score))
    ranked = sorted(best.items(), key=lambda each: (-each[1], each[0]))
    return tuple(Scored(chunk, score) for chunk, score in ranked)
