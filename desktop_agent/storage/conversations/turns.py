"""Store, index and record conversations and turns, and navigate their tree."""

import glob
import json
import logging
import secrets
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any, cast

import apsw

from desktop_agent.core.codec import event_from_json, event_to_json
from desktop_agent.core.conversations import Conversation, StoredTurn, TurnOutline, TurnStatus
from desktop_agent.core.errors import RecordingError, StorageError
from desktop_agent.core.events import (
    AnswerGiven,
    Channel,
    Delta,
    Event,
    EventQueue,
    RunFinished,
    TextDelta,
    ToolStarted,
)
from desktop_agent.core.markdown import plain_text
from desktop_agent.core.messages import Attachment
from desktop_agent.core.text import to_storable_text
from desktop_agent.storage.conversations.terms import index_signs, index_text
from desktop_agent.storage.database import Database
from desktop_agent.storage.files import locked, name_with

# --- Rows of conversations


def now() -> str:
    """Return the current UTC time in ISO 8601 format."""
    return datetime.now(UTC).isoformat(timespec="milliseconds")


COLUMNS = (
    "id, title, created, updated, pinned, folder, tags, strategy, model, offline, web, documents,"
    " servers, turns"
)


def conversation_of(row: Iterable[Any]) -> Conversation:
    """Build a conversation from a row of `COLUMNS`."""
    id_, title, created, updated, pinned, folder, tags, *choices = row
    strategy, model, offline, web, documents, servers, turns = choices
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
        web=bool(web),
        documents=bool(documents),
        turns=turns,
        servers=None if servers is None else _names(servers),
    )


def _names(text: str) -> tuple[str, ...] | None:
    try:
        names = json.loads(text)
    except ValueError:
        return None
    return (
        tuple(each for each in names if isinstance(each, str)) if isinstance(names, list) else None
    )


def key_of(connection: apsw.Connection, conversation_id: str) -> int:
    """Return the primary key of a conversation; raise `StorageError` if it does not exist."""
    key = connection.execute(
        "SELECT key FROM conversations WHERE id = ?", (to_storable_text(conversation_id),)
    ).get
    if key is None:
        raise _missing(connection, conversation_id)
    return int(key)


def get_conversation(connection: apsw.Connection, conversation_id: str) -> Conversation:
    """Return a conversation, even if it is deleted; raise `StorageError` if it does not exist."""
    sql = f"SELECT {COLUMNS} FROM conversations WHERE id = ?"  # noqa: S608 - ours
    row = connection.execute(sql, (to_storable_text(conversation_id),)).fetchone()
    if row is None:
        raise _missing(connection, conversation_id)
    return conversation_of(row)


def _missing(connection: apsw.Connection, conversation_id: str) -> Exception:
    query = "SELECT 1 FROM conversations NOT INDEXED WHERE id = ?"  # the index may be damaged
    if connection.execute(query, (to_storable_text(conversation_id),)).get is not None:
        return apsw.CorruptError("a conversation is missing from the index of ids")
    return StorageError(
        f"There is no conversation {conversation_id!r}.", "It may have been deleted elsewhere."
    )


def index_title(connection: apsw.Connection, key: int, title: str) -> None:
    """Add a conversation's title to the search index, replacing any earlier one."""
    connection.execute(
        "INSERT OR REPLACE INTO title_index (rowid, title, signs) VALUES (?, ?, ?)",
        (key, index_text(title), index_signs(title)),
    )


# --- Ownership of running turns: this process, another running one, or one that has ended
#
# Each store has a token and, while it has runs, holds a lock on a file of that name; the system
# releases it when the process dies. A process id would not do, because ids are reused. Within the
# process, a set holds the turns that are being recorded.


