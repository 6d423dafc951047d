"""Rows of conversations."""

import json
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any

import apsw

from desktop_agent.core.conversations import Conversation
from desktop_agent.core.errors import StorageError
from desktop_agent.storage.conversations.terms import index_signs, index_text, to_storable_text


def now() -> str:
    """Return the current time in ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


COLUMNS = (
    "id, title, created, updated, pinned, folder, tags, strategy, model, offline, documents, servers,"
    " turns"
)


def conversation_of(row: Iterable[Any]) -> Conversation:
    """Build a conversation from a row of `COLUMNS`."""
    id_, title, created, updated, pinned, folder, tags, *choices = row
    strategy, model, offline, documents, servers, turns = choices
    return Conversation(
        id=id_,
        title=title,
        created=created,
        updated=updated,
        pinned=bool(pinned),
        folder=folder,
        tags=_names(tags) or (),
        strategy=strategy,
        model=model,
        offline=None if offline is None else bool(offline),
        documents=bool(documents),
        turns=turns,
        servers=None if servers is None else _names(servers),
    )


def _names(text: str) -> tuple[str, ...] | None:
    """Return the texts of a JSON list; None for anything else."""
    try:
        names = json.loads(text)
    except ValueError:
        return None
    return (
        tuple(each for each in names if isinstance(each, str)) if isinstance(names, list) else None
    )


def key_of(connection: apsw.Connection, conversation_id: str) -> int:
    """Return the primary key of a conversation."""
    key = connection.execute(
        "SELECT key FROM conversations WHERE id = ?", (to_storable_text(conversation_id),)
    ).get
    if key is None:
        raise _missing(connection, conversation_id)
    return int(key)


def get_conversation(connection: apsw.Connection, conversation_id: str) -> Conversation:
    """Return a conversation, deleted or not."""
    sql = f"SELECT {COLUMNS} FROM conversations WHERE id = ?"  # noqa: S608 - ours
    row = connection.execute(sql, (to_storable_text(conversation_id),)).fetchone()
    if row is None:
        raise _missing(connection, conversation_id)
    return conversation_of(row)


def _missing(connection: apsw.Connection, conversation_id: str) -> Exception:
    query = "SELECT 1 FROM conversations NOT INDEXED WHERE id = ?"  # which may be damaged
    if connection.execute(query, (to_storable_text(conversation_id),)).get is not None:
        return apsw.CorruptError("a conversation is missing from the index of ids")
    return StorageError(
        f"There is no conversation {conversation_id!r}.", "It may have been deleted elsewhere."
    )


def index_title(connection: apsw.Connection, key: int, title: str) -> None:
    """Index a title for the search."""
    connection.execute(
        "INSERT OR REPLACE INTO title_index (rowid, title, signs) VALUES (?, ?, ?)",
        (key, index_text(title), index_signs(title)),
    )
