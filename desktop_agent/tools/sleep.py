"""Let runs sleep when the user pauses them, or when a model calls the ``sleep`` tool."""

import asyncio
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

from pydantic import Field, model_validator

from desktop_agent.core.budget import Budget
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import SleepEnded, SleepMode, SleepStarted, current_step
from desktop_agent.core.runs import Sleeping
from desktop_agent.tools.background_runs import TaskEnd, Tasks
from desktop_agent.tools.toolbox import Arguments, Emit, Tool, ToolResult

# --- Requested, started and finished sleeps


@dataclass(frozen=True, slots=True)
class WakeUp:
    """The end of a sleep; ``task`` is the background run that ended it, or None."""

    sleep_id: str
    reason: str
    slept_s: float
    task: TaskEnd | None = None

    @property
    def text(self) -> str:
        return f"Sleep ended: {self.reason}, slept {self.slept_s:.1f} s."


def _started_event(sleeping: Sleeping) -> SleepStarted:
    return SleepStarted(
        mode=sleeping.mode,
        seconds=round(sleeping.until - sleeping.since, 3),
        task_id=sleeping.task_id,
        sleep_id=sleeping.sleep_id,
        reason=sleeping.reason,
        until=sleeping.until,
        by_person=sleeping.by_person,
    )


# --- The sleep of one run: agents at the gate wait while the run sleeps

LOOK_S: Final = 30.0
"""Seconds between checks of the wall clock; the loop's clock stops while a laptop is suspended."""

_UNCOUNTED_ROUNDS = 4
"""Number of sleep-only rounds that do not count towards the limit of tool rounds."""


class Moment(NamedTuple):
    """A point in time in seconds, on the monotonic clock and as a Unix timestamp."""

    monotonic: float
    wall: float


def moment() -> Moment:
    """Return the current time on both clocks."""
    return Moment(time.monotonic(), time.time())


@dataclass(eq=False, slots=True)
class _Place:
    """An agent waiting at the gate; ``step_id`` is the step whose tool calls it has just made."""

    step_id: str
    woke: asyncio.Future[WakeUp]


