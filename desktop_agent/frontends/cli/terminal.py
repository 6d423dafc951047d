"""The entry point of the command-line interface."""

import gc
import signal
import sys
from argparse import Namespace
from collections.abc import Awaitable, Callable, Sequence
from importlib import import_module
from types import TracebackType
from typing import TYPE_CHECKING

from desktop_agent.core.errors import AgentError
from desktop_agent.frontends.cli.output import (
    Exit,
    abandon_streams,
    complain,
    note,
    open_missing_streams,
    prepare_streams,
    printing,
)
from desktop_agent.frontends.cli.parser import build_parser, has_surrogates

if TYPE_CHECKING:
    from desktop_agent.app.session import Session

    Command = Callable[[Session, Namespace], Awaitable[Exit]]


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit status.

    Raises:
        SystemExit: the arguments are invalid; the status is 2.
    """
    gc.set_threshold(20_000)  # a tenth less time for imports, of which nothing is garbage
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
    if (
        signal.getsignal(signal.SIGINT) is signal.SIG_DFL
    ):  # the default action would end the process at once
        signal.signal(signal.SIGINT, signal.default_int_handler)
    status = asyncio.run(_carry_out(options))
    with printing():
        sys.stdout.flush()
    return status


def _parse(arguments: Sequence[str]) -> Namespace:
    parser = build_parser()
    options = parser.parse_args(arguments)
    # "knowledge" checks its own arguments: a path to remove may contain undecodable bytes
    texts = {} if options.command == "knowledge" else vars(options)
    for name, value in texts.items():
        if isinstance(value, str) and has_surrogates(value):
            parser.error(f"argument {name.replace('_', '-')}: it is not text in UTF-8")
    return options


async def _carry_out(options: Namespace) -> Exit:
    import logging  # not at the top, where it would slow down --help

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
        except Exception:  # the excepthook prints it, but only after the log is closed
            logging.getLogger(__name__).exception(
                "the command %s failed unexpectedly", options.command
            )
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
    """Print an internal error as one sentence; the details are in the log."""
    from desktop_agent.core.errors import OUT_OF_MEMORY, REMEDY, is_out_of_memory

    if is_out_of_memory(error):
        complain(OUT_OF_MEMORY, REMEDY)
    elif issubclass(kind, Exception):
        complain(
            f"Something went wrong: {kind.__name__}.",
            "See the log file for details (desktop-agent doctor names its folder), and please report this.",
        )
    else:
        sys.__excepthook__(kind, error, traceback)


_SHARED_MODULES = {
    "replay": "ask",
    "search": "web",
    "fetch": "web",
    "schedule": "runs",
    "servers": "mcp",
    "restore": "backup",
    "diagnostics": "backup",
}
"""Module names of the commands whose module is not named after them."""


def _find(name: str) -> "Command":
    """Return a command's function, importing its module only now to keep ``--help`` fast."""
    module = import_module(f"desktop_agent.frontends.cli.{_SHARED_MODULES.get(name, name)}")
    command: Command = getattr(module, name)
    return command