class Owner:
    """A store's claim on the turns that it is recording."""

    def __init__(self, database: Path) -> None:
        self.token = secrets.token_hex(8)
        self.turns: set[int] = set()
        """The turns that this store is recording."""
        self._database = database
        self._held = ExitStack()
        self._locked = False

    def claim(self) -> None:
        """Lock this store's file, if necessary, to show other processes that the store is alive."""
        if not self._locked:
            self._held.enter_context(locked(self._path(self.token), timeout_s=1))
            self._locked = True

    def lives(self, token: str, turn: int) -> bool:
        """Return whether the owner of ``token`` is recording the turn."""
        if token == self.token:
            return turn in self.turns
        lock = self._lock(token)
        if not token or not lock.exists():
            return False
        try:
            with locked(self._path(token), timeout_s=0):
                pass
        except StorageError:
            return True
        with suppress(OSError):
            lock.unlink()
        return False

    def release(self) -> None:
        if not self._locked:
            return
        self._locked = False
        lock = self._lock(self.token)
        with suppress(OSError):
            lock.unlink()  # before the release, so that no other process can lock it
        self._held.close()
        with suppress(OSError):
            lock.unlink(missing_ok=True)  # for systems that cannot delete open files

    def sweep(self) -> None:
        name = self._database.name
        for lock in self._database.parent.glob(f"{glob.escape(name)}.*.lock"):
            self.lives(lock.name.removeprefix(f"{name}.").removesuffix(".lock"), 0)

    def _path(self, token: str) -> Path:
        return name_with(self._database, f".{token}")

    def _lock(self, token: str) -> Path:
        return name_with(self._path(token), ".lock")


# --- Events of a turn in the database: compressed JSON lines, saved when the run ends
#
# Versions before 0.2 saved them in several parts while the run was active.

logger = logging.getLogger(__name__)


def without_keys(events: Iterable[Event], redact: Callable[[str], str]) -> list[Event]:
    """Merge deltas and redact the keys in their text.

    Only deltas need this, because a key may be split across several of them. All other events are
    redacted by the run.
    """
    return [
        replace(event, text=redact(event.text)) if isinstance(event, Delta) else event
        for event in EventQueue(events)
    ]


def _save_events(connection: apsw.Connection, turn: int, events: Iterable[Event]) -> None:
    lines = "\n".join(map(event_to_json, events))
    data = zlib.compress(lines.encode("utf-8", "backslashreplace"))  # for unpaired surrogates
    connection.execute("DELETE FROM event_parts WHERE turn = ?", (turn,))
    connection.execute("INSERT INTO event_parts (turn, data) VALUES (?, ?)", (turn, data))


def read_parts(connection: apsw.Connection, turn: int) -> list[Event]:
    """Return the events of a turn, skipping unreadable ones."""
    rows = connection.execute("SELECT data FROM event_parts WHERE turn = ? ORDER BY id", (turn,))
    parts: list[Any] = rows.fetchall()
    events = [event for (data,) in parts for event in _unpack(data, turn)]
    return list(EventQueue(events)) if len(parts) > 1 else events


def _unpack(data: bytes, turn: int) -> list[Event]:
    try:
        lines = zlib.decompress(data).decode("utf-8", "replace").split("\n")
    except zlib.error as error:
        logger.warning("events of a turn are lost", extra={"turn": turn, "fault": str(error)})
        return []
    events = []
    for line in filter(None, lines):
        try:
            events.append(event_from_json(line))
        except RecordingError as error:
            logger.warning("an event was passed over", extra={"turn": turn, "fault": str(error)})
    return events


# --- The answer so far, from the events of its run


def answer_of(events: Iterable[Event]) -> str:
    """Return the final answer or, failing that, the draft so far.

    Only the last step that wrote to a channel counts. Text written before a tool call is discarded.
    """
    texts: dict[Channel, tuple[str, list[str]]] = {}
    for event in events:
        match event:
            case AnswerGiven(text=text):
                return text
            case TextDelta(channel="draft" | "final" as channel, step_id=step, text=text):
                if channel not in texts or texts[channel][0] != step:
                    texts[channel] = (step, [])
                texts[channel][1].append(text)
            case ToolStarted(step_id=step):
                texts = {key: kept for key, kept in texts.items() if step not in ("", kept[0])}
    for channel in ("final", "draft"):
        text = "".join(texts.get(channel, ("", []))[1])
        if text:
            return text
    return ""


# --- The tree of turns, and the shown path through it

_Row = tuple[int, int | None, str, int, int]


