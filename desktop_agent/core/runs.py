"""Schedules, run records, and the sleep of a run as a state machine without clock or loop.

A sleep is requested by a model, or the user pauses the run; it begins when the run reaches a gate,
which is before each model call. Transitions by state; anything not listed does nothing:

    ============  ================  ========================  ======================  =========
                  AWAKE             DROWSY (requested)        ASLEEP                  ENDED
    ============  ================  ========================  ======================  =========
    ask           DROWSY            refused, names the sleep  refused, names it       refused
    take_up       DROWSY            nothing                   nothing                 nothing
    pause         DROWSY            only the user ends it     nothing                 nothing
    resume        nothing           AWAKE: it is cancelled    AWAKE                   nothing
    fall_asleep   nothing           ASLEEP                    nothing                 nothing
    put_off       nothing           nothing                   DROWSY, same deadline   nothing
    task_ended    nothing           kept for the gate         AWAKE if waited for     nothing
    tick          nothing           nothing                   AWAKE if it is over     nothing
    stop          ENDED             ENDED                     ENDED                   nothing
    ============  ================  ========================  ======================  =========

A sleep requested, or taken up, while a pause by the user waits for the gate takes its place: only
the user ends it. So a tool's answer never depends on what the user does meanwhile. A task that ends
between request and gate wakes the run at the gate. A timer is over when either clock says so: the
monotonic one stops while a laptop is suspended, the wall clock may be put back.
"""

import time
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import SleepMode

# --- Schedules


@dataclass(frozen=True, slots=True)
class Schedule:
    """A question and when it is asked.

    ``rule`` is a recurrence rule of RFC 5545 (``FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0``) in the
    user's local time, empty for once. ``next_at`` is ISO 8601 in UTC, empty if it is never asked
    again. ``conversation_id`` holds its answers, one turn each; ``last_run_id`` is the run that
    answered last.
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


# --- Stored and missed schedules


@dataclass(frozen=True, slots=True)
class StoredSchedule:
    """A schedule as stored.

    ``starts`` is the moment from which its intervals are counted, ISO 8601 in UTC: when its rule
    was set. ``missed`` counts the undecided times that were due while the program was closed,
    ``missed_last`` is the latest of them.
    """

    schedule: Schedule
    starts: str
    missed: int = 0
    missed_last: str = ""


@dataclass(frozen=True, slots=True)
class MissedSchedule:
    """A question that was due while the program was closed; 1,000 ``times`` may be more.

    ``last`` is the latest of the times, ISO 8601 in UTC.
    """

    schedule: Schedule
    times: int
    last: str


# --- Run records

RunState = Literal[
    "queued", "running", "asleep", "asking", "answered", "insufficient", "failed", "stopped"
]
"""``asking``: it waits for the user's decision on a plan or a tool call."""

RunOrigin = Literal["chat", "model", "person", "schedule"]
"""Started by a question in the chat, a model (``start_research``), the user, or a schedule."""

ENDED: Final = frozenset[RunState]({"answered", "insufficient", "failed", "stopped"})
"""The final states."""


@dataclass(frozen=True, slots=True)
class Sleeping:
    """A sleeping run; ``since`` and ``until`` are seconds since 1970."""

    sleep_id: str
    mode: SleepMode
    since: float
    until: float
    reason: str = ""
    task_id: str = ""
    by_person: bool = False


