"""The supervisor, which plans, has the parts of the plan carried out, and writes the answer.

Each call is a separate conversation, since a model that has just written JSON tends to keep writing
it. All begin with the same rules and material, which a server can cache, and end with the request.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from typing import Any, cast

from desktop_agent.agents.answers.answer_form import bare_value, form_fault, policy
from desktop_agent.agents.evidence_gathering import (
    build_evidence,
    characters,
    evidence_lines,
    form_of,
    searchable,
)
from desktop_agent.agents.final_answer import Checked, better_text, check, quoted
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.reply_parsing import json_value, object_schema, one_of
from desktop_agent.agents.roles.consulter import SCHEMA as CRITIQUE_SCHEMA
from desktop_agent.agents.roles.consulter import Critique, parse_critique
from desktop_agent.agents.roles.main_agent import gather_and_write
from desktop_agent.agents.roles.researcher import research_by_code
from desktop_agent.agents.roles.swarm import appended, ask_swarm
from desktop_agent.agents.run_context import RunContext
from desktop_agent.agents.stage import (
    CRITIQUE,
    MOST_SUBTASK_S,
    PLAN,
    SYNTHESIS,
    dispatch,
    for_parts,
    run_stage,
)
from desktop_agent.core.citations import CITATION, citation_numbers
from desktop_agent.core.errors import BadResponse, BudgetExceeded
from desktop_agent.core.events import Notice, PlanMade, Verdict
from desktop_agent.core.messages import Message
from desktop_agent.core.plan import IN_CODE, SUBTASK_KINDS, Plan, Result, Subtask, SubtaskKind
from desktop_agent.core.research import QuestionType
from desktop_agent.core.text import short_line
from desktop_agent.evidence.grounding.answer_check import grounding_fault
from desktop_agent.evidence.grounding.evidence_answer import evidence_text
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.records import EvidencePack, Intent
from desktop_agent.evidence.text.fold import words
from desktop_agent.evidence.text.wordings import Patterns, Words, keys_by_word

AGENT = "supervisor"

# --- What all calls of a run begin with: the rules, the evidence, and the results so far

_RULES = """\
You work with others on one question. Today is {today}. The end of the message says what is yours to \
do: do that, and nothing else.
- {fence}
- Build on the evidence and the earlier results, where there are any, and keep their citations like \
[1]. Invent no fact and no source.
- Say plainly what is not known. Write in the language of the question. No introduction, no filler."""
_RESULTS = (
    "Results so far; the id of a part in braces in a question stands for its result:\n{block}"
)
_MISSING = "There is no result for: {missing}"

_EVIDENCE_SHARE, _MOST_EVIDENCE = 0.15, 4_000
_RESULTS_SHARE, _MOST_RESULTS = 0.25, 8_000


async def evidence_of(ctx: RunContext, pack: EvidencePack) -> str:
    """Format the evidence within its share of the context, or return "" if there is none."""
    if not (pack.candidates or pack.passages):
        return ""
    return evidence_lines(pack, await characters(ctx, _EVIDENCE_SHARE, _MOST_EVIDENCE))


async def opening(ctx: RunContext, pack: EvidencePack, *told: str) -> tuple[Message, ...]:
    """Return the start of a conversation: rules, earlier turns, ``told`` and evidence."""
    evidence = await evidence_of(ctx, pack)
    block = ctx.fence.wrap(evidence, "web evidence") if evidence else ""
    return ctx.conversation(_RULES, "\n\n".join(filter(None, (*told, block))))


async def with_results(
    ctx: RunContext,
    messages: tuple[Message, ...],
    results: Mapping[str, Result],
    missing: Sequence[str] = (),
) -> tuple[Message, ...]:
    """Append results as a fenced block, and list the parts without a result.

    The block is fenced because results may come from web pages.
    """
    if told := await results_text(ctx, results):
        block = ctx.fence.wrap(told, "earlier results")
        messages = appended(messages, _RESULTS.format(block=block))
    if missing:
        messages = appended(messages, _MISSING.format(missing="; ".join(missing)))
    return messages


async def results_text(ctx: RunContext, results: Mapping[str, Result]) -> str:
    """Format the results within their share of the context, truncating each to an equal part."""
    room = await characters(ctx, _RESULTS_SHARE, _MOST_RESULTS) // max(1, len(results))
    told = []
    for name, result in results.items():
        heading = f"[{name}] {result.question}".rstrip()
        if result.note and result.question:
            heading += f" ({result.note})"
        if result.value and result.question and result.value != result.text:
            heading += f"\nValue: {result.value}"
        text = result.text if len(result.text) <= room else f"{result.text[:room]} [cut]"
        told.append(f"{heading}\n{text}")
    return "\n\n".join(told)


_AS_SOURCES_SAY = "as the sources say"
_QUOTED = "quoted, because the model wrote no answer"
"""The note on a result that is the evidence itself, whose form is not judged."""


def written(text: str, value: str = "", note: str = "", *, computed: bool = False) -> Result:
    """Return a result with a model's text, or raise `BadResponse` if it is empty."""
    if not text.strip():
        raise BadResponse("The model wrote nothing.")
    return Result(text.strip(), value, note, computed=computed)


