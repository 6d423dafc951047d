"""Text from models and pages, made fit for a terminal.

What such a text says is shown; what it does to a terminal is not done: no colours, no cursor, no
title, no clipboard, no text that runs backwards over what came before it. ECMA-48 has the control
sequences, Unicode TR 36 the bidirectional controls.
"""

import re

_CSI = re.compile(r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]")
_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_HALVES = re.compile(r"[\ud800-\udfff]")


def plain(text: str) -> str:
    """Gives the text without control characters; line feeds and tabs stay."""
    text = _CSI.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))
    return _HALVES.sub("\ufffd", _CONTROLS.sub("", text))


def one_line(text: str, limit: int = 160) -> str:
    """Gives the text on one line of at most ``limit`` characters."""
    line = " ".join(plain(text).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"
