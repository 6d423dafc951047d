"""The ``verified`` strategy: gather evidence, write a draft, and have a second agent review it."""

from dataclasses import replace
from functools import partial

from desktop_agent.agents.answers.answer_form import is_worked_out
from desktop_agent.agents.evidence_gathering import gathered
from desktop_agent.agents.final_answer import (
    better_text,
    check,
    conclude,
    contradiction_block,
    grounded,
)
from desktop_agent.agents.roles.consulter import review
from desktop_agent.agents.roles.main_agent import gather_and_write, refine, repair
from desktop_agent.agents.roles.numeric_verifier import answer_worked_out
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import BudgetExceeded, ModelError
from desktop_agent.core.events import Notice
from desktop_agent.core.research import Answer


async def answer(ctx: RunContext) -> Answer:
    """Draft an answer from evidence, have it reviewed, and refine it if the critique requires it.

    The consulter also judges the cited sentences that the rules left undecided. If the model
    becomes unavailable during the review, the draft becomes the answer, with ``failure`` set. Raise
    `ModelError` if the model fails while writing the draft.
    """
    if is_worked_out(ctx.reading):
        return await answer_worked_out(ctx)
    pack = await gathered(ctx)
    draft = await gather_and_write(ctx, "draft", pack)
    checked = await check(ctx, draft.text, fitted=True)
    mend = partial(repair, ctx, draft)
    failure: ModelError | None = None
    try:
        critique, claims = await review(ctx, draft.text, checked.claims, pack)
        checked = replace(checked, claims=claims)
        if critique.verdict == "revise":
            told = critique.text
            if contradicted := grounded(checked, pack)[0].contradicted:
                told = f"{told}\n\n{contradiction_block(ctx, contradicted)}"
            if refined := await refine(ctx, draft, told):
                checked = await better_text(ctx, checked, refined, pack)
    except (BudgetExceeded, ModelError) as error:
        text = "The draft was not refined"
        if isinstance(error, ModelError) and error.lost:
            failure, text = error, "The review of the draft did not end"
        ctx.emit(Notice(text=f"{text}: {error.message}", level="warning"))
    found = pack if checked.text else draft.found
    answer = await conclude(ctx, checked, found, None if failure else mend)
    return replace(answer, failure=failure)
