"""Rows of the tables to values, and back."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import numpy as np

from desktop_agent.core.knowledge import DocumentRecord, KnowledgeFilter, Place
from desktop_agent.knowledge.index.base import (
    ChunkId,
    NewDocument,
    StoredChunk,
    Vectors,
    embedding_text,
)
from desktop_agent.knowledge.index.lance_database import (
    chunks_schema,
    documents_schema,
    vectors_schema,
)

if TYPE_CHECKING:
    import pyarrow as pa

# --- Text as LanceDB keeps it: Arrow holds UTF-8, which has no place for half a surrogate pair.
#
# Names of files may hold them (bytes that are no UTF-8), and must come back as they were. Each is
# kept as a character of the last plane for private use, which no text has of its own accord; so all
# offsets stay what they are.

_APART = 0x100000
_HALVES = {half: half + _APART for half in range(0xD800, 0xE000)}
_KEPT = re.compile("[\U0010d800-\U0010dfff]")


def to_lance(text: str) -> str:
    """Gives what is kept for ``text``."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.translate(_HALVES)
    return text


def from_lance(text: str) -> str:
    """Gives back what `to_lance` was given."""
    if text.isascii():
        return text
    return _KEPT.sub(lambda match: chr(ord(match[0]) - _APART), text)


# --- What a search is limited to, as a predicate of LanceDB (the SQL of DataFusion).

_PATTERN_MOST = 4_096
"""Characters; no path is longer."""

_WILD = re.compile(r"[*?\[]")


def quoted(text: str) -> str:
    """Gives a string literal."""
    return "'" + to_lance(text).replace("'", "''") + "'"


def one_of(column: str, values: Collection[str] | Collection[int]) -> str:
    """Gives the predicate that is true for the rows with one of the values."""
    if not values:
        return "false"
    told = (quoted(value) if isinstance(value, str) else str(int(value)) for value in values)
    return f"{column} IN ({', '.join(told)})"


def predicate(only: KnowledgeFilter | None) -> str:
    """Gives what chunks and vectors are searched by; "" where that is all of them."""
    return " AND ".join(_terms(only)) if only is not None else ""


def _terms(only: KnowledgeFilter) -> Iterable[str]:
    if only.collections:
        yield one_of("collection", only.collections)
    if only.path:
        yield _path(only.path)
    if only.suffixes:
        ends = (f"ends_with(lower(path), {quoted(each.lower())})" for each in only.suffixes)
        yield f"({' OR '.join(ends)})"
    if only.since:
        yield f"last_day != '' AND last_day >= {quoted(only.since)}"
    if only.until:
        yield f"first_day != '' AND first_day <= {quoted(last_day(only.until))}"


def last_day(date: str) -> str:
    """Gives the last day that a date may mean; a year or a month stands for its last one."""
    day = date[:10]
    return day + {4: "-12-31", 7: "-31"}.get(len(day), "")


def _path(path: str) -> str:
    if len(path) > _PATTERN_MOST:
        return "false"
    folder = path.rstrip("/\\")
    terms = [f"path = {quoted(path)}"]
    terms += [f"starts_with(path, {quoted(folder + sign)})" for sign in "/\\"]
    if _WILD.search(path):
        terms.append(f"regexp_like(path, {quoted(_expression(to_lance(path)))})")
    return f"({' OR '.join(terms)})"


def _expression(glob: str) -> str:
    """Gives the regular expression of a glob as SQLite's GLOB has them: ``*`` crosses folders."""
    made = []
    at = 0
    while at < len(glob):
        sign = glob[at]
        end = glob.find("]", at + 2) if sign == "[" else -1
        if end > 0:
            made.append(_class(glob[at + 1 : end]))
            at = end
        else:
            made.append({"*": ".*", "?": "."}.get(sign) or _literal(sign))
        at += 1
    return f"^(?s:{''.join(made)})$"


def _class(signs: str) -> str:
    """Gives a class of characters, all of them as numbers: none of them can mean anything."""
    negated = len(signs) > 1 and signs[0] in "^!"
    ranges = []
    for low, high in re.findall(r"(.)(?:-(.))?", signs[negated:], re.DOTALL):
        if not high:
            ranges.append(_literal(low))
        elif low <= high:
            ranges.append(f"{_literal(low)}-{_literal(high)}")
    if not ranges:
        return r"[^\x{0}-\x{10FFFF}]"
    return f"[{'^' if negated else ''}{''.join(ranges)}]"


def _literal(sign: str) -> str:
    return sign if sign.isalnum() and sign.isascii() else f"\\x{{{ord(sign):X}}}"


