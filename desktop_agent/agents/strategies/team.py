"""The ``team`` strategy: a verifier decides, a searcher fills gaps, and an answerer writes."""

from functools import partial

from desktop_agent.agents.answers.answer_form import is_worked_out
from desktop_agent.agents.evidence_gathering import build_evidence, searchable
from desktop_agent.agents.final_answer import check, conclude, from_evidence
from desktop_agent.agents.roles.numeric_verifier import recomputed
from desktop_agent.agents.roles.team import (
    TeamConversation,
    first_findings,
    look_up,
    next_query,
    repair_answer,
    same_in_substance,
    team_conversation,
    verify,
    write_answer,
)
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import BudgetExceeded, ContextOverflow
from desktop_agent.core.events import Notice, Verdict
from desktop_agent.core.research import Answer


async def answer(ctx: RunContext) -> Answer:
    """Answer from the team's findings, after at most ``agent.team_rounds`` search rounds.

    If time runs out or the prompt is too long, quote the evidence instead. Raise the error if the
    evidence is insufficient as well, and `ModelError` if the model failed.
    """
    pack = await build_evidence(ctx) if searchable(ctx) else None
    talk = team_conversation(
        ctx, [query for hop in pack.hops for query in hop.queries] if pack else ()
    )
    if pack is not None:
        talk.found.extend(await first_findings(ctx, pack))
    try:
        enough = is_worked_out(ctx.reading) or await _looked_up(ctx, talk)
        text = await write_answer(ctx, talk, enough=enough)
    except (BudgetExceeded, ContextOverflow) as error:
        if pack is None or not pack.sufficient:
            raise
        text = f"The team came to no answer, so this is quoted: {error}"
        ctx.emit(Notice(text=text, level="warning"))
        return from_evidence(ctx, pack)
    repair = partial(repair_answer, ctx, talk)
    checked = await check(ctx, text)
    if is_worked_out(ctx.reading):
        checked = await recomputed(
            ctx, checked, "", lambda own, text, asked: repair_answer(own, talk, text, asked)
        )
    return await conclude(ctx, checked, pack=pack, repair=repair)


async def _looked_up(ctx: RunContext, talk: TeamConversation) -> bool:
    """Alternate between verifier and searcher; return whether the verifier is satisfied."""
    for number in range(1, ctx.settings.team_rounds + 1):
        verdict = await verify(ctx, talk)
        details = {"round": number, "said": verdict.said, "note": verdict.note}
        ctx.emit(Verdict(by="verifier", ok=verdict.enough, details=details))
        if verdict.enough:
            return True
        query = await next_query(ctx, talk)
        ended = _why_ended(ctx, talk, query)
        if ended:
            ctx.emit(Notice(text=f"{ended} The answer is written from what there is."))
            return False
        talk.queries.append(query)
        talk.found.extend(await look_up(ctx, query))
    text = "The rounds of searching are used up. The answer is written from what there is."
    ctx.emit(Notice(text=text))
    return False


def _why_ended(ctx: RunContext, talk: TeamConversation, query: str) -> str:
    if not query:
        return "The searcher wrote no query."
    if any(same_in_substance(query, earlier) for earlier in talk.queries):
        return f"The searcher repeated itself (“{query}”)."
    if ctx.budget.remaining_s < ctx.budget.limits.seconds / 4:
        return "Most of the time is used up."
    return ""
