"""What the tables of a LanceDB index hold.

A chunk's words and its vector stand in two tables, so that a vector which comes later leaves the
words' index as it is, and another embedding model drops a table instead of rewriting one. What
makes a document valid is its row in ``documents``: rows of the other tables count where their
``stamp`` is that of it.
"""

from hashlib import blake2b
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    import pyarrow as pa

FORM: Final = "1"
"""Of the tables; a program of another form must not write to them."""

STATE: Final = "state"
DOCUMENTS: Final = "documents"
CHUNKS: Final = "chunks"
VECTORS: Final = "vectors_"
"""The beginning of the names of the tables of vectors: there is one for each model."""

WORDS_INDEX: Final = "words_idx"
VECTOR_INDEX: Final = "vector_idx"
ROUNDED_FROM: Final = 1_000_000
"""Vectors: from there on their index keeps a byte a number instead of four."""


def vectors_table(model: str) -> str:
    """Gives the name of the table of a model's vectors."""
    return VECTORS + blake2b(model.encode("utf-8", "replace"), digest_size=8).hexdigest()


def state_schema() -> "pa.Schema":
    """Gives names and values: ``form``, ``embedding``."""
    import pyarrow as pa

    return pa.schema([("name", pa.string()), ("value", pa.string())])


def documents_schema() -> "pa.Schema":
    """Gives the fields of `DocumentRecord`, and the stamp of the rows that belong to it."""
    import pyarrow as pa

    texts = ("key", "collection", "path", "url", "title", "media_type", "sha256", "date", "note")
    numbers = ("source", "size", "modified_ns", "chunks", "chars", "stamp")
    return pa.schema(
        [(name, pa.string()) for name in texts] + [(name, pa.int64()) for name in numbers]
    )


def _selected() -> "list[tuple[str, pa.DataType]]":
    """What a search is limited by, with every chunk and every vector."""
    import pyarrow as pa

    texts = ("key", "collection", "path", "first_day", "last_day")
    numbers = ("id", "source", "stamp", "digest")
    return [(name, pa.int64()) for name in numbers] + [(name, pa.string()) for name in texts]


def chunks_schema() -> "pa.Schema":
    """Gives a chunk: its words under their titles (``skip`` characters of them), and its place."""
    import pyarrow as pa

    numbers = ("skip", "ordinal", "start", "end", "page", "first_line", "last_line")
    return pa.schema(
        [
            *_selected(),
            ("words", pa.string()),
            *((name, pa.int32()) for name in numbers),
            ("label", pa.string()),
            ("headings", pa.list_(pa.string())),
        ]
    )


def vectors_schema(dimensions: int) -> "pa.Schema":
    """Gives a chunk's vector. 32 bits a number: half of that is half as quick to search."""
    import pyarrow as pa

    return pa.schema([*_selected(), ("vector", pa.list_(pa.float32(), dimensions))])