RECORD_FIELDS = tuple(field.name for field in fields(DocumentRecord))
VECTOR_FIELDS = (
    "id", "source", "stamp", "digest", "key", "collection", "path", "first_day", "last_day",
)  # fmt: skip
"""What a vector's row has of its chunk's."""

_POSITIVE = (1 << 63) - 1


def _number(*parts: str | int) -> int:
    """Gives 63 bits that are those of no other parts: among 30 million, once in 20,000 indexes."""
    said = "\0".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(said, digest_size=8).digest(), "big") & _POSITIVE or 1


def _kept(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: to_lance(value) if isinstance(value, str) else value for name, value in row.items()
    }


def document_row(document: NewDocument, stamp: int) -> dict[str, Any]:
    """Gives a document's row; its chunks and characters are counted here."""
    row = asdict(document.record) | {
        "chunks": len(document.chunks),
        "chars": len(document.text),
        "stamp": stamp,
    }
    return _kept(row)


def chunk_rows(document: NewDocument, stamp: int) -> list[dict[str, Any]]:
    """Gives the rows of a document's chunks."""
    record = document.record
    shared = _kept(
        {
            "key": record.key,
            "collection": record.collection,
            "path": record.path,
            "source": record.source,
            "first_day": record.date[:10],
            "last_day": last_day(record.date),
            "stamp": stamp,
        }
    )
    rows = []
    for ordinal, chunk in enumerate(document.chunks):
        place = chunk.place
        words = embedding_text(record.title, place.titles, chunk.text)
        rows.append(
            shared
            | {
                "id": _number(record.key, ordinal, words),
                "digest": _number(words),
                "words": to_lance(words),
                "skip": len(words) - len(chunk.text),
                "ordinal": ordinal,
                "start": place.start,
                "end": place.end,
                "page": place.page,
                "first_line": place.first_line,
                "last_line": place.last_line,
                "label": to_lance(place.label),
                "headings": [to_lance(each) for each in place.headings],
            }
        )
    return rows


def documents_table(rows: Iterable[Mapping[str, Any]]) -> "pa.Table":
    """Gives rows of documents for Arrow."""
    import pyarrow as pa

    return pa.Table.from_pylist(list(rows), schema=documents_schema())


def chunks_table(rows: Sequence[Mapping[str, Any]]) -> "pa.Table":
    """Gives rows of chunks for Arrow."""
    import pyarrow as pa

    return pa.Table.from_pylist(list(rows), schema=chunks_schema())


def vectors_rows(rows: Sequence[Mapping[str, Any]], vectors: Vectors) -> "pa.Table":
    """Gives the vectors of chunks, of which the rows need `VECTOR_FIELDS` alone, for Arrow."""
    import pyarrow as pa

    schema = vectors_schema(vectors.shape[1])
    flat = np.ascontiguousarray(vectors, np.float32).ravel()
    columns = [
        pa.array([row[name] for row in rows], schema.field(name).type) for name in VECTOR_FIELDS
    ]
    column = pa.FixedSizeListArray.from_arrays(pa.array(flat), vectors.shape[1])
    names = [*VECTOR_FIELDS, "vector"]
    return pa.Table.from_arrays([*columns, column], names=names).select(schema.names).cast(schema)


def to_matrix(column: "pa.ChunkedArray") -> Vectors:
    """Gives a column of vectors as rows."""
    whole = column.combine_chunks()
    flat = whole.flatten().to_numpy(zero_copy_only=False)
    return np.asarray(flat, np.float32).reshape(len(whole), column.type.list_size)


def to_record(row: Mapping[str, Any]) -> DocumentRecord:
    """Gives a document as it was put in."""
    told: dict[str, Any] = {
        name: from_lance(row[name]) if isinstance(row[name], str) else row[name]
        for name in RECORD_FIELDS
    }
    return DocumentRecord(**told)


def chunk_text(row: Mapping[str, Any]) -> str:
    """Gives a chunk's text without the titles above it."""
    return from_lance(row["words"])[row["skip"] :]


def to_chunk(row: Mapping[str, Any], record: DocumentRecord) -> StoredChunk:
    """Gives a chunk as it was put in."""
    place = Place(
        row["start"],
        row["end"],
        row["page"],
        from_lance(row["label"]),
        tuple(map(from_lance, row["headings"])),
        row["first_line"],
        row["last_line"],
    )
    chunk: ChunkId = row["id"]
    return StoredChunk(chunk, record, row["ordinal"], chunk_text(row), place)
