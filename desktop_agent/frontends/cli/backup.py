"""The ``backup``, ``restore`` and ``diagnostics`` commands."""

from argparse import Namespace
from dataclasses import asdict
from functools import partial
from pathlib import Path

from desktop_agent.app.session import Session
from desktop_agent.core.maintenance import BackupInfo, RestoreEffects
from desktop_agent.core.terminal_text import plain_line
from desktop_agent.frontends.cli.interrupts import until_interrupted
from desktop_agent.frontends.cli.output import (
    Exit,
    can_ask,
    complain,
    confirmed,
    note,
    result,
    result_json,
)
from desktop_agent.frontends.cli.progress import Meter


async def backup(session: Session, options: Namespace) -> Exit:
    """Write a backup and print its contents."""
    with Meter() as meter:
        told = partial(_show_progress, meter)
        writing = session.backups.write(options.file, told, index=options.with_index)
        written = await until_interrupted(writing)
    if written.cancelled():
        return Exit.INTERRUPTED
    _tell(written.result(), options.file, as_json=options.json)
    note("Keys are not in it: they are in your system's keyring.")
    return Exit.ANSWERED


async def restore(session: Session, options: Namespace) -> Exit:
    """Print a backup's contents, or schedule its restoration for the next program start."""
    info = await session.backups.look(options.file)
    effects = await session.backups.effects(options.file)
    if options.look:
        _tell(info, options.file, effects, as_json=options.json)
        return Exit.ANSWERED
    if not options.yes and not await _may_replace(info, effects, options.file):
        return Exit.FAILED
    with Meter() as meter:
        told = partial(_show_progress, meter)
        restored = await until_interrupted(session.backups.restore(options.file, told))
    if restored.cancelled():
        note("Nothing was changed.")
        return Exit.INTERRUPTED
    restored.result()
    _tell(info, options.file, effects, as_json=options.json)
    note(
        "It is checked and unpacked. It takes everything's place at the next start of Desktop Agent, "
        "once all of its windows and commands have ended; what is there now is kept beside it."
    )
    return Exit.ANSWERED


async def diagnostics(session: Session, options: Namespace) -> Exit:
    """Write a diagnostics file and print its path."""
    written = await session.diagnostics.write(options.file)
    result(str(written))
    note(
        "It holds no questions, answers, pages, addresses, names of files or keys. Read it before "
        "you hand it on."
    )
    return Exit.ANSWERED


def info_text(info: BackupInfo) -> str:
    """Describe a backup's date, contents and size."""
    made = f"made {plain_line(info.made)} by Desktop Agent {plain_line(info.version)}"
    counts = (
        (info.conversations, "conversations"),
        (info.runs, "recorded runs"),
        (info.snapshots, "pages"),
        (info.discoveries, "discoveries"),
        (info.templates, "templates"),
        (info.schedules, "scheduled questions"),
        (info.folders, "folders and files of documents"),
    )
    held = ", ".join(f"{count:,} {what}" for count, what in counts if count) or "settings alone"
    index = "with" if info.index else "without"
    return f"{made}\n{held}\n{info.bytes:,} bytes unpacked, {index} the index of documents"


def effects_text(effects: RestoreEffects) -> str:
    """Describe the servers, settings and keys that a restore would affect, or return ""."""
    lines = []
    new = [each for each in effects.servers if not each.known]
    if new:
        lines.append(
            "MCP servers, off until you confirm each (desktop-agent servers confirm NAME):"
        )
        lines += [f"  {plain_line(each.name)}: {plain_line(each.target, 1000)}" for each in new]
    if effects.settings:
        lines.append("Settings that change who is asked, or what may be read:")
        lines += [
            f"  {each.setting}: {plain_line(each.before, 300) or 'nothing'} → "
            f"{plain_line(each.after, 300) or 'nothing'}"
            for each in effects.settings
        ]
    keys = [each for each in effects.settings if each.key]
    if keys:
        lines.append("Keys that would go to a new server, and are not sent until you allow it:")
        lines += [f"  {each.key}: {plain_line(each.after, 300)}" for each in keys]
    lines += [f"Not usable: {plain_line(each, 500)}" for each in effects.faults]
    return "\n".join(lines)


def _tell(
    info: BackupInfo, file: Path, effects: RestoreEffects | None = None, *, as_json: bool
) -> None:
    if as_json:
        result_json(asdict(info) | (asdict(effects) if effects is not None else {}))
        return
    result(f"{file}\n{info_text(info)}")
    if effects is not None and (text := effects_text(effects)):
        result(text)


async def _may_replace(info: BackupInfo, effects: RestoreEffects, file: Path) -> bool:
    if not can_ask():
        complain(
            "Nobody can be asked here whether everything may be replaced.",
            "Say so with --yes, or look at the backup with --look.",
        )
        return False
    note("\n".join(filter(None, (f"{file}\n{info_text(info)}", effects_text(effects)))))
    return await confirmed("Replace all conversations, runs, settings and the rest by these?")


def _show_progress(meter: Meter, done: int, total: int) -> None:
    meter.show("", f"{100 * done // max(1, total)} %", done, total)
