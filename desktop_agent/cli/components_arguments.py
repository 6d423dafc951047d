"""The options of ``components``."""

import argparse


def add_components_arguments(components: argparse.ArgumentParser) -> None:
    """Adds the actions of the command."""
    actions = components.add_subparsers(dest="action", metavar="ACTION", required=True)
    listed = actions.add_parser("list", help="list what can be added to the program, and what was")
    listed.add_argument("--json", action="store_true", help="print a component a line as JSON")
    add = actions.add_parser(
        "add", help="download a component, check its signatures, and unpack it"
    )
    add.add_argument("name", metavar="NAME", help="its name, as in components list")
    add.add_argument("--json", action="store_true", help="print what was added as JSON")
    remove = actions.add_parser("remove", help="remove a component that was added")
    remove.add_argument("name", metavar="NAME", help="its name, as in components list")
    remove.add_argument("--json", action="store_true", help="print what is left as JSON")
