"""Runs as they are recorded: stamped with their numbers and times, and written to files."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from desktop_agent.core.codec import event_to_json
from desktop_agent.core.events import Event, RunStarted, TextDelta
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.pages.replay import Recording, read_recording
from desktop_agent.storage.runs import read_run
from tests.ui import scenes


class Shelf:
    """What the page needs of a session: reading recordings, and where they are."""

    def __init__(self, runs: Path) -> None:
        self.paths = SimpleNamespace(runs=runs)

    def replay(self, path: Path) -> Iterator[Event]:
        return read_run(path)


def stamped(
    events: Sequence[Event], *, run_id: str = "run-1", pace: float = 0.25, start: float = 0.0
) -> list[Event]:
    """Gives a run's first event and these, as a run stamps them, ``pace`` seconds apart."""
    begun = scenes.started()
    return [
        replace(event, run_id=run_id, seq=seq, t=start + seq * pace)
        for seq, event in enumerate([begun, *events])
    ]


def turn_of(events: Sequence[Event], turn_id: int = 1, **begun: Any) -> Turn:
    turn = Turn(scenes.QUESTION, turn_id)
    for event in stamped(events):
        turn.apply(replace(event, **begun) if isinstance(event, RunStarted) else event)
    return turn


def recording(events: Sequence[Event]) -> Recording:
    return read_recording(lambda _path: events, Path("a.jsonl"))


def written(folder: Path, events: Sequence[Event], run_id: str = "run-1") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"20260101T000000.000Z-{run_id}.jsonl"
    path.write_text("".join(event_to_json(event) + "\n" for event in events), encoding="utf-8")
    return path


def long_run(count: int) -> list[Event]:
    filler = count - len(scenes.verified()) - 1
    text = [
        TextDelta(step_id="s9", channel="final", text=f"word{index} " + "\n\n" * (index % 60 == 0))
        for index in range(filler)
    ]
    verified = scenes.verified()
    return stamped([*verified[:-2], *text, *verified[-2:]], pace=0.02)
