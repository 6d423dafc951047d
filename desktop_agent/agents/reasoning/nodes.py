"""The nodes of a template: their prompts, execution and outputs."""

from collections.abc import Mapping
from dataclasses import dataclass

from desktop_agent.agents.answers.answer_form import policy
from desktop_agent.agents.answers.quantities import final_number, same_value
from desktop_agent.agents.evidence_gathering import characters
from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.reply_parsing import json_object, object_schema
from desktop_agent.agents.roles.numeric_verifier import verify_number
from desktop_agent.agents.roles.researcher import research_by_code
from desktop_agent.agents.roles.subtask import (
    Result,
    evidence_block,
    results_block,
    results_text,
    written,
)
from desktop_agent.agents.roles.supervisor import answer_tokens
from desktop_agent.agents.roles.swarm import appended, ask_swarm, without_answer_line
from desktop_agent.agents.roles.team import parse_query, search_for
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import BadResponse
from desktop_agent.core.events import Channel
from desktop_agent.core.messages import Message
from desktop_agent.core.research import QuestionType
from desktop_agent.core.template import Template, TemplateNode
from desktop_agent.evidence.records import EvidencePack
from desktop_agent.web.ledger import is_offline
from desktop_agent.web.search.query import keywords


@dataclass(frozen=True, slots=True)
class TemplateAnswer:
    """A template's answer; ``value`` is the bare computed value, or "" if there is none.

    ``outputs`` maps node ids to their texts, some of which are untrusted. ``solved_by`` is the
    archetype of the solver that computed the value, or "" if none did.
    """

    text: str
    value: str
    outputs: Mapping[str, str]
    solved_by: str = ""


# --- Prompts for the nodes
#
# The opening is identical for all nodes in a run, so a local server can cache it.

_RULES = """\
You work on one problem in steps. Today is {today}. The end of the message says which step is yours \
now: do this step, and nothing else.
- {fence}
- Base facts on the results, not on memory, and keep their citations like [1]. Cite only numbers that \
stand in the results. Invent no fact and no source.
- Where something is missing, say so in a few words and go on.
- Write in the language of the problem. No introduction, no filler."""
_OPENING = "The problem:\n{problem}"
_FACTS = "What is known for such problems:\n{facts}"
_RESULTS = "Results of the earlier steps:\n{block}"
_MISSING = "There is no result of: {names}. Go on without it."
_STEP = "Your step now, as {role}: {instruction}"
_FINAL = "This is the last step: what you write is the answer. {form}"
_AGAIN = """\
You did this step before. Your earlier result:
{earlier}
A check found this fault in it:
{fault}
Do the step again and mend that fault. Give the whole result anew, without a word about the check."""
_STATE = "The value below was computed exactly: state it as the answer, first, and contradict it nowhere.\n{value}"
_QUERY = """\
For this step the web and the user's documents are searched. Write one short search query of key \
words for it, between <search> and </search>. No other word."""
_VERDICT = """\
Judge only this, from what stands above. Reply with one JSON object: "reason" says in one sentence \
what is wrong, and is "" where nothing is; "ok" is true or false. Trifles, style and wording are no \
fault."""

VERDICT_SCHEMA = object_schema(reason={"type": "string", "maxLength": 300}, ok={"type": "boolean"})

_RESULTS_SHARE, _RESULTS_MOST = 0.35, 12_000
_MOST_FAULT = 600
_STEP_TOKENS, _VERDICT_TOKENS, _QUERY_TOKENS = 700, 200, 48


@dataclass(frozen=True, slots=True)
class NodeRetry:
    """The previous output of a node, and the error that a check found in it."""

    earlier: Result
    fault: str


@dataclass(frozen=True, slots=True)
class NodeConversation:
    """The opening messages shared by all nodes.

    ``room`` is the space for results, in characters.
    """

    opening: tuple[Message, ...]
    room: int


async def node_conversation(
    ctx: RunContext, template: Template, pack: EvidencePack | None, found: str
) -> NodeConversation:
    """Build the opening messages: rules, earlier turns, problem, seed facts and evidence.

    ``found`` is the block of passages that fit the seed facts.
    """
    known = _FACTS.format(facts=facts(template)) if template.seeds else ""
    evidence = await evidence_block(ctx, pack)
    parts = (_OPENING.format(problem=ctx.reading.text), known, found, evidence)
    room = await characters(ctx, _RESULTS_SHARE, _RESULTS_MOST)
    return NodeConversation(ctx.conversation(_RULES, "\n\n".join(filter(None, parts))), room)


