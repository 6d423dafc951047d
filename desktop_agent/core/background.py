"""Runs as the list of runs shows them: waiting, at work, asleep, done."""

from dataclasses import dataclass
from typing import Final, Literal

from desktop_agent.core.waiting_events import SleepMode

RunState = Literal[
    "queued", "running", "asleep", "asking", "answered", "insufficient", "failed", "stopped"
]
"""``asking``: it waits for the person to decide something, a plan or the call of a tool."""

RunOrigin = Literal["chat", "model", "person", "schedule"]
"""Who began it: a question in the chat, a model by ``start_research``, the person in the background."""

ENDED: Final = frozenset[RunState]({"answered", "insufficient", "failed", "stopped"})
"""The states that a run does not leave again."""


@dataclass(frozen=True, slots=True)
class Sleeping:
    """A run that waits; ``since`` and ``until`` are seconds since 1970."""

    sleep_id: str
    mode: SleepMode
    since: float
    until: float
    reason: str = ""
    task_id: str = ""
    by_person: bool = False


@dataclass(frozen=True, slots=True)
class KnownRun:
    """A run; ``asked``, ``began`` and ``ended`` are ISO 8601 in UTC, empty for what is to come.

    ``conversation_id`` and ``turn_id`` say where its answer stands, ``parent_run_id`` and
    ``parent_conversation_id`` who began it. ``doing`` says in a line what goes on now, ``elapsed_s``
    how much of ``budget_s`` is spent. ``answer`` is its text, cut where it is long.
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
