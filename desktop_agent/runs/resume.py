"""The file of an unfinished run, from which it is resumed after a restart.

The first line holds the question; each later line is a recorded result or a state of its sleep, of
which the last counts.
"""

from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from desktop_agent.core.codec import from_json, to_json
from desktop_agent.core.errors import RecordingError, StorageError
from desktop_agent.core.events import Event, RunFinished, RunStarted
from desktop_agent.core.messages import JsonObject
from desktop_agent.core.research import Question
from desktop_agent.core.runs import RunRecord, Sleeping
from desktop_agent.runs.preparation import ResumeState
from desktop_agent.runs.run import EarlierEvents
from desktop_agent.storage.runs import Unfinished, find_run, read_complete_run
from desktop_agent.tools.recorded_results import WOKE, RecordedResult
from desktop_agent.tools.sleep import WakeUp

_FORM = 1


@dataclass(frozen=True, slots=True)
class RestoredRun:
    """A restored run; ``finished`` is its last event if only its file was left over."""

    known: RunRecord
    question: Question
    goes_on: ResumeState
    finished: RunFinished | None = None


def question_line(known: RunRecord, question: Question) -> JsonObject:
    """Return the first line of the file."""
    return {
        "form": _FORM,
        "known": to_json(RunRecord, known),
        "question": to_json(Question, question),
    }


def result_line(learnt: RecordedResult) -> JsonObject:
    """Return the line of a recorded result."""
    return {"learnt": to_json(RecordedResult, learnt)}


def sleep_line(sleeping: Sleeping | None) -> JsonObject:
    """Return the line of a run that fell asleep, or with None woke up."""
    return {"sleeping": None if sleeping is None else to_json(Sleeping, sleeping)}


def read_unfinished(unfinished: Unfinished, runs: Path) -> RestoredRun:
    """Read an unfinished run; ``runs`` is the folder of recordings.

    Raises:
        StorageError: its file or its recording is unusable.
    """
    asked = unfinished.asked
    if asked.get("form") != _FORM:
        raise StorageError(
            f"The run {unfinished.run_id} was kept by another version of the program.",
            "Open it with that version, or ask the question again.",
        )
    known: RunRecord = from_json(RunRecord, asked.get("known"))
    question: Question = from_json(Question, asked.get("question"))
    learnt = tuple(
        from_json(RecordedResult, line["learnt"]) for line in unfinished.lines if "learnt" in line
    )
    sleeps = [line["sleeping"] for line in unfinished.lines if "sleeping" in line]
    sleeping = from_json(Sleeping, sleeps[-1]) if sleeps and sleeps[-1] is not None else None
    events = _recorded(runs, unfinished.run_id)
    finished = events[-1] if events and isinstance(events[-1], RunFinished) else None
    past = {woke.sleep_id: woke for each in learnt for woke in _woken(each)}
    before = EarlierEvents(events, _began_at(known))
    goes_on = ResumeState(unfinished.run_id, before, learnt, tuple(past.values()), sleeping)
    return RestoredRun(known, _as_chosen(question, events), goes_on, finished)


def _recorded(runs: Path, run_id: str) -> tuple[Event, ...]:
    path = find_run(runs, run_id)
    try:
        return read_complete_run(path) if path is not None else ()
    except RecordingError as error:
        raise StorageError(error.message, error.remedy) from None


def _woken(learnt: RecordedResult) -> tuple[WakeUp, ...]:
    if learnt.kind != WOKE:
        return ()
    told: tuple[WakeUp, ...] = from_json(tuple[WakeUp, ...], learnt.value)
    return told


def _as_chosen(question: Question, events: tuple[Event, ...]) -> Question:
    """Return the question with the strategy and model that the run started with."""
    started = next((event for event in events if isinstance(event, RunStarted)), None)
    if started is None:
        return question
    if started.provider == "none":
        return replace(question, strategy=started.strategy)
    return replace(
        question, strategy=started.strategy, provider=started.provider, model=started.model
    )


def _began_at(known: RunRecord) -> float:
    return datetime.fromisoformat(known.began or known.asked).timestamp()
