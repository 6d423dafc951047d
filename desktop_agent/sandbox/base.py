"""What running a piece of code takes and gives."""

import platform
import sys
from dataclasses import dataclass
from typing import Literal, Protocol

ExecutionStatus = Literal["ok", "error", "timeout", "memory", "output", "refused"]


@dataclass(frozen=True, slots=True)
class Execution:
    """How a piece of code ended.

    ``output`` is what it printed (cut at a limit), ``value`` the representation of its last
    expression, or empty. ``error`` says what went wrong: for ``error`` the traceback with the line
    of the code, else a sentence with what to do. ``layer`` names what held the code in (``monty``,
    ``bubblewrap``, ``wasm``). ``ms`` is wall time.
    """

    status: ExecutionStatus
    output: str = ""
    value: str = ""
    error: str = ""
    layer: str = ""
    ms: int = 0

    @property
    def ok(self) -> bool:
        """True where the code ran to its end."""
        return self.status == "ok"


@dataclass(frozen=True, slots=True)
class LayerState:
    """One layer of the sandbox as it is here.

    ``can`` says what code can use in it; ``fault`` is why it cannot be used, or empty.
    """

    name: str
    can: str
    fault: str = ""


class Sandbox(Protocol):
    """Runs code without file system, network, environment or other processes."""

    async def run(self, code: str, *, timeout_s: float | None = None) -> Execution:
        """Runs Python code to its end, or until a limit; never raises for what the code does.

        ``timeout_s`` may only shorten the limit of the settings. Cancelling ends the code at once.
        """
        ...

    async def aclose(self) -> None:
        """Ends all processes."""
        ...


def how_to_get_full_python() -> str:
    """Gives what a person can install so that code may use all of Python; empty where nothing helps.

    Nothing can be added to a program that was installed without Python but what the system has.
    """
    ways = []
    if platform.system() == "Linux":
        ways.append("bubblewrap (Debian, Ubuntu: apt install bubblewrap)")
    if not getattr(sys, "frozen", False):
        ways.append("the extra: pip install 'desktop-agent[sandbox]'")
    return f"Install {', or '.join(ways)}." if ways else ""
