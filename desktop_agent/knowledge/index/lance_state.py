"""Whose vectors a LanceDB index holds."""

from typing import Any

from desktop_agent.knowledge.index.base import EmbeddingModel
from desktop_agent.knowledge.index.lance_database import LanceDatabase
from desktop_agent.knowledge.index.lance_schema import STATE, state_schema, vectors_table

_EMBEDDING = "embedding"


def get_embedding(database: LanceDatabase) -> EmbeddingModel | None:
    """Gives the model that was named last, None before one was."""
    name = embedding_name(database)
    if not name:
        return None
    table = database.vectors(vectors_table(name))
    return EmbeddingModel(name, dimensions_of(table) if table is not None else 0)


def embedding_name(database: LanceDatabase) -> str:
    """Gives the name of the model, "" before one was named."""
    rows = database.table(STATE).search().where(f"name = '{_EMBEDDING}'").to_list()
    return str(rows[0]["value"]) if rows else ""


def name_embedding(database: LanceDatabase, name: str) -> None:
    """Names the model of all vectors to come and forgets the others'.

    The name is what counts: vectors of another model are not found any more from then on, also
    where their table was not removed because the power went.
    """
    import pyarrow as pa

    if embedding_name(database) != name:
        row = pa.Table.from_pylist([{"name": _EMBEDDING, "value": name}], schema=state_schema())
        merge = database.table(STATE).merge_insert("name")
        merge.when_matched_update_all().when_not_matched_insert_all().execute(row)
    database.drop_other_vectors(vectors_table(name))


def vectors_of(database: LanceDatabase) -> Any | None:
    """Gives the table of the model's vectors, None before the first one."""
    name = embedding_name(database)
    return database.vectors(vectors_table(name)) if name else None


def dimensions_of(table: Any) -> int:
    """Gives the length of the vectors of a table."""
    return int(table.schema.field("vector").type.list_size)
