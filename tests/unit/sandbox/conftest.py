from collections.abc import AsyncIterator

import pytest

from desktop_agent.core.settings import SandboxSettings
from desktop_agent.tools.sandbox.bubblewrap import BubblewrapLayer
from desktop_agent.tools.sandbox.layers import LayeredSandbox, MontyLayer


@pytest.fixture
async def sandbox(tmp_path) -> AsyncIterator[LayeredSandbox]:
    sandbox = LayeredSandbox(SandboxSettings())
    yield sandbox
    await sandbox.aclose()


@pytest.fixture
async def monty() -> AsyncIterator[MontyLayer]:
    layer = MontyLayer(SandboxSettings())
    yield layer
    await layer.aclose()


@pytest.fixture
async def bubblewrap() -> AsyncIterator[BubblewrapLayer]:
    layer = BubblewrapLayer(SandboxSettings())
    fault = await layer.fault()
    if fault:
        await layer.aclose()
        pytest.skip(f"bubblewrap: {fault}")
    yield layer
    await layer.aclose()