@dataclass(frozen=True, slots=True)
class RunRecord:
    """The record of a run; ``asked``, ``began`` and ``ended`` are ISO 8601 in UTC, or empty.

    ``conversation_id`` and ``turn_id`` hold its answer; ``parent_run_id`` and
    ``parent_conversation_id`` name what started it. ``doing`` describes the current activity in a
    line, ``elapsed_s`` is how much of ``budget_s`` is spent. ``answer`` is its text, cut if it is
    long.
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


State = Literal["awake", "drowsy", "asleep", "ended"]

TIMER = "timer expired"
RESUMED = "resumed by the user"
STOPPED = "stopped"


class Moment(NamedTuple):
    """The current time, in seconds: on the monotonic clock, and since 1970."""

    monotonic: float
    wall: float


def moment() -> Moment:
    """Return the current time."""
    return Moment(time.monotonic(), time.time())


@dataclass(frozen=True, slots=True)
class Wake:
    """The end of a sleep, with its ``reason``; ``task_id`` is the task that ended it, if any."""

    sleep_id: str
    reason: str
    slept_s: float = 0.0
    task_id: str = ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A requested sleep; ``since`` and ``until`` are None until it begins."""

    sleep_id: str
    mode: SleepMode
    seconds: float
    task_id: str = ""
    reason: str = ""
    by_person: bool = False
    since: float | None = None
    until: float | None = None


