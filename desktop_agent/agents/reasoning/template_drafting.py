"""Draft templates for new kinds of problems, using a model or the plan of a successful run."""

import json
import re
import unicodedata
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.reply_parsing import TEXT, TEXTS, json_object, object_schema, one_of
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import BadResponse
from desktop_agent.core.messages import Message
from desktop_agent.core.plan import Plan, Subtask, SubtaskKind
from desktop_agent.core.template import (
    MOST_ID,
    MOST_NODES,
    NODE_TYPES,
    NodeType,
    Template,
    TemplateNode,
    check_template,
    is_id,
    template_from_json,
)
from desktop_agent.core.text import short_line
from desktop_agent.evidence.text.fold import folded_word, function_words
from desktop_agent.evidence.text.wordings import word_set

# --- Template and node ids

_ROOM_FOR_NUMBER = 4


def slug(text: str) -> str:
    """Convert a text to an id: words of lower-case ASCII letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    words = re.findall(r"[a-z0-9]+", plain.encode("ascii", "ignore").decode())
    while words and not words[0][0].isalpha():
        words.pop(0)
    name = ""
    for word in words:
        longer = f"{name}-{word}" if name else word[:MOST_ID]
        if len(longer) > MOST_ID - _ROOM_FOR_NUMBER:  # a number may follow
            break
        name = longer
    name = name or (words[0][: MOST_ID - _ROOM_FOR_NUMBER] if words else "own")
    return name if is_id(name) else f"{name}-own"


def free_id(name: str, taken: Collection[str]) -> str:
    """Return ``name`` or, if it is taken, ``name`` with the first free number appended."""
    number, free = 2, name
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free


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

_NODE_SCHEMA = object_schema(id=TEXT, type=one_of(*NODE_TYPES), role=TEXT, instruction=TEXT)
SCHEMA = object_schema(
    optional=("cues", "seeds"),
    **dict.fromkeys(("id", "title", "description"), TEXT),
    **dict.fromkeys(("domains", "cues", "seeds"), TEXTS),
    nodes={"type": "array", "items": _NODE_SCHEMA},
    edges={"type": "array", "items": TEXTS},
)


async def draft_template(ctx: RunContext, problem: str) -> Template:
    """Have the model draft a template for problems like this one, with one chance to correct it.

    The user must confirm the draft before it is stored or used. Its id differs from those of all
    templates in ``ctx.templates``. Raises the same errors as `turn`, and `BadResponse` after two
    invalid drafts.
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
    """Parse a draft, repairing its JSON and ids; raise `ValueError` if it remains invalid."""
    data = json_object(text)
    if data is None:
        raise ValueError("it is not a JSON object")
    return template_from_json(json.dumps(_with_slugs(data)), own=True)


def _with_slugs(data: dict[str, Any]) -> dict[str, Any]:
    """Convert ids to slugs, because small models tend to use capitals and underscores."""
    told = {name: _slugs(data[name]) if name in ("id", "edges") else data[name] for name in data}
    if isinstance(nodes := told.get("nodes"), list):
        told["nodes"] = [
            {**node, "id": _slugs(node["id"])} if isinstance(node, dict) and "id" in node else node
            for node in nodes
        ]
    return told


def _slugs(value: object) -> object:
    if isinstance(value, list):
        return list(map(_slugs, value))
    return slug(value) if isinstance(value, str) else value


# --- Templates from successful runs

_TYPES: dict[SubtaskKind, NodeType] = {
    "look_up": "retrieval",
    "compute": "calculation",
    "simulate": "calculation",
}
_ROLES: dict[NodeType, str] = {
    "definition": "analyst",
    "aggregation": "analyst",
    "calculation": "mathematician",
    "retrieval": "researcher",
    "verification": "reviewer",
}
_ANSWER = (
    "Write the answer to the problem from the results, with their citations. Begin with what is asked "
    "for."
)
_CHECK = "Is the result right, and does it have the unit that is asked for?"
_MOST_TAGS = 6
_MOST_TITLE, _MOST_INSTRUCTION = 80, 800
_WORD = re.compile(r"[^\W\d_][\w'-]*")
_ASKING = word_set(
    """what which who whom whose when where why how many much does did can could would should will
    tell give find show explain calculate compute please need want know"""
)


