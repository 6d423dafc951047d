"""The commands and their options, defined with the standard library only."""

import argparse
import sys
from argparse import ArgumentParser, ArgumentTypeError
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn, TypedDict

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

KEY_NAMES = ("tavily", "brave", "openai", "anthropic")
_STRATEGIES = ("auto", "evidence", "quick", "verified", "team", "deep")
_OFFLINE = "use nothing beyond this machine"


class _Told(TypedDict):
    help: str
    description: str


def _told(said: str) -> _Told:
    return _Told(help=said, description=said)


def _add_model(parser: ArgumentParser) -> None:
    parser.add_argument(
        "--provider",
        choices=("ollama", "openai", "anthropic", "none"),
        default="",
        help="who runs the model (default: the setting llm.provider)",
    )
    parser.add_argument("--model", default="", metavar="M", help="name of the model")


# --- bench

BENCHMARKS = {
    "gsm8k": "Word problems (GSM8K, JSON Lines), scored by the final number.",
    "hotpotqa": "Questions over two articles (HotpotQA, JSON), scored by exact match and F1.",
    "simpleqa": "Short questions of fact (SimpleQA, CSV), scored by equal words or by a judge.",
    "hle": "Humanity's Last Exam without images (an export of its rows as JSON Lines or JSON), "
    "scored by equal words or by a judge.",
}
_JUDGED = ("simpleqa", "hle")


def _fill_bench(bench: ArgumentParser) -> None:
    actions = bench.add_subparsers(dest="action", metavar="BENCHMARK", required=True)
    for name, told in BENCHMARKS.items():
        _fill_benchmark(actions.add_parser(name, **_told(told)), name)
    told = "Hold two runs against each other, question by question."
    compare = actions.add_parser("compare", **_told(told))
    compare.add_argument("first", type=path, metavar="A", help="records that a run has written")
    compare.add_argument("second", type=path, metavar="B", help="records of another run")
    compare.add_argument("--json", action="store_true", help="print the comparison as JSON")


def _fill_benchmark(parser: ArgumentParser, name: str) -> None:
    parser.add_argument(
        "--data", type=path, required=True, metavar="FILE", help="the file as it is published"
    )
    parser.add_argument(
        "--limit", type=positive(int), metavar="N", help="ask N questions alone, the first ones"
    )
    parser.add_argument(
        "--seed", type=int, metavar="N", help="draw the questions at random with this seed"
    )
    parser.add_argument(
        "--strategy",
        choices=("single", *_STRATEGIES, "all"),
        default="auto",
        help="how to answer, as for ask; single is one plain call without tools; all runs every "
        "strategy and holds each against the single call (default: auto)",
    )
    _add_model(parser)
    parser.add_argument(
        "--budget",
        type=positive(float),
        default=600.0,
        metavar="S",
        help="seconds that a question may take (default: 600)",
    )
    parser.add_argument(
        "--concurrency",
        type=positive(int),
        default=1,
        metavar="N",
        help="questions that are asked at once; more make each slower (default: 1)",
    )
    parser.add_argument(
        "--out",
        type=path,
        metavar="FOLDER",
        help="where the records are kept (default: with the program's data)",
    )
    going_on = parser.add_mutually_exclusive_group()
    going_on.add_argument(
        "--resume", action="store_true", help="go on where an earlier run ended (the default)"
    )
    going_on.add_argument(
        "--fresh", action="store_true", help="begin anew; earlier records are set aside"
    )
    parser.add_argument("--offline", action="store_true", help=_OFFLINE)
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    if name in _JUDGED:
        parser.add_argument(
            "--judge",
            default="",
            metavar="[PROVIDER/]MODEL",
            help="a model that grades the answers",
        )
        parser.add_argument(
            "--same-judge", action="store_true", help="let a model grade its own answers"
        )
    if name == "hotpotqa":
        parser.add_argument(
            "--with-context",
            action="store_true",
            help="attach the paragraphs that come with a question: reading instead of searching",
        )


# --- templates


def _fill_templates(templates: ArgumentParser) -> None:
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


# --- schedule

_WHEN = (
    'when to ask: "every Monday 8:00", "daily 7:30", "weekdays at 9", "every 2 hours", "monthly on '
    'the 1st 6:00", "2026-12-24 18:00", "tomorrow 9:00", "in 2 hours", or a rule of RFC 5545; in '
    "local time"
)


