"""One hostile server, and one worker that has to outlive or replace what it is given."""

import asyncio
import ssl
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import psutil
import pytest
import pytest_asyncio

from desktop_agent.core.errors import AgentError
from desktop_agent.core.research import Page
from desktop_agent.core.settings import FetchSettings
from desktop_agent.web.fetch.guard import Guard
from desktop_agent.web.fetch.service import FetchService
from desktop_agent.web.fetch.worker import ExtractionWorker
from tests.security.hostile_pages.server import NORMAL, NORMAL_TEXT, HostileServer, serve_hostile

_MIB = 1024 * 1024


@dataclass
class Reader:
    """The page reader as the program has it: one worker for all."""

    server: HostileServer
    worker: ExtractionWorker
    trust: ssl.SSLContext = field(default_factory=ssl.create_default_context)

    async def read(self, url: str, **settings) -> Page:
        guard = Guard([self.server.url.removeprefix("http://")])
        service = FetchService(
            FetchSettings(**settings), guard, self.worker, ssl_context=self.trust
        )
        return await service.fetch(url)

    async def outcome(self, url: str, **settings) -> Page | AgentError:
        """Gives the page, or the error that a person is told; then a normal page must be read."""
        began = time.monotonic()
        try:
            found: Page | AgentError = await self.read(url, **settings)
        except AgentError as error:
            found = error
        # five times what the worker may take of the processor: a busy machine lets it wait
        assert time.monotonic() - began < 30
        assert (await self.read(self.server.url + NORMAL)).text == NORMAL_TEXT
        return found

    @staticmethod
    def peak_mib() -> float:
        """Gives the most memory that the running worker has ever held, where the system tells."""
        if not psutil.LINUX:
            return 0
        (child,) = page_readers()
        status = Path(f"/proc/{child.pid}/status").read_text()
        lines = dict(line.split(":", 1) for line in status.splitlines())
        return int(lines["VmHWM"].split()[0]) * 1024 / _MIB


def page_readers() -> list[psutil.Process]:
    """Gives the running readers; a test before may have left Python's tracker of resources."""
    children = psutil.Process().children()
    return [
        child for child in children if "desktop_agent.web.extract.worker_main" in child.cmdline()
    ]


@pytest.fixture(scope="module")
def server() -> Iterator[HostileServer]:
    with serve_hostile() as server:
        yield server


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def reader(server) -> AsyncIterator[Reader]:
    worker = ExtractionWorker()
    await worker.start()
    yield Reader(server, worker)
    await worker.aclose()
    await asyncio.sleep(0.02)  # httpx leaves bodies that were not read to the end to the loop
    assert page_readers() == []
