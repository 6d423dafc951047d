"""Made-up chunks in which words are as common as in real text, with vectors in clusters."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from desktop_agent.core.knowledge import DocumentRecord, Place
from desktop_agent.knowledge.index.base import NewChunk, NewDocument, Vectors
from tests.benchmarks.knowledge.sets import FIXTURES, NAMES, load_set

DIMENSIONS = 384
_VOCABULARY = 60_000
_CLUSTERS = 200
_SPREAD = 0.8
_WORD = re.compile(r"[a-z0-9]+")


@dataclass(frozen=True)
class Question:
    text: str
    vector: NDArray[np.float32]


class Corpus:
    """Chunks of about 200 words, the same in every run.

    Words and questions are those of the public sets where they are there, with a long tail of rare
    words put together from them; else they are numbers by Zipf's law.
    """

    def __init__(self) -> None:
        self._random = np.random.default_rng(11)
        counts, self._questions = _words_and_questions()
        words = list(counts)
        weights = [float(counts[word]) for word in words]
        while len(words) < _VOCABULARY:
            first, second = self._random.integers(len(counts), size=2)
            words.append(words[first] + words[second])
            weights.append(0.3)
        self._words = np.array(words, dtype=object)
        self._up_to = np.cumsum(weights) / sum(weights)
        centres = self._random.normal(size=(_CLUSTERS, DIMENSIONS))
        self._centres = (centres / np.linalg.norm(centres, axis=1, keepdims=True)).astype(
            np.float32
        )

    def vectors(self, count: int) -> Vectors:
        """Gives vectors of length 1 around the centres."""
        noise = self._random.normal(size=(count, DIMENSIONS), scale=_SPREAD / np.sqrt(DIMENSIONS))
        rows = self._centres[self._random.integers(_CLUSTERS, size=count)] + noise
        return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)

    def documents(self, count: int, chunks: int = 10, first: int = 0) -> Iterator[NewDocument]:
        """Yields documents of so many chunks each."""
        for number in range(first, first + count):
            texts = [f"{self._text()} " for _ in range(chunks)]
            yield made_document(number, texts, self._text(6))

    def questions(self, count: int) -> list[Question]:
        texts = self._random.choice(np.array(self._questions, dtype=object), count)
        return [
            Question(text, vector) for text, vector in zip(texts, self.vectors(count), strict=True)
        ]

    def _text(self, words: int = 0) -> str:
        length = words or int(np.clip(self._random.normal(200, 50), 40, 360))
        drawn = np.searchsorted(self._up_to, self._random.random(length), side="right")
        return " ".join(self._words[np.minimum(drawn, len(self._words) - 1)])


def made_document(number: int, texts: list[str], title: str) -> NewDocument:
    chunks, at = [], 0
    for text in texts:
        chunks.append(NewChunk(text, Place(at, at + len(text), headings=(title[:20],))))
        at += len(text)
    path = f"/documents/{number % 100}/{number}.md"
    record = DocumentRecord(
        f"d{number}", "c1", 1, path, f"file://{path}", title, "text/markdown", at, 1, ""
    )
    return NewDocument(record, "".join(texts), tuple(chunks))


def _words_and_questions() -> tuple[Counter[str], list[str]]:
    counts: Counter[str] = Counter()
    if not FIXTURES.exists():
        counts.update({f"w{rank}": 100_000 // rank for rank in range(1, 20_000)})
        some = np.random.default_rng(5).integers(1, 5_000, size=(300, 8))
        return counts, [" ".join(f"w{rank}" for rank in row) for row in some]
    questions: list[str] = []
    for data in map(load_set, NAMES):
        for _, title, text in data.documents:
            counts.update(_WORD.findall(f"{title} {text}".lower()))
        questions += [text for _, text in data.queries]
    return counts, questions
