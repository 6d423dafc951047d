"""The tree of a conversation's turns, and the path through it that is shown."""

from collections import defaultdict
from typing import Any, cast

import apsw

from desktop_agent.core.conversations import TurnOutline, TurnStatus
from desktop_agent.core.errors import StorageError
from desktop_agent.storage.conversations.catalogue import key_of

_Row = tuple[int, int | None, str, int, int]


class Tree:
    """The turns of one conversation as they are now.

    Raises:
        StorageError: there is no such conversation.
    """

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
        """Gives the turns from the first one to ``turn``; none for None or one of elsewhere."""
        path: list[int] = []
        while turn is not None and turn in self._rows:
            path.append(turn)
            parent = self._rows[turn][1]
            # a parent is older than its child: a damaged row must not lead round in a circle
            turn = parent if parent is not None and parent < turn else None
        path.reverse()
        return path

    def outline(self) -> tuple[TurnOutline, ...]:
        """Gives the path to the leaf."""
        return tuple(self.outline_of(turn) for turn in self.path(self.leaf))

    def outline_of(self, turn: int) -> TurnOutline:
        """Gives a turn's size and place."""
        _, parent, status, question_chars, answer_chars = self._rows[turn]
        siblings = self._children[parent]
        return TurnOutline(
            id=turn,
            question_chars=question_chars,
            answer_chars=answer_chars,
            status=cast("TurnStatus", status),
            sibling=siblings.index(turn) + 1,
            siblings=len(siblings),
        )

    def siblings(self, turn: int) -> tuple[TurnOutline, ...]:
        """Gives a turn and all that have the same parent, the oldest first.

        Raises:
            StorageError: the turn is not of this conversation.
        """
        if turn not in self:
            raise missing_turn(turn)
        return tuple(map(self.outline_of, self._children[self._rows[turn][1]]))

    def newest_leaf(self, turn: int) -> int:
        """Gives the newest turn that descends from ``turn``; itself where there is none."""
        newest, open_turns = turn, [turn]
        while open_turns:
            children = self._children.get(open_turns.pop(), [])
            newest = max(newest, *children) if children else newest
            open_turns.extend(children)
        return newest

    def show(self, turn: int) -> None:
        """Makes the shown path lead through ``turn`` to its newest leaf.

        Raises:
            StorageError: the turn is not of this conversation.
        """
        if turn not in self:
            raise missing_turn(turn)
        self.leaf = self.newest_leaf(turn)
        self._connection.execute(
            "UPDATE conversations SET leaf = ? WHERE key = ?", (self.leaf, self.key)
        )

    def sibling(self, turn: int, step: int) -> int:
        """Gives the sibling that many places away, or the last one in that direction.

        Raises:
            StorageError: the turn is not of this conversation.
        """
        if turn not in self:
            raise missing_turn(turn)
        siblings = self._children[self._rows[turn][1]]
        place = siblings.index(turn) + step
        return siblings[min(max(place, 0), len(siblings) - 1)]


def missing_turn(turn: int) -> StorageError:
    """Gives the error for a turn that is not there."""
    return StorageError(
        f"There is no turn {turn} in the conversation.", "It may have been deleted elsewhere."
    )
