"""Schedules, run records, and run sleep as a state machine without a clock or event loop.

A model requests a sleep, or the user pauses the run. The sleep begins when the run reaches a gate;
there is a gate before each model call. The table shows the transitions by state; any other
combination has no effect:

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

If a sleep is requested or taken up while a pause by the user is waiting for the gate, the sleep
replaces the pause, but only the user can end it. A tool's answer therefore never depends on what
the user does in the meantime. If a task ends between the request and the gate, the run wakes up at
the gate. A timer expires when either clock says so, because the monotonic clock stops while a
laptop is suspended and the wall clock may be set back.
"""

import time
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import SleepMode

# --- Schedules


@dataclass(frozen=True, slots=True)
class Schedule:
    """A question with the times at which it is asked.

    ``rule`` is an RFC 5545 recurrence rule (``FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0``) in the
    user's local time, or empty if the question is asked only once. ``next_at`` is ISO 8601 in UTC,
    or empty if the question will not be asked again. Each answer becomes a turn of the conversation
    ``conversation_id``. ``last_run_id`` is the latest run.
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
    """A schedule as stored on disk.

    ``starts`` is when the current rule was set (ISO 8601, UTC); intervals are counted from there.
    ``missed`` is the number of times that were due while the program was closed and that the user
    has not decided on, and ``missed_last`` is the latest of them.
    """

    schedule: Schedule
    starts: str
    missed: int = 0
    missed_last: str = ""


@dataclass(frozen=True, slots=True)
class MissedSchedule:
    """A question that was due while the program was closed.

    ``times`` is capped at 1,000. ``last`` is the latest missed time (ISO 8601, UTC).
    """

    schedule: Schedule
    times: int
    last: str


# --- Run records

RunState = Literal[
    "queued", "running", "asleep", "asking", "answered", "insufficient", "failed", "stopped"
]
"""``asking`` means that the run waits for the user's decision on a plan or a tool call."""

RunOrigin = Literal["chat", "model", "person", "schedule"]
"""What started a run: a question in the chat, a model (``start_research``), the user, or a
schedule.
"""

ENDED: Final = frozenset[RunState]({"answered", "insufficient", "failed", "stopped"})
"""The final states."""


@dataclass(frozen=True, slots=True)
class Sleeping:
    """A sleep in progress; ``since`` and ``until`` are in seconds since 1970."""

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

    ``conversation_id`` and ``turn_id`` say where the answer is stored. ``parent_run_id`` and
    ``parent_conversation_id`` identify what started the run. ``doing`` describes the current
    activity in one line. ``elapsed_s`` is the time used, out of ``budget_s``. ``answer`` is the
    text of the answer, truncated if it is long.
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
    """A point in time in seconds, both on the monotonic clock and since 1970."""

    monotonic: float
    wall: float


def moment() -> Moment:
    """Return the current time."""
    return Moment(time.monotonic(), time.time())


@dataclass(frozen=True, slots=True)
class Wake:
    """The end of a sleep. ``task_id`` is the task whose end ended the sleep, if any."""

    sleep_id: str
    reason: str
    slept_s: float = 0.0
    task_id: str = ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """A requested sleep; ``since`` and ``until`` are None until the sleep begins."""

    sleep_id: str
    mode: SleepMode
    seconds: float
    task_id: str = ""
    reason: str = ""
    by_person: bool = False
    since: float | None = None
    until: float | None = None


class SleepMachine:
    """Manages the sleeps of a run, one at a time; no sleep lasts longer than ``max_s`` seconds."""

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
        """The current sleep, or None if the run is not asleep."""
        return self._sleeping() if self._state == "asleep" else None

    @property
    def next_id(self) -> str:
        """The id of the next requested sleep."""
        return f"z{self._asks + 1}"

    def ask(self, mode: SleepMode, seconds: float, task_id: str = "", reason: str = "") -> str:
        """Request a sleep at the next gate and return its id; ``seconds`` is used only for timers.

        Raises:
            AgentError: a sleep has already been requested, or the run is over.
        """
        self._refuse()
        most = min(seconds, self.max_s) if mode == "timer" else self.max_s
        waited_for = task_id if mode == "event" else ""
        asked = _Asked(self.next_id, mode, most, waited_for, reason)
        self._asks += 1
        self._make_drowsy(self._for_the_person(asked) if self._is_paused() else asked)
        return asked.sleep_id

    def pass_by(self) -> str:
        """Consume the next sleep id for a sleep that ended long ago; the state stays the same."""
        self._asks += 1
        return f"z{self._asks}"

    def take_up(self, sleeping: Sleeping) -> bool:
        """Continue an interrupted sleep at the next gate, with its original deadline.

        Return whether it was accepted. If the user has paused the run, the sleep lasts until the
        user resumes the run.
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
        """Pause the run on behalf of the user; return whether that changed anything."""
        if self._state == "drowsy" and self._asked is not None and not self._asked.by_person:
            self._make_drowsy(self._for_the_person(self._asked))
            return True
        if self._state != "awake":
            return False
        self._pauses += 1
        self._make_drowsy(_Asked(f"p{self._pauses}", "manual", self.max_s, by_person=True))
        return True

    def resume(self, now: Moment) -> Wake | None:
        """Resume the run on behalf of the user; return None if the run was not waiting."""
        return self._wake(now, RESUMED) if self._state in ("drowsy", "asleep") else None

    def fall_asleep(self, now: Moment) -> Sleeping | None:
        """Enter a gate; return the sleep that begins there, or None."""
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
        """Leave the gate early; the sleep continues at the next gate that is reached."""
        if self._state != "asleep" or self._asked is None:
            return None
        wake = Wake(self._asked.sleep_id, STOPPED, self._slept(now))
        self._state = "drowsy"
        return wake

    def task_ended(self, task_id: str, state: str, now: Moment) -> Wake | None:
        """Report the end of a background run; ``state`` is the word for how it ended."""
        asked = self._asked
        if asked is None or asked.mode != "event" or asked.task_id != task_id:
            return None
        self._ended_task = f"background run {task_id} ended: {state}"
        return self.tick(now)

    def tick(self, now: Moment) -> Wake | None:
        """Return the end of the sleep if its time is up or its task has ended, else None."""
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
        """Return the maximum number of seconds until the sleep ends; 0 if there is no sleep."""
        asked = self._asked
        if self._state != "asleep" or asked is None or asked.until is None:
            return 0.0
        return max(0.0, min(self._deadline - now.monotonic, asked.until - now.wall))

    def stop(self, now: Moment) -> Wake | None:
        """End the run; return the end of the current sleep, if any."""
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
        """Return whether only a pause by the user waits for the gate, without a model's sleep."""
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
        """Make sure that later sleeps get higher ids."""
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
