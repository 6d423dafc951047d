"""The options of ``servers``."""

import argparse

from desktop_agent.cli.argument_types import path_or_dash


def add_server_arguments(servers: argparse.ArgumentParser) -> None:
    """Adds the actions of the command."""
    actions = servers.add_subparsers(dest="action", metavar="ACTION", required=True)
    listed = actions.add_parser("list", help="list the configured MCP servers; none is started")
    listed.add_argument("--json", action="store_true", help="print a server a line as JSON")
    add = actions.add_parser(
        "add", help='add the servers of a JSON file, as in {"mcpServers": {"name": {"command": …}}}'
    )
    add.add_argument(
        "file", type=path_or_dash, metavar="FILE", help="the file; - reads it from stdin"
    )
    add.add_argument(
        "--name", default="", metavar="NAME", help="what a server without one is called"
    )
    add.add_argument(
        "--replace",
        action="store_true",
        help="replace a server of the same name, and forget its secrets and decisions",
    )
    confirm = actions.add_parser(
        "confirm", help="let a server that came with a backup be started from now on"
    )
    confirm.add_argument("name", metavar="NAME", help="its name, as in servers list")
    remove = actions.add_parser("remove", help="remove a server, and what is stored for it")
    remove.add_argument("name", metavar="NAME", help="its name, as in servers list")
    attempt = actions.add_parser("try", help="start a server, and list its tools")
    attempt.add_argument("name", metavar="NAME", help="its name, as in servers list")