def filled(question: str, results: Mapping[str, Result]) -> str:
    """Replace each part id in braces, such as ``{t1}``, with the result of that part."""
    for name, result in results.items():
        question = question.replace(f"{{{name}}}", result.summary.rstrip(" ."))
    return question


def stitched(results: Sequence[Result], question_type: QuestionType) -> str:
    """Combine the results into an answer in plan order, without a model.

    If the question asks for a single value, the last part's value comes first, because that part
    builds on the others.
    """
    if not results:
        return ""
    last = results[-1]
    text = "\n\n".join(f"### {each.question}\n\n{each.text}" for each in results)
    text = last.text if len(results) == 1 else text
    several = question_type in (QuestionType.LIST, QuestionType.EXPLANATORY)
    value, said = last.value.casefold(), text.lstrip("*_ ").casefold()
    # of several values of the sources, the last may not be the right one
    is_said = value in said if CITATION.search(last.text) else said.startswith(value)
    return text if several or is_said else f"**{last.value}**\n\n{text}"


# --- Plans as models write them
#
# Unambiguous faults are repaired: an unknown kind, a missing name, a part that depends on itself or
# on none of the plan, too many parts. Others (a cycle, duplicate names) make the plan unusable.

_PLAN = """\
The question:
{question}

Part the question above into the fewest parts that can be worked on by themselves, at most {most}; a \
simple question is one part. Reply with one JSON object with the list "subtasks". Each item has
- "id": t1, t2 and so on
- "question": one thing to find out, as a full question. Where the result of an earlier part belongs \
in it, put the id of that part in braces, like {{t1}}.
- "kind": "look_up" for a fact from the web or documents, "compute" for what a program works out, \
"simulate" for chance that is played through, else "reason"
- "needs": the ids of the earlier parts whose results it builds on
Plan no part that only sums up. Do not answer the question."""
_PLAN_TOKENS, _MOST_QUESTION = 500, 160


def plan_schema(most: int) -> dict[str, Any]:
    """Return the JSON Schema of a plan with at most ``most`` parts (and no more than nine)."""
    most = min(most, 9)
    name = {"type": "string", "pattern": "^t[0-9]$"}
    part = object_schema(
        id=name,
        question={"type": "string", "maxLength": _MOST_QUESTION},
        kind=one_of(*SUBTASK_KINDS),
        needs={"type": "array", "items": name, "maxItems": max(1, most - 1)},
    )
    items = {"type": "array", "items": part, "minItems": 1, "maxItems": most}
    return object_schema(subtasks=items)


