"""Run the parts of a plan in parallel, each by lookup, by reasoning or by computation."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from desktop_agent.agents.answers.answer_form import bare_value, policy
from desktop_agent.agents.evidence_gathering import (
    build_evidence,
    characters,
    evidence_lines,
    searchable,
)
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.roles.main_agent import gather_and_write
from desktop_agent.agents.roles.researcher import research_by_code
from desktop_agent.agents.roles.swarm import appended, ask_swarm
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import MOST_SUBTASK_S, Stage, dispatch, for_parts, run_stage
from desktop_agent.core.citations import CITATION, citation_numbers
from desktop_agent.core.errors import BadResponse, BudgetExceeded
from desktop_agent.core.messages import Message
from desktop_agent.core.plan import IN_CODE, Plan, Result, Subtask
from desktop_agent.core.research import QuestionType
from desktop_agent.core.text import short_line
from desktop_agent.evidence.grounding.answer_check import ground
from desktop_agent.evidence.grounding.evidence_answer import evidence_text
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.records import EvidencePack

# --- Results of the parts of a plan, and of the nodes of a template


QUOTED = "quoted, because the model wrote no answer"
"""The note on a result that is the evidence itself, whose form is not judged."""


def written(text: str, value: str = "", note: str = "", *, computed: bool = False) -> Result:
    """Return a result with what a model wrote; raise `BadResponse` if that is nothing."""
    if not text.strip():
        raise BadResponse("The model wrote nothing.")
    return Result(text.strip(), value, note, computed=computed)


def filled(question: str, results: Mapping[str, Result]) -> str:
    """Replace each part id in braces, such as ``{t1}``, with the result of that part."""
    for name, result in results.items():
        question = question.replace(f"{{{name}}}", result.summary.rstrip(" ."))
    return question


def results_text(results: Mapping[str, Result | None], room: int) -> str:
    """Format the results in about ``room`` characters, truncating each to an equal share."""
    there = {name: result for name, result in results.items() if result is not None}
    share = room // max(1, len(there))
    told = []
    for name, result in there.items():
        heading = f"[{name}] {result.question}".rstrip()
        if result.note and result.question:
            heading += f" ({result.note})"
        if result.value and result.question and result.value != result.text:
            heading += f"\nValue: {result.value}"
        text = result.text if len(result.text) <= share else f"{result.text[:share]} [cut]"
        told.append(f"{heading}\n{text}")
    return "\n\n".join(told)


def stitched(results: Sequence[Result], question_type: QuestionType) -> str:
    """Combine the results into an answer in plan order, without a model.

    If the question asks for a single value, the result of the last part comes first, because it
    builds on the others.
    """
    if not results:
        return ""
    last = results[-1]
    text = "\n\n".join(f"### {each.question}\n\n{each.text}" for each in results)
    text = last.text if len(results) == 1 else text
    several = question_type in (QuestionType.LIST, QuestionType.EXPLANATORY)
    if CITATION.search(
        last.text
    ):  # of several values of the sources, this may not be the right one
        is_said = last.value.casefold() in text.casefold()
    else:
        is_said = text.lstrip("*_ ").casefold().startswith(last.value.casefold())
    return text if several or is_said else f"**{last.value}**\n\n{text}"


# --- The material that all workers see

_EVIDENCE_SHARE, _MOST_EVIDENCE = 0.15, 4_000
_RESULTS_SHARE, _MOST_RESULTS = 0.2, 6_000


async def evidence_of(ctx: RunContext, pack: EvidencePack | None) -> str:
    """Return the evidence as lines, within its share of the context, or ""."""
    if pack is None or not (pack.candidates or pack.passages):
        return ""
    return evidence_lines(pack, await characters(ctx, _EVIDENCE_SHARE, _MOST_EVIDENCE))


async def evidence_block(ctx: RunContext, pack: EvidencePack | None) -> str:
    """Return the evidence as a marked block, or ""."""
    told = await evidence_of(ctx, pack)
    return ctx.fence.wrap(told, "web evidence") if told else ""


def results_block(ctx: RunContext, results: Mapping[str, Result | None], room: int) -> str:
    """Return the results as a marked block, or ""; they may come from web pages."""
    told = results_text(results, room)
    return ctx.fence.wrap(told, "earlier results") if told else ""


async def conversation(
    ctx: RunContext,
    rules: str,
    pack: EvidencePack | None,
    results: Mapping[str, Result | None],
) -> tuple[Message, ...]:
    """Return a fresh conversation: rules, earlier turns, evidence and results.

    What is asked is added at its end by `appended`, so that calls about the same material share
    all that stands before, which servers can cache.
    """
    room = await characters(ctx, _RESULTS_SHARE, _MOST_RESULTS)
    parts = (await evidence_block(ctx, pack), results_block(ctx, results, room))
    return ctx.conversation(rules, "\n\n".join(filter(None, parts)))


# --- The worker of a part

AGENTS = {"look_up": "main", "reason": "swarm", "compute": "researcher", "simulate": "researcher"}
"""The agent name for each kind of part."""

_CODE_SHARE = 0.7
"""Share of a part's time that code may use before reasoning takes over."""
_PHRASE_TOKENS, _THINK_TOKENS = 300, 900
_LONGEST_TITLE = 80

