"""Text that is safe to print in a terminal.

Control sequences (ECMA-48) and bidirectional controls (Unicode TR 36) are removed, so that text from
models and pages cannot change colours, move the cursor, or set the title or the clipboard.
"""

import re

_CSI = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_HALVES = re.compile(r"[\ud800-\udfff]")


def plain(text: str) -> str:
    """Remove control characters except line feeds and tabs, and replace surrogates."""
    text = _CSI.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _HALVES.sub("\ufffd", _CONTROLS.sub("", text))


def plain_line(text: str, limit: int = 160) -> str:
    """Return the text as one line without control characters, cut to ``limit`` characters."""
    line = " ".join(plain(text).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
