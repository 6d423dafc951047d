"""The commands and their options. Nothing but the standard library is needed to parse them."""

import argparse
import sys
from typing import NoReturn, TypedDict

from desktop_agent import __version__
from desktop_agent.cli.argument_types import name_or_path, path, positive, text, text_or_stdin
from desktop_agent.cli.backup_arguments import (
    add_backup_arguments,
    add_diagnostics_arguments,
    add_restore_arguments,
)
from desktop_agent.cli.bench_arguments import add_bench_arguments
from desktop_agent.cli.build_arguments import add_build_arguments
from desktop_agent.cli.components_arguments import add_components_arguments
from desktop_agent.cli.mcp_arguments import add_mcp_arguments
from desktop_agent.cli.replay_arguments import add_replay_arguments
from desktop_agent.cli.run_arguments import add_run_arguments
from desktop_agent.cli.schedule_arguments import add_schedule_arguments
from desktop_agent.cli.server_arguments import add_server_arguments
from desktop_agent.cli.template_arguments import add_template_arguments
from desktop_agent.cli.update_arguments import add_update_arguments

KEY_NAMES = ("tavily", "brave", "openai", "anthropic")

_DESCRIPTION = "Desktop Agent researches your question and shows its work. Without a command it opens the window."
_EPILOG = """\
Results go to standard output, progress to standard error.
Exit status: 0 answered, 1 failed, 2 wrong usage, 3 insufficient evidence, 130 interrupted."""


def build_parser() -> argparse.ArgumentParser:
    """Gives the parser; ``command`` names the command, ``action`` what to do of several."""
    parser = argparse.ArgumentParser(
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
        help="print the version and end",
    )
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, title="commands"
    )
    _fill_ask(commands.add_parser("ask", **_told("Answer one question.")))
    _fill_search(commands.add_parser("search", **_told("Search the web.")))
    _fill_fetch(commands.add_parser("fetch", **_told("Read a page.")))
    _fill_evidence(
        commands.add_parser(
            "evidence", **_told("Tell what pages say to a question, with no model at all.")
        )
    )
    _fill_knowledge(
        commands.add_parser("knowledge", **_told("Index and search your own documents."))
    )
    add_template_arguments(
        commands.add_parser("templates", **_told("Keep reasoning templates of your own."))
    )
    add_schedule_arguments(
        commands.add_parser("schedule", **_told("Ask questions at a time, and again and again."))
    )
    add_run_arguments(
        commands.add_parser("runs", **_told("Carry out, list and stop runs in the background."))
    )
    add_server_arguments(
        commands.add_parser("servers", **_told("Keep MCP servers, whose tools models may use."))
    )
    _fill_keys(commands.add_parser("keys", **_told("Keep keys of services in the keyring.")))
    _fill_models(commands.add_parser("models", **_told("List, download and delete models.")))
    add_replay_arguments(
        commands.add_parser("replay", **_told("Play a recorded run: no network, no model."))
    )
    add_bench_arguments(
        commands.add_parser("bench", **_told("Measure a strategy over a public data file."))
    )
    add_mcp_arguments(
        commands.add_parser("mcp", **_told("Serve other programs by the Model Context Protocol."))
    )
    add_components_arguments(
        commands.add_parser("components", **_told("Add parts that the program comes without."))
    )
    add_backup_arguments(
        commands.add_parser("backup", **_told("Write everything into one file; no keys are in it."))
    )
    add_restore_arguments(
        commands.add_parser("restore", **_told("Have a backup take everything's place."))
    )
    add_diagnostics_arguments(
        commands.add_parser(
            "diagnostics", **_told("Write what helps to find a fault: no secrets, no content.")
        )
    )
    add_update_arguments(
        commands.add_parser("update", **_told("Look for a newer version of the program."))
    )
    _fill_doctor(
        commands.add_parser("doctor", **_told("Tell what works here, and what to do if not."))
    )
    return parser


class _Version(argparse.Action):
    """Says the version, and which build it is."""

    def __call__(
        self, parser: argparse.ArgumentParser, *_parsed: object, **_named: object
    ) -> NoReturn:
        from desktop_agent.resources import build_stamp

        stamp = build_stamp()
        sys.stdout.write(f"Desktop Agent {__version__}{f' ({stamp})' if stamp else ''}\n")
        parser.exit()


class _Told(TypedDict):
    help: str
    description: str


def _told(said: str) -> _Told:
    return _Told(help=said, description=said)


def _fill_ask(ask: argparse.ArgumentParser) -> None:
    ask.add_argument(
        "question",
        type=text_or_stdin,
        metavar="QUESTION",
        help="the question; - reads it from stdin",
    )
    ask.add_argument(
        "--strategy",
        choices=("auto", "evidence", "quick", "verified", "team", "deep"),
        default="",
        help="how to answer: evidence quotes pages and calls no model; quick is one agent with its "
        "tools (1 to 4 model calls); verified has a second agent criticise the draft (2 to 6); team "
        "has a verifier, a searcher and an answerer take turns (2 to 10); deep parts the question, "
        "works on the parts side by side and puts them together (3 for a simple question, else "
        "about one for each part, three where it is thought over, and four); auto chooses by the "
        "question (default: the setting agent.strategy)",
    )
    ask.add_argument(
        "--provider",
        choices=("ollama", "openai", "anthropic", "none"),
        default="",
        help="who runs the model (default: the setting llm.provider)",
    )
    ask.add_argument("--model", default="", metavar="M", help="name of the model")
    ask.add_argument(
        "--budget", type=positive(float), metavar="S", help="seconds that the run may take"
    )
    ask.add_argument("--bare", action="store_true", help="print the bare answer, no sources")
    ask.add_argument("--json", action="store_true", help="print each event as a line of JSON")
    ask.add_argument("--offline", action="store_true", help="use nothing beyond this machine")


