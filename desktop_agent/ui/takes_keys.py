"""Pages and parts of them that know where the keyboard belongs."""

from typing import Protocol, runtime_checkable


@runtime_checkable
class TakesKeys(Protocol):
    """A page that knows where the keyboard belongs in it; in others it is at the page itself."""

    def enter(self) -> None:
        """Takes the keyboard."""
