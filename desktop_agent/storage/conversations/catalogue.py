"""Creates, lists, changes, deletes and purges conversations, and stores their drafts."""

import json
import uuid
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import apsw

from desktop_agent.core.conversations import Conversation
from desktop_agent.core.errors import StorageError
from desktop_agent.storage.conversations.terms import index_signs, index_text, to_storable_text

# --- Timestamps


def now() -> str:
    """Return the current time in ISO 8601, UTC."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def ago(seconds: float) -> str:
    """Return the time ``seconds`` ago, in the format of `now`."""
    try:
        moment = datetime.now(UTC) - timedelta(seconds=seconds)
    except OverflowError:
        return ""  # before all that was ever written
    return moment.isoformat(timespec="milliseconds")


COLUMNS = (
    "id, title, created, updated, pinned, folder, tags, strategy, model, offline, documents, servers,"
    " turns"
)
_CHANGEABLE = frozenset(
    {"title", "pinned", "folder", "tags", "strategy", "model", "offline", "documents", "servers"}
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


def list_conversations(
    connection: apsw.Connection, *, deleted: bool = False
) -> tuple[Conversation, ...]:
    """Return all conversations, pinned ones first and then the newest.

    With ``deleted``, return only deleted conversations, the last deleted first.
    """
    rest = "WHERE deleted IS NULL ORDER BY pinned DESC, updated DESC, key DESC"
    if deleted:
        rest = "WHERE deleted IS NOT NULL ORDER BY deleted DESC, key DESC"
    rows = connection.execute(f"SELECT {COLUMNS} FROM conversations {rest}")  # noqa: S608 - ours
    return tuple(map(conversation_of, rows))


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


def holds(connection: apsw.Connection, conversation_id: str) -> bool:
    """Return whether a conversation exists and is not deleted."""
    sql = "SELECT 1 FROM conversations WHERE id = ? AND deleted IS NULL"
    return connection.execute(sql, (to_storable_text(conversation_id),)).fetchone() is not None


def refuse_deleted(connection: apsw.Connection, conversation_id: str) -> None:
    """Raise `StorageError` for a conversation that was deleted; accept unknown ones."""
    row: Any = connection.execute(
        "SELECT title FROM conversations WHERE id = ? AND deleted IS NOT NULL",
        (to_storable_text(conversation_id),),
    ).fetchone()
    if row is not None:
        title = " ".join(row[0].split()) or "Untitled"
        raise StorageError(
            f"“{title}” was deleted.", "Restore it from the deleted conversations to open it."
        )


def _missing(connection: apsw.Connection, conversation_id: str) -> Exception:
    query = "SELECT 1 FROM conversations NOT INDEXED WHERE id = ?"  # which may be damaged
    if connection.execute(query, (to_storable_text(conversation_id),)).get is not None:
        return apsw.CorruptError("a conversation is missing from the index of ids")
    return StorageError(
        f"There is no conversation {conversation_id!r}.", "It may have been deleted elsewhere."
    )


def create_conversation(
    connection: apsw.Connection,
    title: str,
    *,
    strategy: str,
    model: str,
    offline: bool | None,
    documents: bool,
    servers: Sequence[str] | None,
) -> Conversation:
    """Insert a conversation without turns."""
    moment, title = now(), to_storable_text(title)
    new = Conversation(
        uuid.uuid4().hex,
        title,
        moment,
        moment,
        strategy=strategy,
        model=model,
        offline=offline,
        documents=documents,
        servers=None if servers is None else tuple(servers),
    )
    choices = (strategy, model, offline, documents, _value(servers))
    connection.execute(
        "INSERT INTO conversations"
        " (id, title, created, updated, strategy, model, offline, documents, servers)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (new.id, title, moment, moment, *choices),
    )
    index_title(connection, connection.last_insert_rowid(), title)
    return new


def change_conversation(
    connection: apsw.Connection, conversation_id: str, changes: Mapping[str, Any]
) -> Conversation:
    """Update columns of a conversation without changing its last-used time."""
    assert changes.keys() <= _CHANGEABLE
    key = key_of(connection, conversation_id)
    values = {name: _value(value) for name, value in changes.items()}
    if values:
        names = ", ".join(f"{name} = ?" for name in values)
        sql = f"UPDATE conversations SET {names} WHERE key = ?"  # noqa: S608 - the names are ours
        connection.execute(sql, (*values.values(), key))
    if "title" in values:
        index_title(connection, key, values["title"])
    return get_conversation(connection, conversation_id)


def _value(value: Any) -> Any:
    if isinstance(value, tuple | list):
        names = dict.fromkeys(filter(None, (to_storable_text(each).strip() for each in value)))
        return json.dumps(list(names), ensure_ascii=False)
    return to_storable_text(value) if isinstance(value, str) else value


def index_title(connection: apsw.Connection, key: int, title: str) -> None:
    """Index a title for the search."""
    connection.execute(
        "INSERT OR REPLACE INTO title_index (rowid, title, signs) VALUES (?, ?, ?)",
        (key, index_text(title), index_signs(title)),
    )


def set_deleted(connection: apsw.Connection, conversation_id: str, *, deleted: bool) -> None:
    """Move a conversation out of the list, or restore it."""
    key = key_of(connection, conversation_id)
    moment = now() if deleted else None
    connection.execute("UPDATE conversations SET deleted = ? WHERE key = ?", (moment, key))


def purge_conversations(connection: apsw.Connection, before: str) -> tuple[int, tuple[str, ...]]:
    """Remove conversations deleted up to ``before`` for good; return their number and run ids."""
    rows = connection.execute(
        "SELECT key, id FROM conversations WHERE deleted <= ?", (before,)
    ).fetchall()
    runs: list[str] = []
    for key, conversation_id in rows:
        turns: list[Any] = connection.execute(
            "SELECT id, run_id FROM turns WHERE conversation = ?", (key,)
        ).fetchall()
        runs.extend(run_id for _, run_id in turns if run_id)
        connection.executemany(
            "DELETE FROM turn_index WHERE rowid = ?", ((turn,) for turn, _ in turns)
        )
        connection.execute("DELETE FROM title_index WHERE rowid = ?", (key,))
        connection.execute("DELETE FROM drafts WHERE conversation = ?", (conversation_id,))
        connection.execute("DELETE FROM conversations WHERE key = ?", (key,))
    return len(rows), tuple(runs)


def clean_after_purge(connection: apsw.Connection) -> None:
    """Return free space to the system, and remove purged words from the indexes."""
    for index in ("title_index", "turn_index"):
        connection.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")  # noqa: S608 - ours
    connection.execute("PRAGMA incremental_vacuum").fetchall()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def list_folders(connection: apsw.Connection) -> tuple[str, ...]:
    """Return the folders with conversations, sorted by name."""
    rows: Iterable[Any] = connection.execute(
        "SELECT DISTINCT folder FROM conversations WHERE folder <> '' AND deleted IS NULL"
    )
    return tuple(sorted((folder for (folder,) in rows), key=str.casefold))


def read_draft(connection: apsw.Connection, conversation_id: str) -> str:
    """Return the draft of a conversation, or an empty text."""
    query = "SELECT text FROM drafts WHERE conversation = ?"
    return connection.execute(query, (to_storable_text(conversation_id),)).get or ""


def write_draft(connection: apsw.Connection, conversation_id: str, text: str) -> None:
    """Save the draft of a conversation; an empty text deletes it."""
    key = to_storable_text(conversation_id)
    if text:
        sql = "INSERT OR REPLACE INTO drafts (conversation, text) VALUES (?, ?)"
        connection.execute(sql, (key, to_storable_text(text)))
    else:
        connection.execute("DELETE FROM drafts WHERE conversation = ?", (key,))