def _fill_search(search: argparse.ArgumentParser) -> None:
    search.add_argument("query", type=text, metavar="QUERY", help="what to search for")
    search.add_argument(
        "--count", type=positive(int), metavar="N", help="how many results (default: search.count)"
    )
    search.add_argument("--json", action="store_true", help="print the report as JSON")


def _fill_fetch(fetch: argparse.ArgumentParser) -> None:
    fetch.add_argument("url", type=text, metavar="URL", help="address of the page")
    fetch.add_argument(
        "--format",
        choices=("markdown", "text", "html"),
        default="markdown",
        help="form of the text (default: markdown)",
    )
    fetch.add_argument(
        "--max-length", type=positive(int), metavar="N", help="cut after N characters"
    )


def _fill_evidence(evidence: argparse.ArgumentParser) -> None:
    evidence.add_argument(
        "question",
        type=text_or_stdin,
        metavar="QUESTION",
        help="the question; - reads it from stdin",
    )
    evidence.add_argument("--json", action="store_true", help="print the evidence as JSON")
    evidence.add_argument("--offline", action="store_true", help="use nothing beyond this machine")


def _fill_knowledge(knowledge: argparse.ArgumentParser) -> None:
    actions = knowledge.add_subparsers(dest="action", metavar="ACTION", required=True)
    add = actions.add_parser("add", **_told("Index files and folders, and keep them indexed."))
    add.add_argument("paths", type=path, nargs="+", metavar="PATH", help="a file or a folder")
    add.add_argument(
        "--collection",
        type=text,
        metavar="NAME",
        help="the collection to add to; a new name makes one (default: Documents)",
    )
    add.add_argument(
        "--no-wait", action="store_true", help="leave the indexing to the window or to update"
    )
    search = actions.add_parser("search", **_told("Find passages by their words and meaning."))
    search.add_argument("query", type=text, metavar="QUERY", help="what to search for")
    search.add_argument(
        "--count",
        type=positive(int),
        metavar="N",
        help="how many passages (default: knowledge.results)",
    )
    search.add_argument("--collection", type=text, metavar="NAME", help="search in this one alone")
    search.add_argument("--json", action="store_true", help="print the passages as JSON")
    actions.add_parser("list", **_told("List the collections and what was added to them."))
    remove = actions.add_parser(
        "remove", **_told("Take a path or a collection out of the index; no file is deleted.")
    )
    remove.add_argument(
        "name", type=name_or_path, metavar="PATH-OR-COLLECTION", help="what to take out"
    )
    status = actions.add_parser("status", **_told("Tell the state of the index, and problems."))
    status.add_argument("--json", action="store_true", help="print the state as JSON")
    actions.add_parser("update", **_told("Index what has changed; goes on where it was stopped."))
    actions.add_parser(
        "rebuild", **_told("Embed all documents anew, after a change of the embedding model.")
    )
    move = actions.add_parser("move", **_told("Move the index to the other engine."))
    move.add_argument("engine", choices=("sqlite", "lancedb"), help="where to")
    add_build_arguments(
        actions.add_parser("build", **_told("Build a large index with many processes."))
    )


def _fill_keys(keys: argparse.ArgumentParser) -> None:
    actions = keys.add_subparsers(dest="action", metavar="ACTION", required=True)
    store = actions.add_parser("set", **_told("Store a key, read from a prompt or from stdin."))
    store.add_argument("name", choices=KEY_NAMES, help="whose key")
    actions.add_parser("list", **_told("Name the keys that are at hand."))
    allow = actions.add_parser(
        "allow", **_told("Let a key go to the server that your settings name for it.")
    )
    allow.add_argument("name", choices=KEY_NAMES, help="whose key")
    remove = actions.add_parser("remove", **_told("Forget a stored key."))
    remove.add_argument("name", choices=KEY_NAMES, help="whose key")


def _fill_models(models: argparse.ArgumentParser) -> None:
    actions = models.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", **_told("List the models of the provider in use."))
    pull = actions.add_parser(
        "pull", **_told("Download a model into Ollama; a broken download goes on.")
    )
    pull.add_argument("name", type=text, metavar="NAME", help="name of the model")
    remove = actions.add_parser("remove", **_told("Delete a model from Ollama."))
    remove.add_argument("name", type=text, metavar="NAME", help="name of the model")


def _fill_doctor(doctor: argparse.ArgumentParser) -> None:
    doctor.add_argument("--json", action="store_true", help="print the checks as JSON")
