"""Resume an unfinished run from its file after a restart.

Each line of the file contains a recorded result or a sleep state; the last sleep state is the
current one.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from desktop_agent.core.codec import from_json
from desktop_agent.core.errors import RecordingError, StorageError
from desktop_agent.core.events import Event, RunFinished, RunStarted
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.research import Question
from desktop_agent.core.runs import RunRecord, Sleeping
from desktop_agent.storage.runs import recorded_events
from desktop_agent.tools.recorded_results import WOKE, RecordedResult, RecordedResults
from desktop_agent.tools.sleep import RunSleep, WakeUp


@dataclass(frozen=True, slots=True)
class ResumedRun:
    """A run that an earlier process did not finish, with everything recorded about it.

    ``began_at`` is a Unix timestamp. ``results`` contains the recorded results, ``past`` the
    finished sleeps, and ``sleeping`` the current sleep, if any. ``finished`` is the last event if
    the run had ended without removing its file.
    """

    record: RunRecord
    question: Question
    events: tuple[Event, ...]
    began_at: float
    results: tuple[RecordedResult, ...] = ()
    past: tuple[WakeUp, ...] = ()
    sleeping: Sleeping | None = None
    finished: RunFinished | None = None

    def restore_sleep(self, sleep: RunSleep, memory: RecordedResults) -> None:
        """Restore the run's past and current sleeps.

        If a tool requested the current sleep, the replay requests it again. If the user paused the
        run, the pause is restored when the replay has ended.
        """
        sleeping = self.sleeping
        if sleeping is not None and not sleeping.sleep_id.startswith("z"):
            memory.goes_live.append(lambda: sleep.restore(sleeping))
            sleep.restore(None, self.past)
        else:
            sleep.restore(sleeping, self.past)


def resumed_run(
    record: RunRecord, question: Question, lines: Collection[JsonObject], runs: Path
) -> ResumedRun:
    """Return an unfinished run with the lines of its file and its recording in ``runs``.

    Raise `StorageError` if they are invalid.
    """
    results = tuple(from_json(RecordedResult, line["learnt"]) for line in lines if "learnt" in line)
    sleeps = [line["sleeping"] for line in lines if "sleeping" in line]
    try:
        events = recorded_events(runs, record.run_id, strict=True)
    except RecordingError as error:
        raise StorageError(error.message, error.remedy) from None
    past: dict[str, WakeUp] = {
        woke.sleep_id: woke
        for each in results
        if each.kind == WOKE
        for woke in from_json(tuple[WakeUp, ...], each.value)
    }
    return ResumedRun(
        record,
        _as_chosen(question, events),
        events,
        began_at=datetime.fromisoformat(record.began or record.asked).timestamp(),
        results=results,
        past=tuple(past.values()),
        sleeping=from_json(Sleeping, sleeps[-1]) if sleeps and sleeps[-1] is not None else None,
        finished=events[-1] if events and isinstance(events[-1], RunFinished) else None,
    )


def _as_chosen(question: Question, events: tuple[Event, ...]) -> Question:
    """Return the question with the strategy and model that were chosen when the run started."""
    started = next((event for event in events if isinstance(event, RunStarted)), None)
    if started is None:
        return question
    if started.provider == "none":
        return replace(question, strategy=started.strategy)
    return replace(
        question, strategy=started.strategy, provider=started.provider, model=started.model
    )
