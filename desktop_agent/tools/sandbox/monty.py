"""The small interpreter, which starts instantly and runs on every system."""

import asyncio
import sys
from dataclasses import dataclass, replace
from pathlib import Path

from desktop_agent.core.errors import AgentError
from desktop_agent.core.settings import SandboxSettings
from desktop_agent.system.workers import WorkerDied, WorkerPool, WorkerProgram
from desktop_agent.tools.sandbox.base import (
    Execution,
    does_not_work,
    ended_itself,
    execution_of,
    out_of_memory,
    out_of_time,
    shown_output,
)

_BUNDLED = "monty.exe" if sys.platform == "win32" else "monty"


def bundled_interpreter() -> Path | None:
    """Return the interpreter's program of a frozen build; None otherwise: its library finds it."""
    if not getattr(sys, "frozen", False):
        return None
    return Path(getattr(sys, "_MEIPASS", Path(sys.executable).parent)) / _BUNDLED


LAYER = "monty"

PROGRAM = WorkerProgram(
    module="desktop_agent.tools.sandbox.monty_worker",
    argument="--code-worker",
    name="code interpreter",
)

_AT_A_TIME = 2
_PROBE_S = 10.0
_GRACE_S = 3.0  # the worker's own clock goes first: it can say what was printed until then


@dataclass(frozen=True, slots=True)
class MontyAttempt:
    """The execution, or None if the code was not run; ``elsewhere`` is why full Python should."""

    ended: Execution | None
    elsewhere: str = ""


class MontyLayer:
    """A layer of worker processes that hold the interpreter; one is kept ready."""

    name = LAYER

    def __init__(self, settings: SandboxSettings) -> None:
        self._settings = settings
        self._memory_mb = settings.memory_mb
        self._making = asyncio.Lock()
        self._made: WorkerPool | None = None

    async def start(self) -> None:
        """Start a worker, so that the first piece of code need not wait for it."""
        pool = await self._pool()
        await pool.start()

    async def fault(self) -> str:
        """Return why the interpreter cannot be used here, or ""; runs a test."""
        tried = await self.run("6 * 7", _PROBE_S)
        if tried.ended is None:
            return "pydantic-monty is not installed"
        if tried.ended.value == "42":
            return ""
        return does_not_work(tried.ended.error)

    async def run(self, code: str, timeout_s: float, *, full_python: bool = False) -> MontyAttempt:
        """Run code if this interpreter can; ``full_python`` says that it is available as well.

        Cancelling ends the code at once.
        """
        request = {"timeout_s": timeout_s, "full_python": full_python}
        try:
            pool = await self._pool()
            head, parts = await pool.converse(
                request, code.encode("utf-8"), wall_s=timeout_s + _GRACE_S
            )
        except TimeoutError:
            return MontyAttempt(Execution("timeout", error=out_of_time(timeout_s), layer=LAYER))
        except WorkerDied as death:
            return MontyAttempt(self._death(death))
        except AgentError as error:  # no worker to be had
            return MontyAttempt(
                Execution("refused", error=str(error), layer=LAYER), "has no interpreter"
            )
        if head["status"] == "elsewhere":
            return MontyAttempt(None, head["why"])
        if head["status"] == "timeout":
            output = shown_output(parts[0])
            return MontyAttempt(Execution("timeout", output, "", out_of_time(timeout_s), LAYER))
        ended = execution_of(head, parts[0], LAYER, self._memory_mb)
        if head["lacking"]:
            return MontyAttempt(ended, "may need the whole of Python")
        return MontyAttempt(ended)

    async def aclose(self) -> None:
        async with self._making:
            if self._made is not None:
                await self._made.aclose()

    async def _pool(self) -> WorkerPool:
        async with self._making:
            if self._made is None:
                program = bundled_interpreter()
                self._made = WorkerPool(
                    replace(PROGRAM, options=() if program is None else (str(program),)),
                    processes=_AT_A_TIME,
                    timeout_s=self._settings.timeout_s + _GRACE_S,
                    memory_mb=self._memory_mb,
                )
            return self._made

    def _death(self, death: WorkerDied) -> Execution:
        if death.out_of_memory:
            return Execution("memory", error=out_of_memory(self._memory_mb), layer=LAYER)
        return Execution("error", error=ended_itself(death.reason), layer=LAYER)
