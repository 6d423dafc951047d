"""The ``deep`` strategy: split a hard question, work on its parts in parallel, and combine them.

The answer is the best text available: the synthesis, a template's answer, the unedited results of
the parts, or a direct answer written in parallel. Failures and timeouts are listed at the end. If
time runs out before anything is written, the evidence serves as the answer.
"""

import asyncio
from dataclasses import dataclass, replace

from desktop_agent.agents.answers.answer_form import form_fault
from desktop_agent.agents.evidence_gathering import OUT_OF_TIME, build_evidence, searchable
from desktop_agent.agents.final_answer import (
    Checked,
    check,
    conclude,
    first_answer,
    not_worse_than,
)
from desktop_agent.agents.reasoning.graph import run_template
from desktop_agent.agents.reasoning.template_selection import select
from desktop_agent.agents.roles.numeric_verifier import recomputed
from desktop_agent.agents.roles.subtask import QUOTED, results_text, run_plan, stitched
from desktop_agent.agents.roles.supervisor import (
    Findings,
    checked_result,
    make_plan,
    write,
    write_from_results,
)
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import ModelError
from desktop_agent.core.research import Answer, QuestionType
from desktop_agent.evidence.records import EvidencePack

_KNOWN_CHARACTERS = 4_000


@dataclass(frozen=True, slots=True)
class BestText:
    """The best text so far, and what it was written from.

    ``settled`` is True if a solver computed the answer. ``computable`` is True if code can
    recompute its number.
    """

    text: Checked
    found: Findings
    settled: bool = False
    computable: bool = False


async def answer(ctx: RunContext) -> Answer:
    """Answer with the best text available within the time limit.

    Raise `ModelError` if the model failed while writing the answer, or if it failed and there is no
    text at all.
    """
    async with first_answer(ctx) as first:
        pack = await build_evidence(ctx) if searchable(ctx) else None
        if pack is not None and OUT_OF_TIME in pack.notes:
            ctx.cuts.append(OUT_OF_TIME)
        best = await _by_template(ctx, pack) or await _by_parts(ctx, pack)
        text, found = best.text, best.found
        if not best.settled:  # the first answer is waited for only if there is no other text
            plain = await first.text(wait=not text.text)
            text = await not_worse_than(ctx, plain, text, pack)
        failed = [*ctx.losses, *first.losses]
        if failed and not text.text:
            raise max(failed, key=lambda error: len(error.partial))

        async def explain(own: RunContext, said: str, asked: str) -> str:
            return await write(own, found, "Hold the answer to the number", said, asked)

        async def repair(said: str, asked: str) -> str:
            return await write(ctx, found, "Hold the answer to the evidence", said, asked)

        if best.computable and text.text and not (pack and pack.answer):
            known = {name: each for name, each in found.results.items() if not each.computed}
            text = await recomputed(ctx, text, results_text(known, _KNOWN_CHARACTERS), explain)
        given = await conclude(ctx, text, pack=pack, repair=repair)
    if best.settled:
        given = replace(given, from_internal_knowledge=False)
    if not ctx.cuts or ctx.question.bare:
        return given
    cuts = "; ".join(cut.rstrip(".") for cut in dict.fromkeys(ctx.cuts))
    return replace(given, text=f"{given.text}\n\n> Cut short: {cuts}.")


async def _by_template(ctx: RunContext, pack: EvidencePack | None) -> BestText | None:
    """Run the matching template, or return None if there is none or it gives no answer."""
    documents = pack.documents if pack is not None else ()
    texts = [each.text or each.snippet for each in documents]
    # in a thread: takes milliseconds, which would block the UI
    chosen = await asyncio.to_thread(select, ctx.reading.text, ctx.templates, texts)
    given = await run_template(ctx, chosen, pack) if chosen is not None else None
    if given is None or not given.text:
        return None
    return BestText(await check(ctx, given.text), Findings({}, pack=pack), settled=given.solved)


async def _by_parts(ctx: RunContext, pack: EvidencePack | None) -> BestText:
    """Make a plan, run it and combine the results.

    If the plan has a single part whose result has the required form, the result is used unchanged.
    """
    try:
        plan = await make_plan(ctx, pack)
    except ModelError:  # recorded in `ctx.losses`; there may be a first answer
        return BestText(Checked(""), Findings({}, pack=pack))
    results = await run_plan(ctx, plan, pack)
    missing = tuple(part.question for part in plan.subtasks if part.id not in results)
    found = Findings(results, missing, pack)
    kind = ctx.reading.question_type
    text = stitched(list(results.values()), kind)
    quoted = any(each.note == QUOTED for each in results.values())
    fault = not quoted and form_fault(text, kind, ctx.question.text, bare=False)
    if len(plan.subtasks) > 1 or fault:
        checked = await write_from_results(ctx, found)
    else:
        checked = await checked_result(ctx, text, pack)
    in_code = ctx.code is not None and any(part.kind == "compute" for part in plan.subtasks)
    return BestText(checked, found, computable=in_code and kind is QuestionType.NUMERIC)
