"""The options of ``templates``."""

import argparse

from desktop_agent.cli.argument_types import path_or_dash


def add_template_arguments(templates: argparse.ArgumentParser) -> None:
    """Adds the actions of the command."""
    actions = templates.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", help="list the built-in templates and your own")
    show = actions.add_parser("show", help="print a template as JSON")
    show.add_argument("id", metavar="ID", help="its id, as in templates list")
    add = actions.add_parser("add", help="keep a JSON file as a template of your own")
    add.add_argument(
        "file", type=path_or_dash, metavar="FILE", help="the file; - reads it from stdin"
    )
    draft = actions.add_parser(
        "draft", help="have the model draft a template, and print it for you to change and add"
    )
    draft.add_argument("problem", metavar="PROBLEM", help="a problem of the kind that it is for")
    remove = actions.add_parser("remove", help="remove a template of your own")
    remove.add_argument("id", metavar="ID", help="its id, as in templates list")
