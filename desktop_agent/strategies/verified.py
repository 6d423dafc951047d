"""Strategy ``verified``: evidence, draft, one critique by a second agent, and a text that holds to both."""

from functools import partial

from desktop_agent.agents.answer import check, conclude, from_evidence, the_better
from desktop_agent.agents.consulter import Critique, criticise
from desktop_agent.agents.context import RunContext
from desktop_agent.agents.evidence import build_evidence, searchable
from desktop_agent.agents.main import Draft, gather_and_write, refine, repair
from desktop_agent.core.errors import BudgetExceeded, ModelError
from desktop_agent.core.events import Notice, Verdict
from desktop_agent.core.research import Answer


async def answer(ctx: RunContext) -> Answer:
    """Answers with evidence before and a critique in between.

    Whatever fails after the draft leaves the draft standing; a model that fails before it leaves
    the evidence, where that suffices.
    """
    pack = await build_evidence(ctx) if searchable(ctx) else None
    try:
        draft = await gather_and_write(ctx, "draft", pack)
    except ModelError as error:
        if pack is None or not pack.sufficient:
            raise
        ctx.emit(Notice(text=f"The model failed, so this is quoted: {error}", level="warning"))
        return from_evidence(ctx, pack)
    critique = await _judged(ctx, draft)
    ctx.emit(Verdict(by="consulter", ok=critique.verdict == "ok", details=critique.details))
    text = await check(ctx, draft.text)
    if critique.verdict == "revise" and (refined := await _refined(ctx, draft, critique)):
        text = await the_better(ctx, text, refined, pack)
    return await conclude(ctx, text, pack=pack, repair=partial(repair, ctx, draft))


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