def template_of_run(question: str, plan: Plan, *, taken: Collection[str]) -> Template:
    """Build a template from the plan of a successful run, for the user to review.

    Each part becomes a node of the corresponding type, with the part's question as its instruction.
    A check of the last calculation, if any, and a node that writes the answer are appended. Domain
    tags are pairs of adjacent content words in the question, because single words match too often.
    ``taken`` contains the ids of existing templates. Raise `ValueError` if the plan is invalid or
    too large.
    """
    plan.check()
    if len(plan.subtasks) > MOST_NODES - 2:
        raise ValueError(f"the plan has more than {MOST_NODES - 2} parts")
    line = " ".join(question.split())
    names = _node_names(plan.subtasks)
    nodes = [_node(part, names[part.id]) for part in plan.subtasks]
    edges = [(names[need], names[part.id]) for part in plan.subtasks for need in part.needs]
    nodes, edges = _with_check_and_answer(nodes, edges)
    template = Template(
        id=free_id(slug(line), taken),
        title=short_line(line, _MOST_TITLE),
        description=short_line(f"Kept from a run on: {line}", 400),
        domains=_tags(line),
        nodes=tuple(nodes),
        edges=tuple(dict.fromkeys(edges)),
        own=True,
    )
    check_template(template)
    return template


def _node_names(parts: Sequence[Subtask]) -> dict[str, str]:
    names: dict[str, str] = {}
    for part in parts:
        named = slug(part.id)
        names[part.id] = free_id(named if len(named) > 1 else f"part-{named}", names.values())
    return names


def _node(part: Subtask, name: str) -> TemplateNode:
    kind = _TYPES.get(part.kind) or ("aggregation" if part.needs else "definition")
    return TemplateNode(name, kind, _ROLES[kind], short_line(part.question, _MOST_INSTRUCTION))


def _with_check_and_answer(
    nodes: list[TemplateNode], edges: list[tuple[str, str]]
) -> tuple[list[TemplateNode], list[tuple[str, str]]]:
    """Append a check of the last calculation, if any, and a node that writes the answer.

    The answer node depends on every node that no other node depends on, not counting checks.
    """
    if worked := [node.id for node in nodes if node.type == "calculation"]:
        name = free_id("check", [node.id for node in nodes])
        nodes = [*nodes, TemplateNode(name, "verification", _ROLES["verification"], _CHECK)]
        edges = [*edges, (worked[-1], name)]
    checks = {node.id for node in nodes if node.type == "verification"}
    followed = {start for start, end in edges if end not in checks}
    ends = [node.id for node in nodes if node.id not in followed]
    name = free_id("answer", [node.id for node in nodes])
    answer = TemplateNode(name, "aggregation", _ROLES["aggregation"], _ANSWER)
    return [*nodes, answer], [*edges, *((end, name) for end in ends)]


def _tags(question: str) -> tuple[str, ...]:
    """Return pairs of adjacent content words, most frequent first.

    If there are no pairs, return only the longest word.
    """
    stop = function_words("en") | _ASKING
    words = [folded_word(word) for word in _WORD.findall(question)]
    telling = [word if word not in stop and len(word) > 2 else "" for word in words]
    pairs = Counter(f"{one} {two}" for one, two in pairwise(telling) if one and two)
    tags = [pair for pair, _count in pairs.most_common(_MOST_TAGS) if len(pair) <= 60]
    if not tags:
        tags = sorted(filter(None, telling), key=len, reverse=True)[:1]
    return tuple(tag[:60] for tag in tags) or ("own problem",)
