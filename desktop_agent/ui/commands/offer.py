"""A line of the command palette: something that Enter does."""

from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Offer:
    """What the palette can do besides commands; ``name`` tells it from all others.

    ``section`` is shown beside the title; ``keys`` as people read them, empty for none.
    """

    name: str
    section: str
    title: str
    run: Callable[[], object] = field(repr=False)
    keys: str = ""
