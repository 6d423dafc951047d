"""Data types for schedules and run records."""

from dataclasses import dataclass
from typing import Final, Literal

from desktop_agent.core.events import SleepMode


@dataclass(frozen=True, slots=True)
class Schedule:
    """A question asked at scheduled times.

    ``rule`` is an RFC 5545 recurrence rule (``FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0``) in the
    user's local time, or empty if the question is asked only once. ``next_at`` is ISO 8601 in UTC,
    or empty if the question will not be asked again. Each answer becomes a turn of the conversation
    ``conversation_id``. ``last_run_id`` is the ID of the latest run.

    ``starts`` is when the current rule was set (ISO 8601, UTC); intervals are counted from then.
    ``missed`` is the number of runs (at most 1,000) that came due while the program was closed and
    that the user has not yet decided on.
    """

    id: str
    question: str
    rule: str
    next_at: str
    created: str
    strategy: str = "auto"
    model: str = ""
    budget_s: float | None = None
    enabled: bool = True
    conversation_id: str = ""
    last_run_id: str = ""
    starts: str = ""
    missed: int = 0


# --- Run records

RunState = Literal[
    "queued", "running", "asleep", "asking", "answered", "insufficient", "failed", "stopped"
]
"""``asking`` means that the run is waiting for the user's decision on a plan or a tool call."""

RunOrigin = Literal["chat", "model", "person", "schedule"]
"""The origin of a run: the chat, a model (``start_research``), the user, or a schedule."""

ENDED: Final = frozenset[RunState]({"answered", "insufficient", "failed", "stopped"})


@dataclass(frozen=True, slots=True)
class Sleeping:
    """A sleep in progress; ``since`` and ``until`` are Unix timestamps."""

    sleep_id: str
    mode: SleepMode
    since: float
    until: float
    reason: str = ""
    task_id: str = ""
    by_person: bool = False


@dataclass(frozen=True, slots=True)
class RunRecord:
    """The record of a run. ``asked``, ``began`` and ``ended`` are ISO 8601 in UTC, or empty.

    ``conversation_id`` and ``turn_id`` locate the answer. ``parent_run_id`` and
    ``parent_conversation_id`` identify the run or conversation that started this run. ``doing``
    describes the current activity in one line. ``elapsed_s`` is the time used, out of ``budget_s``.
    ``answer`` is the text of the answer, truncated if long.
    """

    run_id: str
    question: str
    state: RunState
    origin: RunOrigin
    asked: str
    strategy: str = "auto"
    model: str = ""
    began: str = ""
    ended: str = ""
    conversation_id: str = ""
    turn_id: int = 0
    parent_run_id: str = ""
    parent_conversation_id: str = ""
    schedule_id: str = ""
    budget_s: float = 0.0
    elapsed_s: float = 0.0
    doing: str = ""
    sleeping: Sleeping | None = None
    answer: str = ""
    error: str = ""
