from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest

from desktop_agent.core.settings import SandboxSettings
from desktop_agent.tools.sandbox.base import Execution
from desktop_agent.tools.sandbox.bubblewrap import BubblewrapLayer
from desktop_agent.tools.sandbox.layers import MontyLayer
from tests.security.sandbox_attacks.attack import SECRET, World

RunIn = Callable[[str, float], Awaitable[Execution]]

LAYERS = ("monty", "bubblewrap")


@pytest.fixture
def world(tmp_path, monkeypatch) -> Iterator[World]:
    monkeypatch.setenv("PLANTED_KEY", SECRET)
    world = World(tmp_path)
    yield world
    world.close()


@pytest.fixture(params=LAYERS)
async def run_in(request, tmp_path) -> AsyncIterator[RunIn]:
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
    layer = await full_python(settings)
    yield layer.run
    await layer.aclose()


async def full_python(settings: SandboxSettings) -> BubblewrapLayer:
    """Full Python where it works; skips the test where it does not."""
    jail = BubblewrapLayer(settings)
    if fault := await jail.fault():
        await jail.aclose()
        pytest.skip(f"bubblewrap: {fault}")
    return jail