def read_plan(text: str, most: int) -> Plan:
    """Parse a plan, keeping at most ``most`` parts, or raise `BadResponse` if it is unusable."""
    data = json_value(text)
    if isinstance(data, dict):
        data = next((each for each in data.values() if isinstance(each, list)), None)
    if not isinstance(data, list):
        raise BadResponse("The reply contained no JSON plan.")
    parts = [part for place, item in enumerate(data, 1) if (part := _part(item, place))]
    if not parts:
        raise BadResponse("No part of the plan asks a question.")
    names = [part.id for part in parts[:most]]
    kept = (
        replace(part, needs=tuple(each for each in part.needs if each in names and each != part.id))
        for part in parts[:most]
    )
    note = (
        f"Only the first {most} of {len(parts)} parts will be handled." if len(parts) > most else ""
    )
    plan = Plan(tuple(kept), note=note)
    try:
        plan.check()
    except ValueError as error:
        raise BadResponse(f"The plan cannot be used: {error}.") from None
    return plan


def _part(item: object, place: int) -> Subtask | None:
    """Parse a part, or return None if it is empty or copied from the prompt."""
    fields = item if isinstance(item, dict) else {"question": item}
    question = _line(fields.get("question"))
    said = words(question)
    if not said or (len(said) > 1 and " ".join(said) in " ".join(words(_PLAN))):
        return None
    kind = keys_by_word("plan", "kinds").get(_line(fields.get("kind")).casefold(), "reason")
    needs = fields.get("needs")
    needed = tuple(dict.fromkeys(map(_line, needs))) if isinstance(needs, list) else ()
    name = _line(fields.get("id")) or f"t{place}"
    return Subtask(name, question, cast("SubtaskKind", kind), needed)


def _line(value: object) -> str:
    return " ".join(str(value).split()) if isinstance(value, str | int) else ""


# --- The plan in order: each question once, each part of the right kind, the workers it requires

_CUES = Patterns("requests")
_WORDS = Words("plan")
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d")
_ID = re.compile(r"\{\w{1,40}\}")
_MATHS = "Work out the number that this question asks for: {question}"
_SIMULATE = "Answer this by a simulation in code: {question}"


def in_order(plan: Plan, question: str, today: date, *, lookup: SubtaskKind = "look_up") -> Plan:
    """Return the plan without repeated questions, deriving each part's kind from its question.

    A part that asks the whole question and depends on no other makes the rest unnecessary.
    ``lookup`` is the kind given to parts that would be looked up.
    """
    plan = plan.merged(lambda part: _asked(part.question))
    parts = plan.subtasks
    if any(not part.needs and _asked(part.question) == _asked(question) for part in parts):
        parts = parts[:1]
    if len(parts) == 1:
        parts = (replace(parts[0], question=question, needs=()),)  # in the user's own words
    parts = tuple(replace(each, kind=kind_of(each.question, each.kind, today)) for each in parts)
    parts = tuple(replace(each, kind=lookup) if each.kind == "look_up" else each for each in parts)
    return replace(plan, subtasks=parts)


def _asked(question: str) -> tuple[str, ...]:
    """Return a key that is equal for questions that differ only in filler words."""
    told = (word for word in words(question) if word not in _WORDS.idle)
    return (*told, *_ID.findall(question))


def kind_of(question: str, named: SubtaskKind, today: date) -> SubtaskKind:
    """Return how to answer a question; ``named`` is the model's choice.

    Officeholders, versions, dates and facts that change over time are looked up; code is for
    counting, calculating and simulating.
    """
    reading = read_question(question, today)
    if _CUES.simulation.search(question):
        return "simulate"
    if reading.question_type is QuestionType.NUMERIC:
        if named in IN_CODE:
            return named
        if is_computable(question, current=reading.current):
            return "compute"
    needless_code = named in IN_CODE and not _CUES.calculation.search(question)
    if reading.intent is not Intent.GENERAL or reading.current or needless_code:
        return "look_up"
    return named


