"""Moves thinking that a model writes between tags in its text to the thinking channel."""

import re
from collections.abc import AsyncGenerator, Iterator
from contextlib import aclosing

from desktop_agent.llm.base import (
    ChatRequest,
    Piece,
    TextPiece,
    ThinkingPiece,
    WaitPiece,
)
from desktop_agent.llm.wrappers.wrapper import Wrapper

_NAMES = ("think", "thinking", "reasoning")
_OPEN = re.compile(rf"<({'|'.join(_NAMES)})>", re.IGNORECASE)
_STRAY_CLOSE = re.compile(rf"</({'|'.join(_NAMES)})>", re.IGNORECASE)
_LONGEST_TAG = len("</reasoning>")


class ThinkingTags(Wrapper):
    """A model whose ``<think>…</think>`` (or ``thinking``, ``reasoning``) is thinking, not text."""

    async def stream(self, request: ChatRequest) -> AsyncGenerator[Piece, None]:
        """Yields the reply with what is between the tags as `ThinkingPiece`; see `ChatModel`."""
        tags = TagSplitter(only_first=request.schema is not None)
        async with aclosing(self._inner.stream(request)) as pieces:
            async for piece in pieces:
                if isinstance(piece, TextPiece):
                    for part in tags.feed(piece.text):
                        yield part
                    continue
                if not isinstance(piece, WaitPiece):
                    for part in tags.end():
                        yield part
                yield piece


class TagSplitter:
    """Tells text from thinking as it arrives, however it is cut into chunks.

    A tag in backquotes is text about the tag. A closing tag with no opening one is left out: some
    chat templates put the opening one into the prompt. Blank space between the thinking and the
    first text is left out. With ``only_first`` a tag counts only before all text, for replies that
    are JSON.
    """

    def __init__(self, *, only_first: bool = False) -> None:
        self._held = ""
        self._inside = ""
        self._before = ""
        self._blank = ""
        self._text_began = False
        self._seen = False
        self._only_first = only_first

    def feed(self, text: str) -> Iterator[TextPiece | ThinkingPiece]:
        """Yields what is certain now; blank space before all text waits for what follows."""
        self._held += text
        while True:
            found = self._next_tag()
            if found is None:
                break
            head, self._held = self._held[: found.start()], self._held[found.end() :]
            yield from self._part(head)
            self._cross(found[0])
        cut = len(self._held) - _possible_tag(self._held)
        head, self._held = self._held[:cut], self._held[cut:]
        yield from self._part(head)

    def end(self) -> Iterator[TextPiece | ThinkingPiece]:
        """Yields what was held back; an unclosed tag's thinking stays thinking."""
        head, self._held = self._held, ""
        yield from self._part(head)
        blank, self._blank = self._blank, ""
        if blank and not self._seen:
            yield TextPiece(blank)

    def _next_tag(self) -> re.Match[str] | None:
        if self._inside:
            return re.compile(rf"</{self._inside}>", re.IGNORECASE).search(self._held)
        if self._only_first and self._text_began:
            return None
        place = 0
        while True:
            found = _earliest(self._held, place)
            if found is None or (self._only_first and self._held[: found.start()].strip()):
                return None
            if not self._quoted(found.start()):
                return found
            place = found.end()

    def _quoted(self, start: int) -> bool:
        before = self._held[start - 1] if start else self._before
        return before == "`"

    def _cross(self, tag: str) -> None:
        self._inside = "" if tag.startswith("</") else tag[1:-1].lower()
        self._before = ">"
        self._seen = True

    def _part(self, text: str) -> Iterator[TextPiece | ThinkingPiece]:
        if not text:
            return
        self._before = text[-1]
        if self._inside:
            yield ThinkingPiece(text)
            return
        if not self._text_began:
            text = self._blank + text
            if text.isspace():
                self._blank = text
                return
            text, self._blank = (text.lstrip() if self._seen else text), ""
        self._text_began = True
        yield TextPiece(text)


def _earliest(text: str, place: int) -> re.Match[str] | None:
    found = [m for m in (_OPEN.search(text, place), _STRAY_CLOSE.search(text, place)) if m]
    return min(found, key=lambda match: match.start(), default=None)


def _possible_tag(text: str) -> int:
    """Gives how many characters at the end may be the beginning of a tag."""
    start = text.rfind("<", -_LONGEST_TAG)
    if start < 0:
        return 0
    tail = text[start:].lower()
    tags = (f"<{slash}{name}>" for slash in ("", "/") for name in _NAMES)
    return len(tail) if any(tag.startswith(tail) for tag in tags) else 0