class SleepMachine:
    """One sleep at a time, none longer than ``max_s`` seconds."""

    def __init__(self, max_s: float) -> None:
        self.max_s = max_s
        self._state: State = "awake"
        self._asks = self._pauses = 0
        self._asked: _Asked | None = None
        self._ended_task = ""
        self._fell = 0.0
        self._before = 0.0
        self._deadline = 0.0

    @property
    def state(self) -> State:
        return self._state

    @property
    def sleeping(self) -> Sleeping | None:
        """The current sleep; None if the run is not asleep."""
        return self._sleeping() if self._state == "asleep" else None

    @property
    def next_id(self) -> str:
        """The id of the next requested sleep."""
        return f"z{self._asks + 1}"

    def ask(self, mode: SleepMode, seconds: float, task_id: str = "", reason: str = "") -> str:
        """Request a sleep at the next gate and return its id; ``seconds`` only count for a timer.

        Raises:
            AgentError: another sleep was requested, or the run is over.
        """
        self._refuse()
        most = min(seconds, self.max_s) if mode == "timer" else self.max_s
        waited_for = task_id if mode == "event" else ""
        asked = _Asked(self.next_id, mode, most, waited_for, reason)
        self._asks += 1
        self._make_drowsy(self._for_the_person(asked) if self._is_paused() else asked)
        return asked.sleep_id

    def pass_by(self) -> str:
        """Assign the next id to a sleep that is long over; nothing else changes."""
        self._asks += 1
        return f"z{self._asks}"

    def take_up(self, sleeping: Sleeping) -> bool:
        """Continue a sleep that had begun, at the next gate; its deadline stays.

        If the user has paused the run, it lasts until they resume it.
        """
        paused = self._is_paused()
        if self._state != "awake" and not paused:
            return False
        self._count(sleeping.sleep_id)
        taken = _Asked(
            sleeping.sleep_id,
            sleeping.mode,
            max(0.0, sleeping.until - sleeping.since),
            sleeping.task_id,
            sleeping.reason,
            sleeping.by_person,
            sleeping.since,
            sleeping.until,
        )
        self._make_drowsy(self._for_the_person(taken) if paused else taken)
        return True

    def pause(self) -> bool:
        """Pause the run for the user; return whether that changes anything."""
        if self._state == "drowsy" and self._asked is not None and not self._asked.by_person:
            self._make_drowsy(self._for_the_person(self._asked))
            return True
        if self._state != "awake":
            return False
        self._pauses += 1
        self._make_drowsy(_Asked(f"p{self._pauses}", "manual", self.max_s, by_person=True))
        return True

    def resume(self, now: Moment) -> Wake | None:
        """Resume the run for the user; return None if it was not waiting."""
        return self._wake(now, RESUMED) if self._state in ("drowsy", "asleep") else None

    def fall_asleep(self, now: Moment) -> Sleeping | None:
        """Enter a gate; return the sleep that begins there, if any."""
        asked = self._asked
        if self._state != "drowsy" or asked is None:
            return None
        since = now.wall if asked.since is None else asked.since
        until = now.wall + asked.seconds if asked.until is None else asked.until
        self._asked = replace(asked, since=since, until=until)
        self._fell = now.monotonic
        self._before = max(0.0, now.wall - since)
        # a wall clock that was put back must not extend the sleep
        self._deadline = now.monotonic + min(max(0.0, until - now.wall), asked.seconds)
        self._state = "asleep"
        return self._sleeping()

    def put_off(self, now: Moment) -> Wake | None:
        """Leave the gate: the next to reach a gate continues the sleep."""
        if self._state != "asleep" or self._asked is None:
            return None
        wake = Wake(self._asked.sleep_id, STOPPED, self._slept(now))
        self._state = "drowsy"
        return wake

    def task_ended(self, task_id: str, state: str, now: Moment) -> Wake | None:
        """Report that a background run has ended; ``state`` says in a word how."""
        asked = self._asked
        if asked is None or asked.mode != "event" or asked.task_id != task_id:
            return None
        self._ended_task = f"background run {task_id} ended: {state}"
        return self.tick(now)

    def tick(self, now: Moment) -> Wake | None:
        """Return the end of the sleep if its time is over or its task has ended."""
        asked = self._asked
        if self._state != "asleep" or asked is None:
            return None
        if self._ended_task:
            return self._wake(now, self._ended_task, asked.task_id)
        if self.seconds_left(now) > 0.0:
            return None
        if asked.mode == "timer":
            return self._wake(now, TIMER)
        return self._wake(now, f"the longest sleep of {asked.seconds:g} s is over")

    def seconds_left(self, now: Moment) -> float:
        """Return the seconds until the sleep ends at the latest; 0 if there is none."""
        asked = self._asked
        if self._state != "asleep" or asked is None or asked.until is None:
            return 0.0
        return max(0.0, min(self._deadline - now.monotonic, asked.until - now.wall))

    def stop(self, now: Moment) -> Wake | None:
        """End the run; return the sleep that this ends, if any."""
        wake = self._wake(now, STOPPED) if self._state == "asleep" else None
        self._state, self._asked = "ended", None
        return wake

    def _refuse(self) -> None:
        if self._state == "ended":
            raise AgentError("The run is over; it cannot sleep.")
        if self._asked is not None and not self._is_paused():
            raise AgentError(
                f"This run already has a sleep to come ({self._asked.sleep_id}).",
                "It can have one at a time: ask again when that one has ended.",
            )

    def _is_paused(self) -> bool:
        """Return whether only a pause by the user waits for the gate, and no sleep of a model."""
        asked = self._asked
        return self._state == "drowsy" and asked is not None and asked.sleep_id.startswith("p")

    def _make_drowsy(self, asked: _Asked) -> None:
        self._state, self._asked, self._ended_task = "drowsy", asked, ""

    def _wake(self, now: Moment, reason: str, task_id: str = "") -> Wake:
        assert self._asked is not None
        wake = Wake(self._asked.sleep_id, reason, self._slept(now), task_id)
        self._state, self._asked, self._ended_task = "awake", None, ""
        return wake

    def _slept(self, now: Moment) -> float:
        asked = self._asked
        if asked is None or asked.since is None:
            return 0.0
        here = now.monotonic - self._fell + self._before if self._state == "asleep" else 0.0
        return max(0.0, now.wall - asked.since, here)

    def _for_the_person(self, asked: _Asked) -> _Asked:
        return replace(
            asked,
            mode="manual",
            seconds=self.max_s,
            task_id="",
            by_person=True,
            since=None,
            until=None,
        )

    def _count(self, sleep_id: str) -> None:
        """Make sure that later sleeps get higher numbers."""
        number = int(sleep_id[1:]) if sleep_id[1:].isdecimal() else 0
        if sleep_id.startswith("z"):
            self._asks = max(self._asks, number)
        else:
            self._pauses = max(self._pauses, number)

    def _sleeping(self) -> Sleeping:
        asked = self._asked
        assert asked is not None
        assert asked.since is not None
        assert asked.until is not None
        return Sleeping(
            asked.sleep_id, asked.mode, asked.since, asked.until,
            asked.reason, asked.task_id, asked.by_person,
        )  # fmt: skip
