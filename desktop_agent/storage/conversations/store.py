"""Store a user's conversations in one SQLite file, with history and full-text search."""

import json
import uuid
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Unpack

import apsw

from desktop_agent.core.conversations import (
    Changes,
    Choices,
    Conversation,
    ConversationHit,
    StoredTurn,
    TextHit,
    TurnOutline,
    TurnPart,
    title_of,
)
from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import Event
from desktop_agent.core.maintenance import FileProblem
from desktop_agent.core.messages import Attachment, Message
from desktop_agent.core.research import Question
from desktop_agent.core.text import display_name, to_storable_text
from desktop_agent.storage.conversations import turns
from desktop_agent.storage.conversations.schema import FORM
from desktop_agent.storage.conversations.search import prepare_search, search_conversations
from desktop_agent.storage.conversations.turns import (
    COLUMNS,
    Owner,
    Tree,
    TurnRecorder,
    conversation_of,
    get_conversation,
    index_title,
    key_of,
    now,
)
from desktop_agent.storage.database import Database
from desktop_agent.storage.transactions import reads, writes

KEEP_DELETED_S = 7 * 24 * 3600
"""Seconds for which a deleted conversation can be restored."""

_ANSWERED = ("answered", "insufficient")


class ConversationStore(Database):
    """A user's conversations with their turns, drafts and full-text search.

    The file is opened on first use. A dedicated thread does all the work, so methods never block
    the event loop. When a method returns, its changes are on disk. Any method may raise
    `StorageError` if the file cannot be read or written, or an item does not exist.

    ``redact`` removes keys from text before it is saved. ``is_resumable`` returns whether a run
    that is no longer active will be resumed, and ``recorded`` the events of a run from its own
    recording. A damaged file is set aside, its readable rows are copied into a new file, and
    ``on_problem`` is called.
    """

    def __init__(
        self,
        path: Path,
        redact: Callable[[str], str] = str,
        is_resumable: Callable[[str], bool] = lambda _run_id: False,
        recorded: Callable[[str], Iterable[Event]] = lambda _run_id: (),
        on_problem: Callable[[FileProblem], object] | None = None,
    ) -> None:
        super().__init__(path, FORM, opened=self._prepare, on_problem=on_problem)
        self._redact = redact
        self._is_resumable = is_resumable
        self._recorded = recorded
        self._offline: dict[str, bool] = {}
        self._owner = Owner(path)

    def _prepare(self, connection: apsw.Connection) -> None:
        prepare_search(connection)
        if connection.readonly("main"):
            return  # interrupted turns cannot be ended now
        self._settle(connection)
        self._owner.sweep()

    def _settle(self, connection: apsw.Connection) -> None:
        """End the turns whose process has died, unless their runs will be resumed."""
        rows: list[Any] = connection.execute(
            "SELECT id, owner, run_id FROM turns WHERE status = 'running'"
        ).fetchall()
        for turn, token, run_id in rows:
            if not (self._owner.lives(token, turn) or self._is_resumable(run_id)):
                events = self._events_so_far(run_id) or turns.read_parts(connection, turn)
                turns.interrupt_turn(connection, turn, events)

    def _events_so_far(self, run_id: str) -> list[Event]:
        return turns.without_keys(self._recorded(run_id), self._redact) if run_id else []

    # --- Conversations

    @reads
    def list(self, connection: apsw.Connection) -> tuple[Conversation, ...]:
        """Return all conversations that are not deleted: pinned first, then most recently used."""
        rest = "WHERE deleted IS NULL ORDER BY pinned DESC, updated DESC, key DESC"
        return _conversations(connection, rest)

    @reads
    def deleted(self, connection: apsw.Connection) -> tuple[Conversation, ...]:
        """Return the conversations that can be restored, most recently deleted first."""
        rest = "WHERE deleted IS NOT NULL ORDER BY deleted DESC, key DESC"
        return _conversations(connection, rest)

    @reads
    def get(self, connection: apsw.Connection, conversation_id: str) -> Conversation:
        """Return a conversation, even if it is deleted."""
        return self._seen(get_conversation(connection, conversation_id))

    def known_offline(self, conversation_id: str) -> bool:
        """Return whether the conversation was offline when it was last read.

        The result is False if the conversation has not been read yet.
        """
        return self._offline.get(conversation_id, False)

    def _seen(self, conversation: Conversation) -> Conversation:
        self._offline[conversation.id] = conversation.offline is True
        return conversation

    @reads
    def search(
        self, connection: apsw.Connection, query: str, limit: int = 50
    ) -> tuple[ConversationHit, ...]:
        """Return the conversations that match ``query``, best first; see `search.phrases`."""
        return search_conversations(connection, query, limit)

    @writes
    def create(
        self, connection: apsw.Connection, title: str, **choices: Unpack[Choices]
    ) -> Conversation:
        made, moment = uuid.uuid4().hex, now()
        connection.execute(
            "INSERT INTO conversations (id, title, created, updated) VALUES (?, '', ?, ?)",
            (made, moment, moment),
        )
        return self._changed(connection, made, {"title": title, **choices})

    async def create_for(self, question: Question) -> Conversation:
        """Create a conversation with the title and settings of its first question."""
        return await self.create(
            title_of(question),
            strategy=question.strategy,
            model=question.model,
            offline=question.offline or None,
            web=question.web,
            documents=question.documents,
            servers=question.servers,
        )

    @writes
    def change(
        self, connection: apsw.Connection, conversation_id: str, **changes: Unpack[Changes]
    ) -> Conversation:
        """Change the given fields of a conversation and return it."""
        return self._seen(self._changed(connection, conversation_id, changes))

    def _changed(
        self, connection: apsw.Connection, conversation_id: str, changes: Mapping[str, Any]
    ) -> Conversation:
        assert changes.keys() <= Changes.__annotations__.keys()
        key = key_of(connection, conversation_id)
        values = {name: _value(value) for name, value in changes.items()}
        if "title" in values:
            values["title"] = self._redact(values["title"])
            index_title(connection, key, values["title"])
        if values:
            names = ", ".join(f"{name} = ?" for name in values)
            sql = f"UPDATE conversations SET {names} WHERE key = ?"  # noqa: S608 - the names are ours
            connection.execute(sql, (*values.values(), key))
        return get_conversation(connection, conversation_id)

    @writes
    def delete(self, connection: apsw.Connection, conversation_id: str) -> None:
        """Hide a conversation from the list and from search until it is restored or purged."""
        _set_deleted(connection, conversation_id, now())

    @writes
    def restore(self, connection: apsw.Connection, conversation_id: str) -> None:
        _set_deleted(connection, conversation_id, None)

    async def purge(self, older_than_s: float = KEEP_DELETED_S) -> tuple[str, ...]:
        """Purge conversations deleted at least ``older_than_s`` seconds ago.

        Return the ids of their runs.
        """
        before = (datetime.now(UTC) - timedelta(seconds=older_than_s)).isoformat(
            timespec="milliseconds"
        )
        gone, runs = await self.write(lambda c: _purge_conversations(c, before))
        if gone:
            await self.bare(_clean_after_purge)
        return runs

    @reads
    def folders(self, connection: apsw.Connection) -> tuple[str, ...]:
        """Return the sorted names of all folders that contain conversations."""
        rows: Iterable[Any] = connection.execute(
            "SELECT DISTINCT folder FROM conversations WHERE folder <> '' AND deleted IS NULL"
        )
        return tuple(sorted((folder for (folder,) in rows), key=str.casefold))

    # --- Turns

    async def open(
        self, conversation_id: str, turn_id: int | None = None
    ) -> tuple[Conversation, tuple[TurnOutline, ...]]:
        """Return a conversation and its outline, read as one snapshot.

        If ``turn_id`` is not on the visible path, first switch to a path that contains it. Raise
        `StorageError` if the conversation is deleted.
        """
        found = await self._open_shown(conversation_id)
        if turn_id is not None and all(turn.id != turn_id for turn in found[1]):
            await self._show(conversation_id, turn_id)
            found = await self._open_shown(conversation_id)
        if await self._settled(found[1]):
            found = await self._open_shown(conversation_id)
        return found

    @reads
    def _open_shown(
        self, connection: apsw.Connection, conversation_id: str
    ) -> tuple[Conversation, tuple[TurnOutline, ...]]:
        _refuse_deleted(connection, conversation_id)
        outline = Tree(connection, conversation_id).outline()
        return get_conversation(connection, conversation_id), outline

    @writes
    def _show(self, connection: apsw.Connection, conversation_id: str, turn_id: int) -> None:
        _refuse_deleted(connection, conversation_id)
        Tree(connection, conversation_id).show(turn_id)

    async def outline(self, conversation_id: str) -> tuple[TurnOutline, ...]:
        """Return the outlines of the turns on the visible path, first to last."""

        def work(connection: apsw.Connection) -> tuple[TurnOutline, ...]:
            return Tree(connection, conversation_id).outline()

        outline = await self.read(work)
        return await self.read(work) if await self._settled(outline) else outline

    async def _settled(self, outline: Sequence[TurnOutline]) -> bool:
        """End turns whose process has died; return whether the outline may have changed."""
        if all(turn.status != "running" or turn.id in self._owner.turns for turn in outline):
            return False
        try:
            await self.write(self._settle)
        except StorageError:
            return False  # on a read-only disk, they are shown as running
        return True

    @reads
    def turns(self, connection: apsw.Connection, ids: Iterable[int]) -> tuple[StoredTurn, ...]:
        """Return complete turns in the order of ``ids``, skipping ids that do not exist."""
        found = (turns.read_turn(connection, each) for each in ids)
        return tuple(self._until_now(turn) for turn in found if turn is not None)

    def _until_now(self, turn: StoredTurn) -> StoredTurn:
        """Add to the turn of an active run the events and the answer so far."""
        if turn.status != "running":
            return turn
        events = tuple(self._events_so_far(turn.run_id)) or turn.events
        return replace(turn, events=events, answer=turns.answer_of(events))

    @reads
    def turn_of_run(self, connection: apsw.Connection, run_id: str) -> tuple[str, int] | None:
        """Return the conversation and turn ids of a finished run, or None.

        The result is None if the turn is missing or deleted.
        """
        row: Any = connection.execute(
            "SELECT c.id, t.id FROM turns t JOIN conversations c ON c.key = t.conversation"
            " WHERE t.run_id = ? AND c.deleted IS NULL"
            " AND t.status NOT IN ('running', 'interrupted')",
            (run_id,),
        ).fetchone()
        return None if row is None else (row[0], row[1])

    @reads
    def history(
        self,
        connection: apsw.Connection,
        conversation_id: str,
        turn_id: int | None,
        most_chars: int,
    ) -> tuple[Message, ...]:
        """Return the newest questions and answers up to ``turn_id`` that fit within ``most_chars``.

        Turns without an answer are left out, and only the names of attached files are included. If
        not even the newest question and answer fit, the answer is truncated.
        """
        key = key_of(connection, conversation_id)
        pairs: list[tuple[Message, Message]] = []
        left = most_chars
        for each, asked, answer in _answered(connection, key, turn_id):
            question = asked + _attached(connection, each)
            shown = answer if pairs else answer[: max(left - len(question), 0)]
            left -= len(question) + len(shown)
            if left < 0 or not shown:
                break
            pairs.append((Message("user", question), Message("assistant", shown)))
        return tuple(message for pair in reversed(pairs) for message in pair)

    @writes
    def begin_turn(
        self,
        connection: apsw.Connection,
        conversation_id: str,
        question: str,
        *,
        parent_id: int | None,
        attachments: Sequence[Attachment] = (),
    ) -> TurnOutline:
        """Add a turn below ``parent_id``, next to any existing children, and show it."""
        self._owner.claim()
        return turns.begin_turn(
            connection,
            conversation_id,
            self._redact(question),
            parent=parent_id,
            attachments=[replace(each, text=self._redact(each.text)) for each in attachments],
            owner=self._owner,
        )

    async def begin_background_turn(self, question: Question) -> Question:
        """Begin a turn for a question, creating its conversation if that does not exist.

        The returned question has no history, because scheduled questions are answered from scratch.
        """
        conversation_id, parent = question.conversation_id, None
        if await self._holds(conversation_id):
            outline = await self.outline(conversation_id)
            parent = outline[-1].id if outline else None
        else:
            conversation_id = (await self.create_for(question)).id
        turn = await self.begin_turn(
            conversation_id, question.text, parent_id=parent, attachments=question.attachments
        )
        return replace(question, conversation_id=conversation_id, turn_id=turn.id)

    @reads
    def _holds(self, connection: apsw.Connection, conversation_id: str) -> bool:
        sql = "SELECT 1 FROM conversations WHERE id = ? AND deleted IS NULL"
        return connection.execute(sql, (to_storable_text(conversation_id),)).get is not None

    @writes
    def switch(
        self, connection: apsw.Connection, conversation_id: str, turn_id: int, step: int
    ) -> tuple[TurnOutline, ...]:
        """Show the sibling ``step`` positions away, or the last one in that direction."""
        tree = Tree(connection, conversation_id)
        tree.show(tree.sibling(turn_id, step))
        return tree.outline()

    @reads
    def siblings(
        self, connection: apsw.Connection, conversation_id: str, turn_id: int
    ) -> tuple[TurnOutline, ...]:
        return Tree(connection, conversation_id).siblings(turn_id)

    def recorder(
        self, turn_id: int, run_id: str = "", before: Sequence[Event] = ()
    ) -> TurnRecorder:
        """Return a recorder for a turn; ``before`` contains a resumed run's earlier events."""
        return TurnRecorder(self, turn_id, run_id, self._owner, self._redact, before)

    @reads
    def find(
        self, connection: apsw.Connection, conversation_id: str, text: str
    ) -> tuple[TextHit, ...]:
        """Return the matches of ``text`` on the visible path in reading order, ignoring case."""
        tree = Tree(connection, conversation_id)
        wanted = to_storable_text(text).casefold()
        if not wanted:
            return ()
        hits: list[TextHit] = []
        for index, turn in enumerate(tree.path(tree.leaf)):
            row = connection.execute(
                "SELECT question, coalesce(plain, answer) FROM turn_texts WHERE turn = ?", (turn,)
            ).fetchone()
            parts: tuple[TurnPart, ...] = ("question", "answer")
            for part, stored in zip(parts, row or (), strict=False):
                count = stored.casefold().count(wanted)
                hits.extend(TextHit(index, part, nth) for nth in range(count))
        return tuple(hits)

    # --- Drafts

    @reads
    def draft(self, connection: apsw.Connection, conversation_id: str) -> str:
        """Return a conversation's draft.

        Use the id "" for a conversation that does not exist yet.
        """
        query = "SELECT text FROM drafts WHERE conversation = ?"
        return connection.execute(query, (to_storable_text(conversation_id),)).get or ""

    @writes
    def save_draft(self, connection: apsw.Connection, conversation_id: str, text: str) -> None:
        key = to_storable_text(conversation_id)
        if text:
            sql = "INSERT OR REPLACE INTO drafts (conversation, text) VALUES (?, ?)"
            connection.execute(sql, (key, to_storable_text(self._redact(text))))
        else:
            connection.execute("DELETE FROM drafts WHERE conversation = ?", (key,))

    async def aclose(self) -> None:
        """Finish all pending work, then close the file."""
        await super().aclose()
        self._owner.release()


