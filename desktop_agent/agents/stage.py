"""Time-limited stages of a run, the gate before model calls, and parallel execution of parts."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final, TypeVar

from desktop_agent.agents.context import RunContext
from desktop_agent.core.budget import Budget
from desktop_agent.core.errors import AgentError, BudgetExceeded, ModelError
from desktop_agent.core.events import (
    BudgetSpent,
    Notice,
    StepFinished,
    StepStarted,
    StepStatus,
    in_step,
)
from desktop_agent.core.messages import Message
from desktop_agent.core.plan import order, ready
from desktop_agent.tools.recorded_results import MODEL, WOKE
from desktop_agent.tools.sleep import WakeUp

# --- A time limit that pauses while the run sleeps or waits for the user


class _Movable:
    """An asyncio timeout that can be suspended and rescheduled."""

    def __init__(self, timeout: asyncio.Timeout) -> None:
        self._timeout = timeout
        self._left: float | None = None

    def suspend(self) -> None:
        when = self._timeout.when()
        if when is None or self._timeout.expired():
            return
        self._left = when - asyncio.get_running_loop().time()
        self._timeout.reschedule(None)

    def go_on(self) -> None:
        if self._left is not None and not self._timeout.expired():
            self._timeout.reschedule(asyncio.get_running_loop().time() + self._left)
        self._left = None


@asynccontextmanager
async def deadline(budget: Budget, seconds: float) -> AsyncIterator[None]:
    """Raise `TimeoutError` after ``seconds``, not counting the time for which the run is on hold.

    Single model calls and requests use ordinary timeouts, because they continue while other work
    waits.
    """
    async with asyncio.timeout(seconds) as timeout:
        with budget.following(_Movable(timeout)):
            yield


# --- The gate before model calls, where agents wait while the run sleeps

_BEGINS: Final = "Sleep ended: "


async def rest(ctx: RunContext, step_id: str = "") -> tuple[Message, ...]:
    """Wait while the run is asleep; return messages about the sleep for the next model call.

    ``step_id`` is the step whose tool calls led here. It ensures that the agent that asked for a
    sleep is told about its end, even if a different agent of the run waited for it.
    """
    if ctx.give_way is not None and not ctx.memory.recalls:
        with ctx.budget.paused():
            await ctx.give_way()
    if ctx.sleep is None:
        return ()
    at = (step_id, ctx.parent_id, ctx.budget.model_calls)
    told = await _told_before(ctx, at)
    known = {each.sleep_id for each in told}
    new = await ctx.sleep.rest(ctx.budget, step_id)
    new = tuple(each for each in new if each.sleep_id not in known)
    if new:
        ctx.memory.learn(WOKE, at, tuple[WakeUp, ...], new)
    return tuple(_message(ctx, woke) for woke in (*told, *new))


async def _told_before(ctx: RunContext, at: object) -> tuple[WakeUp, ...]:
    """Return the wake-ups recorded at this point; if the run was interrupted here, it goes live."""
    told: tuple[WakeUp, ...] = ()
    if ctx.memory.recalls:
        told = ctx.memory.recall(WOKE, at, tuple[WakeUp, ...]) or ()
        if not ctx.memory.holds(MODEL):
            await ctx.memory.go_live()
    return told


def is_wake(message: Message) -> bool:
    """Return whether a message was created by `rest`."""
    return message.role == "system" and message.content.startswith(_BEGINS)


def _message(ctx: RunContext, woke: WakeUp) -> Message:
    """Return the message about a wake-up.

    The result of a background run may be based on pages, so it is marked as data like a tool's
    result.
    """
    text = woke.text
    if (task := woke.task) is not None:
        ctx.web.outside.saw("a background run")
        if task.question:
            text += f"\nIts question: {ctx.fence.wrap(task.question, 'a background run')}"
        if task.result:
            text += f"\nIts answer:\n{ctx.fence.wrap(task.result, 'a background run')}"
        if task.error:
            text += f"\nIt failed: {ctx.fence.wrap(task.error, 'a background run')}"
    return Message("system", text)


T = TypeVar("T")

_GRACE = 0.02
_LEAST_GRACE_S = 0.05
_MOST_GRACE_S = 0.2
"""Maximum seconds by which non-streaming work is cancelled late. Streaming calls end by themselves
in
time and return what has arrived.
"""


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a run, with its agent, its title in the window and its time limit in seconds.

    ``part`` is the id of the part of the plan that the stage works on, or empty.
    """

    agent: str
    title: str
    seconds: float
    part: str = ""


