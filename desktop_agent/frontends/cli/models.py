"""The ``models`` command, which lists, downloads and deletes models."""

from argparse import Namespace
from collections.abc import AsyncGenerator
from contextlib import aclosing

from desktop_agent.app.session import Session
from desktop_agent.core.models import SEARCH_MODEL, ModelInfo, PullProgress
from desktop_agent.frontends.cli.output import Exit, note, one_line, result, table


async def models(session: Session, options: Namespace) -> Exit:
    """Run the subcommand named by ``options.action``."""
    match options.action:
        case "pull":
            await _pull(session.models.pull(options.name), options.name)
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
    size = _bytes(session.search_model.size)
    return (
        f"The search model is not installed. Download it ({size}): desktop-agent models pull "
        f"{SEARCH_MODEL}"
    )


def _table(found: tuple[ModelInfo, ...]) -> str:
    rows = [("NAME", "SIZE", "PARAMETERS", "QUANTISATION", "CONTEXT", "CAPABILITIES", "")]
    rows += [
        (
            one_line(model.name),
            _bytes(model.size_bytes),
            one_line(model.parameters),
            one_line(model.quantisation),
            str(model.context_length or ""),
            one_line(",".join(model.capabilities)),
            "loaded" if model.loaded else "",
        )
        for model in found
    ]
    return "\n".join(table(rows))


def _bytes(size: int) -> str:
    if not size:
        return ""
    return f"{size / 1e9:.1f} GB" if size >= 1e8 else f"{size / 1e6:.1f} MB"


async def _pull(steps: AsyncGenerator[PullProgress, None], name: str) -> None:
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    from desktop_agent.frontends.cli.rendering import stderr_console

    console = stderr_console()
    about = TextColumn("{task.description}", markup=False)
    columns = (about, BarColumn(), DownloadColumn(), TransferSpeedColumn(), TimeRemainingColumn())
    last = ""
    async with aclosing(steps):
        with Progress(*columns, console=console, disable=not console.is_interactive) as bar:
            task = bar.add_task(one_line(name, 40), total=None)
            async for step in steps:
                status = one_line(step.status, 40)
                bar.update(
                    task, description=status, completed=step.completed, total=step.total or None
                )
                if status != last and not console.is_interactive:
                    note(status)
                last = status
