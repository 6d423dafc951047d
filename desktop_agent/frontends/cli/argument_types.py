"""Parsers and validators for command-line arguments, using only the standard library."""

import errno
import os
import re
import signal
import sys
from argparse import ArgumentTypeError
from collections.abc import Callable
from pathlib import Path

_HALVES = re.compile("[\ud800-\udfff]")
_TEXT_CHARS = 4 * 1024 * 1024


def text(given: str) -> str:
    """Strip surrounding whitespace; reject text that is empty or not valid UTF-8."""
    if has_surrogates(given):
        raise ArgumentTypeError("it is not text in UTF-8")
    if not given.strip():
        raise ArgumentTypeError("it is empty")
    return given.strip()


def text_or_stdin(given: str) -> str:
    """Return the given text, or the text from standard input for ``-``."""
    if given != "-":
        return text(given)
    try:
        read = sys.stdin.read()
    except UnicodeDecodeError:
        read = "\ud800"
    if has_surrogates(read):
        raise ArgumentTypeError("what stdin gives is no text in UTF-8")
    return text(read)


def path(given: str) -> Path:
    """Parse a path; reject a relative one if the current folder was deleted."""
    found = path_or_id(given)
    if not found.is_absolute() and not _has_current_folder():
        raise ArgumentTypeError("the current folder was deleted; give a path that begins with /")
    return found


def path_or_dash(given: str) -> Path:
    """Parse a path, or ``-`` for a standard stream."""
    return Path(given) if given == "-" else path(given)


def path_or_id(given: str) -> Path:
    """Parse a path or run id as a path; reject text that cannot be a file name."""
    if not given.strip():
        raise ArgumentTypeError("it is empty")
    if not can_be_path(given):
        raise ArgumentTypeError("no file can be named so in this locale; set LC_ALL=C.UTF-8")
    return Path(given)


def can_be_path(given: str) -> bool:
    """Return whether the text is a valid path in the locale's encoding."""
    try:
        os.fsencode(given)
    except UnicodeEncodeError:
        return False
    return "\0" not in given


def name_or_path(given: str) -> str:
    """Return a name or path unchanged, even if it has undecodable bytes; reject an empty one."""
    if not given.strip():
        raise ArgumentTypeError("it is empty")
    return given


def has_surrogates(given: str) -> bool:
    """Return whether the text contains surrogates, which stand for undecodable bytes."""
    return _HALVES.search(given) is not None


def _has_current_folder() -> bool:
    try:
        os.getcwd()  # noqa: PTH109 - Path.cwd only wraps it
    except OSError:
        return False
    return True


def read_text(file: Path) -> str:
    """Return the text of a file, or of standard input for ``-``; Ctrl-C interrupts reading.

    Raises:
        AgentError: the path is not a file, or the file is too large, not UTF-8, or unreadable.
    """
    from desktop_agent.core.errors import AgentError

    try:
        read = _from_stdin() if str(file) == "-" else _from_file(file)
    except UnicodeDecodeError:
        raise AgentError(f"{file} is not UTF-8.", "Save it as UTF-8.") from None
    except OSError as error:
        raise AgentError(f"{file} cannot be read: {error.strerror}.") from None
    if len(read) > _TEXT_CHARS:
        raise AgentError(f"{file} is too large: it has more than {_TEXT_CHARS:,} characters.")
    if has_surrogates(read):
        raise AgentError(f"{file} is not UTF-8.", "Save it as UTF-8.")
    return read


def _from_stdin() -> str:
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        return sys.stdin.read(_TEXT_CHARS + 1)
    finally:
        signal.signal(signal.SIGINT, before)


def _from_file(file: Path) -> str:
    if file.exists() and not file.is_file():
        raise OSError(errno.EINVAL, "not a regular file")
    with file.open(encoding="utf-8-sig") as opened:
        return opened.read(_TEXT_CHARS + 1)


def positive(kind: type[int] | type[float]) -> Callable[[str], float]:
    """Return an argument parser for positive numbers below 1e9."""

    def positive(text: str) -> float:
        try:
            number = kind(text)
        except ValueError:
            number = kind(0)
        if not 0 < number < 1e9:  # also false for "nan" and "inf"
            raise ArgumentTypeError(f"{text!r} is no number above 0")
        return number

    return positive
