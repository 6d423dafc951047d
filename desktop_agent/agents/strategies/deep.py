"""The ``deep`` strategy: split a hard question, work on its parts in parallel, and combine them.

The answer is the best text available: the synthesis, a template's answer, the unedited results, or
a direct answer written in parallel. Failures and timeouts are listed at the end. If time runs out
before anything has been written, the evidence serves as the answer.
"""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from functools import partial

from desktop_agent.agents.answers.answer_form import is_worked_out
from desktop_agent.agents.evidence_gathering import OUT_OF_TIME, gathered
from desktop_agent.agents.final_answer import Checked, check, conclude, not_worse_than
from desktop_agent.agents.reasoning.graph import run_template
from desktop_agent.agents.reasoning.templates import TemplateMatch, select
from desktop_agent.agents.roles.main_agent import answer_at_once
from desktop_agent.agents.roles.numeric_verifier import answer_worked_out, recomputed
from desktop_agent.agents.roles.supervisor import (
    Findings,
    make_plan,
    results_text,
    run_plan,
    write,
    write_from_results,
)
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import FIRST_ANSWER, run_stage
from desktop_agent.core.errors import ModelError
from desktop_agent.core.research import Answer, QuestionType
from desktop_agent.evidence.records import Document, EvidencePack


@dataclass(frozen=True, slots=True)
class BestText:
    """The best text so far, and the findings behind it.

    ``computed`` is True if code computed its number.
    """

    text: Checked
    found: Findings
    computed: bool = False


async def answer(ctx: RunContext) -> Answer:
    """Answer with the best text available within the time limit.

    Raise `ModelError` if the model failed while writing the answer, or failed and left no text at
    all.
    """
    if ctx.review is None and is_worked_out(ctx.reading) and await _fitting(ctx) is None:
        return await answer_worked_out(ctx)
    async with first_answer(ctx) as first:
        pack = await gathered(ctx)
        if OUT_OF_TIME in pack.notes:
            ctx.cuts.append(OUT_OF_TIME)
        best = await _by_template(ctx, pack) or await _by_parts(ctx, pack, first)
        # the first answer is waited for only if there is no other text
        plain = await first.text(wait=not best.text.text)
        text = await not_worse_than(ctx, plain, best.text, pack)
        failed = [*ctx.losses, *first.losses]
        if failed and not text.text:
            raise max(failed, key=lambda error: len(error.partial))
        if best.computed and text.text and not pack.answer:
            said = {name: each for name, each in best.found.results.items() if not each.computed}
            text = await recomputed(ctx, text, await results_text(ctx, said), computed=True)
        repair = partial(write, ctx, best.found, "Check the answer against the evidence")
        given = await conclude(ctx, text, pack, repair)
    if not ctx.cuts or ctx.question.bare:
        return given
    cuts = "; ".join(cut.rstrip(".") for cut in dict.fromkeys(ctx.cuts))
    return replace(given, text=f"{given.text}\n\n> Cut short: {cuts}.")


async def _fitting(ctx: RunContext, documents: Sequence[Document] = ()) -> TemplateMatch | None:
    texts = [each.text or each.snippet for each in documents]
    # in a thread: takes milliseconds, which would block the UI
    return await asyncio.to_thread(select, ctx.reading.text, ctx.templates, texts)


async def _by_template(ctx: RunContext, pack: EvidencePack) -> BestText | None:
    if (chosen := await _fitting(ctx, pack.documents)) is None:
        return None
    given = await run_template(ctx, chosen, pack)
    if given is None or not given.text:
        return None
    return BestText(await check(ctx, given.text), Findings({}, (), pack))


async def _by_parts(ctx: RunContext, pack: EvidencePack, first: "FirstAnswer") -> BestText:
    try:
        plan = await make_plan(ctx, pack)
    except ModelError:  # recorded in `ctx.losses`; there may be a first answer
        return BestText(Checked(""), Findings({}, (), pack))
    opinion = await first.text(wait=True) if len(plan.subtasks) == 1 else ""
    results = await run_plan(ctx, plan, pack, opinion)
    missing = tuple(part.question for part in plan.subtasks if part.id not in results)
    found = Findings(results, missing, pack)
    checked = await write_from_results(ctx, found, parts=len(plan.subtasks))
    in_code = any(each.computed for each in results.values())
    is_number = ctx.reading.question_type is QuestionType.NUMERIC
    return BestText(checked, found, computed=in_code and is_number)


# --- First answer: one direct call, used if everything else does worse


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """A direct answer written in the background; ``losses`` are model failures."""

    task: asyncio.Task[str | None] | None
    losses: list[ModelError]

    async def text(self, *, wait: bool) -> str:
        """Return the text, waiting for it if ``wait`` is True, or "" if there is none."""
        if self.task is None or self.task.cancelled() or not (wait or self.task.done()):
            return ""
        # cancelling the run must not cancel the task, which `first_answer` ends
        return await asyncio.shield(self.task) or ""


@asynccontextmanager
async def first_answer(ctx: RunContext) -> AsyncIterator[FirstAnswer]:
    """Write a direct answer in the background until the block exits, unless this is disabled."""
    # failures in this task count only if nothing else can answer
    own = replace(ctx, cuts=[], losses=[])
    task = None
    if ctx.settings.first_answer:
        work = partial(answer_at_once, agent="main", channel="draft")
        task = asyncio.create_task(run_stage(own, "main", "Answer right away", FIRST_ANSWER, work))
    try:
        yield FirstAnswer(task, own.losses)
    finally:
        if task is not None:
            task.cancel()
            await asyncio.wait([task])