def _fill_schedule(schedule: ArgumentParser) -> None:
    actions = schedule.add_subparsers(dest="action", metavar="ACTION", required=True)
    add = actions.add_parser("add", help="ask a question at a time, or again and again")
    add.add_argument("question", metavar="QUESTION", help="the question")
    add.add_argument("--when", required=True, metavar="WORDS", help=_WHEN)
    add.add_argument(
        "--strategy",
        choices=_STRATEGIES,
        default="auto",
        help="how to answer (default: auto)",
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


# --- runs


def _fill_runs(runs: ArgumentParser) -> None:
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


# --- knowledge build


def _fill_build(build: ArgumentParser) -> None:
    build.add_argument(
        "--source",
        action="extend",
        nargs="+",
        required=True,
        metavar="PATH",
        help="folders, files, or JSON Lines (.jsonl, .jsonl.gz) with a title and a text on each line; "
        "every worker must find them there",
    )
    build.add_argument(
        "--target", required=True, metavar="PLACE", help="a folder, or s3://bucket/folder"
    )
    build.add_argument(
        "--scheduler",
        default="local",
        metavar="ADDRESS",
        help="of a Dask cluster, as in tcp://host:8786; local starts workers here (the default)",
    )
    build.add_argument(
        "--workers",
        type=positive(int),
        default=0,
        metavar="N",
        help="processes of the local scheduler (default: one for each core)",
    )
    build.add_argument(
        "--embedding-model",
        default="",
        metavar="PROVIDER/MODEL",
        help="as in ollama/nomic-embed-text; without one the index is searched by words alone",
    )
    build.add_argument(
        "--embedding-url",
        default="",
        metavar="URL",
        help="where the workers reach it (default: the provider's address in the settings)",
    )
    build.add_argument(
        "--collection", default="corpus", metavar="NAME", help="of the documents (default: corpus)"
    )
    build.add_argument(
        "--shard-size",
        type=positive(int),
        default=1_000,
        metavar="N",
        help="documents that a worker does at a time (default: 1000)",
    )


# --- servers


def _fill_servers(servers: ArgumentParser) -> None:
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


# --- replay


def _fill_replay(replay: ArgumentParser) -> None:
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


# --- mcp

_PORT = 8391
_MOST = 65_535


def _fill_mcp(mcp: ArgumentParser) -> None:
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
        help=_OFFLINE,
    )


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= _MOST):
        raise ArgumentTypeError(f"{text!r} is no port (0 to {_MOST})")
    return int(text)


# --- backup, restore and diagnostics


def _fill_backup(backup: ArgumentParser) -> None:
    backup.add_argument(
        "file", type=path, metavar="FILE", help="the file to write; one that is there is replaced"
    )
    backup.add_argument(
        "--with-index",
        action="store_true",
        help="put the index of your documents in too; without, it is made anew after restoring",
    )
    backup.add_argument("--json", action="store_true", help="print what is in it as JSON")


def _fill_restore(restore: ArgumentParser) -> None:
    restore.add_argument("file", type=path, metavar="FILE", help="a backup")
    way = restore.add_mutually_exclusive_group()
    way.add_argument("--look", action="store_true", help="only tell what is in it")
    way.add_argument("--yes", action="store_true", help="do not ask whether to replace everything")
    restore.add_argument("--json", action="store_true", help="print what is in it as JSON")


def _fill_diagnostics(diagnostics: ArgumentParser) -> None:
    diagnostics.add_argument("file", type=path, metavar="FILE", help="the ZIP file to write")


# --- update


def _fill_update(update: ArgumentParser) -> None:
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


def _fill_ask(ask: ArgumentParser) -> None:
    ask.add_argument(
        "question",
        type=text_or_stdin,
        metavar="QUESTION",
        help="the question; - reads it from stdin",
    )
    ask.add_argument(
        "--strategy",
        choices=_STRATEGIES,
        default="",
        help="how to answer: evidence quotes pages and calls no model; quick is one agent with its "
        "tools (1 to 4 model calls); verified has a second agent criticise the draft (2 to 6); team "
        "has a verifier, a searcher and an answerer take turns (2 to 10); deep parts the question, "
        "works on the parts side by side and puts them together (3 for a simple question, else "
        "about one for each part, three where it is thought over, and four); auto chooses by the "
        "question (default: the setting agent.strategy)",
    )
    _add_model(ask)
    ask.add_argument(
        "--budget", type=positive(float), metavar="S", help="seconds that the run may take"
    )
    ask.add_argument("--bare", action="store_true", help="print the bare answer, no sources")
    ask.add_argument("--json", action="store_true", help="print each event as a line of JSON")
    ask.add_argument("--offline", action="store_true", help=_OFFLINE)


