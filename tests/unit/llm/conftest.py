import asyncio
import importlib
from collections.abc import AsyncIterator

import hypothesis
import pytest

# how long an example takes says more of what else the machine does
hypothesis.settings.register_profile("any time", deadline=None)
hypothesis.settings.load_profile("any time")


@pytest.fixture(scope="session", autouse=True)
def _imported() -> None:
    """The clients take seconds to import on a busy machine; the limits in tests are shorter."""
    for client in ("anthropic.resources.messages", "ollama", "openai.resources.chat"):
        importlib.import_module(client)


@pytest.fixture(autouse=True)
async def _generators_end(request: pytest.FixtureRequest) -> AsyncIterator[None]:
    """Lets what a client left unread end before leaked tasks are looked for.

    When a client stops reading at an error, httpx's nested generators go to the garbage
    collector, and each ends a turn of the loop after the one around it.
    """
    yield
    if request.node.get_closest_marker("asyncio"):
        for _ in range(30):
            await asyncio.sleep(0)