class Tree:
    """A snapshot of a conversation's tree of turns."""

    def __init__(self, connection: apsw.Connection, conversation_id: str) -> None:
        self.key = key_of(connection, conversation_id)
        self._connection = connection
        self.leaf: int | None = connection.execute(
            "SELECT leaf FROM conversations WHERE key = ?", (self.key,)
        ).get
        rows: list[Any] = connection.execute(
            "SELECT id, parent, status, question_chars, answer_chars FROM turns"
            " WHERE conversation = ? ORDER BY id",
            (self.key,),
        ).fetchall()
        self._rows: dict[int, _Row] = {row[0]: row for row in rows}
        self._children: defaultdict[int | None, list[int]] = defaultdict(list)
        for turn, parent, *_ in rows:
            self._children[parent].append(turn)

    def __contains__(self, turn: int) -> bool:
        return turn in self._rows

    def path(self, turn: int | None) -> list[int]:
        """Return the path from the root to ``turn``, or an empty list if it is not in the tree."""
        path: list[int] = []
        while turn is not None and turn in self._rows:
            path.append(turn)
            parent = self._rows[turn][1]
            # a parent is older than its child: a damaged row must not cause an endless loop
            turn = parent if parent is not None and parent < turn else None
        path.reverse()
        return path

    def outline(self) -> tuple[TurnOutline, ...]:
        return tuple(self._outline_of(turn) for turn in self.path(self.leaf))

    def _outline_of(self, turn: int) -> TurnOutline:
        _, parent, status, question_chars, answer_chars = self._rows[turn]
        siblings, shown = self._children[parent], cast("TurnStatus", status)
        place = siblings.index(turn) + 1
        return TurnOutline(turn, question_chars, answer_chars, shown, place, len(siblings))

    def siblings(self, turn: int) -> tuple[TurnOutline, ...]:
        """Return a turn and its siblings, oldest first."""
        if turn not in self:
            raise _missing_turn(turn)
        return tuple(map(self._outline_of, self._children[self._rows[turn][1]]))

    def _newest_leaf(self, turn: int) -> int:
        """Return the newest descendant of ``turn``, or the turn itself if it has none."""
        newest, open_turns = turn, [turn]
        while open_turns:
            children = self._children.get(open_turns.pop(), [])
            newest = max(newest, *children) if children else newest
            open_turns.extend(children)
        return newest

    def show(self, turn: int) -> None:
        """Show the path that leads through ``turn`` to its newest leaf."""
        if turn not in self:
            raise _missing_turn(turn)
        self.leaf = self._newest_leaf(turn)
        self._connection.execute(
            "UPDATE conversations SET leaf = ? WHERE key = ?", (self.leaf, self.key)
        )

    def sibling(self, turn: int, step: int) -> int:
        """Return the id of the sibling ``step`` positions away, or the last in that direction."""
        ids = [each.id for each in self.siblings(turn)]
        return ids[min(max(ids.index(turn) + step, 0), len(ids) - 1)]


def _missing_turn(turn: int) -> StorageError:
    return StorageError(
        f"There is no turn {turn} in the conversation.", "It may have been deleted elsewhere."
    )


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
    """Add a turn below ``parent`` and show it; raise `StorageError` if the parent is unknown."""
    key = key_of(connection, conversation_id)
    known = "SELECT 1 FROM turns WHERE id = ? AND conversation = ?"
    if parent is not None and connection.execute(known, (parent, key)).get is None:
        raise _missing_turn(parent)
    question, moment = to_storable_text(question), now()
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
                *map(to_storable_text, (each.name, each.media_type, each.text)),
                each.data,
                to_storable_text(each.note),
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


def end_turn(
    connection: apsw.Connection, turn: int, events: Sequence[Event], status: TurnStatus
) -> None:
    """Save the outcome of a turn, as derived from all events of its run."""
    row = connection.execute(
        "SELECT question, conversation FROM turn_texts JOIN turns ON id = turn WHERE turn = ?",
        (turn,),
    ).fetchone()
    if row is None:
        return  # the conversation was purged during the run
    question, key = row
    answer = to_storable_text(answer_of(events))
    plain = plain_text(answer)
    _save_events(connection, turn, events)
    connection.execute(
        "UPDATE turn_texts SET answer = ?, plain = ? WHERE turn = ?",
        (answer, None if plain == answer else plain, turn),
    )
    connection.execute(
        "UPDATE turns SET status = ?, answer_chars = ?, owner = '' WHERE id = ?",
        (status, len(answer), turn),
    )
    index_turn(connection, turn, question, plain)
    if status != "interrupted":  # the question was the last use
        connection.execute("UPDATE conversations SET updated = ? WHERE key = ?", (now(), key))


