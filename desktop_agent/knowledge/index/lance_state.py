"""Whose vectors a LanceDB index holds."""

from typing import Any

from desktop_agent.knowledge.index.base import EmbeddingModel
from desktop_agent.knowledge.index.lance_database import LanceDatabase
from desktop_agent.knowledge.index.lance_schema import vectors_table

_EMBEDDING = "embedding"


def get_embedding(database: LanceDatabase) -> EmbeddingModel | None:
    """Gives the model that was named last, None before one was."""
    name = embedding_name(database)
    if not name:
        return None
    table = database.vectors(vectors_table(name))
    return EmbeddingModel(name, database.dimensions(table) if table is not None else 0)


def embedding_name(database: LanceDatabase) -> str:
    """Gives the name of the model, "" before one was named."""
    return database.state().get(_EMBEDDING, "")


def indexed_vectors(database: LanceDatabase, table: Any) -> int:
    """Gives how many vectors there were when their index was made, 0 where there is none."""
    return int(database.state().get(f"indexed:{table.name}", "0"))


def tell_indexed(database: LanceDatabase, table: Any, count: int) -> None:
    """Keeps how many vectors the index of a table was made of."""
    database.set_state(f"indexed:{table.name}", str(count))


def name_embedding(database: LanceDatabase, name: str) -> None:
    """Names the model of all vectors to come and forgets the others'.

    The name is what counts: vectors of another model are not found any more from then on, also
    where their table was not removed because the power went.
    """
    if embedding_name(database) != name:
        database.set_state(_EMBEDDING, name)
    database.drop_other_vectors(vectors_table(name))


def vectors_of(database: LanceDatabase) -> Any | None:
    """Gives the table of the model's vectors, None before the first one."""
    name = embedding_name(database)
    return database.vectors(vectors_table(name)) if name else None
