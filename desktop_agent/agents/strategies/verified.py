"""The ``verified`` strategy: gather evidence, write a draft, and have a second agent review it."""

from dataclasses import asdict, replace
from functools import partial

from desktop_agent.agents.evidence_gathering import build_evidence, searchable
from desktop_agent.agents.final_answer import better_text, check, conclude
from desktop_agent.agents.roles.consulter import Critique, criticise
from desktop_agent.agents.roles.main_agent import Draft, gather_and_write, refine, repair
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import BudgetExceeded, ModelError
from desktop_agent.core.events import Notice, Verdict
from desktop_agent.core.research import Answer


async def answer(ctx: RunContext) -> Answer:
    """Answer from evidence with a draft, which is refined if the critique demands it.

    If the model becomes unavailable during the review, the draft is the answer, and ``failure`` is
    the error. Raise `ModelError` if the model fails while writing the draft.
    """
    pack = await build_evidence(ctx) if searchable(ctx) else None
    draft = await gather_and_write(ctx, "draft", pack)
    failure: ModelError | None = None
    refined = ""
    try:
        critique = await _judged(ctx, draft)
        ctx.emit(Verdict(by="consulter", ok=critique.verdict == "ok", details=asdict(critique)))
        if critique.verdict == "revise":
            refined = await _refined(ctx, draft, critique)
    except ModelError as error:
        failure = error
        text = f"The review of the draft did not end: {error.message}"
        ctx.emit(Notice(text=text, level="warning"))
    checked = await check(ctx, draft.text)
    if refined:
        checked = await better_text(ctx, checked, refined, pack)
    mend = partial(repair, ctx, draft) if failure is None else None
    answer = await conclude(ctx, checked, pack=pack, repair=mend)
    return answer if failure is None else replace(answer, failure=failure)


async def _judged(ctx: RunContext, draft: Draft) -> Critique:
    if not draft.text:
        return Critique("ok", note="There was no draft to judge.")
    try:
        return await criticise(ctx, draft)
    except (BudgetExceeded, ModelError) as error:
        _raise_if_lost(error)
        return Critique("ok", note=f"There was no critique: {error.message}")


async def _refined(ctx: RunContext, draft: Draft, critique: Critique) -> str:
    try:
        return await refine(ctx, draft, critique.text)
    except (BudgetExceeded, ModelError) as error:
        _raise_if_lost(error)
        ctx.emit(Notice(text=f"The draft was not refined: {error.message}", level="warning"))
        return ""


def _raise_if_lost(error: BudgetExceeded | ModelError) -> None:
    if isinstance(error, ModelError) and error.lost:
        raise error
