"""``update`` downloads signed newer versions; ``components`` adds optional parts."""

from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Protocol

from desktop_agent import __version__
from desktop_agent.core.maintenance import Component, Progress, Release
from desktop_agent.frontends.cli.output import Exit, note, one_line, result, result_json

_MIB = 1024 * 1024


class Looking(Protocol):
    """Checks for newer versions; see `updates.Updates`."""

    async def check(self) -> Release | None: ...

    async def download(self, release: Release, folder: Path, progress: Progress) -> Path: ...


class UpdateSession(Protocol):
    """The part of the session that ``update`` uses."""

    @property
    def updates(self) -> Looking: ...


async def update(session: UpdateSession, options: Namespace) -> Exit:
    """Run the action ``options.action``; being up to date is a success."""
    release = await session.updates.check()
    if options.action == "check" and options.json:
        result_json({"running": __version__, "newer": _row(release) if release else None})
    elif release is None:
        note(f"Desktop Agent {__version__} is the newest version.")
    elif options.action == "check":
        _tell(release)
    else:
        _tell(release)
        path = await session.updates.download(release, options.folder, _tenths())
        note("It is signed by those who publish Desktop Agent. Install it when you like:")
        result(str(path))
    return Exit.ANSWERED


def _tell(release: Release) -> None:
    released = f", released on {one_line(release.released)}" if release.released else ""
    size = f"{release.target.size / _MIB:.1f} MiB"
    result(f"Desktop Agent {one_line(release.version)}{released} ({size})")
    for line in release.notes.splitlines():
        note(f"  {line}")


def _row(release: Release) -> dict[str, object]:
    return {
        "version": release.version,
        "released": release.released,
        "notes": release.notes,
        "size": release.target.size,
    }


def _tenths() -> Progress:
    """Return a progress callback that prints each tenth of a download once."""
    noted = -1

    def tell(there: int, size: int) -> None:
        nonlocal noted
        tenth = there * 10 // size if size else 10
        if tenth > noted:
            noted = tenth
            note(f"  {there / _MIB:.1f} of {size / _MIB:.1f} MiB")

    return tell


# --- components list, add and remove

_STATES = {
    "absent": "can be added",
    "added": "added",
    "builtin": "came with the program",
    "unavailable": "cannot be added: this build has no place for updates",
}
_TOLD_EVERY = 10
"""Percent between two progress lines when there is no bar."""


class Offered(Protocol):
    """The components; see `components.Components`."""

    async def list(self) -> Sequence[Component]: ...

    async def problems(self) -> Sequence[str]: ...

    async def add(self, name: str, progress: Progress) -> Component: ...

    async def remove(self, name: str) -> None: ...

    async def tidy(self) -> bool: ...


class ComponentsSession(Protocol):
    """The part of the session that ``components`` uses."""

    @property
    def components(self) -> Offered: ...


async def components(session: ComponentsSession, options: Namespace) -> Exit:
    """Run the action ``options.action``."""
    match options.action:
        case "add":
            with _bar(options.name) as progress:
                added = await session.components.add(options.name, progress)
            _tell_added(added, as_json=options.json)
        case "remove":
            await session.components.remove(options.name)
            await _tell_removed(session.components, options)
        case _:
            await _list(session.components, as_json=options.json)
    return Exit.ANSWERED


async def _list(offered: Offered, *, as_json: bool) -> None:
    there = await offered.list()
    width = max((len(each.name) for each in there), default=0)
    for each in there:
        if as_json:
            result_json(asdict(each))
        else:
            result(f"{each.name.ljust(width)}  {_line(each)}")
    for problem in await offered.problems():
        note(one_line(problem, 300))


def _line(component: Component) -> str:
    sizes = {"to download": component.size, "unpacked": component.unpacked}
    told = ", ".join(f"{size / 1e6:,.0f} MB {what}" for what, size in sizes.items() if size)
    version = f"{one_line(component.version, 40)}  " if component.version else ""
    return f"{version}{_STATES[component.state]}" + (f"  ({told})" if told else "")


def _tell_added(component: Component, *, as_json: bool) -> None:
    if as_json:
        result_json(asdict(component))
    elif component.state == "builtin":
        note(f"{component.name} came with the program; there is nothing to add.")
    else:
        note(f"{component.name} {one_line(component.version, 40)} is added and can be used.")


async def _tell_removed(offered: Offered, options: Namespace) -> None:
    if options.json:
        for each in await offered.list():
            if each.name == options.name:
                result_json(asdict(each))
    elif await offered.tidy():
        note(f"{one_line(options.name)} is removed.")
    else:
        note(f"{one_line(options.name)} is removed once no Desktop Agent uses it.")


@contextmanager
def _bar(name: str) -> Iterator[Progress]:
    from rich.progress import BarColumn, DownloadColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from desktop_agent.frontends.cli.rendering import stderr_console

    console = stderr_console()
    columns = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        DownloadColumn(),
        TimeRemainingColumn(),
    )
    told = -1

    def progress(done: int, total: int) -> None:
        nonlocal told
        bar.update(task, completed=done, total=total or None)
        step = 100 * done // total // _TOLD_EVERY * _TOLD_EVERY if total else 0
        if step > told and not console.is_interactive:
            note(f"{one_line(name, 40)}: {step} %")
            told = step

    with Bar(*columns, console=console, disable=not console.is_interactive) as bar:
        task = bar.add_task(one_line(name, 40), total=None)
        yield progress