_RULES = """\
You answer one question, which may be a part of a larger one. Today is {today}.
- {fence}
- Build on the evidence and the earlier results, where there are any, and keep their citations like \
[1]. An id in braces in the question stands for the result of that name.
- Say plainly what is not known. Write in the language of the question. No filler."""
_QUESTION = "The question: {question}"
_KNOWN = (
    "{question}\n\n{block}\nThe block above holds the results of earlier parts, to build on; the id of "
    "a part in braces in the question stands for its result."
)


@dataclass(frozen=True, slots=True)
class _Work:
    """A part to work on, the results that it builds on, and the evidence of the whole run.

    ``whole`` is True if the part asks the question of the run.
    """

    part: Subtask
    found: Mapping[str, Result]
    pack: EvidencePack | None
    whole: bool

    async def results(self, ctx: RunContext) -> str:
        return results_text(self.found, await characters(ctx, _RESULTS_SHARE, _MOST_RESULTS))


async def _carried_out(
    ctx: RunContext, part: Subtask, found: Mapping[str, Result], pack: EvidencePack | None
) -> Result:
    """Run a part; a computation falls back to reasoning if no code ran. Raises as `turn` does."""
    question = filled(part.question, found)
    work = _Work(part, found, pack, whole=question == ctx.reading.text)
    own = replace(ctx, question=replace(ctx.question, bare=False))
    if not work.whole:  # earlier turns belong to the run's own question
        asked = replace(own.question, text=question, history=())
        own = replace(own, question=asked, reading=read_question(question, ctx.today))
    result = None
    if part.kind in IN_CODE and ctx.code is not None:
        result = await _worked_out(own, work)
    elif part.kind == "look_up" and ((work.whole and pack) or searchable(own)):
        result = await _looked_up(own, work)
    if result is None:
        result = await _thought_over(own, work)
    return replace(result, question=question)


async def _worked_out(ctx: RunContext, work: _Work) -> Result | None:
    """Compute a part with code; return None if there is no result within its share of the time."""
    simulate = work.part.kind == "simulate"
    own = ctx.within(ctx.budget.remaining_s * _CODE_SHARE)
    known = filter(None, (await work.results(ctx), await evidence_of(ctx, work.pack)))
    try:
        worked = await research_by_code(
            own, work.part.question, "\n\n".join(known), simulate=simulate
        )
    except BudgetExceeded:
        return None
    if not worked.ran or not (worked.value or worked.text):
        return None
    note = "simulated in code" if simulate else "worked out by code"
    return written(worked.text or worked.value, worked.value, note, computed=True)


