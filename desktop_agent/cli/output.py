"""Writing to the two streams of a terminal program."""

import io
import json
import os
import re
import sys
from typing import Any, TextIO

from desktop_agent.cli.plain_text import one_line, plain
from desktop_agent.core.errors import AgentError

_UNSAFE_IN_JSON = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def prepare_streams() -> None:
    """Lets no character of a page end the program on a terminal that cannot show it."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def abandon_streams() -> None:
    """Writes what is still held back to nowhere: the reader has gone away."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for stream in (sys.stdout, sys.stderr):
        os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def result(text: str) -> None:
    """Prints a result."""
    _write(sys.stdout, plain(text))


def result_json(value: Any) -> None:
    """Prints a value as a line of JSON in which nothing can move a terminal's cursor."""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    text = json.dumps(value, ensure_ascii=encoding != "utf8", separators=(",", ":"))
    _write(sys.stdout, _UNSAFE_IN_JSON.sub(_escape, text))


def note(text: str) -> None:
    """Prints a line of progress."""
    _write(sys.stderr, plain(text))


def complain(message: str, remedy: str = "") -> None:
    """Says what went wrong, and what to do about it."""
    note(f"desktop-agent: {one_line(message, 2000)}")
    if remedy:
        note(f"  {one_line(remedy, 2000)}")


def complain_of(error: AgentError) -> None:
    """Says what went wrong, and what to do about it."""
    complain(error.message, error.remedy)


def _write(stream: TextIO, text: str) -> None:
    stream.write(text + "\n")
    stream.flush()


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"
