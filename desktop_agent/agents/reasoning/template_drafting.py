"""Draft templates for new kinds of problems, using a model or the plan of a successful run."""

import json
import re
import unicodedata
from collections.abc import Collection
from dataclasses import replace
from itertools import pairwise

from desktop_agent.agents.model_call import Ask, turn
from desktop_agent.agents.reply_parsing import TEXT, TEXTS, json_object, object_schema, one_of
from desktop_agent.agents.run_context import RunContext
from desktop_agent.core.errors import BadResponse
from desktop_agent.core.messages import Message
from desktop_agent.core.plan import Plan, SubtaskKind
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
from desktop_agent.system.resources import toml_resource

# --- Template and node ids

_LONGEST_SLUG = MOST_ID - 4
"""Maximum length of an id made from a text, because a number may be appended."""


def _slug(text: str) -> str:
    """Convert a text to an id: words of lower-case ASCII letters and digits, joined by hyphens."""
    plain = unicodedata.normalize("NFKD", text.casefold()).encode("ascii", "ignore").decode()
    name = "-".join(re.findall(r"[a-z0-9]+", plain)).lstrip("0123456789-")
    if len(name) > _LONGEST_SLUG:
        name = name[: _LONGEST_SLUG + 1].rpartition("-")[0] or name[:_LONGEST_SLUG]
    name = name or "own"
    return name if is_id(name) else f"{name}-own"


def _free_id(name: str, taken: Collection[str]) -> str:
    """Return ``name`` or, if it is taken, ``name`` with the first free number appended."""
    number, free = 2, name
    while free in taken:
        free, number = f"{name}-{number}", number + 1
    return free


# --- Templates drafted by a model

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
            return replace(template, id=_free_id(template.id, [each.id for each in ctx.templates]))
    raise BadResponse(f"The model didn't draft a usable template: {fault}.")


def parse_draft(text: str) -> Template:
    """Parse a draft, repairing its JSON and ids; raise `ValueError` if it remains invalid.

    Ids are converted to slugs, because small models tend to use capitals and underscores.
    """
    data = json_object(text)
    if data is None:
        raise ValueError("it is not a JSON object")
    nodes, edges = data.get("nodes"), data.get("edges")
    for each in (data, *(nodes if isinstance(nodes, list) else ())):
        if isinstance(each, dict) and isinstance(each.get("id"), str):
            each["id"] = _slug(each["id"])
    if isinstance(edges, list):
        data["edges"] = [
            [_slug(str(end)) for end in edge] if isinstance(edge, list) else edge for edge in edges
        ]
    return template_from_json(json.dumps(data), own=True)


# --- Templates from successful runs

_TYPES: dict[SubtaskKind, NodeType] = {
    "look_up": "retrieval",
    "compute": "calculation",
    "simulate": "calculation",
}
_ROLES = {"calculation": "mathematician", "retrieval": "researcher"}
_ANSWER = (
    "Write the answer to the problem from the results, with their citations. Begin with what is asked "
    "for."
)
_CHECK = "Is the result right, and does it have the unit that is asked for?"
_MOST_TAGS, _LONGEST_TAG = 6, 60
_WORD = re.compile(r"[^\W\d_][\w'-]*")


def template_of_run(question: str, plan: Plan, *, taken: Collection[str]) -> Template:
    """Build a template from the plan of a successful run, for the user to review.

    Each part becomes a node of the corresponding type, with the part's question as its instruction.
    A check of the last calculation, if any, and a node that writes the answer are appended. ``taken``
    contains the ids of existing templates. Raise `ValueError` if the plan is invalid or too large.
    """
    plan.check()
    if len(plan.subtasks) > MOST_NODES - 2:
        raise ValueError(f"the plan has more than {MOST_NODES - 2} parts")
    names: dict[str, str] = {}
    nodes: list[TemplateNode] = []
    for part in plan.subtasks:
        names[part.id] = name = _free_id(_slug(part.id), names.values())
        kind = _TYPES.get(part.kind) or ("aggregation" if part.needs else "definition")
        role = _ROLES.get(kind, "analyst")
        nodes.append(TemplateNode(name, kind, role, short_line(part.question, 800)))
    edges = [(names[need], names[part.id]) for part in plan.subtasks for need in part.needs]
    followed = {start for start, _end in edges}
    ends = [node.id for node in nodes if node.id not in followed]
    if worked := [node.id for node in nodes if node.type == "calculation"]:
        check = _free_id("check", names.values())
        nodes.append(TemplateNode(check, "verification", "reviewer", _CHECK))
        edges.append((worked[-1], check))
        ends.append(check)
    answer = _free_id("answer", names.values())
    nodes.append(TemplateNode(answer, "aggregation", "analyst", _ANSWER))
    line = " ".join(question.split())
    template = Template(
        id=_free_id(_slug(line), taken),
        title=short_line(line, 80),
        description=short_line(f"Kept from a run on: {line}", 400),
        domains=_tags(line),
        nodes=tuple(nodes),
        edges=tuple(dict.fromkeys((*edges, *((end, answer) for end in ends)))),
        own=True,
    )
    check_template(template)
    return template


def _tags(question: str) -> tuple[str, ...]:
    """Return pairs of adjacent content words, because single words match too often.

    If there are no pairs, return only the longest word.
    """
    asking = toml_resource("reasoning", "template_selection.toml")["asking"].split()
    stop = function_words("en").union(asking)
    words = [folded_word(word) for word in _WORD.findall(question)]
    telling = [word if word not in stop and len(word) > 2 else "" for word in words]
    pairs = dict.fromkeys(f"{one} {two}" for one, two in pairwise(telling) if one and two)
    tags = [pair for pair in pairs if len(pair) <= _LONGEST_TAG][:_MOST_TAGS]
    longest = max(telling, key=len, default="")[:_LONGEST_TAG]
    return tuple(tags) or (longest or "own problem",)
