"""A resolver that fails in the ways of real ones; what it does give leads to this machine."""

import random
import socket
import time
from typing import Any

from tests.loopback_only import as_if_unknown

_REFUSALS = (
    (socket.EAI_AGAIN, "Temporary failure in name resolution"),
    (socket.EAI_NONAME, "Name or service not known"),
    (socket.EAI_FAIL, "Non-recoverable failure in name resolution"),
    (socket.EAI_NODATA, "No address associated with hostname"),
    (socket.EAI_SYSTEM, "System error"),
)
FAULTS = ("refuses", "slow", "wrong family", "nothing", "elsewhere", "breaks")


class Names:
    """To be put in the place of ``socket.getaddrinfo``; names below ``.test`` are this machine's.

    ``fault`` is one of `FAULTS` or empty. ``wrong family`` gives an address at which nobody listens,
    ``elsewhere`` that of another machine that refuses, ``breaks`` what the system says of a name
    that it cannot even spell.
    """

    def __init__(self, dice: random.Random) -> None:
        self.fault = ""
        self._dice = dice

    def __call__(self, host: Any, port: Any, *rest: Any, **hints: Any) -> Any:
        name = host.decode() if isinstance(host, bytes) else str(host)
        if not name.endswith(".test"):
            return as_if_unknown(host, port, *rest, **hints)
        if self.fault == "slow":
            time.sleep(self._dice.uniform(0.5, 1.5))
        if self.fault == "refuses":
            raise socket.gaierror(*self._dice.choice(_REFUSALS))
        if self.fault == "nothing":
            return []
        if self.fault == "breaks":
            raise UnicodeError("label empty or too long")
        if self.fault == "wrong family":
            hints.pop("family", None)
            return as_if_unknown("::1", port, socket.AF_INET6, *rest[1:], **hints)
        if self.fault == "elsewhere":
            return as_if_unknown("127.0.0.3", port, *rest, **hints)
        return as_if_unknown("127.0.0.1", port, *rest, **hints)