# --- Rows of conversations


def _conversations(connection: apsw.Connection, rest: str) -> tuple[Conversation, ...]:
    rows = connection.execute(f"SELECT {COLUMNS} FROM conversations {rest}")  # noqa: S608 - ours
    return tuple(map(conversation_of, rows))


def _answered(
    connection: apsw.Connection, key: int, turn: int | None
) -> Iterator[tuple[int, str, str]]:
    """Yield the id, question and answer of each answered turn, going back from ``turn``."""
    while turn is not None:
        row: Any = connection.execute(
            "SELECT parent, status, question, answer FROM turns JOIN turn_texts ON turn = id"
            " WHERE id = ? AND conversation = ?",
            (turn, key),
        ).fetchone()
        if row is None:
            return
        parent, status, question, answer = row
        if answer and status in _ANSWERED:
            yield turn, question, answer
        # a parent is older than its child: a damaged row must not cause an endless loop
        turn = parent if parent is not None and parent < turn else None


def _attached(connection: apsw.Connection, turn: int) -> str:
    names = connection.execute("SELECT name FROM attachments WHERE turn = ? ORDER BY id", (turn,))
    # a name saved by an older program may contain line breaks
    return "".join(f"\n[attached: {display_name(name)}]" for (name,) in names)


def _refuse_deleted(connection: apsw.Connection, conversation_id: str) -> None:
    row: Any = connection.execute(
        "SELECT title FROM conversations WHERE id = ? AND deleted IS NOT NULL",
        (to_storable_text(conversation_id),),
    ).fetchone()
    if row is not None:
        title = " ".join(row[0].split()) or "Untitled"
        raise StorageError(
            f"“{title}” was deleted.", "Restore it from the deleted conversations to open it."
        )


