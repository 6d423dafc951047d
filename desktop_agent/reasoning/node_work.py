"""Works on one node of a template, by its type."""

from collections.abc import Mapping
from dataclasses import dataclass

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.swarm.prompt import without_answer_line
from desktop_agent.agents.team.searcher import parse_query
from desktop_agent.agents.turn import Ask
from desktop_agent.core.errors import BadResponse
from desktop_agent.core.events import Channel
from desktop_agent.core.research import QuestionType
from desktop_agent.core.template import Template, TemplateNode
from desktop_agent.evidence.quantities.comparison import same_value
from desktop_agent.evidence.quantities.final_number import final_number
from desktop_agent.reasoning.node_prompt import (
    VERDICT_SCHEMA,
    Again,
    NodeTalk,
    facts,
    final_text,
    known_text,
    parse_verdict,
    query_text,
    step_text,
    verdict_text,
)
from desktop_agent.reasoning.node_workers import NodeWorkers
from desktop_agent.reasoning.outputs import NodeOutput
from desktop_agent.web.ledger import is_offline
from desktop_agent.web.search.keywords import keywords

AGENTS = {
    "definition": "main",
    "enumeration": "main",
    "aggregation": "main",
    "calculation": "researcher",
    "verification": "verifier",
    "retrieval": "searcher",
}
"""Who works on each type of node, as the window names them."""

_TASK = """\
{problem}

What has to be computed now: {instruction}"""
_TASK_FACTS = "{task}\n\nWhat is known for such problems:\n{facts}"
_EARLIER = "An earlier try gave: {value}\nA check of it found: {fault}"
_NOWHERE = "Nothing could be looked up: the network is switched off, and there are no documents."
_COUNTED = (QuestionType.BOOLEAN, QuestionType.NUMERIC)
"""Forms of answer in which several models' answers are surely told apart."""


@dataclass(frozen=True, slots=True)
class NodeTask:
    """A node to work on, with the outputs that it builds on (None where one is missing).

    ``target`` is the calculation or the step that a verification judges, with its node, or None.
    ``value`` is what the last node has to state, or "".
    """

    node: TemplateNode
    template: Template
    talk: NodeTalk
    results: Mapping[str, NodeOutput | None]
    target: tuple[TemplateNode, NodeOutput] | None = None
    again: Again | None = None
    value: str = ""

    @property
    def final(self) -> bool:
        """Whether its output is the answer."""
        return self.node is self.template.final

    @property
    def computes(self) -> bool:
        """Whether the template works its value out; there is nothing to vote on then."""
        return any(node.type == "calculation" for node in self.template.nodes)


def title_of(node: TemplateNode) -> str:
    """Gives what a node is called in the window."""
    return node.id.replace("-", " ").capitalize()


async def carry_out(ctx: RunContext, task: NodeTask, workers: NodeWorkers) -> NodeOutput:
    """Gives the output of a node.

    Raises:
        BudgetExceeded: its time is up, or there is no model call left.
        ModelError: the model failed, or wrote nothing.
    """
    match task.node.type:
        case "retrieval":
            return await _looked_up(ctx, task, workers)
        case "calculation":
            return await _computed(ctx, task, workers)
        case "verification":
            return await _verified(ctx, task, workers)
    return await _written(ctx, task, workers)


async def _written(ctx: RunContext, task: NodeTask, workers: NodeWorkers) -> NodeOutput:
    text = step_text(ctx, task.node, task.results, task.talk.room, task.again)
    if task.final:
        text = f"{text}\n\n{final_text(ctx, task.value)}"
    messages = task.talk.messages(text)
    kind = ctx.reading.question_type
    if task.final and ctx.swarm and kind in _COUNTED and not task.computes:
        voted = await workers.vote(ctx, messages, kind, title_of(task.node))
        said = without_answer_line(voted.text) or voted.value
        return _output(said, voted.value, voted.note)
    channel: Channel = "final" if task.final else "work"
    return _output(await workers.write(ctx, Ask("main", title_of(task.node), channel, messages)))


