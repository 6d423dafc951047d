"""The ``models`` command, which lists, downloads and deletes models."""

from argparse import Namespace
from collections.abc import AsyncGenerator
from contextlib import aclosing

from rich.filesize import decimal
from rich.progress import DownloadColumn, TransferSpeedColumn

from desktop_agent.app.session import Session
from desktop_agent.core.models import SEARCH_MODEL, ModelInfo, PullProgress
from desktop_agent.core.terminal_text import plain_line
from desktop_agent.frontends.cli.output import Exit, note, result, table
from desktop_agent.frontends.cli.progress import Meter


async def models(session: Session, options: Namespace) -> Exit:
    """Run the subcommand named by ``options.action``."""
    match options.action:
        case "pull":
            await _pull(session.models.pull(options.name))
            note(f"{options.name} is ready.")
        case "remove":
            await session.models.delete(options.name)
            note(f"{options.name} is deleted.")
        case _:
            note(_search_model_line(session))
            if found := await session.models.list():
                result(_table(found))
            else:
                note("There are no models. Download one: desktop-agent models pull NAME")
    return Exit.ANSWERED


def _search_model_line(session: Session) -> str:
    if session.search_model.installed:
        return (
            f"The search model is installed. Delete it: desktop-agent models remove {SEARCH_MODEL}"
        )
    size = decimal(session.search_model.size)
    return (
        f"The search model is not installed. Download it ({size}): desktop-agent models pull "
        f"{SEARCH_MODEL}"
    )


def _table(found: tuple[ModelInfo, ...]) -> str:
    rows = [("NAME", "SIZE", "PARAMETERS", "QUANTISATION", "CONTEXT", "CAPABILITIES", "")]
    rows += [
        (
            plain_line(model.name),
            decimal(model.size_bytes) if model.size_bytes else "",
            plain_line(model.parameters),
            plain_line(model.quantisation),
            str(model.context_length or ""),
            plain_line(",".join(model.capabilities)),
            "loaded" if model.loaded else "",
        )
        for model in found
    ]
    return "\n".join(table(rows))


async def _pull(steps: AsyncGenerator[PullProgress, None]) -> None:
    async with aclosing(steps):
        with Meter(DownloadColumn(), TransferSpeedColumn()) as meter:
            async for step in steps:
                share = f" {100 * step.completed // step.total} %" if step.total else ""
                meter.show(step.status, f"{step.status}{share}", step.completed, step.total)
