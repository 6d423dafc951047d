"""A session at a scripted Ollama, and the downloads of a window."""

import asyncio
import sys

import pytest

from desktop_agent.frontends.ui.widgets.model_download import Downloads
from tests.servers.ollama import FakeOllama, Model
from tests.ui.models.desk import desk


@pytest.fixture
def fake():
    return FakeOllama(
        models=[
            Model(name="qwen3:4b"),
            Model(name="tiny:1b", size=700_000_000, loaded=False),
            Model(name="embed", capabilities=("embedding",), loaded=False),
        ],
        pull_steps=40,
        pull_step_bytes=10**8,
        pull_pause_s=0.02,
        unknown=["nope:1b"],
    )


@pytest.fixture
async def session(fake, tmp_path):
    with desk(tmp_path / "home", fake) as session:
        yield session
        await session.aclose()


@pytest.fixture
def downloads(app, session, tasks):
    downloads = Downloads(session, tasks)
    yield downloads
    downloads.deleteLater()


@pytest.fixture(autouse=True)
async def _unfinished_generators_are_closed():
    """Qt's loop leaves this to the program: a client that fails amid a stream drops its generators."""
    loop, before = asyncio.get_running_loop(), sys.get_asyncgen_hooks()
    closing = set()

    def close(generator):
        task = loop.create_task(generator.aclose())
        closing.add(task)
        task.add_done_callback(closing.discard)

    sys.set_asyncgen_hooks(finalizer=close)
    yield
    await asyncio.gather(*closing, return_exceptions=True)
    sys.set_asyncgen_hooks(*before)
