"""A row of the reasoning panel."""

from dataclasses import dataclass, field
from typing import Literal

from desktop_agent.ui.theme import ColourName


@dataclass(slots=True, eq=False)
class Node:
    """One row. ``detail`` stands at the right; a ``body`` is longer text that folds away."""

    title: str
    icon: str = "step"
    colour: ColourName = "muted"
    detail: str = ""
    url: str = ""
    kind: Literal["row", "body"] = "row"
    folded: bool = False
    parent: "Node | None" = None
    children: list["Node"] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    size: int = 0

    @property
    def body(self) -> str:
        """The longer text of a body node."""
        return "".join(self.pieces)

    @property
    def row(self) -> int:
        """The place among its siblings."""
        return self.parent.children.index(self) if self.parent is not None else 0
