"""The ``verified`` strategy: gather evidence, write a draft, and have a second agent review it."""

from collections.abc import Sequence
from dataclasses import asdict, replace
from functools import partial

from desktop_agent.agents.answers.answer_form import is_worked_out
from desktop_agent.agents.evidence_gathering import (
    build_evidence,
    contradiction_block,
    searchable,
)
from desktop_agent.agents.final_answer import (
    Checked,
    better_text,
    check,
    conclude,
    contradicted_claims,
)
from desktop_agent.agents.roles.consulter import Critique, Review, review
from desktop_agent.agents.roles.main_agent import Draft, gather_and_write, refine, repair
from desktop_agent.agents.roles.numeric_verifier import recomputed
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import BudgetExceeded, ModelError
from desktop_agent.core.events import Notice, Verdict
from desktop_agent.core.research import Answer, Claim
from desktop_agent.evidence.records import EvidencePack


async def answer(ctx: RunContext) -> Answer:
    """Draft an answer from evidence, have it reviewed, and refine it if the critique demands it.

    A number that is worked out from the question alone is computed again instead.
    The consulter also judges the cited sentences that the rules left undecided. If the model
    becomes unavailable during the review, the draft becomes the answer, and the answer's
    ``failure`` is set. Raise `ModelError` if the model fails while writing the draft.
    """
    pack = await build_evidence(ctx) if searchable(ctx) else None
    draft = await gather_and_write(ctx, "draft", pack)
    checked = await check(ctx, draft.text)
    if is_worked_out(ctx.reading):  # a second computation finds more than a reader would
        checked = await recomputed(
            ctx, checked, "", lambda own, text, asked: repair(own, draft, text, asked)
        )
        return await conclude(ctx, checked, repair=partial(repair, ctx, draft))
    failure: ModelError | None = None
    refined = ""
    try:
        reviewed = await _reviewed(ctx, draft, checked, pack)
        checked = replace(checked, claims=reviewed.claims)
        if reviewed.critique.verdict == "revise":
            contradicted = contradicted_claims(checked, pack)
            refined = await _refined(ctx, draft, reviewed.critique, contradicted)
    except ModelError as error:
        failure = error
        text = f"The review of the draft did not end: {error.message}"
        ctx.emit(Notice(text=text, level="warning"))
    if refined:
        checked = await better_text(ctx, checked, refined, pack)
    mend = partial(repair, ctx, draft) if failure is None else None
    answer = await conclude(ctx, checked, pack=pack if checked.text else draft.found, repair=mend)
    return answer if failure is None else replace(answer, failure=failure)


async def _reviewed(
    ctx: RunContext, draft: Draft, checked: Checked, pack: EvidencePack | None
) -> Review:
    if not draft.text:
        reviewed = Review(Critique("ok", note="Not reviewed: there was no draft."), checked.claims)
    else:
        try:
            reviewed = await review(ctx, draft.text, checked.claims, pack)
        except (BudgetExceeded, ModelError) as error:
            _raise_if_lost(error)
            critique = Critique("ok", note=f"There was no critique: {error.message}")
            reviewed = Review(critique, checked.claims)
    details = asdict(reviewed.critique)
    if reviewed.support:
        details["support"] = dict(reviewed.support)
    ctx.emit(Verdict(by="consulter", ok=reviewed.critique.verdict == "ok", details=details))
    return reviewed


async def _refined(
    ctx: RunContext, draft: Draft, critique: Critique, contradicted: Sequence[Claim]
) -> str:
    told = critique.text
    if contradicted:
        told = f"{told}\n\n{contradiction_block(ctx, contradicted)}"
    try:
        return await refine(ctx, draft, told)
    except (BudgetExceeded, ModelError) as error:
        _raise_if_lost(error)
        ctx.emit(Notice(text=f"The draft was not refined: {error.message}", level="warning"))
        return ""


def _raise_if_lost(error: BudgetExceeded | ModelError) -> None:
    if isinstance(error, ModelError) and error.lost:
        raise error
