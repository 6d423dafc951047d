"""Export conversations as Markdown or JSON, and single answers as Markdown.

The Markdown includes citation marks, quotes and sources. Text from models and pages is made
harmless: images become links and HTML becomes text, so displaying it neither loads nor executes
anything.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from functools import cache
from itertools import chain

from markdown_it import MarkdownIt

from desktop_agent.core.citations import CODE, legend, marked_text, unsupported_lines
from desktop_agent.core.conversations import JSON_FORMAT, MARKDOWN_MARK
from desktop_agent.frontends.ui.export import conversation as words
from desktop_agent.frontends.ui.export.conversation import (
    ExportedConversation,
    ExportedSource,
    ExportedTurn,
)
from desktop_agent.frontends.ui.markdown.parser import parse

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")
_OPENABLE = re.compile(r"https?://", re.IGNORECASE)
_UNSAFE = re.compile(r"[\s<>()\\]")
_TAG = re.compile(r"<(?!https?://[^\s<>`]*>)(?=[A-Za-z/!?])")


def conversation_markdown(conversation: ExportedConversation) -> str:
    """Return a conversation as Markdown, ending with a newline."""
    parts = [f"# {_plain(words.title_of(conversation.title))}", MARKDOWN_MARK]
    place = [conversation.folder, *(f"#{tag}" for tag in conversation.tags)]
    about = " · ".join(_plain(each) for each in place if each)
    if about:
        parts.append(about)
    for turn in conversation.turns:
        parts += ("---", _quoted(turn.question))
        if turn.attachments:
            names = ", ".join(_plain(each) for each in turn.attachments)
            parts.append(words.tr("Attached: {0}").format(names))
        parts += _turn(turn)
    return "\n\n".join(parts) + "\n"


def answer_markdown(turn: ExportedTurn) -> str:
    """Return a turn's complete or partial answer as Markdown, with citation marks and sources."""
    return "\n\n".join([_answer(turn), *_evidence(turn)])


def _turn(turn: ExportedTurn) -> Iterator[str]:
    note = words.note_on(turn)
    if note:
        yield f"*{_plain(note)}*"
    if turn.answer:
        yield _answer(turn)
    yield from _evidence(turn)
    about = words.about_turn(turn)
    if about:
        yield f"*{_plain(about)}*"


def _evidence(turn: ExportedTurn) -> Iterator[str]:
    if turn.sources:
        yield "\n".join(line for each in turn.sources for line in _source(each))
    if verdict := words.verdict_on(turn):
        yield f"**{_plain(verdict)}**"
    if turn.claims:
        weak = [f"- {line}" for line in unsupported_lines(turn.claims)]
        yield _inert("\n".join([legend(), *(["", *weak] if weak else [])]))


def _answer(turn: ExportedTurn) -> str:
    """Return the answer with citation marks, closing any code block left open."""
    text = marked_text(turn.answer.rstrip(), turn.claims)
    last = parse(text, {})[-1:]
    if last and last[0].kind == "fence" and last[0].fence_is_open():
        text = f"{text}\n{last[0].token.markup}"
    return _inert(text)


def _source(source: ExportedSource) -> Iterator[str]:
    title = _plain(source.title or source.url)
    link = f"[{title}]({_address(source.url)})" if _OPENABLE.match(source.url) else title
    yield f"{source.number}. {link} ({words.about_source(source)})"
    for index, quote in enumerate(source.quotes):
        if index:
            yield "   >"
        yield f"   > {_plain(words.sentence(quote))}"


def _quoted(text: str) -> str:
    """Return a question as a block quote, so that its headings do not affect the document."""
    lines = _inert(text.strip()).splitlines()
    return "\n".join(f"> {line}".rstrip() for line in lines) or ">"


def _inert(text: str) -> str:
    """Turn images into links and HTML into text, except in code recognised by all renderers."""
    parts = CODE.split(text)
    parts[::2] = map(_escaped, parts[::2])
    for found in ("".join(parts), _escaped(text)):
        if not _is_active(found):
            return found
    return text.replace("<", "&lt;").replace("![", "! [")


def _escaped(text: str) -> str:
    return _TAG.sub("&lt;", text).replace("![", "\\![")


def _is_active(text: str) -> bool:
    tokens = _renderer().parse(text)
    children = (child for token in tokens for child in token.children or ())
    kinds = ("image", "html_inline", "html_block")
    return any(each.type in kinds for each in chain(tokens, children))


@cache
def _renderer() -> MarkdownIt:
    """Return a maximally permissive Markdown parser that allows HTML and every link."""
    renderer = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
    renderer.validateLink = lambda _url: True  # type: ignore[method-assign, assignment]
    return renderer


def _plain(text: str) -> str:
    """Collapse whitespace and escape the text so that Markdown renders it literally."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _address(url: str) -> str:
    return _UNSAFE.sub(lambda found: f"%{ord(found[0]):02X}", url)


# --- JSON, for other programs
#
# The object has ``format`` (always ``desktop-agent-conversation``), ``version`` (increased with
# changes that an older program could misread), ``exported`` (ISO 8601 in UTC) and ``conversation``:
# the fields of `ExportedConversation`, down to `Claim` and `CitationCheck`.

VERSION = 2


def conversation_json(conversation: ExportedConversation) -> str:
    """Return a conversation as indented JSON, ending with a newline."""
    whole = {
        "format": JSON_FORMAT,
        "version": VERSION,
        "exported": datetime.now(UTC).isoformat(timespec="seconds"),
        "conversation": asdict(conversation),
    }
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"
