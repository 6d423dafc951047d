"""A template as the plan of a run: its nodes are the parts."""

from desktop_agent.core.plan import Plan, Subtask, SubtaskKind
from desktop_agent.core.template import NodeType, Template

_KINDS: dict[NodeType, SubtaskKind] = {"retrieval": "look_up", "calculation": "compute"}


def plan_of(template: Template) -> Plan:
    """Gives the plan that the window shows while the template is at work."""
    needs = template.needs
    parts = (
        Subtask(node.id, node.instruction, _KINDS.get(node.type, "reason"), needs[node.id])
        for node in template.nodes
    )
    return Plan(tuple(parts), origin="template", note=f"By the template “{template.title}”.")
