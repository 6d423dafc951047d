"""Carries out a plan: its parts side by side, each as soon as what it needs is done."""

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.dispatch import dispatch
from desktop_agent.agents.stage import Stage, run_stage
from desktop_agent.agents.supervisor.part_result import PartResult, filled
from desktop_agent.agents.supervisor.subtask import AGENTS, carry_out
from desktop_agent.core.allocation import for_parts, for_subtask
from desktop_agent.core.plan import Plan
from desktop_agent.core.short_line import short_line
from desktop_agent.evidence.pack import EvidencePack

_LONGEST_TITLE = 80


async def work_on(ctx: RunContext, plan: Plan, pack: EvidencePack | None) -> tuple[PartResult, ...]:
    """Gives the results in the order of the plan; a part that ran out or failed has none.

    ``pack`` is the evidence for the run's own question.
    """
    own = ctx.within(for_parts(ctx.budget.remaining_s))
    parts = {part.id: part for part in plan.subtasks}
    done: dict[str, PartResult] = {}

    async def work(name: str, rounds: int) -> None:
        part = parts[name]
        found = [done[need] for need in part.needs if need in done]
        gathered = pack if part.question == ctx.question.text else None
        seconds = for_subtask(own.budget.remaining_s, rounds)
        result = await run_stage(
            own,
            Stage(
                AGENTS[part.kind],
                short_line(filled(part.question, found), _LONGEST_TITLE),
                seconds,
                name,
            ),
            lambda ctx: carry_out(ctx, part, found, gathered),
            told=lambda result: result.summary,
        )
        if result is not None:
            done[name] = result

    await dispatch(plan.needs, work, at_once=ctx.settings.parallel_subtasks)
    return tuple(done[part.id] for part in plan.subtasks if part.id in done)
