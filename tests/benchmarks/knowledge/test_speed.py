"""How long a search takes, and what an index costs, as it grows; next to what others would take.

``KNOWLEDGE_SIZES`` names the numbers of chunks, ``KNOWLEDGE_ENGINES`` the engines. The time is that
of `Retriever.search` with the vector of the query at hand. ``cold`` are the questions that an index
is asked first after it was opened, with its file out of the system's memory; then each is asked
three times: ``best`` is the quickest of them, ``cpu`` the processor time of that, of all threads.
Limits are held against all searches by the wall clock, which asks for a machine that does nothing
else.
"""

import gc
import os
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

import numpy as np
import psutil
import pytest
from numpy.typing import NDArray

from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.knowledge.index.base import Index, NewDocument, Vectors
from desktop_agent.knowledge.retriever import Retriever
from desktop_agent.llm.embedding import TextKind
from tests.benchmarks.figures import record
from tests.benchmarks.knowledge.corpus import Corpus, Question
from tests.benchmarks.knowledge.engines import ENGINES
from tests.benchmarks.knowledge.rivals import PlainSqlite, Rival, TantivyUsearch, hybrid

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.timeout(3_600),
    pytest.mark.usefixtures("lancedb"),
]

SIZES = [int(size) for size in os.environ.get("KNOWLEDGE_SIZES", "1000,10000,100000").split(",")]
WANTED = os.environ.get("KNOWLEDGE_ENGINES", ",".join(ENGINES)).split(",")
MODEL = "made/up"
QUESTIONS = 100
REPEATED = 3
A_DOCUMENT = 10
AT_ONCE = 50
LIMITS_MS = {("sqlite", 10_000): 20, ("sqlite", 100_000): 100, ("lancedb", 100_000): 25}
SETTINGS = KnowledgeSettings()


class VectorOf:
    """An embedder that takes no time."""

    name = MODEL

    def __init__(self, questions: Sequence[Question]) -> None:
        self._vectors = {each.text: each.vector for each in questions}

    async def embed(self, texts: Sequence[str], kind: TextKind) -> Vectors:
        return np.stack([self._vectors[text] for text in texts])

    async def aclose(self) -> None: ...


async def build(
    index: Index, documents: list[NewDocument], vectors: Vectors
) -> tuple[float, float]:
    """Puts and embeds; gives how long each took, in seconds."""
    began = time.perf_counter()
    rest = iter(documents)
    while some := list(islice(rest, AT_ONCE)):
        await index.put(some)
    put = time.perf_counter() - began
    began, at, last = time.perf_counter(), 0, 0
    while waiting := await index.unembedded(1_000, last):
        ids = [each.id for each in waiting]
        await index.set_vectors(MODEL, ids, vectors[at : at + len(ids)])
        at, last = at + len(ids), ids[-1]
    return put, time.perf_counter() - began


@dataclass(frozen=True)
class Times:
    """Of each question, searched several times (rows): wall and processor time in ms."""

    wall: NDArray[np.float64]
    cpu: NDArray[np.float64]

    def __str__(self) -> str:
        rows = {"": self.wall, "best": self.wall.min(axis=0), "cpu": self.cpu.min(axis=0)}
        return "  ".join(
            f"{name} {np.percentile(row, 50):.1f} / {np.percentile(row, 99):.1f}"
            for name, row in rows.items()
        ).strip()

    @property
    def p99(self) -> float:
        """Of all searches, by the clock on the wall."""
        return float(np.percentile(self.wall, 99))


async def timed(
    call: Callable[[Question], Awaitable[object]], asked: list[Question], times: int = REPEATED
) -> Times:
    wall, cpu = np.empty((2, times, len(asked)))
    for turn in range(times):
        for at, question in enumerate(asked):
            began, worked = time.perf_counter(), time.process_time()
            await call(question)
            wall[turn, at] = (time.perf_counter() - began) * 1e3
            cpu[turn, at] = (time.process_time() - worked) * 1e3
    return Times(wall, cpu)


def forget_pages(folder: Path) -> None:
    """Lets the system forget what it has read of the files, as after a start."""
    for path in folder.rglob("*"):
        if path.is_file() and hasattr(os, "posix_fadvise"):
            with path.open("rb") as file:
                os.fsync(file.fileno())
                os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)


