"""A sandbox that runs code in the simplest suitable layer, or refuses it if none is suitable."""

import asyncio
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from desktop_agent.core.errors import AgentError
from desktop_agent.core.settings import SandboxSettings
from desktop_agent.system.workers import WorkerDied, WorkerPool, WorkerProgram
from desktop_agent.tools.sandbox.base import (
    GRACE_S,
    MOST_CODE,
    TEST_CODE,
    Execution,
    LayerState,
    execution_of,
    fault_of_test,
    how_to_get_full_python,
)
from desktop_agent.tools.sandbox.bubblewrap import BubblewrapLayer

# --- The small Python interpreter, which starts instantly and runs on every system

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
    """An attempt to run code; ``elsewhere`` says why it should run in full Python, or is ""."""

    ended: Execution | None
    elsewhere: str = ""


class MontyLayer:
    """A layer that runs the small interpreter in worker processes, with one kept ready."""

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

        If full Python is available (``full_python``), code that would merely benefit from it is not
        run here.
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


# --- All layers

_LEAST_S = 1.0  # minimum time for a second attempt


class LayeredSandbox:
    """Runs code without access to files, the network, the environment or other processes.

    The small interpreter is tried first. Code that needs full Python runs there instead, if full
    Python can be isolated on this computer. The need is detected beforehand from imports and
    syntax, or afterwards from errors.
    """

    def __init__(self, settings: SandboxSettings) -> None:
        self._settings = settings
        self._monty = MontyLayer(settings)
        self._full = BubblewrapLayer(settings)

    async def start(self) -> None:
        """Prepare the layers in advance, so that the first execution is not delayed."""
        await asyncio.gather(self._monty.start(), self._full.fault())

    async def available(self) -> tuple[LayerState, ...]:
        """Return the state of each layer on this computer."""
        can = "the language and its common modules"
        small = LayerState(self._monty.name, can, await self._monty.fault())
        fault = await self._full.fault()
        names = () if fault else await self._full.packages()
        can = ", ".join(("the whole standard library", *names))
        return small, LayerState(self._full.name, can, fault)

    async def run(self, code: str, *, timeout_s: float | None = None) -> Execution:
        """Run Python code until it ends or reaches a limit; its errors are returned, never raised.

        ``timeout_s`` can only shorten the configured limit. Cancelling stops the code immediately.
        """
        began = time.monotonic()
        most = self._settings.timeout_s
        seconds = most if timeout_s is None else max(0.001, min(timeout_s, most))
        ended = await self._run(code, seconds)
        return replace(ended, ms=round((time.monotonic() - began) * 1000))

    async def aclose(self) -> None:
        await asyncio.gather(self._monty.aclose(), self._full.aclose())

    async def _run(self, code: str, seconds: float) -> Execution:
        fault = _unreadable(code)
        if fault:
            return Execution("error", error=fault)
        lacking = await self._full.fault()
        until = time.monotonic() + seconds
        tried = await self._monty.run(code, seconds, full_python=not lacking)
        if tried.ended is not None and not tried.elsewhere:
            return tried.ended
        if lacking:
            return tried.ended or Execution(
                "refused", error=self._refusal(tried.elsewhere, lacking)
            )
        left = until - time.monotonic()
        if tried.ended is not None and left < _LEAST_S:
            return tried.ended
        ended = await self._full.run(code, max(left, 0.001))
        return _explained(ended, await self._full.packages())

    def _refusal(self, why: str, lacking: str) -> str:
        refused = (
            f"The code {why}, which takes full Python, and nothing here can hold that in "
            f"({self._full.name}: {lacking})."
        )
        without = (
            "Or write it without: the language itself, math, random, datetime, decimal, itertools, "
            "collections, functools, re and json work."
        )
        return " ".join(filter(None, (refused, how_to_get_full_python(), without)))


def _explained(ended: Execution, packages: Sequence[str]) -> Execution:
    if "ModuleNotFoundError" not in ended.error:
        return ended
    there = ", ".join(("the standard library", *packages))
    return replace(ended, error=f"{ended.error}\nNothing can be installed. There is {there}.")


def _unreadable(code: str) -> str:
    if len(code) > MOST_CODE:
        return f"The code is longer than {MOST_CODE >> 10} KiB. Make it shorter."
    try:
        code.encode("utf-8")
    except UnicodeEncodeError as error:
        line = code.count("\n", 0, error.start) + 1
        return f"SyntaxError: line {line} holds half of a character (a lone surrogate)."
    return ""
