"""Code that runs in the sandbox, as one run sees it: every piece of code goes through here."""

import itertools
from collections.abc import Iterator

from desktop_agent.core.events import ToolFinished, ToolStarted
from desktop_agent.core.short_line import clipped
from desktop_agent.sandbox.base import Execution, Sandbox
from desktop_agent.tools.toolbox import Emit

TOOL = "run_python"


class RunCode:
    """Runs code in the sandbox and reports it as events, whoever in the run wrote it."""

    def __init__(self, sandbox: Sandbox, emit: Emit) -> None:
        self._sandbox = sandbox
        self._emit = emit
        self._numbers: Iterator[int] = itertools.count(1)

    async def run(self, code: str, step_id: str = "", timeout_s: float | None = None) -> Execution:
        """Runs code to its end or until a limit; never raises for what the code does."""
        call_id = f"code-{next(self._numbers)}"
        self._emit(
            ToolStarted(call_id=call_id, tool=TOOL, arguments={"code": code}, step_id=step_id)
        )
        ended = await self._sandbox.run(code, timeout_s=timeout_s)
        self._emit(
            ToolFinished(
                call_id=call_id, tool=TOOL, ok=ended.ok, summary=summary(ended), ms=ended.ms
            )
        )
        return ended


def summary(ended: Execution) -> str:
    """Tells in a line how code ended."""
    said = ended.value or ended.output if ended.ok else ended.error
    lines = said.strip().splitlines() or [ended.status]
    return clipped(lines[0] if ended.ok else lines[-1], 120)
