"""A row of the reasoning panel."""

from dataclasses import dataclass, field
from typing import Literal

from desktop_agent.ui.theme import ColourName


@dataclass(slots=True, eq=False)
class Node:
    """One row. ``detail`` stands at the right; a ``body`` is longer text that folds away.

    A row may have a longer text, too (arguments and result of a tool). Of a ``diff`` that text is
    what became of ``before``. ``code`` is Python that stands before that text. ``mark`` is a
    second icon, ``tip`` what the row says in full where that is more than its title.
    """

    title: str
    icon: str = "step"
    colour: ColourName = "muted"
    detail: str = ""
    url: str = ""
    kind: Literal["row", "body", "diff"] = "row"
    mark: str = ""
    tip: str = ""
    code: str = ""
    folded: bool = False
    parent: "Node | None" = None
    children: list["Node"] = field(default_factory=list)
    pieces: list[str] = field(default_factory=list)
    size: int = 0
    before: str = ""
    row: int = 0
    """The place among its siblings."""

    @property
    def body(self) -> str:
        """The longer text."""
        return "".join(self.pieces)
