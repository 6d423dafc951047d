"""The ``update`` command, which finds and downloads newer versions but does not install them."""

from argparse import Namespace
from functools import partial
from pathlib import Path

from desktop_agent import __version__
from desktop_agent.app.session import Session
from desktop_agent.core.maintenance import Release
from desktop_agent.core.terminal_text import plain_line
from desktop_agent.frontends.cli.output import Exit, note, result, result_json
from desktop_agent.frontends.cli.progress import Meter

_MIB = 1024 * 1024


async def update(session: Session, options: Namespace) -> Exit:
    """Run the subcommand named by ``options.action``. Being up to date counts as success."""
    release = await session.updates.check()
    if options.action == "check" and options.json:
        result_json({"running": __version__, "newer": _row(release) if release else None})
    elif release is None:
        note(f"Desktop Agent {__version__} is the newest version.")
    else:
        _tell(release)
    if release is not None and options.action == "download":
        with Meter() as meter:
            told = partial(_show_progress, meter)
            path = await session.updates.download(release, options.folder or Path(), told)
        note("It is signed by those who publish Desktop Agent. Install it when you like:")
        result(str(path))
    return Exit.ANSWERED


def _tell(release: Release) -> None:
    released = f", released on {plain_line(release.released)}" if release.released else ""
    size = f"{release.target.size / _MIB:.1f} MiB"
    result(f"Desktop Agent {plain_line(release.version)}{released} ({size})")
    for line in release.notes.splitlines():
        note(f"  {line}")


def _row(release: Release) -> dict[str, object]:
    return {
        "version": release.version,
        "released": release.released,
        "notes": release.notes,
        "size": release.target.size,
    }


def _show_progress(meter: Meter, there: int, size: int) -> None:
    meter.show("", f"  {there / _MIB:.1f} of {size / _MIB:.1f} MiB", there, size)
