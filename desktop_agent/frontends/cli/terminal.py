"""Entry point of the command line: runs a command and returns its exit status."""

import logging
import signal
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Sequence
from types import TracebackType
from typing import TYPE_CHECKING

from desktop_agent.core.errors import AgentError
from desktop_agent.frontends.cli.argument_types import has_surrogates
from desktop_agent.frontends.cli.output import (
    Exit,
    abandon_streams,
    complain,
    note,
    open_missing_streams,
    prepare_streams,
    printing,
)
from desktop_agent.frontends.cli.parser import build_parser

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

    Command = Callable[[Session, Namespace], Awaitable[Exit]]

logger = logging.getLogger(__name__)


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status.

    Raises:
        SystemExit: the usage is wrong; the status is 2.
    """
    open_missing_streams()
    prepare_streams()
    try:
        return _run(arguments)
    except AgentError as error:
        complain(error.message, error.remedy)
    except KeyboardInterrupt:
        return Exit.INTERRUPTED
    except BrokenPipeError:
        abandon_streams()
    return Exit.FAILED


def _run(arguments: Sequence[str]) -> int:
    try:
        options = _parse(arguments)
    except SystemExit:
        with printing():
            sys.stdout.flush()
        raise
    import asyncio

    sys.excepthook = report_unexpected
    if signal.getsignal(signal.SIGINT) is signal.SIG_DFL:  # until now it ended the process
        signal.signal(signal.SIGINT, signal.default_int_handler)
    status = asyncio.run(_carry_out(options))
    with printing():
        sys.stdout.flush()
    return status


def _parse(arguments: Sequence[str]) -> Namespace:
    parser = build_parser()
    options = parser.parse_args(arguments)
    # "knowledge" checks its own arguments: a path to remove may hold undecodable bytes
    texts = {} if options.command == "knowledge" else vars(options)
    for name, value in texts.items():
        if isinstance(value, str) and has_surrogates(value):
            parser.error(f"argument {name.replace('_', '-')}: it is not text in UTF-8")
    return options


async def _carry_out(options: Namespace) -> Exit:
    from desktop_agent.app.session import open_session
    from desktop_agent.frontends.cli.interrupts import wake_loop_on_signals

    command = _find(options.command)
    with wake_loop_on_signals():
        session = open_session(overrides=getattr(options, "settings", None))
        _tell_restored(session)
        session.keys.watch_waiting(_tell_password_wait)
        try:
            return await command(session, options)
        except (AgentError, BrokenPipeError):
            raise
        except Exception:  # the excepthook prints it; by then the log is closed
            logger.exception("the command %s failed unexpectedly", options.command)
            raise
        finally:
            await session.aclose()
            for problem in session.file_problems.all:
                complain(problem.message, problem.remedy)


def _tell_password_wait(waits: bool) -> None:  # noqa: FBT001 - passed by `watch_waiting`
    if waits:
        note("Waiting for your system's password prompt…")


def _tell_restored(session: "Session") -> None:
    outcome = session.restored
    if outcome is not None and outcome.done:
        note(f"The backup was restored. What was there before is kept in {outcome.kept}")
    elif outcome is not None:
        note(f"The backup is not restored yet: {outcome.why}")


def report_unexpected(
    kind: type[BaseException], error: BaseException, traceback: TracebackType | None
) -> None:
    """Print an internal error in one sentence; the log has the details."""
    from desktop_agent.core.errors import OUT_OF_MEMORY, REMEDY, is_out_of_memory

    if is_out_of_memory(error):
        complain(OUT_OF_MEMORY, REMEDY)
    elif issubclass(kind, Exception):
        complain(
            f"Something went wrong inside: {kind.__name__}.",
            "The log file says more (desktop-agent doctor names its folder); please report it.",
        )
    else:
        sys.__excepthook__(kind, error, traceback)


def _find(name: str) -> "Command":
    """Return the function of a command, importing its module lazily to keep ``--help`` fast."""
    match name:
        case "ask" | "replay":
            from desktop_agent.frontends.cli.ask import ask, replay

            return ask if name == "ask" else replay
        case "search" | "fetch":
            from desktop_agent.frontends.cli.web import fetch, search

            return search if name == "search" else fetch
        case "evidence":
            from desktop_agent.frontends.cli.evidence import evidence

            return evidence
        case "knowledge":
            from desktop_agent.frontends.cli.knowledge import knowledge

            return knowledge
        case "schedule" | "runs":
            from desktop_agent.frontends.cli.runs import runs, schedule

            return schedule if name == "schedule" else runs
        case "bench":
            from desktop_agent.frontends.cli.bench import bench

            return bench
        case _:
            return _find_upkeep(name)


def _find_upkeep(name: str) -> "Command":
    match name:
        case "keys":
            from desktop_agent.frontends.cli.keys import keys

            return keys
        case "models":
            from desktop_agent.frontends.cli.models import models

            return models
        case "templates":
            from desktop_agent.frontends.cli.templates import templates

            return templates
        case "update":
            from desktop_agent.frontends.cli.update import update

            return update
        case "mcp" | "servers":
            from desktop_agent.frontends.cli.mcp import mcp, servers

            return mcp if name == "mcp" else servers
        case "backup" | "restore" | "diagnostics":
            from desktop_agent.frontends.cli.backup import backup, diagnostics, restore

            commands: dict[str, Command]
            commands = {"backup": backup, "restore": restore, "diagnostics": diagnostics}
            return commands[name]
        case _:
            from desktop_agent.frontends.cli.doctor import doctor

            return doctor
