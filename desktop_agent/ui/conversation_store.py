"""What the sidebar and the export ask of the place where conversations are kept."""

from collections.abc import Sequence
from typing import Protocol, Unpack

from desktop_agent.core.conversations import (
    Changes,
    Conversation,
    ConversationHit,
    StoredTurn,
    TurnOutline,
)


class Conversations(Protocol):
    """The part of the conversation store that is used here; each raises `StorageError`."""

    async def list(self) -> tuple[Conversation, ...]:
        """Gives all but the deleted ones, pinned first, then the newest."""

    async def deleted(self) -> tuple[Conversation, ...]:
        """Gives those that can be restored."""

    async def get(self, conversation_id: str) -> Conversation:
        """Gives one."""

    async def search(self, query: str, limit: int = 50) -> tuple[ConversationHit, ...]:
        """Finds words in titles, questions and answers."""

    async def change(self, conversation_id: str, **changes: Unpack[Changes]) -> Conversation:
        """Changes what is given and gives the conversation as it is then."""

    async def delete(self, conversation_id: str) -> None:
        """Puts it among the deleted ones."""

    async def restore(self, conversation_id: str) -> None:
        """Takes it back from there."""

    async def folders(self) -> tuple[str, ...]:
        """Gives the names of the folders in use."""

    async def outline(self, conversation_id: str) -> tuple[TurnOutline, ...]:
        """Gives the turns that are shown, in their order."""

    async def turns(self, ids: Sequence[int]) -> tuple[StoredTurn, ...]:
        """Gives turns whole."""
