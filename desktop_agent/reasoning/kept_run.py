"""A template from a run that went well: a proposal, which the person looks over, changes and confirms."""

import re
from collections import Counter
from collections.abc import Collection, Sequence
from itertools import pairwise

from desktop_agent.core.plan import Plan, Subtask, SubtaskKind
from desktop_agent.core.short_line import short_line
from desktop_agent.core.template import NodeType, Template, TemplateNode
from desktop_agent.core.template_schema import MOST_NODES, check_template
from desktop_agent.evidence.claims.words import folded, function_words, word_set
from desktop_agent.reasoning.template_ids import free_id, slug

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


def template_of_run(
    question: str, plan: Plan, *, taken: Collection[str] = (), title: str = ""
) -> Template:
    """Gives a template from the plan of a run that went well, to be looked over by the person.

    Each part becomes a node of its kind, with its question as instruction; the last computation gets
    a check, and one node at the end writes the answer. Domain tags are pairs of content words that
    stand side by side in the question, because single ones would fit too much. ``taken`` are the ids
    that other templates have.

    Raises:
        ValueError: the plan is none, or too large for a template.
    """
    plan.check()
    if len(plan.subtasks) > MOST_NODES - 2:
        raise ValueError(f"the plan has more than {MOST_NODES - 2} parts")
    line = " ".join(question.split())
    named = title.strip() or line
    names = _node_names(plan.subtasks)
    nodes = [_node(part, names[part.id]) for part in plan.subtasks]
    edges = [(names[need], names[part.id]) for part in plan.subtasks for need in part.needs]
    nodes, edges = _with_check(nodes, edges)
    nodes, edges = _with_answer(nodes, edges)
    template = Template(
        id=free_id(slug(named), taken),
        title=short_line(named, _MOST_TITLE),
        description=short_line(f"Kept from a run on: {line}", 400),
        domains=_tags(line),
        nodes=tuple(nodes),
        edges=tuple(dict.fromkeys(edges)),
        own=True,
    )
    check_template(template)
    return template


def _node_names(parts: Sequence[Subtask]) -> dict[str, str]:
    """Gives each part an id that a template may use, no two the same."""
    names: dict[str, str] = {}
    for part in parts:
        named = slug(part.id)
        names[part.id] = free_id(named if len(named) > 1 else f"part-{named}", names.values())
    return names


def _node(part: Subtask, name: str) -> TemplateNode:
    kind = _TYPES.get(part.kind) or ("aggregation" if part.needs else "definition")
    return TemplateNode(name, kind, _ROLES[kind], short_line(part.question, _MOST_INSTRUCTION))


_Graph = tuple[list[TemplateNode], list[tuple[str, str]]]


def _with_check(nodes: list[TemplateNode], edges: list[tuple[str, str]]) -> _Graph:
    """Has the last computation checked."""
    worked = [node for node in nodes if node.type == "calculation"]
    if not worked:
        return nodes, edges
    name = free_id("check", [node.id for node in nodes])
    check = TemplateNode(name, "verification", _ROLES["verification"], _CHECK)
    return [*nodes, check], [*edges, (worked[-1].id, name)]


def _with_answer(nodes: list[TemplateNode], edges: list[tuple[str, str]]) -> _Graph:
    """Puts a node at the end that writes the answer from all that nothing else builds on.

    A calculation that only its check follows is told to it as well.
    """
    checks = {node.id for node in nodes if node.type == "verification"}
    followed = {start for start, end in edges if end not in checks}
    ends = [node.id for node in nodes if node.id not in followed]
    name = free_id("answer", [node.id for node in nodes])
    answer = TemplateNode(name, "aggregation", _ROLES["aggregation"], _ANSWER)
    return [*nodes, answer], [*edges, *((end, name) for end in ends)]


def _tags(question: str) -> tuple[str, ...]:
    """Gives pairs of content words, those that come more than once first; else the longest word."""
    stop = function_words("en") | _ASKING
    words = [folded(word) for word in _WORD.findall(question)]
    telling = [word if word not in stop and len(word) > 2 else "" for word in words]
    pairs = Counter(f"{one} {two}" for one, two in pairwise(telling) if one and two)
    tags = [pair for pair, _count in pairs.most_common(_MOST_TAGS) if len(pair) <= 60]
    if not tags:
        tags = sorted(filter(None, telling), key=len, reverse=True)[:1]
    return tuple(tag[:60] for tag in tags) or ("own problem",)
