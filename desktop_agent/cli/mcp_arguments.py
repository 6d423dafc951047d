"""The options of ``mcp``."""

import argparse

_PORT = 8391
_MOST = 65_535


def add_mcp_arguments(mcp: argparse.ArgumentParser) -> None:
    """Adds the options; ``settings`` are what the command line sets over file and environment."""
    mcp.add_argument(
        "--http",
        type=_port,
        nargs="?",
        const=_PORT,
        metavar="PORT",
        help="serve streamable HTTP on 127.0.0.1 instead of stdio, with a token that is printed or "
        f"that DESKTOP_AGENT_MCP_TOKEN names (default port: {_PORT}; 0 takes a free one)",
    )
    mcp.add_argument(
        "--offline",
        dest="settings",
        action="store_const",
        const={"network.offline": True},
        help="use nothing beyond this machine",
    )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= _MOST):
        raise argparse.ArgumentTypeError(f"{text!r} is no port (0 to {_MOST})")
    return int(text)
