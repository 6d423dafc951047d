"""What templates and their steps are called, for people."""

from collections.abc import Mapping

from PySide6.QtCore import QCoreApplication

from desktop_agent.core.dependencies import order
from desktop_agent.core.template import NodeType, Template, TemplateNode

NODE_ICONS: Mapping[NodeType, str] = {
    "definition": "info",
    "enumeration": "group",
    "calculation": "tool",
    "aggregation": "draft",
    "verification": "verifier",
    "retrieval": "search",
}


def tr(text: str) -> str:
    """Translates within the context of templates."""
    return QCoreApplication.translate("Templates", text)


def node_type(name: NodeType) -> str:
    """Names what a step does."""
    return {
        "definition": tr("Define"),
        "enumeration": tr("List"),
        "calculation": tr("Compute"),
        "aggregation": tr("Put together"),
        "verification": tr("Verify"),
        "retrieval": tr("Look up"),
    }[name]


def in_order(template: Template) -> list[tuple[TemplateNode, int]]:
    """Gives the steps so that each stands behind those that it builds on, with its depth from 0."""
    needs = template.needs
    depths: dict[str, int] = {}
    for name in order(needs):
        depths[name] = 1 + max((depths[each] for each in needs[name]), default=-1)
    return [(template.node(name), depth) for name, depth in depths.items()]