def facts(template: Template) -> str:
    """Format a template's seed facts as a Markdown list."""
    return "\n".join(f"- {seed}" for seed in template.seeds)


def step_text(
    ctx: RunContext,
    node: TemplateNode,
    results: Mapping[str, Result | None],
    room: int,
    again: NodeRetry | None = None,
) -> str:
    """Return a node's prompt: the earlier results, its task, and any error to correct."""
    parts = []
    if block := results_block(ctx, results, room):
        parts.append(_RESULTS.format(block=block))
    if missing := [name for name, output in results.items() if output is None]:
        parts.append(_MISSING.format(names=", ".join(missing)))
    parts.append(_STEP.format(role=node.role, instruction=node.instruction))
    if again is not None:
        earlier = ctx.fence.wrap(again.earlier.text[:room], "the earlier result")
        fault = ctx.fence.wrap(again.fault[:_MOST_FAULT], "a check")
        parts.append(_AGAIN.format(earlier=earlier, fault=fault))
    return "\n\n".join(parts)


def parse_verdict(text: str) -> tuple[bool, str]:
    """Parse a check's verdict and reason; raise `BadResponse` if there is no verdict."""
    data = json_object(text) or {}
    told = data.get("ok")
    if isinstance(told, str):
        told = {"true": True, "yes": True, "false": False, "no": False}.get(told.strip().lower())
    if not isinstance(told, bool):
        raise BadResponse("The check gave no verdict.")
    reason = str(data.get("reason") or "").strip()
    # a fault without a reason cannot be repaired, so it doesn't count
    return (told or not reason), reason


# --- The work of a node

AGENTS = {
    "definition": "main",
    "enumeration": "main",
    "aggregation": "main",
    "calculation": "researcher",
    "verification": "verifier",
    "retrieval": "searcher",
}
"""The agent name shown in the window for each node type."""

_TASK = """\
{problem}

What has to be computed now: {instruction}"""
_TASK_FACTS = "{task}\n\nWhat is known for such problems:\n{facts}"
_EARLIER = "An earlier try gave: {value}\nA check of it found: {fault}"
_NOWHERE = "Nothing could be looked up: the network is switched off, and there are no documents."
_COUNTED = (QuestionType.BOOLEAN, QuestionType.NUMERIC)
"""Kinds of questions for which the answers of several models can be compared reliably."""


@dataclass(frozen=True, slots=True)
class NodeTask:
    """A node to run, with the outputs that it depends on (None for nodes without a result).

    In a verification, ``target`` is the checked node and its output. ``value`` is the value that
    the last node must state, or "" if it is free to choose.
    """

    node: TemplateNode
    template: Template
    talk: NodeConversation
    results: Mapping[str, Result | None]
    target: tuple[TemplateNode, Result] | None = None
    again: NodeRetry | None = None
    value: str = ""

    @property
    def final(self) -> bool:
        return self.node is self.template.final

    @property
    def computes(self) -> bool:
        """Whether the template contains a calculation, in which case no vote is needed."""
        return any(node.type == "calculation" for node in self.template.nodes)


def title_of(node: TemplateNode) -> str:
    """Return a node's display title."""
    return node.id.replace("-", " ").capitalize()


async def carry_out(ctx: RunContext, task: NodeTask) -> Result:
    """Run a node and return its output. Raises the same errors as `turn`."""
    match task.node.type:
        case "retrieval":
            return await _looked_up(ctx, task)
        case "calculation":
            return await _computed(ctx, task)
        case "verification":
            return await _verified(ctx, task)
    return await _written(ctx, task)


async def _written(ctx: RunContext, task: NodeTask) -> Result:
    text = step_text(ctx, task.node, task.results, task.talk.room, task.again)
    if task.final:
        text += f"\n\n{_FINAL.format(form=policy(ctx.reading.question_type, bare=False))}"
        if task.value:
            text += f"\n{_STATE.format(value=task.value)}"
    messages = appended(task.talk.opening, text)
    kind = ctx.reading.question_type
    if task.final and ctx.swarm and kind in _COUNTED and not task.computes:
        voted = await ask_swarm(ctx, messages, kind, title_of(task.node))
        said = without_answer_line(voted.text) or voted.value
        return written(said, voted.value, voted.note)
    channel: Channel = "final" if task.final else "work"
    most = answer_tokens(kind) if task.final else _STEP_TOKENS
    reply = await turn(ctx, Ask("main", title_of(task.node), channel, messages, most_tokens=most))
    return written(reply.text)