def is_computable(question: str, *, current: bool) -> bool:
    """Return whether a numeric question gives at least two numbers to compute the answer from.

    Years do not count: "in 1900 and 1950 together" asks for facts.
    """
    numbers = [word for word in words(question) if word[0].isdigit() and not _YEAR.fullmatch(word)]
    return len(numbers) > 1 and not current and _CUES.calculation.search(question) is not None


def with_required_workers(
    plan: Plan, question: str, question_type: QuestionType, most: int
) -> Plan:
    """Add a simulation worker or, for a number, a maths worker if the question requires one.

    In a plan that is full or has only one part, the worker replaces the last reasoning part, if
    any. Otherwise, it becomes the last part and builds on all others.
    """
    parts = plan.subtasks
    kinds = [part.kind for part in parts]
    simulate = _CUES.simulation.search(question) is not None
    calculate = question_type is QuestionType.NUMERIC and (
        kinds != ["look_up"] or _CUES.calculation.search(question) is not None
    )
    if "simulate" in kinds or not (simulate or (calculate and "compute" not in kinds)):
        return plan
    kind: SubtaskKind = "simulate" if simulate else "compute"
    full = len(parts) == 1 or len(parts) >= most
    if full and (free := [part for part in parts if part.kind == "reason"]):
        parts = tuple(replace(part, kind=kind) if part is free[-1] else part for part in parts)
        note = f"{free[-1].id} is handled with code."
    elif len(parts) < most:
        taken = tuple(part.id for part in parts)
        name = "simulation" if simulate else "maths"
        name += "_" * taken.count(name)
        asked = (_SIMULATE if simulate else _MATHS).format(question=question)
        parts = (*parts, Subtask(name, asked, kind, taken))
        note = f"{name} was added."
    else:
        return plan
    return replace(plan, subtasks=parts, note=f"{plan.note} {note}".strip())


# --- Making a plan


async def make_plan(ctx: RunContext, pack: EvidencePack) -> Plan:
    """Make and emit the plan that the run will follow.

    If the question clearly has a single part, the model is not asked. If the plan is late or
    unusable, the entire question becomes the only part. The run's clock is paused while the user
    reviews the plan. Raise `ModelError` if the user wants to review the plan but the model cannot
    be reached.
    """
    question, most = ctx.reading.text, ctx.settings.max_subtasks
    lookup: SubtaskKind = "look_up" if searchable(ctx) else "reason"
    whole = Plan((Subtask("t1", question, lookup),), "fallback")
    plan: Plan | None = whole
    if not _is_one_part(ctx, pack):
        plan = await run_stage(
            ctx, AGENT, "Plan", PLAN, lambda own: _planned(own, whole), summarize=_part_count
        )
    if plan is None:
        if ctx.review is not None and ctx.losses and ctx.losses[-1].lost:
            raise ctx.losses[-1]  # do not ask for a review of a plan that cannot be carried out
        plan = replace(whole, note="There was no plan, so the question will be handled as a whole.")
    plan = in_order(plan, question, ctx.today, lookup=lookup)
    plan = with_required_workers(plan, question, ctx.reading.question_type, most)
    if ctx.review is not None:
        ctx.emit(PlanMade(plan=plan, proposed=True))
        with ctx.budget.paused():
            wanted = await ctx.review(plan)
        if wanted.subtasks != plan.subtasks:
            plan = replace(wanted, origin="person", note="")
    ctx.emit(PlanMade(plan=plan))
    if plan.note:
        ctx.emit(Notice(text=plan.note))
    return plan


def _is_one_part(ctx: RunContext, pack: EvidencePack) -> bool:
    """Return whether a question asks for one thing that evidence or code can settle."""
    reading = ctx.reading
    several = reading.question_type in (QuestionType.EXPLANATORY, QuestionType.LIST)
    if several or len(_CUES.asks.findall(reading.text)) > 1:
        return False
    if reading.question_type is QuestionType.NUMERIC:
        return is_computable(reading.text, current=reading.current)
    return reading.intent is not Intent.GENERAL or bool(pack.answer)


