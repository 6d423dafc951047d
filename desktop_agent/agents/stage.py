"""One part of a run with time of its own: when it runs out or fails, the run goes on without it."""

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

# --- A time limit that does not run on while the run sleeps or waits for the person.


class _Movable:
    """A time-out of the loop that can be taken off and set again."""

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
    """Ends the block after ``seconds`` with `TimeoutError`; those in which the run is held are free.

    A single model call or request has a plain limit of its own: it goes on while others wait.
    """
    async with asyncio.timeout(seconds) as timeout:
        with budget.following(_Movable(timeout)):
            yield


# --- The gate before a model call: where the run sleeps, its agents wait here and are told of it.

_BEGINS: Final = "Sleep ended: "


async def rest(ctx: RunContext, step_id: str = "") -> tuple[Message, ...]:
    """Waits while the run sleeps; gives what the coming model call is to be told of it.

    ``step_id`` is the step whose tool calls led here: who has asked for a sleep is told of its end
    even where another agent of the run has slept it.
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
    """What a run that goes on was told here of its sleeps; where it had been left it is live again."""
    told: tuple[WakeUp, ...] = ()
    if ctx.memory.recalls:
        told = ctx.memory.recall(WOKE, at, tuple[WakeUp, ...]) or ()
        if not ctx.memory.holds(MODEL):
            await ctx.memory.go_live()
    return told


def is_wake(message: Message) -> bool:
    """True for what `rest` gives."""
    return message.role == "system" and message.content.startswith(_BEGINS)


def _message(ctx: RunContext, woke: WakeUp) -> Message:
    """The result of a background run was written from pages: it is data, as a tool's result is."""
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
"""What streams ends by itself when its time is up and gives what has arrived; only what does not is
ended from outside, this much later."""


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a run: who works, what it is called in the window, how long it may take (seconds).

    ``part`` is the id of the part of the plan that it carries out, or empty.
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
    """Gives what ``work`` gives, or None where its time ran out or it failed with an `AgentError`.

    Then a notice says so, and a sentence is kept in ``ctx.cuts``. ``work`` gets a context whose
    budget is the stage's and whose steps stand below it; ``told`` sums a result up in a line.
    Cancelling the run cancels the stage.
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
    """Keeps that a part of the run is missing, and says so."""
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


# --- Carries out parts that need each other: each as soon as what it needs is done.


async def dispatch(
    needs: Mapping[str, Collection[str]],
    work: Callable[[str, int], Awaitable[T]],
    *,
    at_once: int,
) -> dict[str, T]:
    """Gives the result of each name, in the order in which they ended.

    ``work`` carries out one name and is told how many rounds of parts are still to do (at least 1),
    so that it can share out the time; at most ``at_once`` are carried out beside each other.
    What it raises cancels the others and comes out in an `ExceptionGroup`.

    Raises:
        ValueError: a name is needed that is not there, or there is a circle.
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
    """Counts how many times in a row parts have to be waited for, those that run now included."""
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
