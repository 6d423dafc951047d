"""The ``quick`` strategy: a single draft by the main agent, using its tools."""

from functools import partial

from desktop_agent.agents.evidence_gathering import build_evidence, searchable
from desktop_agent.agents.final_answer import check, conclude
from desktop_agent.agents.roles.main_agent import gather_and_write, repair
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.research import Answer, QuestionType
from desktop_agent.evidence.question.parser import request_kind
from desktop_agent.evidence.records import EvidencePack

_EVIDENCE_S = 10.0


async def answer(ctx: RunContext) -> Answer:
    """Answer with a single draft by the main agent, and check its citations.

    Evidence is gathered first, for at most 10 s, if the question is about current facts or the
    model is small, because the model might answer from memory.
    """
    needs = ctx.reading.current
    if not needs and request_kind(ctx.question.text) == "question":
        needs = await ctx.has_small_model()
    pack = EvidencePack(ctx.reading)
    if needs and searchable(ctx):
        pack = await build_evidence(ctx, seconds=_EVIDENCE_S)
    draft = await gather_and_write(ctx, "final", pack)
    checked = await check(ctx, draft.text, fitted=True)
    if not checked.text or ctx.reading.question_type is QuestionType.BOOLEAN:
        pack = draft.found
    return await conclude(ctx, checked, pack, partial(repair, ctx, draft))