def _fill_search(search: ArgumentParser) -> None:
    search.add_argument("query", type=text, metavar="QUERY", help="what to search for")
    search.add_argument(
        "--count", type=positive(int), metavar="N", help="how many results (default: search.count)"
    )
    search.add_argument("--json", action="store_true", help="print the report as JSON")


def _fill_fetch(fetch: ArgumentParser) -> None:
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


def _fill_evidence(evidence: ArgumentParser) -> None:
    evidence.add_argument(
        "question",
        type=text_or_stdin,
        metavar="QUESTION",
        help="the question; - reads it from stdin",
    )
    evidence.add_argument("--json", action="store_true", help="print the evidence as JSON")
    evidence.add_argument("--offline", action="store_true", help=_OFFLINE)


def _fill_knowledge(knowledge: ArgumentParser) -> None:
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
    _fill_build(actions.add_parser("build", **_told("Build a large index with many processes.")))


def _fill_keys(keys: ArgumentParser) -> None:
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


def _fill_models(models: ArgumentParser) -> None:
    actions = models.add_subparsers(dest="action", metavar="ACTION", required=True)
    actions.add_parser("list", **_told("List the models of the provider in use."))
    pull = actions.add_parser(
        "pull", **_told("Download a model into Ollama; a broken download goes on.")
    )
    pull.add_argument("name", type=text, metavar="NAME", help="name of the model")
    remove = actions.add_parser("remove", **_told("Delete a model from Ollama."))
    remove.add_argument("name", type=text, metavar="NAME", help="name of the model")


def _fill_doctor(doctor: ArgumentParser) -> None:
    doctor.add_argument("--json", action="store_true", help="print the checks as JSON")


_COMMANDS: tuple[tuple[str, str, Callable[[ArgumentParser], None]], ...] = (
    ("ask", "Answer one question.", _fill_ask),
    ("search", "Search the web.", _fill_search),
    ("fetch", "Read a page.", _fill_fetch),
    ("evidence", "Tell what pages say to a question, with no model at all.", _fill_evidence),
    ("knowledge", "Index and search your own documents.", _fill_knowledge),
    ("templates", "Keep reasoning templates of your own.", _fill_templates),
    ("schedule", "Ask questions at a time, and again and again.", _fill_schedule),
    ("runs", "Carry out, list and stop runs in the background.", _fill_runs),
    ("servers", "Keep MCP servers, whose tools models may use.", _fill_servers),
    ("keys", "Keep keys of services in the keyring.", _fill_keys),
    ("models", "List, download and delete models.", _fill_models),
    ("replay", "Play a recorded run: no network, no model.", _fill_replay),
    ("bench", "Measure a strategy over a public data file.", _fill_bench),
    ("mcp", "Serve other programs by the Model Context Protocol.", _fill_mcp),
    ("backup", "Write everything into one file; no keys are in it.", _fill_backup),
    ("restore", "Have a backup take everything's place.", _fill_restore),
    ("diagnostics", "Write what helps to find a fault: no secrets, no content.", _fill_diagnostics),
    ("update", "Look for a newer version of the program.", _fill_update),
    ("doctor", "Tell what works here, and what to do if not.", _fill_doctor),
)

_DESCRIPTION = "Desktop Agent researches your question and shows its work. Without a command it opens the window."
_EPILOG = """\
Results go to standard output, progress to standard error.
Exit status: 0 answered, 1 failed, 2 wrong usage, 3 insufficient evidence, 130 interrupted."""


def build_parser() -> ArgumentParser:
    """Return the parser. It stores the command in ``command`` and the subcommand in ``action``."""
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
        help="print the version and end",
    )
    commands = parser.add_subparsers(
        dest="command", metavar="COMMAND", required=True, title="commands"
    )
    for name, told, fill in _COMMANDS:
        fill(commands.add_parser(name, **_told(told)))
    return parser


class _Version(argparse.Action):
    """Prints the version and the build."""

    def __call__(self, parser: ArgumentParser, *_parsed: object, **_named: object) -> NoReturn:
        from desktop_agent.system.resources import build_stamp

        stamp = build_stamp()
        sys.stdout.write(f"Desktop Agent {__version__}{f' ({stamp})' if stamp else ''}\n")
        parser.exit()
