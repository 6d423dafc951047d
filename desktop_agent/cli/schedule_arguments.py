"""The options of ``schedule``."""

import argparse

from desktop_agent.cli.argument_types import positive

_WHEN = (
    'when to ask: "every Monday 8:00", "daily 7:30", "weekdays at 9", "every 2 hours", "monthly on '
    'the 1st 6:00", "2026-12-24 18:00", "tomorrow 9:00", "in 2 hours", or a rule of RFC 5545; in '
    "local time"
)
_STRATEGIES = ("auto", "evidence", "quick", "verified", "team", "deep")


def add_schedule_arguments(schedule: argparse.ArgumentParser) -> None:
    """Adds the actions of the command."""
    actions = schedule.add_subparsers(dest="action", metavar="ACTION", required=True)
    add = actions.add_parser("add", help="ask a question at a time, or again and again")
    add.add_argument("question", metavar="QUESTION", help="the question")
    add.add_argument("--when", required=True, metavar="WORDS", help=_WHEN)
    add.add_argument(
        "--strategy", choices=_STRATEGIES, default="auto", help="how to answer (default: auto)"
    )
    add.add_argument("--model", default="", metavar="M", help="name of the model")
    add.add_argument(
        "--budget", type=positive(float), metavar="S", help="seconds that each run may take"
    )
    listing = actions.add_parser("list", help="list the scheduled questions and their next times")
    listing.add_argument("--json", action="store_true", help="print each as a line of JSON")
    for name, told in (
        ("remove", "ask a question no more; its answers stay"),
        ("run", "ask a question now, and print the answer"),
        ("changes", "tell what is new in its last answer since the one before"),
    ):
        action = actions.add_parser(name, help=told)
        action.add_argument("id", metavar="ID", help="its id, as in schedule list")
