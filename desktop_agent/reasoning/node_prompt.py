"""What the nodes of a template are told: one opening for all of them, then the step of each.

The opening is byte for byte the same for every node of a run, so that a local server keeps it in its
cache.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.evidence_prompt import characters, evidence_lines
from desktop_agent.agents.json_reply import json_object
from desktop_agent.core.errors import BadResponse
from desktop_agent.core.messages import Message
from desktop_agent.core.template import Template, TemplateNode
from desktop_agent.evidence.grounding.forms import policy
from desktop_agent.evidence.pack import EvidencePack
from desktop_agent.reasoning.outputs import NodeOutput

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
words for it: <search>query</search>. No other word."""
_VERDICT = """\
Judge only this, from what stands above. Reply with one JSON object:
{"ok": true or false, "reason": "what is wrong, in one sentence; empty when it is ok"}
Trifles, style and wording are no fault."""

VERDICT_SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {"ok": {"type": "boolean"}, "reason": {"type": "string"}},
    "required": ["ok", "reason"],
    "additionalProperties": False,
}

_EVIDENCE_SHARE, _EVIDENCE_MOST = 0.15, 4_000
_RESULTS_SHARE, _RESULTS_MOST = 0.35, 12_000
_MOST_FAULT = 600


@dataclass(frozen=True, slots=True)
class Again:
    """Why a node is done a second time: what it gave, and what a check found wrong with it."""

    earlier: NodeOutput
    fault: str


@dataclass(frozen=True, slots=True)
class NodeTalk:
    """The opening that all nodes of a run share; ``room`` is what the results may take (characters)."""

    system: Message
    history: tuple[Message, ...]
    problem: Message
    room: int

    def messages(self, text: str) -> tuple[Message, ...]:
        """Gives the messages of a node: the opening, with ``text`` at the end of its last one."""
        told = Message("user", f"{self.problem.content}\n\n{text}", images=self.problem.images)
        return (self.system, *self.history, told)


async def node_talk(
    ctx: RunContext, template: Template, pack: EvidencePack | None, found: str
) -> NodeTalk:
    """Begins the talk: rules, earlier turns, the problem, the seeds with what was ``found`` for them."""
    rules = _RULES.format(today=ctx.today.isoformat(), fence=ctx.fence.rule)
    parts = [_OPENING.format(problem=ctx.question.text)]
    if template.seeds:
        parts.append(_FACTS.format(facts=facts(template)))
    if found:
        parts.append(found)
    if pack is not None and (pack.candidates or pack.passages):
        room = await characters(ctx, _EVIDENCE_SHARE, _EVIDENCE_MOST)
        parts.append(ctx.fence.wrap(evidence_lines(pack, room), "web evidence"))
    problem = Message("user", "\n\n".join(parts), images=ctx.question.attachments)
    room = await characters(ctx, _RESULTS_SHARE, _RESULTS_MOST)
    return NodeTalk(Message("system", rules), ctx.question.history, problem, room)


def facts(template: Template) -> str:
    """Gives the seeds of a template as a list."""
    return "\n".join(f"- {seed}" for seed in template.seeds)


def step_text(
    ctx: RunContext,
    node: TemplateNode,
    results: Mapping[str, NodeOutput | None],
    room: int,
    again: Again | None = None,
) -> str:
    """Tells a node what came out before it, and what it is to do."""
    parts = []
    if known := known_text(results, room):
        parts.append(_RESULTS.format(block=ctx.fence.wrap(known, "results of earlier steps")))
    if missing := [name for name, output in results.items() if output is None]:
        parts.append(_MISSING.format(names=", ".join(missing)))
    parts.append(_STEP.format(role=node.role, instruction=node.instruction))
    if again is not None:
        earlier = ctx.fence.wrap(again.earlier.text[:room], "the earlier result")
        fault = ctx.fence.wrap(again.fault[:_MOST_FAULT], "a check")
        parts.append(_AGAIN.format(earlier=earlier, fault=fault))
    return "\n\n".join(parts)


def known_text(results: Mapping[str, NodeOutput | None], room: int) -> str:
    """Gives the results with the names of their steps, each cut to an equal share of the room."""
    there = {name: output for name, output in results.items() if output is not None}
    share = room // max(1, len(there))
    return "\n\n".join(f"[{name}]\n{output.text[:share]}" for name, output in there.items())


def final_text(ctx: RunContext, value: str) -> str:
    """Tells the last node the form of the answer, and the ``value`` that it has to state, if any."""
    form = policy(ctx.reading.question_type, bare=False)
    told = _FINAL.format(form=form)
    return f"{told}\n{_STATE.format(value=value)}" if value else told


def query_text(node: TemplateNode) -> str:
    """Asks for the search query of a retrieval."""
    return f"{_STEP.format(role=node.role, instruction=node.instruction)}\n{_QUERY}"


def verdict_text(step: str) -> str:
    """Asks for a verdict; ``step`` is what `step_text` gives."""
    return f"{step}\n\n{_VERDICT}"


def parse_verdict(text: str) -> tuple[bool, str]:
    """Reads a verdict, mending malformed JSON: whether it is right, and if not, why.

    Raises:
        BadResponse: there is no JSON object with a verdict in it.
    """
    data = json_object(text) or {}
    told = data.get("ok")
    if isinstance(told, str):
        told = {"true": True, "yes": True, "false": False, "no": False}.get(told.strip().lower())
    if not isinstance(told, bool):
        raise BadResponse("The check gave no verdict.")
    reason = str(data.get("reason") or "").strip()
    # who finds a fault but cannot name it gives nothing that could be mended
    return (told or not reason), reason
