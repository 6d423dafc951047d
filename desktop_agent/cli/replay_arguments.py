"""The options of ``replay``."""

import argparse

from desktop_agent.cli.argument_types import path, path_or_id


def add_replay_arguments(replay: argparse.ArgumentParser) -> None:
    """Adds them to the parser of the command."""
    replay.add_argument(
        "run",
        type=path_or_id,
        metavar="RUN",
        help="a recording (JSONL), a run that was handed on (.agentrun), or the id of a run of here",
    )
    way = replay.add_mutually_exclusive_group()
    way.add_argument("--json", action="store_true", help="print each event as a line of JSON")
    way.add_argument(
        "--export",
        type=path,
        metavar="FILE",
        help="write the run with the pages that it quotes into a file (.agentrun)",
    )
    way.add_argument(
        "--import",
        dest="take_in",
        action="store_true",
        help="keep a run that was handed on, as a conversation; prints its id",
    )
