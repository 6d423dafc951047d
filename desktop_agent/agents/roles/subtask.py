"""Run the parts of a plan in parallel, each by lookup, by reasoning or by computation."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from desktop_agent.agents.answers.answer_form import bare_value, policy
from desktop_agent.agents.evidence_gathering import (
    build_evidence,
    characters,
    evidence_prompt,
    searchable,
)
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.roles.main_agent import gather_and_write
from desktop_agent.agents.roles.researcher import research_by_code
from desktop_agent.agents.roles.swarm import ask_swarm, without_answer_line
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import MOST_SUBTASK_S, Stage, dispatch, for_parts, run_stage
from desktop_agent.core.errors import BadResponse, BudgetExceeded
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.core.research import QuestionType
from desktop_agent.core.text import clipped, short_line
from desktop_agent.evidence.grounding.answer_check import ground
from desktop_agent.evidence.grounding.evidence_answer import evidence_text
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.records import EvidencePack

# --- Results

_LONGEST_VALUE = 120


@dataclass(frozen=True, slots=True)
class PartResult:
    """The result of a part of a plan; ``value`` is the bare value in ``text``, or "" if none."""

    part: Subtask
    text: str
    value: str = ""
    note: str = ""

    @property
    def summary(self) -> str:
        if self.value:
            return clipped(self.value, _LONGEST_VALUE)
        return short_line(self.text, _LONGEST_VALUE)


def filled(question: str, results: Sequence[PartResult]) -> str:
    """Replace each part id in braces, such as ``{t1}``, with the result of that part."""
    for result in results:
        question = question.replace(f"{{{result.part.id}}}", result.summary.rstrip(" ."))
    return question


def results_text(results: Sequence[PartResult], room: int) -> str:
    """Format the results in about ``room`` characters, truncating each to an equal share."""
    share = room // max(1, len(results))
    return "\n\n".join(_formatted(result, share) for result in results)


def stitched(results: Sequence[PartResult], question_type: QuestionType) -> str:
    """Combine the results into an answer in plan order, without a model.

    If the question asks for a single value, the result of the last part comes first, because it
    builds on the others.
    """
    if len(results) == 1:
        return _lead(results[0], question_type, results[0].text)
    sections = [f"### {result.part.question}\n\n{result.text}" for result in results]
    text = "\n\n".join(sections)
    return _lead(results[-1], question_type, text) if results else ""


def _lead(result: PartResult, question_type: QuestionType, text: str) -> str:
    several = question_type in (QuestionType.LIST, QuestionType.EXPLANATORY)
    begins = text.lstrip("*_ ").casefold().startswith(result.value.casefold())
    return text if several or begins else f"**{result.value}**\n\n{text}"


def _formatted(result: PartResult, room: int) -> str:
    text = result.text if len(result.text) <= room else f"{result.text[:room]} [cut]"
    value = f"\nValue: {result.value}" if result.value and result.value != result.text else ""
    note = f" ({result.note})" if result.note else ""
    return f"Part {result.part.id}: {result.part.question}{note}{value}\n{text}"


AGENTS = {"look_up": "main", "reason": "swarm", "compute": "researcher", "simulate": "researcher"}
"""The agent name for each kind of part."""

_CODE_SHARE = 0.7
"""Share of a part's time that code may use before reasoning takes over."""
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
    """Run a part and return its result; ``found`` contains the results that it builds on.

    ``pack`` is the evidence for exactly the part's question, if it has already been gathered. A
    computation falls back to reasoning if no code ran. Raises the same errors as `turn`.
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
    """Return a context for a question; earlier turns are kept only for the run's own question."""
    if question == ctx.reading.text:
        return replace(ctx, question=replace(ctx.question, bare=False))
    asked = replace(ctx.question, text=question, history=(), bare=False)
    return replace(ctx, question=asked, reading=read_question(question, ctx.today))


async def _worked_out(ctx: RunContext, part: Subtask, known: str) -> PartResult | None:
    """Compute a part with code; return None if there is no result within its share of the time."""
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
        pack = await build_evidence(ctx, preliminary=False)
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
    """Answer a part by reasoning.

    The swarm is asked, or a single model if answers of this kind cannot be compared.
    """
    kind = ctx.reading.question_type
    own = _knowing(ctx, part, known)
    evidence = await evidence_prompt(ctx, pack) if pack is not None else ""
    alone = kind is QuestionType.EXPLANATORY
    # the swarm adds its own instructions on the form of the answer
    form = f"\n- {policy(kind, bare=False)}" if alone else ""
    asked = f"{own.question.text}\n\n{evidence}" if evidence else own.question.text
    messages = ctx.conversation(_RULES, asked, form=form)
    if alone:
        reply = await turn(ctx, Ask("main", "Think it over", "work", messages))
        return _result(ctx, part, reply.text.strip())
    agreed = await ask_swarm(ctx, messages, kind, "Think it over")
    text = without_answer_line(agreed.text) or agreed.value
    return _result(ctx, part, text, agreed.value, agreed.note)


def _knowing(ctx: RunContext, part: Subtask, known: str) -> RunContext:
    """Return a context whose question is that of the part, with earlier results as marked data.

    The results of other parts may come from web pages, so prompts contain them only in marked
    blocks.
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


# --- Running a plan

_LONGEST_TITLE = 80


async def run_plan(
    ctx: RunContext, plan: Plan, pack: EvidencePack | None
) -> tuple[PartResult, ...]:
    """Run all parts; return their results in plan order, omitting parts that fail or time out."""
    own = ctx.within(for_parts(ctx.budget.remaining_s))
    parts = {part.id: part for part in plan.subtasks}
    done: dict[str, PartResult] = {}

    async def work(name: str, rounds: int) -> None:
        part = parts[name]
        found = [done[need] for need in part.needs if need in done]
        gathered = pack if part.question == ctx.reading.text else None
        seconds = min(own.budget.remaining_s / rounds, MOST_SUBTASK_S)
        title = short_line(filled(part.question, found), _LONGEST_TITLE)
        result = await run_stage(
            own,
            Stage(AGENTS[part.kind], title, seconds, name),
            lambda ctx: carry_out(ctx, part, found, gathered),
            summarize=lambda result: result.summary,
        )
        if result is not None:
            done[name] = result

    await dispatch(plan.needs, work, at_once=ctx.settings.parallel_subtasks)
    return tuple(done[part.id] for part in plan.subtasks if part.id in done)
