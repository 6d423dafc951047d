"""Stages and steps with time limits, pauses before model calls, and parallel parts."""

import asyncio
import math
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from desktop_agent.agents.run_context import RunContext
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
from desktop_agent.core.plan import order
from desktop_agent.tools.recorded_results import MODEL, WOKE
from desktop_agent.tools.sleep import WakeUp

# --- A time limit that pauses while the run sleeps or waits for the user


_LEAST_WAIT_S = 0.05
"""Seconds after which a time limit is looked at again while the run is on hold."""


@asynccontextmanager
async def deadline(budget: Budget, seconds: float) -> AsyncIterator[None]:
    """Raise `TimeoutError` after ``seconds``, not counting time on hold.

    Individual model calls and requests use ordinary timeouts, because a hold does not interrupt
    them.
    """
    loop, own = asyncio.get_running_loop(), budget.share(seconds)
    timer: asyncio.TimerHandle
    async with asyncio.timeout(None) as timeout:

        def look() -> None:
            nonlocal timer
            left = seconds - own.elapsed_s
            if left > 0:
                timer = loop.call_later(max(left, _LEAST_WAIT_S), look)
            else:
                timeout.reschedule(loop.time())

        timer = loop.call_later(seconds, look)
        try:
            yield
        finally:
            timer.cancel()


# --- A step of the run, as the window shows it


@dataclass(slots=True)
class Step:
    """A step, shown as running until its status and summary are emitted."""

    step_id: str
    status: StepStatus = "stopped"
    summary: str = ""

    def end(self, summary: str = "", status: StepStatus = "ok") -> None:
        self.summary, self.status = summary, status


@contextmanager
def step(ctx: RunContext, agent: str, title: str, part: str = "") -> Iterator[Step]:
    """Emit the start and end of a step; its status is "stopped" unless `Step.end` is called."""
    running = Step(ctx.new_step_id())
    begun, at = running.step_id, ctx.parent_id
    ctx.emit(StepStarted(step_id=begun, agent=agent, title=title, parent_id=at, part=part))
    try:
        yield running
    finally:
        ctx.emit(StepFinished(step_id=begun, status=running.status, summary=running.summary))


# --- The gate before model calls, where agents wait while the run sleeps


async def rest(ctx: RunContext, step_id: str = "") -> tuple[Message, ...]:
    """Let other runs go first, and wait while the run is asleep; return wake-up messages.

    ``step_id`` is the step that made the preceding tool calls; with it, the agent that asked to
    sleep learns of the wake-up even if another agent did the waiting. A resumed run gets the
    recorded wake-ups, and goes live once no recorded model replies are left.
    """
    if ctx.give_way is not None and not ctx.memory.recalls:
        with ctx.budget.paused():
            await ctx.give_way()
    if ctx.sleep is None:
        return ()
    at = (step_id, ctx.parent_id, ctx.budget.model_calls)
    told: tuple[WakeUp, ...] = ()
    if ctx.memory.recalls:
        told = ctx.memory.recall(WOKE, at, tuple[WakeUp, ...]) or ()
        if not ctx.memory.holds(MODEL):
            await ctx.memory.go_live()
    known = {each.sleep_id for each in told}
    woken = await ctx.sleep.rest(ctx.budget, step_id)
    new = tuple(each for each in woken if each.sleep_id not in known)
    if new:
        ctx.memory.learn(WOKE, at, tuple[WakeUp, ...], new)
    return tuple(_message(ctx, woke) for woke in (*told, *new))


def _message(ctx: RunContext, woke: WakeUp) -> Message:
    text = woke.text
    if (task := woke.task) is not None:  # its result may be based on pages
        ctx.web.outside.saw("a background run")
        if task.question:
            text += f"\nIts question: {ctx.fence.wrap(task.question, 'a background run')}"
        if task.result:
            text += f"\nIts answer:\n{ctx.fence.wrap(task.result, 'a background run')}"
        if task.error:
            text += f"\nIt failed: {ctx.fence.wrap(task.error, 'a background run')}"
    return Message("system", text)


class TimeShare(NamedTuple):
    """A share of the remaining time, capped at ``most_s`` seconds."""

    share: float
    most_s: float

    def of(self, remaining_s: float) -> float:
        return min(remaining_s * self.share, self.most_s)


T = TypeVar("T")

