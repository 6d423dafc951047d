"""Holds an answer that is one number to what code works out for it."""

from desktop_agent.agents.answer import Checked, check
from desktop_agent.agents.context import RunContext
from desktop_agent.agents.numeric.numeric import verify_number
from desktop_agent.agents.stage import Stage, run_stage
from desktop_agent.agents.supervisor.prompt import SupervisorTalk
from desktop_agent.agents.supervisor.synthesis import hold_to_number
from desktop_agent.core.allocation import for_synthesis
from desktop_agent.evidence.quantities.comparison import same_value
from desktop_agent.evidence.quantities.final_number import final_number

AGENT = "numeric"

_BY_CODE = "**{value}**\n\nThis was worked out by code; an earlier working had given {earlier}."


async def recomputed(
    ctx: RunContext, talk: SupervisorTalk, checked: Checked, known: str
) -> Checked:
    """Gives the text, or one with the number that code worked out where that is another.

    ``known`` is what was found before. The model is asked once for a text with that number; where it
    gives none the number stands alone, and the text says where it is from.
    """
    candidate = final_number(checked.text)
    if not candidate:
        return checked
    verdict = await verify_number(ctx, ctx.question.text, candidate, known, working=checked.text)
    value = verdict.value
    if not verdict.code_ran or not value or same_value(value, candidate):
        return checked
    stage = Stage(AGENT, "Explain the number", for_synthesis(ctx.budget.remaining_s))
    text = await run_stage(ctx, stage, lambda own: hold_to_number(own, talk, value, checked.text))
    if text and same_value(final_number(text), value):
        return await check(ctx, text)
    return Checked(_BY_CODE.format(value=value, earlier=candidate))
