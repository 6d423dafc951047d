"""Conversations: their turns, search hits, titles, and exported files.

A conversation is a tree of turns: asking again, or editing a question, creates a sibling. The path
from the root to the conversation's newest leaf is shown.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypedDict

from desktop_agent.core.events import Event, RunStatus
from desktop_agent.core.messages import Attachment
from desktop_agent.core.research import Question

TurnStatus = RunStatus | Literal["running", "interrupted"]
"""``interrupted``: the program ended before the run did; what it had written is kept."""

TurnPart = Literal["question", "answer"]


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation as the list shows it.

    ``created`` and ``updated`` are ISO 8601 in UTC; ``folder`` is empty for none. ``strategy`` and
    ``model`` are this conversation's choices; empty follows the settings. If ``offline`` is True,
    it does not leave this computer; otherwise the settings decide. ``documents`` says whether the
    user's documents are searched. ``servers`` are the MCP servers whose tools may be used, None for
    those that are on by default.
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
    """Changes of a conversation; missing fields stay as they are."""

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
    """The part of a turn that a long list needs; it is number ``sibling`` of ``siblings``."""

    id: int
    question_chars: int
    answer_chars: int
    status: TurnStatus = "answered"
    sibling: int = 1
    siblings: int = 1


@dataclass(frozen=True, slots=True)
class StoredTurn:
    """A question with everything up to its answer.

    ``events`` are those of its run, with deltas of one step and channel joined; the last is
    ``run_finished``, except while the run is active.
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
    """Text around a search match; ``found`` are (start, end) in ``text``."""

    text: str
    found: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class ConversationHit:
    """A conversation found by full-text search, with its best match; no turn for a title."""

    conversation: Conversation
    snippet: Snippet
    turn_id: int | None = None
    part: TurnPart = "question"


@dataclass(frozen=True, slots=True)
class TextHit:
    """One occurrence of a text within an open conversation.

    ``turn`` is the position in the shown path, ``nth`` the number of the occurrence in that part.
    """

    turn: int
    part: TurnPart
    nth: int


# --- Titles

_TITLE_CHARS = 60


def title_of(question: Question) -> str:
    """Return a title for the conversation that starts with a question."""
    if not question.text.strip() and question.attachments:
        return question.attachments[0].name[:_TITLE_CHARS]
    return first_words(question.text)


def first_words(text: str) -> str:
    """Return the first words of a text on one line of at most 61 characters."""
    text = " ".join(text.split())
    if len(text) <= _TITLE_CHARS:
        return text
    return text[:_TITLE_CHARS].rsplit(" ", 1)[0].rstrip(",;:") + "…"


# --- Recognizing exported conversations
#
# They hold the program's own answers: among the user's documents, they are no source for an answer.

MARKDOWN_MARK: Final = "[//]: # (desktop-agent-conversation)"
"""Follows the title of an exported Markdown conversation: a definition that no viewer shows."""
HTML_MARK: Final = '<meta name="generator" content="desktop-agent-conversation">'
JSON_FORMAT: Final = "desktop-agent-conversation"
PDF_CREATOR: Final = "Desktop Agent"
LOOKED_AT: Final = 1 << 18
"""Bytes from the start of a file that are enough to recognize an export."""

_PDF_CREATORS = tuple(
    b"/Creator (" + text.replace(b"(", b"\\(").replace(b")", b"\\)")
    for text in (b"\xfe\xff" + PDF_CREATOR.encode("utf-16-be"), PDF_CREATOR.encode())
)
# versions up to 0.1 wrote no marks
_EARLIER_HTML = re.compile(
    rb"\A<!DOCTYPE html>\n<html[^>]*>\n<head>\n<meta charset=\"utf-8\">\n"
    rb"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
    rb"style-src 'unsafe-inline'\">\n.*<article id=\"turn1\">\n<h2 class=\"question\">",
    re.DOTALL,
)
_EARLIER_MARKDOWN = re.compile(r"\A# .*\n\n(?:[^\n]+\n\n)?---\n\n>")
_EARLIER_LINE = re.compile(
    # a source with the hash of its page, or the model with its time and tokens
    r"^(?:\d+\. .* [0-9a-f]{64}\)|\*.* · [\d.]+ [^\s·]+ · [\d,]+ [^\s·]+\*)$",
    re.MULTILINE,
)


def is_exported_chat(head: bytes) -> bool:
    """Return whether a file that starts with ``head`` is an exported conversation."""
    if head.startswith(b"%PDF-"):
        return any(creator in head for creator in _PDF_CREATORS)
    text = head.decode("utf-8", "ignore").removeprefix("\ufeff").replace("\r\n", "\n")
    if text.startswith("<!DOCTYPE html>"):
        return HTML_MARK in text or _EARLIER_HTML.match(text.encode()) is not None
    if text.startswith("{"):
        return re.match(rf'\{{\s*"format":\s*"{JSON_FORMAT}"', text) is not None
    _title, _, below = text.partition("\n\n")
    if below.startswith(MARKDOWN_MARK):
        return text.startswith("# ")
    return _EARLIER_MARKDOWN.match(text) is not None and _EARLIER_LINE.search(text) is not None
