"""Public retrieval sets, where they lie beside the checkout, and how a ranking is judged."""

import gzip
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log2
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

FIXTURES = Path(__file__).parents[4] / "shared" / "fixtures" / "retrieval"
VECTORS = Path(os.environ.get("KNOWLEDGE_VECTORS", "vectors-are-nowhere"))
NAMES = ("cranfield", "hotpotqa_train100")


@dataclass(frozen=True)
class RetrievalSet:
    """Documents (id, title, text), queries (id, text) and which documents answer which query."""

    name: str
    documents: list[tuple[str, str, str]]
    queries: list[tuple[str, str]]
    relevant: dict[str, dict[str, int]]


def load_set(name: str) -> RetrievalSet:
    folder = FIXTURES / name
    lines = gzip.decompress((folder / "corpus.jsonl.gz").read_bytes()).splitlines()
    documents = [(d["_id"], d["title"], d["text"]) for d in map(json.loads, lines)]
    lines = (folder / "queries.jsonl").read_bytes().splitlines()
    queries = [(q["_id"], q["text"]) for q in map(json.loads, lines)]
    relevant: dict[str, dict[str, int]] = {}
    for line in (folder / "qrels.tsv").read_text("utf-8").splitlines()[1:]:
        query, document, grade = line.split("\t")
        if int(grade) > 0:
            relevant.setdefault(query, {})[document] = int(grade)
    return RetrievalSet(name, documents, queries, relevant)


class KnownEmbedder:
    """Gives the vectors that were made before, in no time."""

    def __init__(self, name: str, vectors: Mapping[str, NDArray[np.float32]]) -> None:
        self.name = name
        self._vectors = vectors

    async def embed(self, texts: Sequence[str], kind: object) -> NDArray[np.float32]:
        return np.stack([self._vectors[text] for text in texts])

    async def aclose(self) -> None: ...

    async def find(self, _stored: str) -> "KnownEmbedder":
        return self


def load_vectors(name: str) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Gives the vectors of the documents and of the queries."""
    return np.load(VECTORS / f"{name}-corpus.npy"), np.load(VECTORS / f"{name}-queries.npy")


def ndcg(found: Sequence[str], grades: Mapping[str, int], at: int = 10) -> float:
    """Normalised discounted cumulative gain of the first ``at``."""
    gain = sum(grades.get(each, 0) / log2(rank + 2) for rank, each in enumerate(found[:at]))
    ideal = sorted(grades.values(), reverse=True)[:at]
    return gain / sum(grade / log2(rank + 2) for rank, grade in enumerate(ideal))


def recall(found: Sequence[str], grades: Mapping[str, int], at: int = 10) -> float:
    """The part of what is relevant that stands among the first ``at``."""
    return len(grades.keys() & set(found[:at])) / len(grades)


def judge(
    rankings: Mapping[str, Sequence[str]], relevant: Mapping[str, Mapping[str, int]]
) -> tuple[float, float]:
    """Gives nDCG@10 and recall@10 on average over the queries that something answers."""
    judged = [(rankings[query], grades) for query, grades in relevant.items()]
    return (
        float(np.mean([ndcg(found, grades) for found, grades in judged])),
        float(np.mean([recall(found, grades) for found, grades in judged])),
    )