def size_of(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def busy() -> str:
    return f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"


async def recall_of(index: Index, kept: Vectors, asked: list[Question]) -> float:
    """The part of the ten nearest, by exact search, that the engine finds."""
    shares = []
    for question in asked[:50]:
        exact = np.sort(kept @ question.vector)[-10]
        found = await index.search_vector(question.vector, 10)
        shares.append(np.mean([each.score >= exact - 2e-3 for each in found]))
    return float(np.mean(shares))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("engine", WANTED)
async def test_an_engine(engine: str, size: int, tmp_path: Path) -> None:
    corpus = Corpus()
    documents = list(corpus.documents(size // A_DOCUMENT, A_DOCUMENT))
    vectors, asked = corpus.vectors(size), corpus.questions(QUESTIONS)
    make = ENGINES[engine]
    index = make(tmp_path)
    await index.use_embedding(MODEL)
    put, embedded = await build(index, documents, vectors)
    began = time.perf_counter()
    await index.optimize()
    tidied = time.perf_counter() - began
    disk = await index.disk_bytes() / 1e6
    print(f"\n{engine} {size:,} chunks ({busy()})")
    print(f"  build   {size / put:,.0f} chunks/s; vectors {size / embedded:,.0f}/s;", end=" ")
    print(f"optimize {tidied:.1f} s; disk {disk:.0f} MB")
    await index.aclose()

    forget_pages(tmp_path)
    gc.collect()
    gc.freeze()  # the corpus is the bench's: what lives long in the program is frozen as well
    before = psutil.Process().memory_info().rss
    index = make(tmp_path)
    retriever = Retriever([index], SETTINGS, VectorOf(asked))

    async def search(question: Question) -> None:
        result = await retriever.search(question.text, limit=10)
        assert len(result.hits) == 10
        assert not result.note

    began = time.perf_counter()
    await search(asked[0])
    first = (time.perf_counter() - began) * 1e3
    cold = await timed(search, asked, 1)
    warm = await timed(search, asked)
    grown = (psutil.Process().memory_info().rss - before) / 1e6
    print(f"  first search after opening {first:.0f} ms; memory {grown:.0f} MB")
    print(f"  cold    {cold} ms (p50 / p99)")
    print(f"  hybrid  {warm} ms (p50 / p99)")
    print(f"  words   {await timed(lambda q: index.search_words(q.text, 100), asked)}")
    print(f"  vectors {await timed(lambda q: index.search_vector(q.vector, 100), asked)}")
    print(f"  recall@10 of vectors {await recall_of(index, vectors, asked):.3f}")

    more = list(corpus.documents(100, A_DOCUMENT, first=size))
    adding = await build(index, more, corpus.vectors(1_000))
    began = time.perf_counter()
    await search(asked[1])
    next_ms = (time.perf_counter() - began) * 1e3
    after = await timed(search, asked)
    print(f"  1,000 added in {sum(adding):.2f} s; the next search {next_ms:.0f} ms; then {after}")
    await index.aclose()
    limit = LIMITS_MS.get((engine, size))
    name = {"sqlite": "SQLite", "lancedb": "LanceDB"}.get(engine, engine)
    record(f"{name}, {size:,} passages: a search, p99", warm.p99, "ms", limit=limit)
    if limit is not None:
        assert max(warm.p99, after.p99) <= limit


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("rival", [PlainSqlite, TantivyUsearch])
async def test_others(rival: Callable[[Path], Rival], size: int, tmp_path: Path) -> None:
    if rival is TantivyUsearch:
        pytest.importorskip("tantivy")
        pytest.importorskip("usearch")
    corpus = Corpus()
    texts = [
        f"{document.record.title} {chunk.text}"
        for document in corpus.documents(size // A_DOCUMENT, A_DOCUMENT)
        for chunk in document.chunks
    ]
    vectors, asked = corpus.vectors(size), corpus.questions(QUESTIONS)
    store = rival(tmp_path)
    began = time.perf_counter()
    store.add(texts, vectors)
    built = time.perf_counter() - began
    disk = size_of(tmp_path) / 1e6

    async def search(question: Question) -> None:
        hybrid(store, question)

    print(f"\n{store.name} {size:,} chunks ({busy()})")
    print(f"  build {size / built:,.0f} chunks/s; disk {disk:.0f} MB")
    print(f"  hybrid  {await timed(search, asked[:30])} ms (p50/p99)")
    began = time.perf_counter()
    store.add(texts[:1_000], vectors[:1_000])
    print(f"  1,000 added in {time.perf_counter() - began:.2f} s; then", end=" ")
    print(await timed(search, asked[:30]))
    store.close()


async def test_one_changed_document_of_many_touches_that_one(tmp_path: Path) -> None:
    corpus = Corpus()
    documents = list(corpus.documents(10_000, 1))
    index = ENGINES["sqlite"](tmp_path)
    await index.use_embedding(MODEL)
    put, embedded = await build(index, documents, corpus.vectors(10_000))
    before = {key: await index.neighbours(key, 0, 9) for key in ("d0", "d4999", "d9999")}
    (changed,) = corpus.documents(1, 1, first=5_000)
    began = time.perf_counter()
    again = await build(index, [changed], corpus.vectors(1))
    took = time.perf_counter() - began
    print(f"\n10,000 documents in {put + embedded:.1f} s; 1 changed in {took * 1e3:.0f} ms", again)
    assert {key: await index.neighbours(key, 0, 9) for key in before} == before
    assert len(await index.records()) == 10_000
    assert await index.count_unembedded() == 0
    assert took < (put + embedded) * 0.01
    await index.aclose()