async def _looked_up(ctx: RunContext, work: _Work) -> Result:
    """Answer a part from sources: by the evidence where it is sure, else with searches.

    The model phrases what is sure only where that may become the answer.
    """
    pack = work.pack if work.whole and work.pack is not None else None
    pack = pack or await build_evidence(ctx, preliminary=False)
    if pack.answer:
        text = evidence_text(pack)
        if not work.whole:  # without the program's remarks on the evidence
            text = "\n\n".join(each for each in text.split("\n\n") if citation_numbers(each))
        elif (phrased := await _phrased(ctx, pack)) and ground(phrased, pack).ok:
            text = phrased
        return Result(text, pack.answer, "as the sources say")
    own, question = ctx, work.part.question
    if told := await work.results(ctx):
        block = ctx.fence.wrap(told, "earlier results")
        text = _KNOWN.format(question=question, block=block)
        own = replace(ctx, question=replace(ctx.question, text=text))
    text = (await gather_and_write(own, "work", pack)).text
    if not text and pack.sufficient:
        return Result(evidence_text(pack), note=QUOTED)
    return _valued(ctx, text)


async def _phrased(ctx: RunContext, pack: EvidencePack) -> str:
    """Have the model write what the evidence says; return "" if there is no time left for that."""
    messages = await conversation(ctx, _RULES, pack, {})
    form = policy(ctx.reading.question_type, bare=False)
    asked = appended(messages, f"{_QUESTION.format(question=ctx.question.text)}\n{form}")
    ask = Ask("main", "Write what the sources say", "work", asked, most_tokens=_PHRASE_TOKENS)
    try:
        return (await turn(ctx, ask)).text.strip()
    except BudgetExceeded:
        return ""


async def _thought_over(ctx: RunContext, work: _Work) -> Result:
    """Answer a part by reasoning.

    The swarm is asked, or a single model if answers of this kind cannot be compared.
    """
    kind = ctx.reading.question_type
    messages = await conversation(ctx, _RULES, work.pack, work.found)
    messages = appended(messages, _QUESTION.format(question=work.part.question))
    if kind is QuestionType.EXPLANATORY:
        messages = appended(messages, policy(kind, bare=False))
        ask = Ask("main", "Think it over", "work", messages, most_tokens=_THINK_TOKENS)
        return _valued(ctx, (await turn(ctx, ask)).text)
    candidates = work.pack.candidates if work.pack is not None and work.whole else ()
    leading = candidates[0].value if candidates else ""
    return await ask_swarm(ctx, messages, kind, "Think it over", leading=leading)


def _valued(ctx: RunContext, text: str) -> Result:
    kind = ctx.reading.question_type
    if not text:
        ctx.budget.check()
    value = "" if kind is QuestionType.EXPLANATORY else bare_value(text.strip(), kind)
    return written(text, value)


# --- Running a plan


async def run_plan(ctx: RunContext, plan: Plan, pack: EvidencePack | None) -> dict[str, Result]:
    """Run all parts; return their results in plan order, omitting parts that fail or time out."""
    own = ctx.within(for_parts(ctx.budget.remaining_s))
    parts = {part.id: part for part in plan.subtasks}
    done: dict[str, Result] = {}

    async def work(name: str, rounds: int) -> None:
        part = parts[name]
        found = {need: done[need] for need in part.needs if need in done}
        title = short_line(filled(part.question, found), _LONGEST_TITLE)
        seconds = min(own.budget.remaining_s / rounds, MOST_SUBTASK_S)
        result = await run_stage(
            own,
            Stage(AGENTS[part.kind], title, seconds, name),
            lambda ctx: _carried_out(ctx, part, found, pack),
            summarize=lambda result: result.summary,
        )
        if result is not None:
            done[name] = result

    await dispatch(plan.needs, work, at_once=ctx.settings.parallel_subtasks)
    return {part.id: done[part.id] for part in plan.subtasks if part.id in done}
