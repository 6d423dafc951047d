"""What the window needs to know of the ledger: its entries, and where they come from."""

from collections.abc import Sequence
from typing import Literal, Protocol

LedgerFormat = Literal["csv", "json"]


class Entry(Protocol):
    """One request; ``at`` is seconds since 1970, ``outcome`` is ok, failed or refused."""

    @property
    def at(self) -> float: ...

    @property
    def host(self) -> str: ...

    @property
    def purpose(self) -> str: ...

    @property
    def bytes_sent(self) -> int: ...

    @property
    def bytes_received(self) -> int: ...

    @property
    def outcome(self) -> str: ...

    @property
    def run_id(self) -> str: ...


class Ledger(Protocol):
    """The ledger of the program; every method blocks, and raises `AgentError`."""

    def read(self) -> Sequence[Entry]:
        """Gives all entries, newest first."""
        ...

    def export(self, kind: LedgerFormat) -> str:
        """Gives all entries as a document."""
        ...

    def clear(self) -> None:
        """Forgets all entries."""
        ...
