"""The small Python interpreter, which starts instantly and runs on every system."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from desktop_agent.core.errors import AgentError
from desktop_agent.core.settings import SandboxSettings
from desktop_agent.system.workers import WorkerDied, WorkerPool, WorkerProgram
from desktop_agent.tools.sandbox.base import (
    GRACE_S,
    TEST_CODE,
    Execution,
    execution_of,
    fault_of_test,
)

_BUNDLED = "monty.exe" if sys.platform == "win32" else "monty"


def bundled_interpreter() -> Path | None:
    """Return the path of the interpreter bundled with a frozen build, or None in other builds."""
    if not getattr(sys, "frozen", False):
        return None
    return Path(getattr(sys, "_MEIPASS", Path(sys.executable).parent)) / _BUNDLED


PROGRAM = WorkerProgram(
    module="desktop_agent.tools.sandbox.monty_worker",
    argument="--code-worker",
    name="code interpreter",
)

_AT_A_TIME = 2
_PROBE_S = 10.0


@dataclass(frozen=True, slots=True)
class MontyAttempt:
    """An attempt to run code in the small interpreter.

    ``elsewhere`` says why the code should run in full Python instead, or is "".
    """

    ended: Execution | None
    elsewhere: str = ""


class MontyLayer:
    """A layer that runs the small interpreter in worker processes and keeps one of them ready."""

    name = "monty"

    def __init__(self, settings: SandboxSettings) -> None:
        program = bundled_interpreter()
        self._memory_mb = settings.memory_mb
        self._pool = WorkerPool(
            replace(PROGRAM, options=() if program is None else (str(program),)),
            processes=_AT_A_TIME,
            timeout_s=settings.timeout_s + GRACE_S,
            memory_mb=settings.memory_mb,
        )

    async def start(self) -> None:
        await self._pool.start()

    async def fault(self) -> str:
        tried = await self.run(TEST_CODE, _PROBE_S)
        if tried.ended is None:
            return "pydantic-monty is not installed"
        return fault_of_test(tried.ended)

    async def run(self, code: str, timeout_s: float, *, full_python: bool = False) -> MontyAttempt:
        """Run code if this interpreter can.

        ``full_python`` says whether full Python is available. If it is, code that would merely
        benefit from it is not run here.
        """
        request = {"full_python": full_python}
        record, output = await _run_in_worker(self._pool, request, code, timeout_s)
        if record["status"] == "elsewhere":
            return MontyAttempt(None, record["why"])
        ended = execution_of(
            record, output, self.name, timeout_s=timeout_s, memory_mb=self._memory_mb
        )
        if ended.status == "refused":
            return MontyAttempt(ended, "has no interpreter")
        return MontyAttempt(ended, "may need the whole of Python" if record.get("lacking") else "")

    async def aclose(self) -> None:
        await self._pool.aclose()


async def _run_in_worker(
    pool: WorkerPool, request: dict[str, Any], code: str, timeout_s: float
) -> tuple[Mapping[str, Any], bytes]:
    """Run code in a worker process; return the record of how it ended, and its output."""
    try:
        record, parts = await pool.converse(
            request | {"timeout_s": timeout_s}, code.encode("utf-8"), wall_s=timeout_s + GRACE_S
        )
    except TimeoutError:
        return {"status": "timeout"}, b""
    except WorkerDied as death:
        if death.out_of_memory:
            return {"status": "memory"}, b""
        return {"status": "ended", "error": death.reason}, b""
    except AgentError as error:  # no worker is available
        return {"status": "refused", "error": str(error)}, b""
    return record, parts[0] if parts else b""