async def _planned(ctx: RunContext, whole: Plan) -> Plan:
    most = ctx.settings.max_subtasks
    messages = ctx.conversation(_RULES, _PLAN.format(question=ctx.question.text, most=most))
    schema, title = plan_schema(most), "Part the question"
    ask = Ask(AGENT, title, "work", messages, schema=schema, most_tokens=_PLAN_TOKENS)
    reply = await turn(ctx, ask)
    try:
        return read_plan(reply.text, most)
    except BadResponse as error:
        return replace(whole, note=f"{error.message} The question will be handled as a whole.")


def _part_count(plan: Plan) -> str:
    parts = len(plan.subtasks)
    return "one part" if parts == 1 else f"{parts} parts"


# --- Working on the parts of a plan

AGENTS = {"look_up": "main", "reason": "swarm", "compute": "researcher", "simulate": "researcher"}
"""The agent name for each kind of part."""

_CODE_SHARE = 0.7
"""Share of a part's time that code may use before reasoning takes over."""
_THINK_TOKENS = 900
_LONGEST_TITLE = 80
_QUESTION = "The question: {question}"


async def run_plan(
    ctx: RunContext, plan: Plan, pack: EvidencePack, opinion: str = ""
) -> dict[str, Result]:
    """Run all parts; return their results in plan order, omitting parts that fail or time out.

    ``opinion`` is a direct answer to the whole question, or "".
    """
    own = ctx.within(for_parts(ctx.budget.remaining_s))
    parts = {part.id: part for part in plan.subtasks}
    done: dict[str, Result] = {}

    async def work(name: str, seconds: float) -> None:
        part = parts[name]
        found = {need: done[need] for need in part.needs if need in done}
        result = await run_stage(
            own,
            AGENTS[part.kind],
            short_line(filled(part.question, found), _LONGEST_TITLE),
            seconds,
            lambda ctx: _carried_out(ctx, part, found, pack, opinion),
            part=name,
            summarize=lambda result: result.summary,
        )
        if result is not None:
            done[name] = result

    await dispatch(own, plan.needs, work, most_s=MOST_SUBTASK_S)
    return {part.id: done[part.id] for part in plan.subtasks if part.id in done}


async def _carried_out(
    ctx: RunContext, part: Subtask, found: Mapping[str, Result], pack: EvidencePack, opinion: str
) -> Result:
    """Work on a part, by reasoning if no code ran. Raises as `turn` does."""
    question = filled(part.question, found)
    whole = question == ctx.reading.text
    own = replace(ctx, question=replace(ctx.question, bare=False))
    if not whole:  # earlier turns belong to the run's own question
        asked = replace(own.question, text=question, history=())
        own = replace(own, question=asked, reading=read_question(question, ctx.today))
    result: Result | None = None
    if part.kind in IN_CODE and ctx.code is not None:
        known = filter(None, (await results_text(own, found), await evidence_of(own, pack)))
        simulate = part.kind == "simulate"
        result = await computed(own, part.question, "\n\n".join(known), simulate=simulate)
    elif part.kind == "look_up" and ((whole and pack.sufficient) or searchable(own)):
        result = await _looked_up(own, part, found, pack if whole else None)
    if result is None:
        messages = await with_results(own, await opening(own, pack), found)
        messages = appended(messages, _QUESTION.format(question=part.question))
        candidates = pack.candidates if whole else ()
        leading = candidates[0].value if candidates else ""
        result = await _thought_over(own, messages, leading, opinion if whole else "")
    return replace(result, question=question)


