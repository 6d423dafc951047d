"""The ``deep`` strategy: split a hard question, work on its parts in parallel, and combine them.

The answer is the best text available: the synthesis, a template's answer, the unedited results of
the parts, or a direct answer written in parallel. Failures and timeouts are listed at the end. If
time runs out before anything is written, the evidence serves as the answer.
"""

import asyncio
from dataclasses import dataclass, replace
from functools import partial

from desktop_agent.agents.answers.answer_form import form_fault
from desktop_agent.agents.evidence_gathering import (
    OUT_OF_TIME,
    build_evidence,
    searchable,
)
from desktop_agent.agents.final_answer import (
    Checked,
    FirstAnswer,
    check,
    conclude,
    first_answer,
    not_worse_than,
)
from desktop_agent.agents.reasoning.graph import run_template
from desktop_agent.agents.reasoning.template_selection import select
from desktop_agent.agents.roles.numeric_verifier import recomputed
from desktop_agent.agents.roles.subtask import results_text, run_plan, stitched
from desktop_agent.agents.roles.supervisor import (
    SupervisorConversation,
    make_plan,
    rewrite,
    supervisor_conversation,
    write_from_results,
)
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import ModelError
from desktop_agent.core.research import Answer, QuestionType
from desktop_agent.evidence.records import EvidencePack

_KNOWN_CHARACTERS = 4_000
_IN_CODE = ("compute", "simulate")


@dataclass(frozen=True, slots=True)
class BestText:
    """The best text so far.

    ``settled`` is True if a solver computed the answer. ``computable`` is True if code can
    recompute its number from the findings in ``known``.
    """

    text: Checked
    settled: bool = False
    computable: bool = False
    known: str = ""


async def answer(ctx: RunContext) -> Answer:
    """Answer with the best text available within the time limit.

    Raise `ModelError` if the model failed while writing the answer, or if it failed and there is no
    text at all.
    """
    async with first_answer(ctx) as first:
        pack = await _gathered(ctx)
        talk = await supervisor_conversation(ctx, pack)
        written = await _by_template(ctx, pack) or await _by_parts(ctx, talk, pack)
        text = await _not_worse(ctx, written, first, pack)
        failed = [*ctx.losses, *([first.error] if first.error is not None else [])]
        if failed and not text.text:
            raise max(failed, key=lambda error: len(error.partial))
        extracted = pack.answer if pack is not None else ""
        if written.computable and text.text and not extracted:
            title = "Hold the answer to the number"
            text = await recomputed(
                ctx,
                text,
                written.known,
                lambda own, said, asked: rewrite(own, talk, title, said, asked),
            )
        repair = partial(rewrite, ctx, talk, "Hold the answer to the evidence")
        given = await conclude(ctx, text, pack=pack, repair=repair)
    if written.settled:
        given = replace(given, from_internal_knowledge=False)
    return _with_cuts(ctx, given)


async def _gathered(ctx: RunContext) -> EvidencePack | None:
    pack = await build_evidence(ctx) if searchable(ctx) else None
    if pack is not None and OUT_OF_TIME in pack.notes:
        ctx.cuts.append(OUT_OF_TIME)
    return pack


async def _by_template(ctx: RunContext, pack: EvidencePack | None) -> BestText | None:
    """Run the matching template, or return None if there is none or it gives no answer."""
    documents = pack.documents if pack is not None else ()
    texts = [each.text or each.snippet for each in documents]
    # in a thread: takes milliseconds, which would block the UI
    chosen = await asyncio.to_thread(select, ctx.reading.text, ctx.templates, texts)
    if chosen is None:
        return None
    found = await run_template(ctx, chosen, pack)
    if found is None or not found.text:
        return None
    return BestText(await check(ctx, found.text), settled=bool(found.solved_by))


async def _by_parts(
    ctx: RunContext, talk: SupervisorConversation, pack: EvidencePack | None
) -> BestText:
    """Make a plan, run it and combine the results.

    If the plan has a single part whose result has the required form, the result is used unchanged.
    """
    try:
        plan = await make_plan(ctx, talk)
    except ModelError:  # recorded in `ctx.losses`; there may be a first answer
        return BestText(Checked(""))
    results = await run_plan(ctx, plan, pack)
    kind = ctx.reading.question_type
    text = stitched(results, kind)
    if len(plan.subtasks) > 1 or form_fault(text, kind, ctx.question.text, bare=False):
        checked = await write_from_results(ctx, talk, plan, results, pack)
    else:
        checked = await check(ctx, text)
    in_code = ctx.code is not None and any(part.kind == "compute" for part in plan.subtasks)
    return BestText(
        checked,
        computable=in_code and kind is QuestionType.NUMERIC,
        known=results_text(
            [each for each in results if each.part.kind not in _IN_CODE], _KNOWN_CHARACTERS
        ),
    )


async def _not_worse(
    ctx: RunContext, written: BestText, first: FirstAnswer, pack: EvidencePack | None
) -> Checked:
    """Return the written text, or the first answer if that is better.

    The first answer is waited for only if there is no written text.
    """
    if written.settled:
        return written.text
    plain = await first.text(wait=not written.text.text)
    return await not_worse_than(ctx, plain, written.text, pack)


def _with_cuts(ctx: RunContext, given: Answer) -> Answer:
    if not ctx.cuts or ctx.question.bare:
        return given
    cuts = "; ".join(cut.rstrip(".") for cut in dict.fromkeys(ctx.cuts))
    return replace(given, text=f"{given.text}\n\n> Cut short: {cuts}.")