_GRACE, _LEAST_GRACE_S, _MOST_GRACE_S = 0.02, 0.05, 0.2
"""Share of a stage's time, and seconds, by which work may run over until it is cancelled."""


async def run_stage(
    ctx: RunContext,
    agent: str,
    title: str,
    seconds: float | TimeShare,
    work: Callable[[RunContext], Awaitable[T]],
    *,
    part: str = "",
    summarize: Callable[[T], str] = lambda _result: "",
) -> T | None:
    """Return the result of ``work``, or None if it timed out or failed with an `AgentError`.

    A failure is reported in a notice and added to ``ctx.cuts``. ``work`` receives a context with
    the stage's budget, in which new steps are children of the stage. ``part`` is the id of the
    stage's part of the plan, if any. ``summarize`` describes the result in one line.
    """
    if isinstance(seconds, TimeShare):
        seconds = seconds.of(ctx.budget.remaining_s)
    with step(ctx, agent, title, part) as shown:
        own = ctx.within(seconds, shown.step_id)
        ctx.emit(
            BudgetSpent(
                elapsed_s=round(ctx.budget.elapsed_s, 3),
                remaining_s=round(ctx.budget.remaining_s, 3),
                part=title,
                part_s=round(own.budget.seconds, 3),
            )
        )
        left = own.budget.remaining_s
        grace = max(_LEAST_GRACE_S, min(left * _GRACE, _MOST_GRACE_S))
        try:
            async with deadline(own.budget, left + grace):
                with in_step(shown.step_id):
                    result = await work(own)
            shown.end(summarize(result))
        except (TimeoutError, BudgetExceeded):
            used = f"out of time after {own.budget.elapsed_s:.0f} s"
            shown.end(used if left else "no time was left", "stopped")
        except AgentError as error:
            shown.end(error.message, "failed")
            if isinstance(error, ModelError):
                ctx.losses.append(error)
        else:
            return result
        text = f"{title}: {shown.summary}"
        ctx.cuts.append(text)
        ctx.emit(Notice(text=text, level="warning", step_id=shown.step_id))
    return None


# --- Running parts that depend on each other


async def dispatch(
    ctx: RunContext,
    needs: Mapping[str, Collection[str]],
    work: Callable[[str, float], Awaitable[None]],
    *,
    most_s: float,
) -> None:
    """Run ``work`` for each name once its dependencies are done, a few in parallel.

    ``work`` receives a name and its time limit: the remaining time divided by the remaining rounds
    of parallel work, but at most ``most_s`` seconds. If a call raises an exception, the others are
    cancelled and the exception is raised in an `ExceptionGroup`. Raise `ValueError` if a dependency
    is unknown or there is a cycle.
    """
    at_once = ctx.settings.parallel_subtasks
    chain: dict[str, int] = {}  # how many names follow one another from each name on
    for name in reversed(order(needs)):
        chain[name] = 1 + max((chain[each] for each in chain if name in needs[each]), default=0)
    done = {name: asyncio.Event() for name in needs}
    free = asyncio.Semaphore(at_once)
    left = len(needs)

    async def run(name: str) -> None:
        nonlocal left
        for each in needs[name]:
            await done[each].wait()
        async with free:
            rounds = max(chain[name], math.ceil(left / at_once))
            left -= 1
            await work(name, min(ctx.budget.remaining_s / rounds, most_s))
        done[name].set()

    async with asyncio.TaskGroup() as group:
        for name in needs:
            group.create_task(run(name))


# --- Time limits of a deep run
#
# The reserve for the end is deducted before the parts of the plan start, so parts that use all of
# their time still leave enough for an answer.

FIRST_ANSWER = TimeShare(0.9, math.inf)
EVIDENCE = TimeShare(0.4, 60.0)
PLAN = TimeShare(1 / 3, 150.0)
# A small model on a laptop writes about ten tokens a second, so 300 tokens take half a minute.
CRITIQUE = TimeShare(1 / 4, 60.0)
SYNTHESIS = TimeShare(1 / 2, 120.0)
VERIFICATION = TimeShare(1 / 2, 120.0)
"""Time for recomputing a number; it may be allotted twice."""
RESERVE = TimeShare(0.3, 180.0)
"""Time reserved for critique, synthesis and verification."""
MOST_SUBTASK_S = 120.0


def for_parts(remaining_s: float) -> float:
    """Return the time limit, in seconds, for all parts of a plan together."""
    return remaining_s - RESERVE.of(remaining_s)