async def computed(
    ctx: RunContext, task: str, known: str, *, simulate: bool = False
) -> Result | None:
    """Solve a task with code, or return None if no code ran within its share of the time."""
    own = ctx.within(ctx.budget.remaining_s * _CODE_SHARE)
    try:
        worked = await research_by_code(own, task, known, simulate=simulate)
    except BudgetExceeded:
        return None
    if not worked.ran or not (worked.value or worked.text):
        return None
    note = "simulated in code" if simulate else "worked out by code"
    return written(worked.text or worked.value, worked.value, note, computed=True)


async def _looked_up(
    ctx: RunContext, part: Subtask, found: Mapping[str, Result], pack: EvidencePack | None
) -> Result:
    """Answer a part from sources; ``pack`` is set if the part asks the whole question."""
    own, whole = ctx, pack is not None
    pack = pack or await build_evidence(ctx, preliminary=False)
    if pack.answer and not whole:  # without the program's remarks on the evidence
        cited = filter(citation_numbers, evidence_text(pack).split("\n\n"))
        return Result("\n\n".join(cited), pack.answer, _AS_SOURCES_SAY)
    if told := await results_text(ctx, found):
        block = ctx.fence.wrap(told, "earlier results")
        text = f"{part.question}\n\n{_RESULTS.format(block=block)}"
        own = replace(ctx, question=replace(ctx.question, text=text))
    text = (await gather_and_write(own, "work", pack)).text
    if pack.answer:
        text = evidence_text(pack) if not text or grounding_fault(text, pack) else text
        return Result(text, pack.answer, _AS_SOURCES_SAY)
    if not text and pack.sufficient:
        return Result(evidence_text(pack), note=_QUOTED)
    return _valued(ctx, text)


async def _thought_over(
    ctx: RunContext, messages: tuple[Message, ...], leading: str, opinion: str
) -> Result:
    """Answer by reasoning: with the swarm or, if answers cannot be compared, with one model."""
    kind = ctx.reading.question_type
    if kind is not QuestionType.EXPLANATORY:
        return await ask_swarm(
            ctx, messages, kind, "Think it over", leading=leading, opinion=opinion
        )
    messages = appended(messages, policy(kind, bare=False))
    ask = Ask("main", "Think it over", "work", messages, most_tokens=_THINK_TOKENS)
    return _valued(ctx, (await turn(ctx, ask)).text)


def _valued(ctx: RunContext, text: str) -> Result:
    kind = ctx.reading.question_type
    if not text:
        ctx.budget.check()
    value = "" if kind is QuestionType.EXPLANATORY else bare_value(text.strip(), kind)
    return written(text, value)


# --- Critique, answer and repair

_JUDGE = """\
Judge the results above as one who has to answer this question from them:

{question}

- "missing": the parts of the question that no result answers
- "faults": where results contradict each other, the evidence, or what must be so, and which to trust
- "verdict": "revise" if one of these matters for the answer, else "ok"
Reply with one JSON object. Do not answer the question."""
_CRITIQUE_TOKENS = 300
_SYNTHESIS = """\
Write the answer to this question now, from what stands above:

{question}

{form}
Keep the citations, like [1], of what you take over. A number that code worked out goes before one \
that was only said. Say plainly what is not known. Do not speak of parts, results or the team."""
_REPAIR = """\
A reviewer found this:
{issues}

Write the answer again: mend what the reviewer is right about as far as what was found allows, keep \
what is right, and keep the citations. Give only the answer itself.
{form}"""


def answer_tokens(kind: QuestionType) -> int:
    """Return the maximum length, in tokens, of an answer to a question of this kind."""
    return {QuestionType.EXPLANATORY: 1_500, QuestionType.LIST: 600}.get(kind, 400)


@dataclass(frozen=True, slots=True)
class Findings:
    """A run's results by part, the questions without a result, and the evidence."""

    results: Mapping[str, Result]
    missing: tuple[str, ...]
    pack: EvidencePack

    async def asked(self, ctx: RunContext, text: str) -> tuple[Message, ...]:
        """Return a new conversation that ends with the request ``text``."""
        begun = await opening(ctx, self.pack)
        return appended(await with_results(ctx, begun, self.results, self.missing), text)