async def _looked_up(ctx: RunContext, task: NodeTask, workers: NodeWorkers) -> NodeOutput:
    if is_offline() and ctx.knowledge is None:
        return NodeOutput(_NOWHERE, note=_NOWHERE)
    known = step_text(ctx, task.node, task.results, task.talk.room // 2, task.again)
    messages = task.talk.messages(f"{known}\n\n{query_text(task.node)}")
    said = await workers.write(ctx, Ask("searcher", "What to search for", "work", messages))
    query = parse_query(said) or keywords(ctx.question.text) or ctx.question.text[:200]
    found = await workers.look_up(ctx, query)
    return _output("\n\n".join(each.text for each in found), note=f"searched for: {query}")


async def _computed(ctx: RunContext, task: NodeTask, workers: NodeWorkers) -> NodeOutput:
    """Lets code compute, or, where none can be run or none ran, a model."""
    known = known_text(task.results, task.talk.room)
    if task.again is not None:
        earlier = task.again.earlier
        told = _EARLIER.format(value=earlier.value or earlier.text, fault=task.again.fault)
        known = f"{known}\n\n{told}".strip()
    note = "computed without code: none can be run here"
    if ctx.code is not None:
        work = await workers.compute(ctx, _task(ctx, task), known)
        if work.ran and (work.value or work.text):
            return _output(work.text or work.value, work.value, work.note, computed=True)
        note = f"computed without code: {work.note or 'the code never ran'}"
    text = step_text(ctx, task.node, task.results, task.talk.room, task.again)
    messages = task.talk.messages(text)
    said = await workers.write(ctx, Ask("main", title_of(task.node), "work", messages))
    return _output(said, final_number(said), note)


def _task(ctx: RunContext, task: NodeTask) -> str:
    told = _TASK.format(problem=ctx.question.text, instruction=task.node.instruction)
    if task.template.seeds:
        told = _TASK_FACTS.format(task=told, facts=facts(task.template))
    return told


async def _verified(ctx: RunContext, task: NodeTask, workers: NodeWorkers) -> NodeOutput:
    """Judges by a second computation where there is a number, else by a model's verdict."""
    if task.target is None:
        return NodeOutput("Not checked: there is nothing to check.", note="nothing to check")
    node, target = task.target
    # a number that something else was made of is not what is judged here
    if node.type == "calculation" and node.id in task.results and final_number(target.value):
        return await _recomputed(ctx, task, node, target, workers)
    told = verdict_text(step_text(ctx, task.node, task.results, task.talk.room))
    ask = Ask(
        "verifier", title_of(task.node), "work", task.talk.messages(told), schema=VERDICT_SCHEMA
    )
    try:
        right, reason = parse_verdict(await workers.write(ctx, ask))
    except BadResponse as error:
        return NodeOutput("Not checked.", target.value, note=error.message)
    if right:
        return NodeOutput(f"The check of {node.id} found no fault.", target.value)
    text = f"The check of {node.id} found a fault: {reason}"
    return NodeOutput(text, target.value, fault=reason)


async def _recomputed(
    ctx: RunContext, task: NodeTask, node: TemplateNode, target: NodeOutput, workers: NodeWorkers
) -> NodeOutput:
    question = _TASK.format(problem=ctx.question.text, instruction=node.instruction)
    others = {name: each for name, each in task.results.items() if name != node.id}
    known = known_text(others, task.talk.room)
    check = await workers.verify(ctx, question, target.value, known, target.text)
    value = check.value or target.value
    if check.agreed is None:
        text = f"{node.id} could not be checked: {check.note}"
        return NodeOutput(text, target.value, note=text)
    if check.agreed:
        text = f"A second computation agrees: {value}"
        return NodeOutput(text, value, check.code_ran or target.computed, note=text)
    if same_value(value, target.value) is not False:
        # it came to another value, but the verifier would not put that in the place of this one
        text = f"A second computation differs, but {value} stands. {check.note}".strip()
        return NodeOutput(text, value, note=text)
    text = f"A second computation gave {value}, not {target.value}."
    return NodeOutput(text, value, check.code_ran, fault=text, note=check.note)


def _output(text: str, value: str = "", note: str = "", *, computed: bool = False) -> NodeOutput:
    if not text.strip():
        raise BadResponse("The model wrote nothing.")
    return NodeOutput(text.strip(), value, computed, note=note)
