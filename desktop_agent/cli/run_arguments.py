"""The options of ``runs``."""

import argparse


def add_run_arguments(runs: argparse.ArgumentParser) -> None:
    """Adds the actions of the command."""
    actions = runs.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="list the background runs, the newest first")
    listing.add_argument("--json", action="store_true", help="print each as a line of JSON")
    stop = actions.add_parser("stop", help="stop a run, also one that waits for its turn")
    stop.add_argument("id", metavar="ID", help="its id, as in runs list")
    actions.add_parser(
        "work",
        help="carry out what is queued or due, and end when nothing is left: for cron, or a "
        "computer without a window",
    )
