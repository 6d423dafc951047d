"""A conversation as a model is told of it, and as one searches in it while it is open."""

from collections.abc import Iterator
from typing import Any

import apsw

from desktop_agent.core.conversations import TextHit, TurnPart
from desktop_agent.core.file_names import shown_name
from desktop_agent.core.markdown_text import occurrences
from desktop_agent.core.messages import Message
from desktop_agent.storage.conversations.catalogue import key_of
from desktop_agent.storage.conversations.storable import storable
from desktop_agent.storage.conversations.tree import Tree

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
    return "".join(f"\n[attached: {shown_name(name)}]" for (name,) in names)


def find_text(connection: apsw.Connection, conversation_id: str, text: str) -> tuple[TextHit, ...]:
    """Gives where ``text`` stands on the shown path, whatever the case, in reading order.

    Raises:
        StorageError: the conversation is not there.
    """
    tree = Tree(connection, conversation_id)
    wanted = storable(text)
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
