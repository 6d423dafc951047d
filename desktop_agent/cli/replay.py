"""``replay``: a recorded run, played from its recording or from the file that it was handed on in."""

import sys
from argparse import Namespace
from collections.abc import AsyncGenerator, Iterable
from pathlib import Path

from desktop_agent.app import Session
from desktop_agent.archives import ArchiveContents, PlayedRun
from desktop_agent.cli.ask import show_events
from desktop_agent.cli.exit_status import Exit
from desktop_agent.cli.output import note, printing, result, result_json
from desktop_agent.cli.rendering import RunView, stderr_console
from desktop_agent.core.codec import event_to_dict, event_to_json
from desktop_agent.core.events import Event


async def replay(session: Session, options: Namespace) -> Exit:
    """Plays a run; that it once failed is shown, and no failure of the playing."""
    run: Path = options.run
    if options.export is not None:
        _tell(await session.archives.export(run, options.export))
        return Exit.ANSWERED
    if options.take_in:
        return await _take_in(session, run)
    played = await session.archives.play(run)
    if options.json:
        _print_lines(played)
        return Exit.ANSWERED
    finished = await show_events(_one_by_one(played.events), RunView(stderr_console()), bare=False)
    if finished.error:
        note(finished.error)
    return Exit.ANSWERED


async def _take_in(session: Session, path: Path) -> Exit:
    _tell(await session.archives.look(path))
    conversation_id, _ = await session.archives.import_(path)
    result(conversation_id)
    return Exit.ANSWERED


def _tell(told: ArchiveContents) -> None:
    note(told.question)
    by = " ".join(filter(None, (told.strategy, told.provider, told.model)))
    note(f"  {told.asked:%Y-%m-%d %H:%M} UTC, {by}, {told.status}")
    for name in told.pages:
        note(f"  page: {name}")
    for name in told.files:
        note(f"  your file: {name}")
    if told.missing:
        count = "1 page is" if told.missing == 1 else f"{told.missing} pages are"
        note(f"  {count} not stored any more, and not in it")


def _print_lines(played: PlayedRun) -> None:
    """Prints the lines of a recording byte for byte; to a terminal, as none can move its cursor."""
    if sys.stdout.isatty():
        for event in played.events:
            result_json(event_to_dict(event))
        return
    with printing():
        sys.stdout.flush()
        for number, event in enumerate(played.events):
            line = played.lines[number] if number < len(played.lines) else b""
            if not line.endswith(b"\n"):  # torn, and the end that was added in its place
                line = event_to_json(event).encode("utf-8", "backslashreplace") + b"\n"
            sys.stdout.buffer.write(line)
        sys.stdout.buffer.flush()


async def _one_by_one(events: Iterable[Event]) -> AsyncGenerator[Event, None]:
    for event in events:
        yield event
