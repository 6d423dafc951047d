"""Conversion between LanceDB rows and values, and filters as predicates."""

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

# --- Text encoding: Arrow holds UTF-8, which cannot encode lone surrogates
#
# File names may contain them (bytes that are not UTF-8), and must be restored exactly. Each is
# stored as a character of the last private-use plane, which real text does not contain, so all
# offsets stay.

_APART = 0x100000
_HALVES = {half: half + _APART for half in range(0xD800, 0xE000)}
_KEPT = re.compile("[\U0010d800-\U0010dfff]")


def to_lance(text: str) -> str:
    """Encode text for LanceDB."""
    if text.isascii():
        return text
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.translate(_HALVES)
    return text


def from_lance(text: str) -> str:
    """Decode text of `to_lance`."""
    if text.isascii():
        return text
    return _KEPT.sub(lambda match: chr(ord(match[0]) - _APART), text)


# --- Search filters as predicates (DataFusion SQL)

_PATTERN_MOST = 4_096
"""Characters; no path is longer."""

_WILD = re.compile(r"[*?\[]")


def quoted(text: str) -> str:
    """Return a SQL string literal."""
    return "'" + to_lance(text).replace("'", "''") + "'"


def one_of(column: str, values: Collection[str] | Collection[int]) -> str:
    """Return a predicate for rows with one of the values."""
    if not values:
        return "false"
    told = (quoted(value) if isinstance(value, str) else str(int(value)) for value in values)
    return f"{column} IN ({', '.join(told)})"


def predicate(only: KnowledgeFilter | None) -> str:
    """Return the predicate of a search filter, or "" for no limits."""
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
    """Return the last day that a date may mean; a year or month stands for its last one."""
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
    """Convert a glob to a regular expression, as SQLite's GLOB: ``*`` crosses folders."""
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
    """Return a character class with all characters as numbers, so that none is special."""
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
"""Columns that a vector's row copies from its chunk."""

_POSITIVE = (1 << 63) - 1


def _number(*parts: str | int) -> int:
    """Hash the parts to 63 bits: with 30 million, one collision in 20,000 indexes."""
    said = "\0".join(map(str, parts)).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(said, digest_size=8).digest(), "big") & _POSITIVE or 1


def _kept(row: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: to_lance(value) if isinstance(value, str) else value for name, value in row.items()
    }


def document_row(document: NewDocument, stamp: int) -> dict[str, Any]:
    """Return a document's row, with its chunks and characters counted."""
    row = asdict(document.record) | {
        "chunks": len(document.chunks),
        "chars": len(document.text),
        "stamp": stamp,
    }
    return _kept(row)


def chunk_rows(document: NewDocument, stamp: int) -> list[dict[str, Any]]:
    """Return the rows of a document's chunks."""
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
    """Return document rows as an Arrow table."""
    import pyarrow as pa

    return pa.Table.from_pylist(list(rows), schema=documents_schema())


def chunks_table(rows: Sequence[Mapping[str, Any]]) -> "pa.Table":
    """Return chunk rows as an Arrow table."""
    import pyarrow as pa

    return pa.Table.from_pylist(list(rows), schema=chunks_schema())


def vectors_rows(rows: Sequence[Mapping[str, Any]], vectors: Vectors) -> "pa.Table":
    """Return chunk vectors as an Arrow table; the rows need only `VECTOR_FIELDS`."""
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
    """Return a vector column as a matrix."""
    whole = column.combine_chunks()
    flat = whole.flatten().to_numpy(zero_copy_only=False)
    return np.asarray(flat, np.float32).reshape(len(whole), column.type.list_size)


def to_record(row: Mapping[str, Any]) -> DocumentRecord:
    """Return the document record of a row."""
    told: dict[str, Any] = {
        name: from_lance(row[name]) if isinstance(row[name], str) else row[name]
        for name in RECORD_FIELDS
    }
    return DocumentRecord(**told)


def chunk_text(row: Mapping[str, Any]) -> str:
    """Return a chunk's text without its titles."""
    return from_lance(row["words"])[row["skip"] :]


def to_chunk(row: Mapping[str, Any], record: DocumentRecord) -> StoredChunk:
    """Return the chunk of a row."""
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