async def _looked_up(ctx: RunContext, task: NodeTask) -> Result:
    if is_offline() and ctx.knowledge is None:
        return Result(_NOWHERE, note=_NOWHERE)
    known = step_text(ctx, task.node, task.results, task.talk.room // 2, task.again)
    step = _STEP.format(role=task.node.role, instruction=task.node.instruction)
    messages = appended(task.talk.opening, f"{known}\n\n{step}\n{_QUERY}")
    said = await turn(
        ctx, Ask("searcher", "What to search for", "work", messages, most_tokens=_QUERY_TOKENS)
    )
    query = parse_query(said.text) or keywords(ctx.reading.text) or ctx.reading.text[:200]
    found = await search_for(ctx, query)
    return written("\n\n".join(each.text for each in found), note=f"searched for: {query}")


async def _computed(ctx: RunContext, task: NodeTask) -> Result:
    """Compute a value by running code or, if no code ran, by asking a model."""
    known = results_text(task.results, task.talk.room)
    if task.again is not None:
        earlier = task.again.earlier
        told = _EARLIER.format(value=earlier.value or earlier.text, fault=task.again.fault)
        known = f"{known}\n\n{told}".strip()
    note = "computed without code: none can be run here"
    if ctx.code is not None:
        work = await research_by_code(ctx, _task(ctx, task), known)
        if work.ran and (work.value or work.text):
            return written(work.text or work.value, work.value, work.note, computed=True)
        note = f"computed without code: {work.note or 'the code never ran'}"
    text = step_text(ctx, task.node, task.results, task.talk.room, task.again)
    messages = appended(task.talk.opening, text)
    reply = await turn(
        ctx, Ask("main", title_of(task.node), "work", messages, most_tokens=_STEP_TOKENS)
    )
    return written(reply.text, final_number(reply.text.strip()), note=note)


def _task(ctx: RunContext, task: NodeTask) -> str:
    told = _TASK.format(problem=ctx.reading.text, instruction=task.node.instruction)
    if task.template.seeds:
        told = _TASK_FACTS.format(task=told, facts=facts(task.template))
    return told


async def _verified(ctx: RunContext, task: NodeTask) -> Result:
    """Verify a number by recomputing it, and any other result by asking a model for a verdict."""
    if task.target is None:
        return Result("Not checked: there is nothing to check.", note="nothing to check")
    node, target = task.target
    # a number that is only an input of another step is not checked here
    if node.type == "calculation" and node.id in task.results and final_number(target.value):
        return await _recomputed(ctx, task, node, target)
    told = step_text(ctx, task.node, task.results, task.talk.room)
    messages = appended(task.talk.opening, f"{told}\n\n{_VERDICT}")
    ask = Ask(
        "verifier",
        title_of(task.node),
        "work",
        messages,
        schema=VERDICT_SCHEMA,
        most_tokens=_VERDICT_TOKENS,
    )
    try:
        right, reason = parse_verdict((await turn(ctx, ask)).text)
    except BadResponse as error:
        return Result("Not checked.", target.value, note=error.message)
    if right:
        return Result(f"The check of {node.id} found no fault.", target.value)
    text = f"The check of {node.id} found a fault: {reason}"
    return Result(text, target.value, fault=reason)


async def _recomputed(
    ctx: RunContext, task: NodeTask, node: TemplateNode, target: Result
) -> Result:
    question = _TASK.format(problem=ctx.reading.text, instruction=node.instruction)
    others = {name: each for name, each in task.results.items() if name != node.id}
    known = results_text(others, task.talk.room)
    check = await verify_number(ctx, question, target.value, known, working=target.text)
    value = check.value or target.value
    if check.agreed is None:
        text = f"{node.id} could not be checked: {check.note}"
        return Result(text, target.value, note=text)
    if check.agreed:
        text = f"A second computation agrees: {value}"
        return Result(text, value, text, computed=check.code_ran or target.computed)
    if same_value(value, target.value) is not False:
        # the value differs, but the verifier kept this one
        text = f"A second computation differs, but {value} stands. {check.note}".strip()
        return Result(text, value, note=text)
    text = f"A second computation gave {value}, not {target.value}."
    return Result(text, value, check.note, computed=check.code_ran, fault=text)
