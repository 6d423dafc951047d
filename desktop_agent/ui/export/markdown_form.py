"""A conversation, or one answer of it, as markdown with its marks, quotes and sources."""

import re
from collections.abc import Iterator

from desktop_agent.core.citations import legend, marked_text, unsupported_lines
from desktop_agent.ui.export import words
from desktop_agent.ui.export.exported import ExportedConversation, ExportedSource, ExportedTurn
from desktop_agent.ui.markdown.blocks import parse

_SPECIAL = re.compile(r"([\\`*_\[\]<>#|~])")
_OPENABLE = re.compile(r"https?://", re.IGNORECASE)
_UNSAFE = re.compile(r"[\s<>()\\]")


def conversation_markdown(conversation: ExportedConversation) -> str:
    """Gives the whole conversation, ended by a line feed."""
    parts = [f"# {_plain(words.title_of(conversation.title))}"]
    place = [conversation.folder, *(f"#{tag}" for tag in conversation.tags)]
    about = " · ".join(_plain(each) for each in place if each)
    if about:
        parts.append(about)
    for turn in conversation.turns:
        parts.append("---")
        parts.append(_quoted(turn.question))
        if turn.attachments:
            parts.append(
                words.tr("Attached: {0}").format(
                    ", ".join(_plain(each) for each in turn.attachments)
                )
            )
        parts += _turn(turn)
    return "\n\n".join(parts) + "\n"


def answer_markdown(turn: ExportedTurn) -> str:
    """Gives the answer of a turn alone, or what there is of it; marks and sources come along."""
    parts = [_answer(turn)]
    parts += _evidence(turn)
    return "\n\n".join(parts)


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
        yield "\n".join([legend(), *(["", *weak] if weak else [])])


def _answer(turn: ExportedTurn) -> str:
    """Gives the marked answer; code that broke off is closed, or it would hold all that follows."""
    text = marked_text(turn.answer.rstrip(), turn.claims)
    last = parse(text, {})[-1:]
    if last and last[0].kind == "fence" and last[0].fence_is_open():
        return f"{text}\n{last[0].token.markup}"
    return text


def _source(source: ExportedSource) -> Iterator[str]:
    title = _plain(source.title or source.url)
    link = f"[{title}]({_address(source.url)})" if _OPENABLE.match(source.url) else title
    yield f"{source.number}. {link} ({words.about_source(source)})"
    for index, quote in enumerate(source.quotes):
        if index:
            yield "   >"
        yield f"   > {_plain(quote)}"


def _quoted(text: str) -> str:
    """Gives a question as a quotation, so that no heading in it becomes one of the export."""
    return "\n".join(f"> {line}".rstrip() for line in text.strip().splitlines()) or ">"


def _plain(text: str) -> str:
    """Gives text that reads the same once a markdown reader has gone over it."""
    return _SPECIAL.sub(r"\\\1", " ".join(text.split()))


def _address(url: str) -> str:
    return _UNSAFE.sub(lambda found: f"%{ord(found[0]):02X}", url)
