"""A recorded run as it is played: read once, out of the window's thread."""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from desktop_agent.core.attachments import Attachment
from desktop_agent.core.errors import RecordingError
from desktop_agent.core.events import Event, RunStarted
from desktop_agent.ui.replay.joined_events import JoinedEvents
from desktop_agent.ui.replay.moments import Mark, Moment, marks, moments
from desktop_agent.ui.replay.player import Timeline
from desktop_agent.ui.turn import Turn

Read = Callable[[Path], Iterable[Event]]
"""Gives the events of a recorded run; raises `RecordingError`."""

_RUN_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


@dataclass(frozen=True, slots=True)
class Recording:
    """``name`` is the file it was read from, or empty.

    ``marks`` are those of the shortened time of ``line``, ``all_marks`` those of the recorded time.
    """

    events: Sequence[Event]
    joined: JoinedEvents
    moments: tuple[Moment, ...]
    line: Timeline
    marks: tuple[Mark, ...]
    all_marks: tuple[Mark, ...]
    question: str
    name: str = ""
    turn_id: int = 0
    attachments: tuple[Attachment, ...] = ()

    @property
    def started(self) -> RunStarted | None:
        """The first event, where it is what it should be."""
        first = self.events[0] if self.events else None
        return first if isinstance(first, RunStarted) else None


def read_recording(read: Read, path: Path) -> Recording:
    """Reads a file; blocks. Raises `RecordingError`."""
    events = list(read(path))
    first = events[0] if events else None
    question = first.question if isinstance(first, RunStarted) else ""
    return _recording(events, question, path.name)


def recording_of(read: Read, runs: Path, turn: Turn) -> Recording:
    """Gives the run of a turn: each word as it came, where its recording in ``runs`` is there still.

    What the conversation keeps has the words of a step in one piece. Blocks.
    """
    events: Sequence[Event] = tuple(turn.events)
    run_id = turn.started.run_id if turn.started is not None else ""
    if _RUN_ID.fullmatch(run_id):
        for path in runs.glob(f"*-{run_id}.jsonl"):
            with suppress(RecordingError):
                events = list(read(path))
    return _recording(events, turn.question, turn_id=turn.turn_id, attachments=turn.attachments)


def _recording(
    events: Sequence[Event],
    question: str,
    name: str = "",
    turn_id: int = 0,
    attachments: tuple[Attachment, ...] = (),
) -> Recording:
    joined, found = JoinedEvents(events), tuple(moments(events))
    line = Timeline((event.t for event in events), (each.position for each in found))
    few, every = marks(found, line.shortened), marks(found, line.recorded)
    return Recording(events, joined, found, line, few, every, question, name, turn_id, attachments)
