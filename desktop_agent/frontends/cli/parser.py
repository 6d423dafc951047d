"""The command-line parser, using only the standard library.

``resources/commands.toml`` defines the commands and arguments.
"""

import argparse
import errno
import os
import re
import signal
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NoReturn

from desktop_agent import __version__
from desktop_agent.system.resources import build_stamp, toml_resource

# --- Types of arguments

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
    """Return the given text, or the contents of standard input for ``-``."""
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
    """Parse a path; reject a relative path if the current folder has been deleted."""
    found = path_or_id(given)
    if not found.is_absolute() and not _has_current_folder():
        raise ArgumentTypeError("the current folder was deleted; give a path that begins with /")
    return found


def path_or_dash(given: str) -> Path:
    """Parse a path, or ``-`` for a standard stream."""
    return Path(given) if given == "-" else path(given)


def path_or_id(given: str) -> Path:
    """Parse a path or run id; reject text that cannot be a file name."""
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
    """Return a name or path unchanged, even with undecodable bytes; reject empty text."""
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


# --- The parser

_DESCRIPTION = "Desktop Agent researches your question and shows its work. Without a command it opens the window."
_EPILOG = """\
Results go to standard output, progress to standard error.
Exit status: 0 answered, 1 failed, 2 wrong usage, 3 insufficient evidence, 130 interrupted."""


def build_parser() -> ArgumentParser:
    """Return the parser, which stores the command in ``command`` and a subcommand in ``action``."""
    parser = ArgumentParser(
        prog="desktop-agent",
        description=_DESCRIPTION,
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--version",
        action=_Version,
        nargs=0,
        default=argparse.SUPPRESS,
        help="print the version and exit",
    )
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, title="commands"
    )
    for name, table in toml_resource("commands.toml")["commands"].items():
        _fill(_subparser(commands, name, table), table)
    return parser


class _Version(argparse.Action):
    def __call__(self, parser: ArgumentParser, *_parsed: object, **_named: object) -> NoReturn:
        stamp = build_stamp()
        sys.stdout.write(f"Desktop Agent {__version__}{f' ({stamp})' if stamp else ''}\n")
        parser.exit()


def _subparser(parsers: Any, name: str, table: Mapping[str, Any]) -> ArgumentParser:
    about = table.get("about")
    parser: ArgumentParser = parsers.add_parser(
        name, help=about or table["help"], description=about
    )
    return parser


def _fill(parser: ArgumentParser, table: Mapping[str, Any]) -> None:
    if "actions" in table:
        metavar = table.get("metavar", "ACTION")
        actions = parser.add_subparsers(dest="action", metavar=metavar, required=True)
        for name, below in table["actions"].items():
            _fill(_subparser(actions, name, below), below)
    for shared in table.get("shared", ()):
        _add_arguments(parser, toml_resource("commands.toml")["shared"][shared])
    _add_arguments(parser, table.get("arguments", {}))


def _add_arguments(parser: ArgumentParser, arguments: Mapping[str, Mapping[str, Any]]) -> None:
    group: argparse._MutuallyExclusiveGroup | None = None
    for name, table in arguments.items():
        options = dict(table)
        if "type" in options:
            options["type"] = _TYPES[options["type"]]
        if options.pop("exclusive", False):
            group = group or parser.add_mutually_exclusive_group()
            group.add_argument(name, **options)
        else:
            parser.add_argument(name, **options)


_TYPES: Mapping[str, Callable[[str], object]] = {
    "text": text,
    "text_or_stdin": text_or_stdin,
    "path": path,
    "path_or_dash": path_or_dash,
    "path_or_id": path_or_id,
    "name_or_path": name_or_path,
    "int": int,
    "count": positive(int),
    "seconds": positive(float),
}
