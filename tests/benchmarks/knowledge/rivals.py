"""What the engines are measured against: each with words and vectors, fused the same way."""

import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Protocol

import numpy as np

from desktop_agent.knowledge.index.base import Vectors
from desktop_agent.knowledge.retriever import rrf
from tests.benchmarks.knowledge.corpus import DIMENSIONS, Question

DEPTH = 100


class Rival(Protocol):
    """A store of texts and vectors, by number."""

    name: str

    def add(self, texts: Sequence[str], vectors: Vectors) -> None: ...

    def by_words(self, text: str) -> list[int]: ...

    def by_vector(self, question: Question) -> list[int]: ...

    def close(self) -> None: ...


def hybrid(rival: Rival, question: Question, limit: int = 10) -> list[int]:
    rankings = [(0.5, rival.by_words(question.text)), (0.5, rival.by_vector(question))]
    return [number for number, _ in rrf(rankings)[:limit]]


class PlainSqlite:
    """FTS5 of the standard library with all words ORed, and exact numpy."""

    name = "sqlite3 FTS5 + numpy"

    def __init__(self, folder: Path) -> None:
        self._connection = sqlite3.connect(folder / "plain.db")
        self._connection.execute("PRAGMA journal_mode = WAL")
        self._connection.execute(
            "CREATE VIRTUAL TABLE words USING fts5(text, tokenize='porter unicode61')"
        )
        self._vectors = np.empty((0, DIMENSIONS), np.float32)

    def add(self, texts: Sequence[str], vectors: Vectors) -> None:
        with self._connection:
            self._connection.executemany(
                "INSERT INTO words (text) VALUES (?)", ((text,) for text in texts)
            )
        self._vectors = np.concatenate([self._vectors, vectors])

    def by_words(self, text: str) -> list[int]:
        match = " OR ".join(f'"{word}"' for word in dict.fromkeys(_plain(text)))
        rows = self._connection.execute(
            "SELECT rowid FROM words WHERE words MATCH ? ORDER BY rank LIMIT ?", (match, DEPTH)
        )
        return [row - 1 for (row,) in rows]

    def by_vector(self, question: Question) -> list[int]:
        scores = self._vectors @ question.vector
        most = min(DEPTH, len(scores))
        best = np.argpartition(scores, len(scores) - most)[-most:]
        return best[np.argsort(-scores[best])].tolist()

    def close(self) -> None:
        self._connection.close()


class TantivyUsearch:
    """A full-text library in Rust, and a graph of nearest neighbours."""

    name = "tantivy + usearch"

    def __init__(self, folder: Path) -> None:
        import tantivy
        from usearch.index import Index

        builder = tantivy.SchemaBuilder()
        builder.add_text_field("text", tokenizer_name="en_stem")
        builder.add_unsigned_field("number", stored=True)
        where = folder / "tantivy"
        where.mkdir()
        self._words = tantivy.Index(builder.build(), path=str(where))
        self._tantivy: Any = tantivy
        self._vectors = Index(ndim=DIMENSIONS, metric="cos", dtype="f16")
        self._path = folder / "usearch.index"
        self._count = 0

    def add(self, texts: Sequence[str], vectors: Vectors) -> None:
        writer = self._words.writer(50_000_000, 1)
        for number, text in enumerate(texts, self._count):
            writer.add_document(self._tantivy.Document(text=text, number=number))
        writer.commit()
        writer.wait_merging_threads()
        self._words.reload()
        self._vectors.add(np.arange(self._count, self._count + len(texts)), vectors)
        self._vectors.save(str(self._path))
        self._count += len(texts)

    def by_words(self, text: str) -> list[int]:
        query = self._words.parse_query(" ".join(_plain(text)), ["text"])
        searcher = self._words.searcher()
        found = searcher.search(query, DEPTH).hits
        return [searcher.doc(address)["number"][0] for _, address in found]

    def by_vector(self, question: Question) -> list[int]:
        return self._vectors.search(question.vector, DEPTH).keys.tolist()

    def close(self) -> None: ...


def _plain(text: str) -> list[str]:
    return ["".join(c for c in word if c.isalnum()) or "x" for word in text.lower().split()]
