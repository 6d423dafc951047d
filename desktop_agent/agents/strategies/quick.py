"""The ``quick`` strategy: the main agent writes the answer, using its tools."""

from functools import partial

from desktop_agent.agents.final_answer import check, conclude
from desktop_agent.agents.roles.main_agent import gather_and_write, repair
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.research import Answer


async def answer(ctx: RunContext) -> Answer:
    """Answer with a single draft by the main agent and check its citations."""
    draft = await gather_and_write(ctx, "final")
    text = await check(ctx, draft.text)
    return await conclude(ctx, text, repair=partial(repair, ctx, draft))
