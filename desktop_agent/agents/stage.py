"""One part of a run with time of its own: when it runs out or fails, the run goes on without it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.deadline import deadline
from desktop_agent.core.current_step import in_step
from desktop_agent.core.errors import AgentError, BudgetExceeded, ModelError
from desktop_agent.core.events import BudgetSpent, Notice, StepFinished, StepStarted, StepStatus

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
