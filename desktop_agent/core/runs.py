"""The sleep of one run as a state machine: no clock, no loop, no model; time is told to it.

A sleep is asked for by a model, or the person pauses the run; it begins where the run comes to a gate,
which is before each model call. What happens in which state, and what is not said here does nothing:

    ============  ================  ========================  ======================  =========
                  AWAKE             DROWSY (asked for)        ASLEEP                  ENDED
    ============  ================  ========================  ======================  =========
    ask           DROWSY            refused, names the sleep  refused, names it       refused
    take_up       DROWSY            nothing                   nothing                 nothing
    pause         DROWSY            only the person ends it   nothing                 nothing
    resume        nothing           AWAKE: it is cancelled    AWAKE                   nothing
    fall_asleep   nothing           ASLEEP                    nothing                 nothing
    put_off       nothing           nothing                   DROWSY, same deadline   nothing
    task_ended    nothing           kept for the gate         AWAKE if waited for     nothing
    tick          nothing           nothing                   AWAKE where it is over  nothing
    stop          ENDED             ENDED                     ENDED                   nothing
    ============  ================  ========================  ======================  =========

What is asked for, or taken up, while a pause by the person waits for the gate takes its place: only
the person ends it. So a tool's answer never depends on what the person does meanwhile.
A task that ends between the asking and the gate wakes the run at the gate. A timer is over when
either clock says so: the monotonic one stands still while a laptop is suspended, the wall clock may
be put back.
"""

import time
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import SleepMode

# --- Questions that are asked at a time, once or again and again.


@dataclass(frozen=True, slots=True)
class Schedule:
    """A question and when it is asked.

    ``rule`` is a recurrence rule of RFC 5545 (``FREQ=WEEKLY;BYDAY=MO;BYHOUR=8;BYMINUTE=0``) in the
    person's local time, empty for once. ``next_at`` is ISO 8601 in UTC, empty where it is never
    asked again. ``conversation_id`` is where its answers stand, one turn each; ``last_run_id`` the
    run that answered last.
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


# --- A schedule with what the program notes about it, and what was missed of it.


@dataclass(frozen=True, slots=True)
class StoredSchedule:
    """A schedule as it is kept.

    ``starts`` is from when its intervals are reckoned, ISO 8601 in UTC: when its rule was given.
    ``missed`` counts the times that it was due while the program was closed and nobody has decided
    of yet, ``missed_last`` is the latest of them.
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


# --- Runs as the list of runs shows them: waiting, at work, asleep, done.

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
class RunRecord:
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


State = Literal["awake", "drowsy", "asleep", "ended"]

TIMER = "timer expired"
RESUMED = "resumed by the user"
STOPPED = "stopped"


class Moment(NamedTuple):
    """Now, in seconds: on the monotonic clock, and since 1970."""

    monotonic: float
    wall: float


def moment() -> Moment:
    """Gives now."""
    return Moment(time.monotonic(), time.time())


@dataclass(frozen=True, slots=True)
class Wake:
    """A sleep that is over, ``reason`` in words; ``task_id`` is what has ended it, where one did."""

    sleep_id: str
    reason: str
    slept_s: float = 0.0
    task_id: str = ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """``since`` and ``until`` are None until it begins."""

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
        """Where it stands."""
        return self._state

    @property
    def sleeping(self) -> Sleeping | None:
        """The sleep while it lasts."""
        return self._sleeping() if self._state == "asleep" else None

    @property
    def next_id(self) -> str:
        """The id that the next sleep asked for will have."""
        return f"z{self._asks + 1}"

    def ask(self, mode: SleepMode, seconds: float, task_id: str = "", reason: str = "") -> str:
        """Gives the id of the sleep that the next gate begins; ``seconds`` only count for a timer.

        Raises:
            AgentError: another sleep was asked for, or the run is over.
        """
        self._refuse()
        most = min(seconds, self.max_s) if mode == "timer" else self.max_s
        waited_for = task_id if mode == "event" else ""
        asked = _Asked(self.next_id, mode, most, waited_for, reason)
        self._asks += 1
        self._make_drowsy(self._for_the_person(asked) if self._is_paused() else asked)
        return asked.sleep_id

    def pass_by(self) -> str:
        """Gives the next id to a sleep that is over long since; nothing else changes."""
        self._asks += 1
        return f"z{self._asks}"

    def take_up(self, sleeping: Sleeping) -> bool:
        """Lets the next gate go on with a sleep that had begun; its deadline stays.

        Where the person has paused the run, it lasts until they resume it.
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
        """The person wants the run to wait for them; True where that changes something."""
        if self._state == "drowsy" and self._asked is not None and not self._asked.by_person:
            self._make_drowsy(self._for_the_person(self._asked))
            return True
        if self._state != "awake":
            return False
        self._pauses += 1
        self._make_drowsy(_Asked(f"p{self._pauses}", "manual", self.max_s, by_person=True))
        return True

    def resume(self, now: Moment) -> Wake | None:
        """The person lets the run go on; None where nothing had kept it."""
        return self._wake(now, RESUMED) if self._state in ("drowsy", "asleep") else None

    def fall_asleep(self, now: Moment) -> Sleeping | None:
        """The run has come to a gate; gives the sleep that begins there, if any."""
        asked = self._asked
        if self._state != "drowsy" or asked is None:
            return None
        since = now.wall if asked.since is None else asked.since
        until = now.wall + asked.seconds if asked.until is None else asked.until
        self._asked = replace(asked, since=since, until=until)
        self._fell = now.monotonic
        self._before = max(0.0, now.wall - since)
        # a wall clock that was put back must not make it longer
        self._deadline = now.monotonic + min(max(0.0, until - now.wall), asked.seconds)
        self._state = "asleep"
        return self._sleeping()

    def put_off(self, now: Moment) -> Wake | None:
        """Nobody is at the gate any more: the next who comes there goes on with the sleep."""
        if self._state != "asleep" or self._asked is None:
            return None
        wake = Wake(self._asked.sleep_id, STOPPED, self._slept(now))
        self._state = "drowsy"
        return wake

    def task_ended(self, task_id: str, state: str, now: Moment) -> Wake | None:
        """A background run has ended; ``state`` says in a word how."""
        asked = self._asked
        if asked is None or asked.mode != "event" or asked.task_id != task_id:
            return None
        self._ended_task = f"background run {task_id} ended: {state}"
        return self.tick(now)

    def tick(self, now: Moment) -> Wake | None:
        """Gives the end of the sleep where its time is over, or what it waits for has come."""
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
        """Seconds until the sleep is over at the latest; 0 where there is none."""
        asked = self._asked
        if self._state != "asleep" or asked is None or asked.until is None:
            return 0.0
        return max(0.0, min(self._deadline - now.monotonic, asked.until - now.wall))

    def stop(self, now: Moment) -> Wake | None:
        """The run is over; gives the sleep that this ends, if one had begun."""
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
        """True where only the person's wish waits for the gate, and no sleep that a model asked for."""
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
        """What comes later has a higher number."""
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
