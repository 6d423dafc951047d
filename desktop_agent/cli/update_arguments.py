"""The options of ``update``."""

import argparse
from pathlib import Path

from desktop_agent.cli.argument_types import path


def add_update_arguments(update: argparse.ArgumentParser) -> None:
    """Adds the actions of the command."""
    actions = update.add_subparsers(dest="action", metavar="ACTION", required=True)
    check = actions.add_parser("check", help="tell whether there is a newer version")
    check.add_argument("--json", action="store_true", help="print the version as a line of JSON")
    download = actions.add_parser(
        "download", help="bring the newer version, verified; nothing is installed"
    )
    download.add_argument(
        "--folder",
        type=path,
        default=Path(),
        metavar="DIR",
        help="where to put it (default: the current folder)",
    )