def index_turn(connection: apsw.Connection, turn: int, question: str, plain: str) -> None:
    """Add a turn to the search index, replacing any earlier version."""
    connection.execute(
        "INSERT OR REPLACE INTO turn_index (rowid, question, answer, signs) VALUES (?, ?, ?, ?)",
        (turn, index_text(question), index_text(plain), index_signs(f"{question} {plain}")),
    )


def interrupt_turn(connection: apsw.Connection, turn: int, events: Sequence[Event]) -> None:
    """End a turn whose process has died; ``events`` are those recorded until then."""
    if events and isinstance(events[-1], RunFinished):
        end_turn(connection, turn, events, events[-1].status)
        return
    last = events[-1] if events else Event()
    end = RunFinished(
        run_id=last.run_id, seq=last.seq + 1, t=last.t, status="stopped", error=ENDED_EARLY
    )
    end_turn(connection, turn, [*events, end], "interrupted")


def read_turn(connection: apsw.Connection, turn: int) -> StoredTurn | None:
    """Return a turn, or None if it does not exist."""
    row = connection.execute(
        "SELECT c.id, t.parent, x.question, x.answer, t.status, t.asked, t.run_id"
        " FROM turns t JOIN turn_texts x ON x.turn = t.id"
        " JOIN conversations c ON c.key = t.conversation WHERE t.id = ?",
        (turn,),
    ).fetchone()
    if row is None:
        return None
    conversation, parent, question, answer, status, asked, run_id = row
    attached = connection.execute(
        "SELECT name, media_type, text, data, note FROM attachments WHERE turn = ? ORDER BY id",
        (turn,),
    )
    return StoredTurn(
        id=turn,
        conversation_id=conversation,
        parent_id=parent,
        question=question,
        answer=answer,
        status=cast("TurnStatus", status),
        asked=asked,
        run_id=run_id,
        attachments=tuple(Attachment(*each) for each in attached),
        events=tuple(read_parts(connection, turn)),
    )


# --- Recording an active run


class TurnRecorder:
    """Keeps the events of a run, and saves them to its turn when the run ends.

    Until then, the turn only names the run, whose own recording has its events. Call `write` in the
    event loop's thread. After the last event, call `close` in another thread. ``before`` contains
    the earlier events of a resumed run.
    """

    def __init__(
        self,
        database: Database,
        turn: int,
        run_id: str,
        owner: Owner,
        redact: Callable[[str], str] = str,
        before: Iterable[Event] = (),
    ) -> None:
        self._database = database
        self._turn = turn
        self._run_id = run_id
        self._owner = owner
        self._redact = redact
        self._events = EventQueue(before)
        owner.turns.add(turn)
        self._saving = database.submit(self._begin)

    def write(self, event: Event) -> None:
        """Add an event; raise `StorageError` if the turn cannot be written to."""
        if self._saving.done():
            self._saving.result()
        self._events.add(event)
        if isinstance(event, RunFinished):
            self._saving = self._database.submit(partial(self._end, event.status))

    def close(self) -> None:
        """Wait until everything is on disk; raise `StorageError` if writing failed.

        The turn of a run that has not ended stays open, so that the run can be resumed.
        """
        try:
            self._saving.result()
        finally:
            self._owner.turns.discard(self._turn)

    def _begin(self, connection: apsw.Connection) -> None:
        """Open the turn, or open it again for a resumed run, whatever its status."""
        sql = "UPDATE turns SET status = 'running', run_id = ?, owner = ? WHERE id = ?"
        connection.execute(sql, (self._run_id, self._owner.token, self._turn))

    def _end(self, status: TurnStatus, connection: apsw.Connection) -> None:
        end_turn(connection, self._turn, without_keys(self._events, self._redact), status)
