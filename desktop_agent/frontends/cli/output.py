"""Safe printing to standard output and standard error, and exit statuses."""

import io
import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from typing import Any, TextIO

from desktop_agent.core.errors import AgentError
from desktop_agent.core.terminal_text import plain, plain_line

_UNSAFE_IN_JSON = re.compile("[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


class _Progress(io.TextIOWrapper):
    """A standard error stream that discards further output once writing has failed."""

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except BrokenPipeError:
            raise
        except OSError:
            _lead_nowhere(self)
            return len(text)

    def flush(self) -> None:
        try:
            super().flush()
        except BrokenPipeError:
            raise
        except OSError:
            _lead_nowhere(self)


def open_missing_streams() -> None:
    """Open the null device for standard streams that were closed at program start (``>&-``).

    Standard input is then empty, progress is discarded, and printing a result fails. On Windows,
    where a program without a console has no standard streams, results are discarded too.
    """
    refuses = os.O_WRONLY if sys.platform == "win32" else os.O_RDONLY
    kinds = (("stdin", "r", os.O_RDONLY), ("stdout", "w", refuses), ("stderr", "w", os.O_WRONLY))
    for name, mode, flags in kinds:
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, flags)
            setattr(sys, name, open(descriptor, mode, encoding="utf-8"))  # noqa: SIM115, PTH123 - never closed


def prepare_streams() -> None:
    """Replace characters that cannot be encoded, and ignore write errors on standard error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    error = sys.stderr
    if type(error) is io.TextIOWrapper:
        name, at_once = error.encoding, error.line_buffering
        sys.stderr = _Progress(error.detach(), name, "replace", line_buffering=at_once)


def abandon_streams() -> None:
    """Discard all further output. Call this when the reader has closed the pipe."""
    for stream in (sys.stdout, sys.stderr):
        _lead_nowhere(stream)


def _lead_nowhere(stream: TextIO) -> None:
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


@contextmanager
def printing() -> Iterator[None]:
    """Translate errors in printing to standard output.

    Raises:
        AgentError: the result cannot be written; the message states the reason.
        BrokenPipeError: the reader has closed the pipe.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        _lead_nowhere(sys.stdout)
        raise AgentError(
            f"The result cannot be printed: {error.strerror}.", "Send it to another file."
        ) from None


def result(text: str) -> None:
    """Print a result to standard output; raise `AgentError` if that fails."""
    with printing():
        _write(sys.stdout, plain(text))


def result_json(value: Any) -> None:
    """Print a value as one line of JSON with control characters escaped."""
    encoding = (sys.stdout.encoding or "").lower().replace("-", "")
    text = json.dumps(value, ensure_ascii=encoding != "utf8", separators=(",", ":"))
    with printing():
        _write(sys.stdout, _UNSAFE_IN_JSON.sub(_escape, text))


def note(text: str) -> None:
    """Print a progress line to standard error."""
    _write(sys.stderr, plain(text))


def complain(message: str, remedy: str = "") -> None:
    """Print an error and how to fix it to standard error."""
    note(f"desktop-agent: {plain_line(message, 2000)}")
    if remedy:
        note(f"  {plain_line(remedy, 2000)}")


def table(rows: Sequence[Sequence[str]], *, right: bool = False) -> list[str]:
    """Format rows in aligned columns; ``right`` right-aligns all columns but the first."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.rjust(width) if right and place else cell.ljust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]


def _write(stream: TextIO, text: str) -> None:
    stream.write(text + "\n")
    stream.flush()


def _escape(match: re.Match[str]) -> str:
    return f"\\u{ord(match[0]):04x}"


def can_ask() -> bool:
    """Return whether standard input is a terminal, so that the user can be prompted."""
    return sys.stdin is not None and sys.stdin.isatty()


async def confirmed(question: str) -> bool:
    """Ask a yes/no question in the terminal; return whether the answer is yes."""
    import asyncio

    sys.stderr.write(f"{question} [y/N] ")
    sys.stderr.flush()
    answer = await asyncio.to_thread(sys.stdin.readline)
    return answer.strip().casefold() in {"y", "yes"}


# --- Exit statuses


class Exit(IntEnum):
    """Exit statuses of the commands. argparse uses 2 for incorrect usage."""

    ANSWERED = 0
    FAILED = 1
    INSUFFICIENT = 3
    INTERRUPTED = 130
