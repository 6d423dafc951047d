"""Documents for tests of the index."""

import numpy as np

from desktop_agent.core.knowledge import DocumentRecord, Place
from desktop_agent.knowledge.index.base import Index, NewChunk, NewDocument, Vectors

MODEL = "test/model"


def record(key: str, **changed: object) -> DocumentRecord:
    values: dict[str, object] = {
        "key": key,
        "collection": "c1",
        "source": 1,
        "path": f"/docs/{key}.txt",
        "url": f"file:///docs/{key}.txt",
        "title": "",
        "media_type": "text/plain",
        "size": 10,
        "modified_ns": 1_700_000_000_000_000_000,
        "sha256": "00" * 32,
    }
    return DocumentRecord(**(values | changed))  # type: ignore[arg-type]


def document(
    key: str, *texts: str, headings: tuple[str, ...] = (), **changed: object
) -> NewDocument:
    chunks, at = [], 0
    for page, text in enumerate(texts, 1):
        chunks.append(NewChunk(text, Place(at, at + len(text), page=page, headings=headings)))
        at += len(text)
    return NewDocument(record(key, **changed), "".join(texts), tuple(chunks))


def unit(*numbers: float) -> Vectors:
    vector = np.array(numbers, np.float32)
    return vector / np.linalg.norm(vector)


async def ids_of(index: Index, key: str) -> list[int]:
    return [each.id for each in await index.neighbours(key, 0, 1_000)]


async def embed_all(index: Index) -> int:
    waiting = await index.unembedded(1_000)
    vectors = np.stack([unit(1, 2, 3)] * len(waiting))
    await index.set_vectors(MODEL, [each.id for each in waiting], vectors)
    return len(waiting)