class RunSleep:
    """Manages the sleeps of one run, and the gate at which its agents wait.

    A model requests a sleep of at most ``max_s`` seconds, or the user pauses the run; there is one
    sleep at a time. Every agent passes the gate (`rest`) before each model call. The sleep begins
    when the first agent reaches the gate. While the run is asleep, all agents wait there and the
    run's budget is paused. ``on_asleep`` is called with each sleep that begins, and with None when
    it ends. ``resumable`` says whether a user can resume the run; if not, a model cannot request a
    sleep that only the user can end. Call all methods on the event loop's thread.

    A sleep requested while a user's pause is pending replaces the pause, but only the user can end
    it. A tool's answer therefore never depends on what the user does in the meantime. A timer
    expires when either clock says so, because the monotonic clock stops while a laptop is
    suspended, and the wall clock may be set back.
    """

    def __init__(
        self,
        emit: Emit,
        max_s: float,
        tasks: Tasks | None = None,
        clock: Callable[[], Moment] = moment,
        *,
        resumable: bool = True,
    ) -> None:
        self.on_asleep: Callable[[Sleeping | None], None] = lambda _sleeping: None
        self.resumable = resumable
        self.max_s = max_s
        self._emit = emit
        self._tasks = tasks
        self._clock = clock
        self._asked: Sleeping | None = None  # with times of 0 until it begins
        self._asleep = self._over = False
        self._asks = self._pauses = 0
        self._seconds = self._fell = self._before = self._deadline = 0.0
        self._gate: list[_Place] = []
        self._held: Budget | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._watcher: asyncio.Task[None] | None = None
        self._leaving: set[asyncio.Task[None]] = set()
        self._asker = ""
        self._untold: dict[str, WakeUp] = {}
        self._restored: Sleeping | None = None
        self._resumed_before = False
        self._past: dict[str, WakeUp] = {}
        self._told_of = ""
        self._suspended = False
        self._uncounted = _UNCOUNTED_ROUNDS

    def ask(
        self, mode: SleepMode, seconds: float = 0.0, task_id: str = "", reason: str = ""
    ) -> str | TaskEnd:
        """Request a sleep at the next gate; return its id, or the task's outcome if it has ended.

        ``seconds`` is used by timers only. Raise `AgentError` if a sleep is pending, the run is
        over, or the task id is unknown.
        """
        asker, sleep_id = current_step(), f"z{self._asks + 1}"
        if (past := self._past.pop(sleep_id, None)) is not None:
            self._untold[asker] = self._with_its_task(past, mode, task_id)
            self._asks += 1
            return sleep_id
        if self._restored is not None and self._restored.sleep_id == sleep_id:
            sleeping, self._restored = self._restored, None
            if self._take_up(sleeping):
                self._asker, self._told_of = asker, sleep_id
                return sleep_id
        if mode == "event" and (end := self._state(task_id)) is not None:
            return end
        if self._over:
            raise AgentError("The task has ended, so it can't be put to sleep.")
        if self._asked is not None and not self._is_paused:
            raise AgentError(
                f"This task already has a sleep scheduled ({self._asked.sleep_id}).",
                "It can have only one at a time. Ask again when that one has ended.",
            )
        waited_for = task_id if mode == "event" else ""
        asked = Sleeping(sleep_id, mode, 0.0, 0.0, reason, waited_for)
        self._asks += 1
        self._request(asked, min(seconds, self.max_s) if mode == "timer" else self.max_s)
        self._asker = asker
        return sleep_id

    async def rest(self, budget: Budget, step_id: str = "") -> tuple[WakeUp, ...]:
        """Wait at the gate while the run is asleep; return the sleeps that have ended.

        Each sleep is reported once to every agent that waited, and to the step that requested it.
        ``step_id`` is the step whose tool calls precede the next model call.
        """
        told: list[WakeUp] = []
        while True:
            if step_id in self._untold:
                told.append(self._untold.pop(step_id))
            if self._asked is None:
                return tuple(told)
            told.append(await self._wait(budget, step_id))

    def pause(self) -> bool:
        """Pause the run for the user at the next gate; return whether that changed anything."""
        asked = self._asked
        by_person = asked is not None and asked.by_person
        if self._restored is not None or self._over or self._asleep or by_person:
            return False
        if asked is None:
            self._pauses += 1
            asked = Sleeping(f"p{self._pauses}", "manual", 0.0, 0.0)
        self._request(asked, self.max_s, paused=True)
        return True

    def resume(self) -> bool:
        """End the current or pending sleep for the user; return False if there was no sleep."""
        if self._asked is None:
            # takes effect when the run reaches the sleep again
            self._resumed_before = self._restored is not None
            return self._resumed_before
        began = self._asleep or bool(self._told_of)
        if not began:
            cancelled = self._begin(self._asked)
            began = cancelled.sleep_id.startswith("z")
            if began:  # a resumed run must know that this sleep is over
                self._emit(_started_event(cancelled))
        self._wake("resumed by the user", began=began)
        return True

    def restore(self, sleeping: Sleeping | None, past: Iterable[WakeUp] = ()) -> None:
        """Restore the sleeps from before the program was closed, with their original deadlines.

        The run is executed again from the beginning. When the sleeps are requested again, those in
        ``past`` end immediately, and ``sleeping`` continues. A pause, which no agent requests,
        continues at the next gate. Events that were already emitted are not emitted again.
        """
        self._past.update((woke.sleep_id, woke) for woke in past)
        if sleeping is None:
            return
        if not sleeping.by_person or sleeping.sleep_id.startswith("z"):
            self._restored = sleeping
        elif self._take_up(sleeping):
            self._told_of = sleeping.sleep_id

    def suspend(self) -> None:
        """Prepare for closing the program: no longer report when the sleep ends."""
        self._suspended = True

    def end(self) -> None:
        """End any sleep because the run is over, and cancel agents that are still waiting."""
        waiting, self._gate = self._gate, []
        self._stop_sleeping()
        self._over, self._asked = True, None
        for place in waiting:
            place.woke.cancel()

    def uncounted_round(self) -> bool:
        """Use up one of the sleep-only rounds that do not count towards the limit.

        Return False if none is left.
        """
        self._uncounted -= 1
        return self._uncounted >= 0

    # --- Requested sleeps

    @property
    def _is_paused(self) -> bool:
        """Whether a pause by the user, rather than a model's sleep, is pending."""
        asked = self._asked
        return asked is not None and not self._asleep and asked.sleep_id.startswith("p")

    def _take_up(self, sleeping: Sleeping) -> bool:
        """Continue a sleep at the next gate with its original deadline.

        Return False if the sleep is refused.
        """
        if self._over or (self._asked is not None and not self._is_paused):
            return False
        number = int(sleeping.sleep_id[1:]) if sleeping.sleep_id[1:].isdecimal() else 0
        if sleeping.sleep_id.startswith("z"):  # later sleeps get higher ids
            self._asks = max(self._asks, number)
        else:
            self._pauses = max(self._pauses, number)
        self._request(sleeping, max(0.0, sleeping.until - sleeping.since))
        return True

    def _request(self, asked: Sleeping, seconds: float, *, paused: bool = False) -> None:
        if paused or self._is_paused:  # only the user ends it
            asked = replace(asked, mode="manual", since=0.0, until=0.0, task_id="", by_person=True)
            seconds = self.max_s
        self._asked, self._seconds = asked, seconds

    def _state(self, task_id: str) -> TaskEnd | None:
        known = None if self._tasks is None else self._tasks.state(task_id)
        if known is None:
            raise AgentError(
                f"There is no background run with the task_id {task_id!r}.",
                "Use an ID returned by start_research.",
            )
        return None if known == "open" else known

    def _with_its_task(self, past: WakeUp, mode: SleepMode, task_id: str) -> WakeUp:
        if mode != "event" or self._tasks is None or task_id not in past.reason:
            return past
        known = self._tasks.state(task_id)
        return replace(past, task=known) if isinstance(known, TaskEnd) else past

    # --- Asleep

    async def _wait(self, budget: Budget, step_id: str) -> WakeUp:
        place = _Place(step_id, asyncio.get_running_loop().create_future())
        self._gate.append(place)
        try:
            self._fall_asleep(budget)
            return await place.woke
        finally:
            if place in self._gate:  # stopped while the run slept
                self._gate.remove(place)
                if not self._gate:
                    self._stop_sleeping()
            if self._leaving:
                await asyncio.wait(tuple(self._leaving))

    def _fall_asleep(self, budget: Budget) -> None:
        if self._asleep or self._asked is None:
            return  # another agent reached the gate first
        sleeping = self._begin(self._asked)
        self._held = budget
        budget.hold()
        if self._told_of != sleeping.sleep_id:
            self._emit(_started_event(sleeping))
        self._told_of = ""
        self.on_asleep(sleeping)
        if self._resumed_before:
            self._resumed_before = False
            self.resume()
            return
        if sleeping.mode == "event":
            self._watcher = asyncio.create_task(self._until_ended(sleeping.task_id))
        self._look()

    def _begin(self, asked: Sleeping) -> Sleeping:
        now = self._clock()
        if not asked.until:
            asked = replace(asked, since=now.wall, until=now.wall + self._seconds)
        self._asked, self._asleep, self._fell = asked, True, now.monotonic
        self._before = max(0.0, now.wall - asked.since)
        # setting the wall clock back must not extend the sleep
        self._deadline = now.monotonic + min(max(0.0, asked.until - now.wall), self._seconds)
        return asked

    async def _until_ended(self, task_id: str) -> None:
        try:
            end = self._state(task_id)
            if end is None and self._tasks is not None:
                end = await self._tasks.ended(task_id)
        except AgentError as error:  # it was forgotten in the meantime
            end = TaskEnd(task_id, "failed", error=error.message)
        assert end is not None
        self._wake(f"background run {task_id} ended: {end.state}", end)

    def _look(self) -> None:
        """Wake up if the sleep is over; otherwise, check again later."""
        self._timer = None
        asked, now = self._asked, self._clock()
        if asked is None or not self._asleep:
            return
        left = min(self._deadline - now.monotonic, asked.until - now.wall)
        if left > 0.0:
            self._timer = asyncio.get_running_loop().call_later(min(LOOK_S, left), self._look)
        elif asked.mode == "timer":
            self._wake("timer expired")
        else:
            self._wake(f"the longest sleep of {self._seconds:g} s is over")

    # --- Waking up

    def _woke(self, reason: str, task: TaskEnd | None = None) -> WakeUp:
        asked, now, slept = self._asked, self._clock(), 0.0
        assert asked is not None
        if asked.until:
            here = now.monotonic - self._fell + self._before if self._asleep else 0.0
            slept = round(max(0.0, now.wall - asked.since, here), 3)
        self._asleep = False
        return WakeUp(asked.sleep_id, reason, slept, task)

    def _wake(self, reason: str, task: TaskEnd | None = None, *, began: bool = True) -> None:
        woke = self._woke(reason, task)
        self._asked = None
        waiting, self._gate = self._gate, []
        asker, self._asker, self._told_of = self._asker, "", ""
        if asker and all(place.step_id != asker for place in waiting):
            self._untold[asker] = woke  # it is still waiting for another tool
        if began:
            self._tell_end(woke)
        for place in waiting:
            if not place.woke.done():
                place.woke.set_result(woke)

    def _stop_sleeping(self) -> None:
        """Interrupt a sleep, which begins again at the next gate with the same deadline."""
        if self._asleep:
            self._tell_end(self._woke("stopped"))

    def _tell_end(self, woke: WakeUp) -> None:
        """Clean up after a sleep, and report its end unless the run is suspended."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        watcher, self._watcher = self._watcher, None
        if watcher is not None and watcher is not asyncio.current_task():
            watcher.cancel()
            self._leaving.add(watcher)
            watcher.add_done_callback(self._leaving.discard)
        if self._held is not None:
            self._held.release()
            self._held = None
        if self._suspended:
            return
        self._emit(SleepEnded(reason=woke.reason, slept_s=woke.slept_s, sleep_id=woke.sleep_id))
        self.on_asleep(None)


FREE_S = 60.0
"""Timers of up to this many seconds need no approval, because the delay is short."""


class SleepArguments(Arguments):
    """What to wait for."""

    mode: SleepMode = Field(
        description="timer waits for seconds, event for the task_id, manual for the user"
    )
    seconds: float | None = Field(None, gt=0)
    task_id: str = Field("", max_length=200, description="what start_research gave")
    reason: str = Field("", max_length=500, description="for example: the shop opens at nine")

    @model_validator(mode="after")
    def _whole(self) -> "SleepArguments":
        if self.mode == "timer" and self.seconds is None:
            raise ValueError("mode timer needs the argument seconds")
        if self.mode == "event" and not self.task_id:
            raise ValueError("mode event needs the argument task_id")
        return self


class UnattendedSleepArguments(SleepArguments):
    """What to wait for where nobody can resume the run."""

    mode: Literal["timer", "event"] = Field(
        description="timer waits for seconds, event for the task_id"
    )


class Sleep(Tool[SleepArguments]):
    """A tool that requests a sleep and returns immediately.

    The sleep begins before the next model call.
    """

    name = "sleep"
    description = (
        "Wait before you go on, only where something has to be waited for. Returns at once; you are "
        "called again when the wait is over. One sleep at a time."
    )
    remembered = False
    takes = SleepArguments

    def __init__(self, sleep: RunSleep) -> None:
        self._sleep = sleep
        if not sleep.resumable:
            self.takes = UnattendedSleepArguments

    def has_side_effect(self, arguments: SleepArguments) -> bool:
        return arguments.mode != "timer" or (arguments.seconds or 0.0) > FREE_S

    async def run(self, arguments: SleepArguments) -> ToolResult:
        seconds, most = arguments.seconds or 0.0, self._sleep.max_s
        asked = self._sleep.ask(arguments.mode, seconds, arguments.task_id, arguments.reason)
        if isinstance(asked, TaskEnd):
            return _ended_already(asked)
        content: dict[str, object] = {"sleep_id": asked, "mode": arguments.mode}
        if arguments.mode == "timer":
            content["seconds"] = min(seconds, most)
            if seconds > most:
                content["note"] = f"No sleep is longer than {most:g} s."
            return ToolResult(content, f"{asked}: {min(seconds, most):g} s")
        content["at_most_seconds"] = most
        if arguments.mode == "event":
            return ToolResult(content, f"{asked}: until {arguments.task_id} ends")
        return ToolResult(content, f"{asked}: until it is resumed")


def _ended_already(end: TaskEnd) -> ToolResult:
    content = {
        "task_id": end.task_id,
        "state": end.state,
        "question": end.question,
        "answer": end.result,
        "error": end.error,
        "note": "It has ended already, so there is nothing to wait for.",
    }
    told = {name: value for name, value in content.items() if value}
    return ToolResult(
        told, f"{end.task_id} has ended already: {end.state}", outside="a background run"
    )
