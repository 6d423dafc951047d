"""Strategy ``verified``: draft, one critique by a second agent, and a final text if it asks for one."""

from desktop_agent.agents.answer import conclude
from desktop_agent.agents.consulter import Critique, criticise
from desktop_agent.agents.context import RunContext
from desktop_agent.agents.main import Draft, gather_and_write, refine
from desktop_agent.core.errors import BudgetExceeded, ModelError
from desktop_agent.core.events import Notice, Verdict
from desktop_agent.core.research import Answer


async def answer(ctx: RunContext) -> Answer:
    """Answers with a critique in between; whatever fails after the draft leaves the draft standing."""
    draft = await gather_and_write(ctx, "draft")
    critique = await _judged(ctx, draft)
    ctx.emit(Verdict(by="consulter", ok=critique.verdict == "ok", details=critique.details))
    if critique.verdict == "ok":
        return conclude(ctx, draft.text)
    return conclude(ctx, await _refined(ctx, draft, critique) or draft.text)


async def _judged(ctx: RunContext, draft: Draft) -> Critique:
    if not draft.text:
        return Critique("ok", note="There was no draft to judge.")
    try:
        return await criticise(ctx, draft)
    except (BudgetExceeded, ModelError) as error:
        return Critique("ok", note=f"There was no critique: {error.message}")


async def _refined(ctx: RunContext, draft: Draft, critique: Critique) -> str:
    try:
        return await refine(ctx, draft, critique.text)
    except (BudgetExceeded, ModelError) as error:
        ctx.emit(Notice(text=f"The draft was not refined: {error.message}", level="warning"))
        return ""
