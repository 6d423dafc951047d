"""Conversations: their turns, titles and search hits, and the markers of exported files.

A conversation is a tree of turns. Repeating or editing a question creates a sibling turn. The
frontends show the path from the root to the newest leaf.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypedDict

from desktop_agent.core.events import Event, RunStatus
from desktop_agent.core.messages import Attachment
from desktop_agent.core.research import Question

TurnStatus = RunStatus | Literal["running", "interrupted"]
"""``interrupted`` means that the program ended before the run did; the partial answer is kept."""

TurnPart = Literal["question", "answer"]


@dataclass(frozen=True, slots=True)
class Conversation:
    """The metadata of a conversation.

    ``created`` and ``updated`` are ISO 8601 in UTC. ``folder`` is empty if the conversation is not
    in a folder. ``strategy`` and ``model`` override the settings unless empty. If ``offline`` is
    True, the conversation never uses the network; otherwise the settings decide. ``web`` and
    ``documents`` say whether the web and the user's documents are searched. ``servers`` lists the
    MCP servers whose tools may be used; None means the default ones.
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
    web: bool = True
    documents: bool = True
    turns: int = 0
    servers: tuple[str, ...] | None = None


class Choices(TypedDict, total=False):
    """Options for answering a conversation's questions; see `Conversation` for their defaults."""

    strategy: str
    model: str
    offline: bool | None
    web: bool
    documents: bool
    servers: Sequence[str] | None


class Changes(Choices, total=False):
    """Changes to a conversation. Omitted fields stay unchanged."""

    title: str
    pinned: bool
    folder: str
    tags: Sequence[str]


@dataclass(frozen=True, slots=True)
class TurnOutline:
    """A summary of a turn for long lists. The turn is number ``sibling`` of ``siblings``."""

    id: int
    question_chars: int
    answer_chars: int
    status: TurnStatus = "answered"
    sibling: int = 1
    siblings: int = 1


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A stored question with its answer and the events of its run.

    Consecutive deltas of the same step and channel are joined. The last event is ``run_finished``
    unless the run is still active.
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
    """The text around a search match; ``found`` holds the (start, end) offsets of all matches."""

    text: str
    found: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ConversationHit:
    """A conversation found by full-text search.

    ``turn_id`` is the best matching turn, or None if the title matches best.
    """

    conversation: Conversation
    snippet: Snippet
    turn_id: int | None = None
    part: TurnPart = "question"


@dataclass(frozen=True, slots=True)
class TextHit:
    """A search match in a turn: the ``nth`` match in its ``part``.

    ``turn`` is the index of the turn in the path being shown.
    """

    turn: int
    part: TurnPart
    nth: int


# --- Titles

_TITLE_CHARS = 60


def title_of(question: Question) -> str:
    """Return a title for a conversation that starts with ``question``."""
    if not question.text.strip() and question.attachments:
        return question.attachments[0].name[:_TITLE_CHARS]
    return first_words(question.text)


def first_words(text: str) -> str:
    """Truncate text to one line of at most 61 characters."""
    text = " ".join(text.split())
    if len(text) <= _TITLE_CHARS:
        return text
    return text[:_TITLE_CHARS].rsplit(" ", 1)[0].rstrip(",;:") + "…"


# --- Marks of exported conversations; the loaders of documents recognize them

MARKDOWN_MARK: Final = "[//]: # (desktop-agent-conversation)"
"""Follows the title of an exported Markdown conversation; viewers do not display it."""
HTML_MARK: Final = '<meta name="generator" content="desktop-agent-conversation">'
JSON_FORMAT: Final = "desktop-agent-conversation"
PDF_CREATOR: Final = "Desktop Agent"