async def judge(ctx: RunContext, found: Findings) -> Critique:
    """Critique the results. Raises as `turn` does.

    A reply that cannot be parsed counts as approval.
    """
    messages = await found.asked(ctx, _JUDGE.format(question=ctx.question.text))
    title, schema = "Judge the results", CRITIQUE_SCHEMA
    ask = Ask(AGENT, title, "critique", messages, schema=schema, most_tokens=_CRITIQUE_TOKENS)
    critique = parse_critique((await turn(ctx, ask)).text, _JUDGE)
    ctx.emit(Verdict(by="consulter", ok=critique.verdict == "ok", details=asdict(critique)))
    return critique


async def write(
    ctx: RunContext,
    found: Findings,
    title: str = "Write the answer",
    text: str = "",
    asked: str = "",
) -> str:
    """Write the answer, or rewrite ``text`` as described in ``asked``. Raises as `turn` does."""
    request = _SYNTHESIS.format(question=ctx.question.text, form=form_of(ctx))
    messages = await found.asked(ctx, request)
    if asked:
        messages += (Message("assistant", text), Message("user", asked))
    most = answer_tokens(ctx.reading.question_type)
    return (await turn(ctx, Ask(AGENT, title, "final", messages, most_tokens=most))).text.strip()


async def _checked_result(ctx: RunContext, text: str, pack: EvidencePack) -> Checked:
    """Check text made of results, unless it contains the program's own quotes."""
    if pack.answer and evidence_text(pack) in text:
        return quoted(pack)
    return await check(ctx, text)


async def write_from_results(ctx: RunContext, found: Findings, *, parts: int) -> Checked:
    """Judge the results, write the answer from them, and repair it once if necessary.

    If the plan has only one part (``parts`` is their number) and its result has the required form,
    that result is the answer. Text that has lost content since the previous version is rejected;
    see `better_text`. Raise `ModelError` if the model fails while writing the answer; its
    ``partial`` then ends with the results.
    """
    pack, kind = found.pack, ctx.reading.question_type
    results = Checked(stitched(list(found.results.values()), kind))
    is_quote = any(each.note == _QUOTED for each in found.results.values())
    if parts == 1 and (
        is_quote or not form_fault(results.text, kind, ctx.question.text, bare=False)
    ):
        return await _checked_result(ctx, results.text, pack)
    if not found.results and (ctx.losses or not pack.sufficient):
        return results
    critique: Critique | None = None
    if len(found.results) > 1:
        critique = await run_stage(ctx, AGENT, "Critique", CRITIQUE, lambda own: judge(own, found))
    synthesis = await run_stage(ctx, AGENT, "Synthesis", SYNTHESIS, lambda own: write(own, found))
    if not synthesis and ctx.losses and ctx.losses[-1].partial:
        failed = ctx.losses[-1]
        failed.partial = "\n\n---\n\n".join(filter(None, (failed.partial, results.text)))
        raise failed
    best = await _better(ctx, results, synthesis, pack)
    fault = form_fault(synthesis or "", kind, ctx.question.text, bare=False)
    issues = [critique.text] if critique is not None and critique.verdict == "revise" else []
    issues += [f"- {fault}"] if fault else []
    if synthesis and issues:
        asked = _REPAIR.format(issues="\n".join(issues), form=form_of(ctx))
        repaired = await run_stage(
            ctx,
            AGENT,
            "Repair",
            SYNTHESIS,
            lambda own: write(own, found, "Mend the answer", synthesis, asked),
        )
        best = await _better(ctx, best, repaired, pack)
    return best if best is not results else await _checked_result(ctx, results.text, pack)


async def _better(
    ctx: RunContext, earlier: Checked, later: str | None, pack: EvidencePack
) -> Checked:
    return await better_text(ctx, earlier, later, pack) if later else earlier
