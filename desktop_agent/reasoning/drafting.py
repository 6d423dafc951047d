"""A template that a model drafts for a new kind of problem; it is held to the schema before use."""

import json
from dataclasses import replace
from typing import Any

from desktop_agent.agents.context import RunContext
from desktop_agent.agents.json_reply import json_object
from desktop_agent.agents.turn import Ask, turn
from desktop_agent.core.errors import BadResponse
from desktop_agent.core.messages import Message
from desktop_agent.core.template import NODE_TYPES, Template
from desktop_agent.core.template_schema import template_from_json
from desktop_agent.reasoning.template_ids import free_id, slug

AGENT = "template"
_TRIES = 2

_RULES = """\
You design reasoning templates. A template is a small graph of steps that solves one kind of problem. \
Today is {today}.
- {fence}
- Reply with one JSON object and nothing else."""
_PROMPT = """\
Here is a problem:
{problem}

Write a template for problems of this kind, not for this one alone: name no number, person or thing of \
this problem in it.
Keys:
- id: two or three small words with hyphens, such as "market-sizing"
- title: at most eight words; description: one sentence
- domains: two to five phrases of two or more words that only such problems use
- cues: up to six phrases in which people ask for it; "#" stands for a number, "…" for a few words
- seeds: up to five facts or formulas that help, each with its condition; only what you are sure of
- nodes: three to seven steps, each with id (a small word), type, role (who does it) and instruction \
(one or two exact sentences)
- edges: pairs [from, to] of node ids: the result of "from" is needed by "to"
Types: definition (state terms or what is given), enumeration (list things), retrieval (search the web \
and documents), calculation (compute by code), verification (check the step before it), aggregation \
(put results together).
There is no circle. Exactly one node is followed by none: it is an aggregation and writes the answer."""
_AGAIN = (
    "This template cannot be used: {fault}. Write the whole JSON object again, with that mended."
)

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        **{name: {"type": "string"} for name in ("id", "title", "description")},
        **{
            name: {"type": "array", "items": {"type": "string"}}
            for name in ("domains", "cues", "seeds")
        },
        "nodes": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "id": {"type": "string"},
                    "type": {"type": "string", "enum": list(NODE_TYPES)},
                    "role": {"type": "string"},
                    "instruction": {"type": "string"},
                },
                "required": ["id", "type", "role", "instruction"],
                "additionalProperties": False,
            },
        },
        "edges": {"type": "array", "items": {"type": "array", "items": {"type": "string"}}},
    },
    "required": ["id", "title", "description", "domains", "nodes", "edges"],
    "additionalProperties": False,
}


async def draft_template(ctx: RunContext, problem: str) -> Template:
    """Has the model draft a template for problems like this one; a fault is shown to it once.

    The person confirms it before it is kept or used; its id is none of ``ctx.templates``.

    Raises:
        BadResponse: neither of two drafts follows the schema; the message says why.
        BudgetExceeded: as `turn`.
        ModelError: as `turn`.
    """
    rules = _RULES.format(today=ctx.today.isoformat(), fence=ctx.fence.rule)
    asked = _PROMPT.format(problem=ctx.fence.wrap(problem, "the problem"))
    messages: tuple[Message, ...] = (Message("system", rules), Message("user", asked))
    fault = ""
    for _try in range(_TRIES):
        reply = await turn(ctx, Ask(AGENT, "Draft a template", "work", messages, schema=SCHEMA))
        try:
            template = parse_draft(reply.text)
        except ValueError as error:
            fault = str(error)
            messages += (reply.message, Message("user", _AGAIN.format(fault=fault)))
        else:
            taken = [each.id for each in ctx.templates]
            return replace(template, id=free_id(template.id, taken))
    raise BadResponse(f"The model drafted no template that can be used: {fault}.")


def parse_draft(text: str) -> Template:
    """Reads a draft, mending malformed JSON and ids that are no slugs.

    Raises:
        ValueError: it is no template; the text says why.
    """
    data = json_object(text)
    if data is None:
        raise ValueError("it is not a JSON object")
    return template_from_json(json.dumps(_with_slugs(data)), own=True)


def _with_slugs(data: dict[str, Any]) -> dict[str, Any]:
    """Writes ids as the schema wants them: small models like capitals and underscores."""
    told = dict(data)
    if isinstance(told.get("id"), str):
        told["id"] = slug(told["id"])
    if isinstance(nodes := told.get("nodes"), list):
        told["nodes"] = [
            {**node, "id": slug(node["id"])}
            if isinstance(node, dict) and isinstance(node.get("id"), str)
            else node
            for node in nodes
        ]
    if isinstance(edges := told.get("edges"), list):
        told["edges"] = [
            [slug(each) if isinstance(each, str) else each for each in edge]
            if isinstance(edge, list)
            else edge
            for edge in edges
        ]
    return told
