"""Convert Markdown to plain text, and escape untrusted text for use in Markdown."""

import re

from desktop_agent.core.markdown import escaped_start

_IMAGE = re.compile(r"!\[[^\[\]\n]{0,500}\]\([^()\s]{0,2000}(?: \"[^\"\n]{0,200}\")?\)")
_LINK = re.compile(
    r"\[([^\[\]\n]{1,500})\]\((?:[^()\s]|\([^()\s]{0,200}\)){0,2000}(?: \"[^\"\n]{0,200}\")?\)"
)
_STRUCK = re.compile(r"~~[^~\n]{1,500}~~")
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,300}>|<!--[^<>\n]{0,300}-->")
_ADDRESS = re.compile(r"<?https?://[^\s<>\"]{1,2000}>?")
_CITATION = re.compile(r" ?\[\^?\d{1,3}(?:\s?,\s?\d{1,3}){0,20}\](?!\()")
_EMPHASIS = re.compile(r"\*{1,3}|`{1,3}|(?<!\w)_{1,3}|_{1,3}(?!\w)")
_ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
_MARKS = re.compile(r"[\\`*_\[\]<>|~]|!(?=\[)|&(?=#|\w)")
_UNSHOWN = dict.fromkeys((*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029), " ") | dict.fromkeys(
    (0xAD, 0x200B, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A), 0xFEFF), None
)
_BLOCK_START = re.compile(r"^(?:#{1,6}|[+=-]{1,300}|\d{1,9}[.)])(?=\s|$)")


def inline_text(markdown: str) -> str:
    """Strip images, citations, HTML tags and URLs from inline Markdown.

    Link text and emphasis marks are kept. Struck-through text is dropped because its author
    retracted it.
    """
    text = _LINK.sub(r"\1", _IMAGE.sub(" ", markdown)) if "](" in markdown else markdown
    if "[" in text:
        text = _CITATION.sub("", text)
    if "~~" in text:
        text = _STRUCK.sub(" ", text)
    if "<" in text:
        text = _TAG.sub(" ", text)
    if "://" in text:
        text = _ADDRESS.sub(" ", text)
    return _ESCAPED.sub(r"\1", text) if "\\" in text else text


def plain_text(markdown: str) -> str:
    """Return text as one line without Markdown, HTML, citations or control characters."""
    lines = (line.lstrip(" \t>#") for line in markdown.splitlines())
    return one_line(_EMPHASIS.sub("", inline_text("\n".join(lines))))


def one_line(text: str) -> str:
    """Return text as one line without control or bidirectional formatting characters."""
    return " ".join(text.translate(_UNSHOWN).split())


def escaped(text: str, *, within: bool = False) -> str:
    """Escape untrusted text as one line of Markdown that renders as plain text (CommonMark 2.4).

    If the result is used ``within`` a line, block markers at its start are not escaped.
    """
    line = _MARKS.sub(r"\\\g<0>", one_line(text))
    return line if within else _BLOCK_START.sub(escaped_start, line)


def row_text(text: str) -> str:
    """Join the cells of a table row with middle dots; return any other text unchanged."""
    line = text.strip()
    if not (line.startswith("|") and line.endswith("|")):
        return text
    return " · ".join(cell.strip() for cell in line.strip("|").split("|") if cell.strip())


def cut(text: str, limit: int) -> str:
    """Truncate text at a word boundary to at most ``limit`` characters, including an ellipsis."""
    if len(text) <= limit:
        return text
    head = text[: limit - 1]
    at_word = head[: head.rfind(" ")] if " " in head[limit // 2 :] else head
    return f"{at_word.rstrip(' ,;:')}…"
