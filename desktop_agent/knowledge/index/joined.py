"""A text out of its chunks."""

from collections.abc import Sequence

from desktop_agent.knowledge.index.base import StoredChunk


def joined(chunks: Sequence[StoredChunk]) -> str:
    """Puts neighbouring chunks of a document together; what two of them share stands once."""
    pieces, end = [], chunks[0].place.start if chunks else 0
    for chunk in chunks:
        pieces.append(chunk.text[max(0, end - chunk.place.start) :])
        end = max(end, chunk.place.end)
    return "".join(pieces)
