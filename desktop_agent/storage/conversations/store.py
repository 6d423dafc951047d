"""All conversations of a person, kept in one SQLite file."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, Unpack

import apsw

from desktop_agent.core.conversations import (
    Changes,
    Conversation,
    ConversationHit,
    StoredTurn,
    TextHit,
    TurnOutline,
    TurnPart,
)
from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import Event
from desktop_agent.core.maintenance import ReadOnly, RepairedFile
from desktop_agent.core.markdown import occurrences
from desktop_agent.core.messages import Attachment, Message
from desktop_agent.core.text import display_name
from desktop_agent.storage.conversations import catalogue, turns
from desktop_agent.storage.conversations.catalogue import ago, key_of
from desktop_agent.storage.conversations.recorder import TurnRecorder
from desktop_agent.storage.conversations.schema import FORM
from desktop_agent.storage.conversations.search import prepare_search, search_conversations
from desktop_agent.storage.conversations.terms import to_storable_text
from desktop_agent.storage.conversations.turns import Owner, Tree
from desktop_agent.storage.database import Database

# --- A conversation as a model is told of it, and as one searches in it while it is open.

_ANSWERED = ("answered", "insufficient")


def read_history(
    connection: apsw.Connection, conversation_id: str, turn: int | None, most_chars: int
) -> tuple[Message, ...]:
    """Gives questions and answers up to ``turn``, the newest that fit into ``most_chars``.

    Turns without an answer are left out. Of files only the names are told: their texts belonged to
    their question. Where not even the newest pair fits, the end of its answer is left out.

    Raises:
        StorageError: the conversation is not there.
    """
    key = key_of(connection, conversation_id)
    pairs: list[tuple[Message, Message]] = []
    left = most_chars
    for each, asked, answer in _answered(connection, key, turn):
        question = asked + _attached(connection, each)
        told = answer if pairs else answer[: max(left - len(question), 0)]
        left -= len(question) + len(told)
        if left < 0 or not told:
            break
        pairs.append((Message("user", question), Message("assistant", told)))
    return tuple(message for pair in reversed(pairs) for message in pair)


def _answered(
    connection: apsw.Connection, key: int, turn: int | None
) -> Iterator[tuple[int, str, str]]:
    """Yields the turns with an answer, from ``turn`` back to the first: id, question and answer."""
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
        # a parent is older than its child: a damaged row must not lead round in a circle
        turn = parent if parent is not None and parent < turn else None


def _attached(connection: apsw.Connection, turn: int) -> str:
    names = connection.execute("SELECT name FROM attachments WHERE turn = ? ORDER BY id", (turn,))
    # a name that was kept by an older program may hold line breaks
    return "".join(f"\n[attached: {display_name(name)}]" for (name,) in names)


def find_text(connection: apsw.Connection, conversation_id: str, text: str) -> tuple[TextHit, ...]:
    """Gives where ``text`` stands on the shown path, whatever the case, in reading order.

    Raises:
        StorageError: the conversation is not there.
    """
    tree = Tree(connection, conversation_id)
    wanted = to_storable_text(text)
    hits: list[TextHit] = []
    for index, turn in enumerate(tree.path(tree.leaf)):
        row = connection.execute(
            "SELECT question, coalesce(plain, answer) FROM turn_texts WHERE turn = ?", (turn,)
        ).fetchone()
        parts: tuple[TurnPart, ...] = ("question", "answer")
        for part, stored in zip(parts, row or (), strict=False):
            count = len(occurrences(stored, wanted))
            hits.extend(TextHit(index, part, nth) for nth in range(count))
    return tuple(hits)


class ConversationStore:
    """Conversations, their turns and what is searched for in them.

    The file is opened when it is first needed, in a thread of its own in which everything is done;
    no method blocks the caller's loop. All methods raise `StorageError` where the file cannot be
    read or written, or what is asked for is not in it. A change is on the disk when its method
    returns. ``redact`` takes keys out of what is kept; ``goes_on`` tells of a run whether it will go
    on later. A damaged file is set aside, with what can be read of it in a new one; ``mended`` is told.
    """

    def __init__(
        self,
        path: Path,
        redact: Callable[[str], str] = str,
        goes_on: Callable[[str], bool] = lambda _run_id: False,
        mended: Callable[[RepairedFile | ReadOnly], object] | None = None,
    ) -> None:
        self.path = path
        self._redact = redact
        self._offline: dict[str, bool] = {}
        self._owner = Owner(path, goes_on)
        self._database = Database(path, FORM, opened=self._opened, mended=mended)

    def _opened(self, connection: apsw.Connection) -> None:
        prepare_search(connection)
        if connection.readonly("main"):
            return  # nothing that another process left can be put in order now
        turns.settle_interrupted(connection, self._owner)
        self._owner.sweep()

    # --- the conversations

    async def list(self) -> tuple[Conversation, ...]:
        """Gives all but the deleted ones: pinned first, then the one used last."""
        return await self._database.read(catalogue.list_conversations)

    async def deleted(self) -> tuple[Conversation, ...]:
        """Gives those that were deleted and may be restored, the last one first."""
        return await self._database.read(lambda c: catalogue.list_conversations(c, deleted=True))

    async def get(self, conversation_id: str) -> Conversation:
        """Gives one conversation, deleted or not."""
        return self._seen(
            await self._database.read(lambda c: catalogue.get_conversation(c, conversation_id))
        )

    def known_offline(self, conversation_id: str) -> bool:
        """Return whether a conversation is offline by itself, as this process saw it last."""
        return self._offline.get(conversation_id, False)

    def _seen(self, conversation: Conversation) -> Conversation:
        self._offline[conversation.id] = conversation.offline is True
        return conversation

    async def holds(self, conversation_id: str) -> bool:
        """Tells whether a conversation is there, and not deleted."""
        return await self._database.read(lambda c: catalogue.holds(c, conversation_id))

    async def search(self, query: str, limit: int = 50) -> tuple[ConversationHit, ...]:
        """Gives the conversations in which all words of ``query`` stand, the best first.

        The last word may be the beginning of one; words in quotes stand next to each other.
        """
        return await self._database.read(lambda c: search_conversations(c, query, limit))

    async def create(
        self,
        title: str,
        *,
        strategy: str = "",
        model: str = "",
        offline: bool | None = None,
        documents: bool = True,
        servers: Sequence[str] | None = None,
    ) -> Conversation:
        """Begins a conversation without turns."""
        return await self._database.write(
            lambda c: catalogue.create_conversation(
                c,
                self._redact(title),
                strategy=strategy,
                model=model,
                offline=offline,
                documents=documents,
                servers=servers,
            )
        )

    async def change(self, conversation_id: str, **changes: Unpack[Changes]) -> Conversation:
        """Changes what is given and leaves the rest.

        Raises:
            StorageError: it is not there.
        """
        values = dict(changes)
        if "title" in changes:
            values["title"] = self._redact(changes["title"])
        return self._seen(
            await self._database.write(
                lambda c: catalogue.change_conversation(c, conversation_id, values)
            )
        )

    async def delete(self, conversation_id: str) -> None:
        """Takes a conversation out of the list and the search until it is restored or purged."""
        await self._database.write(
            lambda c: catalogue.set_deleted(c, conversation_id, deleted=True)
        )

    async def restore(self, conversation_id: str) -> None:
        """Brings a deleted conversation back."""
        await self._database.write(
            lambda c: catalogue.set_deleted(c, conversation_id, deleted=False)
        )

    async def purge(self, older_than_s: float) -> tuple[str, ...]:
        """Removes for good what was deleted that many seconds ago; gives the ids of its runs."""
        before = ago(older_than_s)
        gone, runs = await self._database.write(lambda c: catalogue.purge_conversations(c, before))
        if gone:
            await self._database.bare(catalogue.clean_after_purge)
        return runs

    async def folders(self) -> tuple[str, ...]:
        """Gives the folders that hold a conversation, by name."""
        return await self._database.read(catalogue.list_folders)

    # --- the turns of one

    async def open(
        self, conversation_id: str, turn_id: int | None = None
    ) -> tuple[Conversation, tuple[TurnOutline, ...]]:
        """Gives a conversation and its outline, of one moment; a deleted one cannot be opened.

        Where a turn is named, a path with that turn on it is shown from now on.
        """

        def work(connection: apsw.Connection) -> tuple[Conversation, tuple[TurnOutline, ...]]:
            catalogue.refuse_deleted(connection, conversation_id)
            tree = Tree(connection, conversation_id)
            if turn_id is not None and turn_id not in tree.path(tree.leaf):
                tree.show(turn_id)
            return catalogue.get_conversation(connection, conversation_id), tree.outline()

        carry_out = self._database.read
        if turn_id is not None and not await self._is_shown(conversation_id, turn_id):
            carry_out = self._database.write
        found = await carry_out(work)
        if await self._settled(found[1]):
            found = await carry_out(work)
        return found

    async def _is_shown(self, conversation_id: str, turn_id: int) -> bool:
        def work(connection: apsw.Connection) -> bool:
            tree = Tree(connection, conversation_id)
            return turn_id in tree.path(tree.leaf)

        return await self._database.read(work)

    async def outline(self, conversation_id: str) -> tuple[TurnOutline, ...]:
        """Gives the sizes of the turns on the path that is shown, the first one first."""

        def work(connection: apsw.Connection) -> tuple[TurnOutline, ...]:
            return Tree(connection, conversation_id).outline()

        outline = await self._database.read(work)
        return await self._database.read(work) if await self._settled(outline) else outline

    async def _settled(self, outline: Sequence[TurnOutline]) -> bool:
        """Ends turns that run in another process, where that has died; False if there are none."""
        if all(turn.status != "running" or turn.id in self._owner.turns for turn in outline):
            return False
        try:
            await self._database.write(lambda c: turns.settle_interrupted(c, self._owner))
        except StorageError:
            return False  # where nothing can be written they are shown as they are
        return True

    async def turns(self, ids: Sequence[int]) -> tuple[StoredTurn, ...]:
        """Gives turns whole, in the order of ``ids``; those that are not there are left out."""
        wanted = tuple(ids)
        return await self._database.read(lambda c: turns.read_turns(c, wanted))

    async def turn_of_run(self, run_id: str) -> tuple[str, int] | None:
        """Gives the conversation and the turn that a run has answered; deleted ones do not count."""
        return await self._database.read(lambda c: turns.find_run(c, run_id))

    async def history(
        self, conversation_id: str, turn_id: int | None, most_chars: int
    ) -> tuple[Message, ...]:
        """Gives questions and answers up to ``turn_id``, the newest that fit into ``most_chars``."""
        return await self._database.read(
            lambda c: read_history(c, conversation_id, turn_id, most_chars)
        )

    async def begin_turn(
        self,
        conversation_id: str,
        question: str,
        *,
        parent_id: int | None,
        attachments: Sequence[Attachment] = (),
    ) -> TurnOutline:
        """Adds a turn below ``parent_id`` and shows it; a sibling where the parent has children."""

        def work(connection: apsw.Connection) -> TurnOutline:
            self._owner.claim()
            return turns.begin_turn(
                connection,
                conversation_id,
                self._redact(question),
                parent=parent_id,
                attachments=[replace(each, text=self._redact(each.text)) for each in attachments],
                owner=self._owner,
            )

        return await self._database.write(work)

    async def switch(
        self, conversation_id: str, turn_id: int, step: int
    ) -> tuple[TurnOutline, ...]:
        """Shows the sibling ``step`` places from a turn, down to its newest leaf.

        Past the first or last sibling, that one is shown. Gives the new outline.
        """

        def work(connection: apsw.Connection) -> tuple[TurnOutline, ...]:
            tree = Tree(connection, conversation_id)
            tree.show(tree.sibling(turn_id, step))
            return tree.outline()

        return await self._database.write(work)

    async def siblings(self, conversation_id: str, turn_id: int) -> tuple[TurnOutline, ...]:
        """Gives a turn and all that were asked in its place, the oldest first."""
        return await self._database.read(lambda c: Tree(c, conversation_id).siblings(turn_id))

    def recorder(self, turn_id: int, before: Sequence[Event] = ()) -> TurnRecorder:
        """Gives what keeps the events of the run that answers a turn.

        ``before`` are those that a run had told which now goes on.
        """
        self._owner.turns.add(turn_id)
        return TurnRecorder(self._database, turn_id, self._owner, self._redact, before)

    async def find(self, conversation_id: str, text: str) -> tuple[TextHit, ...]:
        """Gives where ``text`` stands on the path that is shown, whatever the case."""
        return await self._database.read(lambda c: find_text(c, conversation_id, text))

    # --- the composer

    async def draft(self, conversation_id: str) -> str:
        """Gives what was being written; the id is empty for the conversation not yet begun."""
        return await self._database.read(lambda c: catalogue.read_draft(c, conversation_id))

    async def save_draft(self, conversation_id: str, text: str) -> None:
        """Keeps what is being written; an empty text forgets it."""
        await self._database.write(
            lambda c: catalogue.write_draft(c, conversation_id, self._redact(text))
        )

    # --- the file

    async def check(self) -> None:
        """Reads the whole file.

        Raises:
            StorageError: it is damaged; the first faults are named.
        """

        def work(connection: apsw.Connection) -> list[str]:
            rows = connection.execute("PRAGMA integrity_check(5)").fetchall()
            return [str(fault) for (fault,) in rows if fault != "ok"]

        faults = await self._database.bare(work)
        if faults:
            raise StorageError(
                f"{self.path} is damaged: {'; '.join(faults)}.",
                "Put a copy in its place, or keep it: sqlite3's .recover can save most of it.",
            )

    async def aclose(self) -> None:
        """Closes the file once all that was begun is done."""
        await self._database.aclose()
        self._owner.release()
