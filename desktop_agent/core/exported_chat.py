"""Files in which this program exported a conversation, told from other files by what is in them.

They hold its own answers: found among the user's documents, they are no source for another answer.
"""

import re
from typing import Final

MARKDOWN_MARK: Final = "[//]: # (desktop-agent-conversation)"
"""What follows the title of a conversation in Markdown: a definition that no reader shows."""
HTML_MARK: Final = '<meta name="generator" content="desktop-agent-conversation">'
JSON_FORMAT: Final = "desktop-agent-conversation"
PDF_CREATOR: Final = "Desktop Agent"
LOOKED_AT: Final = 1 << 18
"""Bytes of the beginning of a file that are enough to tell."""

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
    # a source with the hash of its page, or what answered, in how long, with how many tokens
    r"^(?:\d+\. .* [0-9a-f]{64}\)|\*.* · [\d.]+ [^\s·]+ · [\d,]+ [^\s·]+\*)$",
    re.MULTILINE,
)


def is_exported_chat(head: bytes) -> bool:
    """Tell whether a file, of which this is the beginning, is an exported conversation."""
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