async def run_stage(
    ctx: RunContext,
    stage: Stage,
    work: Callable[[RunContext], Awaitable[T]],
    *,
    told: Callable[[T], str] = lambda _result: "",
) -> T | None:
    """Return the result of ``work``, or None if it timed out or failed with an `AgentError`.

    A failure emits a notice and adds a sentence to ``ctx.cuts``. ``work`` receives a context with
    the budget of the stage, in which new steps are children of the stage. ``told`` summarizes the
    result in one line. Cancelling the run cancels the stage.
    """
    own = ctx.within(stage.seconds, step_id := ctx.new_step_id())
    ctx.emit(
        StepStarted(
            step_id=step_id,
            agent=stage.agent,
            title=stage.title,
            parent_id=ctx.parent_id,
            part=stage.part,
        )
    )
    _tell_allotted(ctx, stage, own.budget.limits.seconds)
    status: StepStatus = "stopped"
    summary = ""
    left = own.budget.remaining_s
    try:
        grace = max(_LEAST_GRACE_S, min(left * _GRACE, _MOST_GRACE_S))
        async with deadline(own.budget, left + grace):
            with in_step(step_id):
                result = await work(own)
        status, summary = "ok", told(result)
    except (TimeoutError, BudgetExceeded):
        summary = f"out of time after {own.budget.elapsed_s:.0f} s" if left else "no time was left"
        cut_short(ctx, stage, summary, step_id)
        return None
    except AgentError as error:
        status, summary = "failed", error.message
        if isinstance(error, ModelError):
            ctx.losses.append(error)
        cut_short(ctx, stage, error.message, step_id)
        return None
    finally:
        ctx.emit(StepFinished(step_id=step_id, status=status, summary=summary))
    return result


def cut_short(ctx: RunContext, stage: Stage, reason: str, step_id: str = "") -> None:
    """Record and report that a part of the run is missing."""
    text = f"{stage.title}: {reason}"
    ctx.cuts.append(text)
    ctx.emit(Notice(text=text, level="warning", step_id=step_id))


def _tell_allotted(ctx: RunContext, stage: Stage, seconds: float) -> None:
    ctx.emit(
        BudgetSpent(
            elapsed_s=round(ctx.budget.elapsed_s, 3),
            remaining_s=round(ctx.budget.remaining_s, 3),
            part=stage.title,
            part_s=round(seconds, 3),
        )
    )


# --- Running parts that depend on each other


async def dispatch(
    needs: Mapping[str, Collection[str]],
    work: Callable[[str, int], Awaitable[T]],
    *,
    at_once: int,
) -> dict[str, T]:
    """Run ``work`` for each name once everything it needs is done; return results as completed.

    ``work`` receives a name and the number of rounds that are left (at least 1), so that it can
    divide the time. At most ``at_once`` calls run in parallel. An exception in one of them cancels
    the others and is raised in an `ExceptionGroup`.

    Raises:
        ValueError: a needed name is unknown, or there is a cycle.
    """
    order(needs)
    done: dict[str, T] = {}
    running: dict[asyncio.Task[T], str] = {}
    begun: set[str] = set()
    async with asyncio.TaskGroup() as group:
        while len(done) < len(needs):
            for name in ready(needs, begun, done)[: at_once - len(running)]:
                rounds = _rounds(needs, done, at_once)
                begun.add(name)
                running[group.create_task(_awaited(work(name, rounds)))] = name
            ended, _rest = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                name = running.pop(task)
                if task.cancelled() or task.exception() is not None:
                    return done  # the group ends the others and raises
                done[name] = task.result()
    return done


async def _awaited(work: Awaitable[T]) -> T:
    return await work


def _rounds(needs: Mapping[str, Collection[str]], done: Collection[str], at_once: int) -> int:
    """Return how many rounds of parallel parts are left, including the current one."""
    left = {name: [each for each in before if each not in done] for name, before in needs.items()}
    for name in done:
        del left[name]
    rounds, over = 0, set(done)
    while left:
        now = [name for name, before in left.items() if all(each in over for each in before)]
        for name in now[:at_once]:
            over.add(name)
            del left[name]
        rounds += 1
    return max(1, rounds)
