"""A reasoning template: a known way to work on one kind of problem."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

NodeType = Literal[
    "definition", "enumeration", "calculation", "aggregation", "verification", "retrieval"
]
NODE_TYPES: tuple[NodeType, ...] = (
    "definition", "enumeration", "calculation", "aggregation", "verification", "retrieval",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class TemplateNode:
    """One step of a template: ``role`` is who the model is there, ``instruction`` what it is to do."""

    id: str
    type: NodeType
    role: str
    instruction: str


@dataclass(frozen=True, slots=True)
class Template:
    """A graph of steps; the last one that nothing follows gives the answer.

    ``domains`` are tags of the problems that it fits, ``cues`` words and phrases that only such a
    problem uses, ``seeds`` what has to be known for it, ``archetype`` the solver that can compute
    such a problem, or empty. ``edges`` are pairs (from, to). ``own`` is True for one that the
    person has kept.
    """

    id: str
    title: str
    description: str
    domains: tuple[str, ...]
    nodes: tuple[TemplateNode, ...]
    edges: tuple[tuple[str, str], ...] = ()
    cues: tuple[str, ...] = ()
    seeds: tuple[str, ...] = ()
    archetype: str = ""
    own: bool = False

    @property
    def needs(self) -> Mapping[str, tuple[str, ...]]:
        """The ids of the nodes whose outputs each node builds on."""
        return {
            node.id: tuple(start for start, end in self.edges if end == node.id)
            for node in self.nodes
        }

    @property
    def final(self) -> TemplateNode:
        """The node that nothing follows: it gives the answer."""
        followed = {start for start, _end in self.edges}
        return next(node for node in self.nodes if node.id not in followed)

    def node(self, name: str) -> TemplateNode:
        """Gives the node of that id; raises `KeyError` where there is none."""
        for node in self.nodes:
            if node.id == name:
                return node
        raise KeyError(name)
