"""What an update of the index is asked to do."""

import time
from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Request:
    """Compare ``whole`` sources, or only some ``paths`` (exact) of sources by their id.

    ``again`` tries files once more that could not be read; ``rebuild`` forgets all vectors.
    ``asked_ns`` is when it was asked for (`time.time_ns`).
    """

    whole: bool = True
    again: bool = False
    rebuild: bool = False
    paths: Mapping[int, frozenset[str]] = field(default_factory=dict)
    asked_ns: int = field(default_factory=time.time_ns)

    def merged(self, other: "Request | None") -> "Request":
        """Gives one request for both."""
        if other is None:
            return self
        sources = self.paths.keys() | other.paths.keys()
        none = frozenset[str]()
        return Request(
            whole=self.whole or other.whole,
            again=self.again or other.again,
            rebuild=self.rebuild or other.rebuild,
            paths={
                source: self.paths.get(source, none) | other.paths.get(source, none)
                for source in sources
            },
            asked_ns=max(self.asked_ns, other.asked_ns),
        )
