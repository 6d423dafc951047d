"""Carries out one part of the plan: looks it up, thinks it over, or works it out in code."""

from collections.abc import Sequence
from dataclasses import replace

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.evidence import build_evidence, searchable
from desktop_agent.agents.evidence_prompt import characters, evidence_prompt
from desktop_agent.agents.main import gather_and_write
from desktop_agent.agents.researcher.researcher import research_by_code
from desktop_agent.agents.supervisor.part_result import PartResult, filled, results_text
from desktop_agent.agents.swarm.prompt import without_answer_line
from desktop_agent.agents.swarm.swarm import ask_swarm
from desktop_agent.agents.turn import Ask, turn
from desktop_agent.core.errors import BadResponse, BudgetExceeded
from desktop_agent.core.messages import Message
from desktop_agent.core.plan import Subtask
from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.grounding.evidence_text import evidence_text
from desktop_agent.evidence.grounding.forms import bare_value, policy
from desktop_agent.evidence.grounding.grounding import ground
from desktop_agent.evidence.pack import EvidencePack
from desktop_agent.evidence.question.intent import read_question

AGENTS = {"look_up": "main", "reason": "swarm", "compute": "researcher", "simulate": "researcher"}
"""Who works on each kind of part."""

_CODE_SHARE = 0.7
"""Share of a part's time that code may take before thinking has to do."""
_ROOM_SHARE = 0.2
_MOST_CHARACTERS = 6_000

_RULES = """\
You are a careful researcher. Today is {today}. Answer one question, which may be a part of a larger one.
- {fence}
- Build on the earlier results below the question, where there are any, and keep their citations like [1].
- Say plainly what is not known. Answer in the language of the question. No filler.{form}"""
_KNOWN = (
    "{question}\n\n{block}\nThe block above holds the results of earlier parts, to build on; the id of "
    "a part in braces in the question stands for its result."
)


async def carry_out(
    ctx: RunContext, part: Subtask, found: Sequence[PartResult], pack: EvidencePack | None
) -> PartResult:
    """Gives the result of a part that builds on what was ``found`` by those it needs.

    ``pack`` is the evidence for this very question where that was gathered before. Code that never
    ran, or cannot be run here, leaves the part to be thought over.

    Raises:
        BudgetExceeded: as `turn`.
        ModelError: as `turn`; also where nothing was written.
    """
    asked = filled(part.question, found)
    result = await _result_of(_about(ctx, asked), part, found, pack)
    return replace(result, part=replace(part, question=asked))


async def _result_of(
    ctx: RunContext, part: Subtask, found: Sequence[PartResult], pack: EvidencePack | None
) -> PartResult:
    room = await characters(ctx, _ROOM_SHARE, _MOST_CHARACTERS)
    known = results_text(found, room) if found else ""
    if part.kind in ("compute", "simulate") and ctx.code is not None:
        result = await _worked_out(ctx, part, known)
        if result is not None:
            return result
    if part.kind == "look_up" and (pack is not None or searchable(ctx)):
        return await _looked_up(ctx, part, known, pack)
    return await _thought_over(ctx, part, known, pack)


def _about(ctx: RunContext, question: str) -> RunContext:
    """Gives the run with the part's question as its own; it stands by itself, so without earlier turns."""
    if question == ctx.question.text:
        return replace(ctx, question=replace(ctx.question, bare=False))
    asked = replace(ctx.question, text=question, history=(), bare=False)
    return replace(ctx, question=asked, reading=read_question(question, ctx.today))


async def _worked_out(ctx: RunContext, part: Subtask, known: str) -> PartResult | None:
    """Gives what code came to, or None where none ran in its share of the time."""
    simulate = part.kind == "simulate"
    own = ctx.within(ctx.budget.remaining_s * _CODE_SHARE)
    try:
        worked = await research_by_code(own, part.question, known, simulate=simulate)
    except BudgetExceeded:
        return None
    if not worked.ran or not (worked.value or worked.text):
        return None
    note = "simulated in code" if simulate else "worked out by code"
    return PartResult(part, worked.text or worked.value, worked.value, note)


async def _looked_up(
    ctx: RunContext, part: Subtask, known: str, pack: EvidencePack | None
) -> PartResult:
    if pack is None:
        pack = await build_evidence(ctx)
    draft = await gather_and_write(_knowing(ctx, part, known), "work", pack)
    text = draft.text
    if pack.answer and not (text and ground(text, pack).ok):
        return PartResult(part, evidence_text(pack), pack.answer, "as the sources say")
    if not text and pack.sufficient:
        text = evidence_text(pack)
    return _result(ctx, part, text)


async def _thought_over(
    ctx: RunContext, part: Subtask, known: str, pack: EvidencePack | None
) -> PartResult:
    """Asks the swarm where its members' answers can be compared, else one voice."""
    kind = ctx.reading.question_type
    own = _knowing(ctx, part, known)
    evidence = await evidence_prompt(ctx, pack) if pack is not None else ""
    alone = kind is QuestionType.EXPLANATORY
    # the swarm asks for a form of its own
    form = f"\n- {policy(kind, bare=False)}" if alone else ""
    rules = _RULES.format(today=ctx.today.isoformat(), fence=ctx.fence.rule, form=form)
    asked = f"{own.question.text}\n\n{evidence}" if evidence else own.question.text
    messages = (
        Message("system", rules),
        *ctx.question.history,
        Message("user", asked, images=ctx.question.attachments),
    )
    if alone:
        reply = await turn(ctx, Ask("main", "Think it over", "work", messages))
        return _result(ctx, part, reply.text.strip())
    agreed = await ask_swarm(ctx, messages, kind, "Think it over")
    text = without_answer_line(agreed.text) or agreed.value
    return _result(ctx, part, text, agreed.value, agreed.note)


def _knowing(ctx: RunContext, part: Subtask, known: str) -> RunContext:
    """Gives the run whose question is followed by what is known, as data.

    Values of other parts, which may be a page's words, stand in that block alone; the question that
    is searched for holds them itself.
    """
    if not known:
        return ctx
    block = ctx.fence.wrap(known, "results of earlier parts")
    text = _KNOWN.format(question=part.question, block=block)
    return replace(ctx, question=replace(ctx.question, text=text))


def _result(
    ctx: RunContext, part: Subtask, text: str, value: str = "", note: str = ""
) -> PartResult:
    if not text:
        ctx.budget.check()
        raise BadResponse("The model wrote nothing.")
    kind = ctx.reading.question_type
    if not value and kind is not QuestionType.EXPLANATORY:
        value = bare_value(text, kind)
    return PartResult(part, text, value, note)
