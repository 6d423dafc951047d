"""What is kept of a conversation: its name and place, its turns, where a search found something.

A conversation is a tree of turns: asking again, or asking something else in the place of a question,
makes a sibling. What is shown is the path from the root to the conversation's newest leaf.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypedDict

from desktop_agent.core.attachments import Attachment
from desktop_agent.core.events import Event, RunStatus

TurnStatus = RunStatus | Literal["running", "interrupted"]
"""``interrupted``: the program ended before the run did; what it had written is kept."""

TurnPart = Literal["question", "answer"]


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation as the list shows it.

    ``created`` and ``updated`` are ISO 8601 in UTC; ``folder`` is empty for none. ``strategy`` and
    ``model`` are this conversation's own choices; empty follows the settings. Where ``offline`` is
    True it asks nothing beyond this computer; else the settings decide. ``documents`` tells whether the person's own documents are searched for it. ``servers``
    are the MCP servers whose tools may be used in it, None for those that are on by themselves.
    """

    id: str
    title: str
    created: str
    updated: str
    pinned: bool = False
    folder: str = ""
    tags: tuple[str, ...] = ()
    strategy: str = ""
    model: str = ""
    offline: bool | None = None
    documents: bool = True
    turns: int = 0
    servers: tuple[str, ...] | None = None


class Changes(TypedDict, total=False):
    """What may be changed of a conversation; what is not given stays as it is."""

    title: str
    pinned: bool
    folder: str
    tags: Sequence[str]
    strategy: str
    model: str
    offline: bool | None
    documents: bool
    servers: Sequence[str] | None


@dataclass(frozen=True, slots=True)
class TurnOutline:
    """As much of a turn as its place in a long list needs; it is number ``sibling`` of ``siblings``."""

    id: int
    question_chars: int
    answer_chars: int
    status: TurnStatus = "answered"
    sibling: int = 1
    siblings: int = 1


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A question with all that happened until its answer.

    ``events`` are those of its run, deltas of one step and channel joined; the last is
    ``run_finished``, except while the run is still going on.
    """

    id: int
    conversation_id: str
    parent_id: int | None
    question: str
    answer: str
    status: TurnStatus
    asked: str
    run_id: str = ""
    attachments: tuple[Attachment, ...] = ()
    events: tuple[Event, ...] = ()


@dataclass(frozen=True, slots=True)
class Snippet:
    """A piece of text around what a search found; ``found`` are (start, end) in ``text``."""

    text: str
    found: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ConversationHit:
    """A conversation that a full-text search found, and its best place; no turn for a title."""

    conversation: Conversation
    snippet: Snippet
    turn_id: int | None = None
    part: TurnPart = "question"


@dataclass(frozen=True, slots=True)
class TextHit:
    """One occurrence of a text within an open conversation.

    ``turn`` is the position in the path that is shown, ``nth`` which occurrence it is in that part.
    """

    turn: int
    part: TurnPart
    nth: int
