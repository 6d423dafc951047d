"""The command-line parser; ``resources/commands.toml`` defines the commands and arguments."""

import argparse
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Mapping
from typing import Any, NoReturn

from desktop_agent import __version__
from desktop_agent.frontends.cli.argument_types import (
    name_or_path,
    path,
    path_or_dash,
    path_or_id,
    positive,
    text,
    text_or_stdin,
)
from desktop_agent.system.resources import build_stamp, toml_resource

_DESCRIPTION = "Desktop Agent researches your question and shows its work. Without a command it opens the window."
_EPILOG = """\
Results go to standard output, progress to standard error.
Exit status: 0 answered, 1 failed, 2 wrong usage, 3 insufficient evidence, 130 interrupted."""


def build_parser() -> ArgumentParser:
    """Return the parser. It stores the command as ``command`` and a subcommand as ``action``."""
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
