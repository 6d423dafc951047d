"""From the parts' results to a text: judged, written as one, and mended once."""

from desktop_agent.agents.answer import Checked, check, the_better
from desktop_agent.agents.consulter import Critique
from desktop_agent.agents.context import RunContext
from desktop_agent.agents.stage import Stage, run_stage
from desktop_agent.agents.supervisor.part_result import PartResult, stitched
from desktop_agent.agents.supervisor.prompt import AGENT, SupervisorTalk
from desktop_agent.agents.supervisor.result_critic import judge
from desktop_agent.agents.supervisor.synthesis import (
    refused,
    repair_synthesis,
    synthesise,
    tell_results,
)
from desktop_agent.core.allocation import for_critique, for_synthesis
from desktop_agent.core.events import Notice
from desktop_agent.core.plan import Plan
from desktop_agent.evidence.grounding.forms import form_fault
from desktop_agent.evidence.pack import EvidencePack


async def put_together(
    ctx: RunContext,
    talk: SupervisorTalk,
    plan: Plan,
    results: tuple[PartResult, ...],
    pack: EvidencePack | None,
) -> Checked:
    """Has the results judged, writes the answer from them, and mends it once.

    A text that lost something against what was there before is not taken; see `the_better`.

    Raises:
        ModelError: the model failed while it wrote the answer; the results stand below what it wrote.
    """
    text = Checked(stitched(results, ctx.reading.question_type))
    if not results and (ctx.losses or pack is None or not pack.sufficient):
        return text
    await tell_results(ctx, talk, results, _without_result(plan, results))
    critique = await _judged(ctx, talk, results)
    stage = Stage(AGENT, "Synthesis", for_synthesis(ctx.budget.remaining_s))
    synthesis = await run_stage(ctx, stage, lambda own: synthesise(own, talk)) or ""
    if not synthesis and ctx.losses and ctx.losses[-1].partial:
        failed = ctx.losses[-1]
        failed.partial = "\n\n---\n\n".join(filter(None, (failed.partial, text.text)))
        raise failed
    issues = _issues(ctx, critique, synthesis)
    taken = await _taken(ctx, text, synthesis, pack)
    if synthesis and issues:
        stage = Stage(AGENT, "Repair", for_synthesis(ctx.budget.remaining_s))
        mended = await run_stage(
            ctx, stage, lambda own: repair_synthesis(own, talk, synthesis, issues)
        )
        taken = await _taken(ctx, taken, mended or "", pack)
    return taken if taken is not text else await check(ctx, text.text)


async def _judged(
    ctx: RunContext, talk: SupervisorTalk, results: tuple[PartResult, ...]
) -> Critique:
    """Has results compared with each other; a single one has nothing to be compared with."""
    if len(results) < 2:
        return Critique("ok")
    stage = Stage(AGENT, "Critique", for_critique(ctx.budget.remaining_s))
    return await run_stage(ctx, stage, lambda own: judge(own, talk)) or Critique("ok")


async def _taken(
    ctx: RunContext, earlier: Checked, later: str, pack: EvidencePack | None
) -> Checked:
    if not later or refused(later, ctx.question.text):
        if later:
            ctx.emit(Notice(text="A reply in JSON, which was not asked for, is not taken."))
        return earlier
    return await the_better(ctx, earlier, later, pack)


def _issues(ctx: RunContext, critique: Critique, text: str) -> str:
    """Gives what is to be mended, or nothing."""
    fault = form_fault(text, ctx.reading.question_type, ctx.question.text, bare=False)
    lines = [critique.text] if critique.verdict == "revise" else []
    lines += [f"- {fault}"] if fault else []
    return "\n".join(lines)


def _without_result(plan: Plan, results: tuple[PartResult, ...]) -> tuple[str, ...]:
    there = {result.part.id for result in results}
    return tuple(part.question for part in plan.subtasks if part.id not in there)
