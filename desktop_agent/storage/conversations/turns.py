"""Turns with their texts: beginning one, ending one, reading them again."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, cast

import apsw

from desktop_agent.core.attachments import Attachment
from desktop_agent.core.conversations import StoredTurn, TurnOutline, TurnStatus
from desktop_agent.core.events import Event, RunFinished
from desktop_agent.core.markdown_text import plain_text
from desktop_agent.storage.conversations.catalogue import key_of
from desktop_agent.storage.conversations.clock import now
from desktop_agent.storage.conversations.event_parts import read_parts, replace_parts
from desktop_agent.storage.conversations.owner import Owner
from desktop_agent.storage.conversations.partial_answer import answer_of
from desktop_agent.storage.conversations.storable import storable
from desktop_agent.storage.conversations.terms import index_signs, index_text
from desktop_agent.storage.conversations.tree import missing_turn

ENDED_EARLY = "The program ended before the answer was complete."


def begin_turn(
    connection: apsw.Connection,
    conversation_id: str,
    question: str,
    *,
    parent: int | None,
    attachments: Sequence[Attachment],
    owner: Owner,
) -> TurnOutline:
    """Adds a turn below ``parent`` and shows it.

    Raises:
        StorageError: the conversation, or the parent in it, is not there.
    """
    key = key_of(connection, conversation_id)
    if parent is not None and not _holds(connection, key, parent):
        raise missing_turn(parent)
    question, moment = storable(question), now()
    connection.execute(
        "INSERT INTO turns (conversation, parent, status, question_chars, asked, owner)"
        " VALUES (?, ?, 'running', ?, ?, ?)",
        (key, parent, len(question), moment, owner.token),
    )
    turn = connection.last_insert_rowid()
    connection.execute("INSERT INTO turn_texts (turn, question) VALUES (?, ?)", (turn, question))
    connection.executemany(
        "INSERT INTO attachments (turn, name, media_type, text, data, note)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (
            (
                turn,
                *map(storable, (each.name, each.media_type, each.text)),
                each.data,
                storable(each.note),
            )
            for each in attachments
        ),
    )
    index_turn(connection, turn, question, "")
    connection.execute(
        "UPDATE conversations SET leaf = ?, updated = ?, turns = turns + 1 WHERE key = ?",
        (turn, moment, key),
    )
    owner.turns.add(turn)
    siblings = connection.execute(
        "SELECT count(*) FROM turns WHERE conversation = ? AND parent IS ?", (key, parent)
    ).get
    return TurnOutline(turn, len(question), 0, "running", siblings, siblings)


def _holds(connection: apsw.Connection, key: int, turn: int) -> bool:
    sql = "SELECT 1 FROM turns WHERE id = ? AND conversation = ?"
    return connection.execute(sql, (turn, key)).get is not None


def end_turn(
    connection: apsw.Connection, turn: int, events: Sequence[Event], status: TurnStatus
) -> None:
    """Writes what a turn has come to; ``events`` are all of its run."""
    row = connection.execute(
        "SELECT question, conversation FROM turn_texts JOIN turns ON id = turn WHERE turn = ?",
        (turn,),
    ).fetchone()
    if row is None:
        return  # the conversation was removed for good while the run went on
    question, key = row
    answer = storable(answer_of(events))
    plain = plain_text(answer)
    replace_parts(connection, turn, events)
    connection.execute(
        "UPDATE turn_texts SET answer = ?, plain = ? WHERE turn = ?",
        (answer, None if plain == answer else plain, turn),
    )
    connection.execute(
        "UPDATE turns SET status = ?, answer_chars = ?, owner = '' WHERE id = ?",
        (status, len(answer), turn),
    )
    index_turn(connection, turn, question, plain)
    if status != "interrupted":  # found out later: it was last used when it was asked
        connection.execute("UPDATE conversations SET updated = ? WHERE key = ?", (now(), key))


def index_turn(connection: apsw.Connection, turn: int, question: str, plain: str) -> None:
    """Lets the search find a turn by its words."""
    connection.execute(
        "INSERT OR REPLACE INTO turn_index (rowid, question, answer, signs) VALUES (?, ?, ?, ?)",
        (turn, index_text(question), index_text(plain), index_signs(f"{question} {plain}")),
    )


def reopen_turn(
    connection: apsw.Connection, turn: int, events: Sequence[Event], owner: Owner
) -> None:
    """Lets the run of a turn go on after ``events``, whatever had become of the turn."""
    replace_parts(connection, turn, events)
    connection.execute(
        "UPDATE turns SET status = 'running', owner = ? WHERE id = ?", (owner.token, turn)
    )
    owner.turns.add(turn)


def set_owner(connection: apsw.Connection, turn: int, token: str) -> None:
    """Says who carries a turn out that is running."""
    connection.execute(
        "UPDATE turns SET owner = ? WHERE id = ? AND status = 'running'", (token, turn)
    )


def settle_interrupted(connection: apsw.Connection, owner: Owner) -> None:
    """Ends the turns whose process died, with what it had written."""
    rows: list[Any] = connection.execute(
        "SELECT id, owner FROM turns WHERE status = 'running'"
    ).fetchall()
    for turn, token in rows:
        if not owner.lives(token, turn):
            interrupt_turn(connection, turn)


def interrupt_turn(
    connection: apsw.Connection, turn: int, events: Sequence[Event] | None = None
) -> None:
    """Ends a turn, where it still runs, with what is known, or was written, of its events."""
    status = connection.execute("SELECT status FROM turns WHERE id = ?", (turn,)).get
    if status != "running":
        return
    if events is None:
        events = read_parts(connection, turn)
    if events and isinstance(events[-1], RunFinished):
        end_turn(connection, turn, events, events[-1].status)
        return
    last = events[-1] if events else Event()
    end = RunFinished(
        run_id=last.run_id, seq=last.seq + 1, t=last.t, status="stopped", error=ENDED_EARLY
    )
    end_turn(connection, turn, [*events, end], "interrupted")


def read_turns(connection: apsw.Connection, ids: Iterable[int]) -> tuple[StoredTurn, ...]:
    """Gives turns in the order of ``ids``; those that are not there are left out."""
    found = (_read_turn(connection, turn) for turn in ids)
    return tuple(turn for turn in found if turn is not None)


def find_run(connection: apsw.Connection, run_id: str) -> tuple[str, int] | None:
    """Gives the conversation and the turn that a run has answered, or was stopped in."""
    row = connection.execute(
        "SELECT c.id, t.id FROM turns t JOIN conversations c ON c.key = t.conversation"
        " WHERE t.run_id = ? AND c.deleted IS NULL AND t.status NOT IN ('running', 'interrupted')",
        (run_id,),
    ).fetchone()
    return None if row is None else (str(row[0]), int(row[1]))


def _read_turn(connection: apsw.Connection, turn: int) -> StoredTurn | None:
    row = connection.execute(
        "SELECT c.id, t.parent, x.question, x.answer, t.status, t.asked, t.run_id"
        " FROM turns t JOIN turn_texts x ON x.turn = t.id"
        " JOIN conversations c ON c.key = t.conversation WHERE t.id = ?",
        (turn,),
    ).fetchone()
    if row is None:
        return None
    conversation, parent, question, answer, status, asked, run_id = row
    stored = StoredTurn(
        id=turn,
        conversation_id=conversation,
        parent_id=parent,
        question=question,
        answer=answer,
        status=cast("TurnStatus", status),
        asked=asked,
        run_id=run_id,
        attachments=_attachments(connection, turn),
        events=tuple(read_parts(connection, turn)),
    )
    return replace(stored, answer=answer_of(stored.events)) if status == "running" else stored


def _attachments(connection: apsw.Connection, turn: int) -> tuple[Attachment, ...]:
    rows = connection.execute(
        "SELECT name, media_type, text, data, note FROM attachments WHERE turn = ? ORDER BY id",
        (turn,),
    )
    return tuple(Attachment(*row) for row in rows)