def _value(value: Any) -> Any:
    if isinstance(value, tuple | list):
        names = dict.fromkeys(filter(None, (to_storable_text(each).strip() for each in value)))
        return json.dumps(list(names), ensure_ascii=False)
    return to_storable_text(value) if isinstance(value, str) else value


def _set_deleted(connection: apsw.Connection, conversation_id: str, moment: str | None) -> None:
    key = key_of(connection, conversation_id)
    connection.execute("UPDATE conversations SET deleted = ? WHERE key = ?", (moment, key))


def _purge_conversations(connection: apsw.Connection, before: str) -> tuple[int, tuple[str, ...]]:
    rows = connection.execute(
        "SELECT key, id FROM conversations WHERE deleted <= ?", (before,)
    ).fetchall()
    runs: list[str] = []
    for key, conversation_id in rows:
        found: list[Any] = connection.execute(
            "SELECT id, run_id FROM turns WHERE conversation = ?", (key,)
        ).fetchall()
        runs.extend(run_id for _, run_id in found if run_id)
        connection.executemany(
            "DELETE FROM turn_index WHERE rowid = ?", ((turn,) for turn, _ in found)
        )
        connection.execute("DELETE FROM title_index WHERE rowid = ?", (key,))
        connection.execute("DELETE FROM drafts WHERE conversation = ?", (conversation_id,))
        connection.execute("DELETE FROM conversations WHERE key = ?", (key,))
    return len(rows), tuple(runs)


def _clean_after_purge(connection: apsw.Connection) -> None:
    for index in ("title_index", "turn_index"):
        connection.execute(f"INSERT INTO {index} ({index}) VALUES ('optimize')")  # noqa: S608 - ours
    connection.execute("PRAGMA incremental_vacuum").fetchall()
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
