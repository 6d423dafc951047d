"""Every hostile body at its full size, through the fetcher: none takes too long or too much."""

import pytest

from desktop_agent.core.errors import Unreadable
from desktop_agent.core.research import Page
from tests.security.hostile_pages.attacks import PAGES
from tests.security.hostile_pages.conftest import reader, server

__all__ = ["reader", "server"]  # fixtures

pytestmark = [
    pytest.mark.benchmark,
    pytest.mark.asyncio(loop_scope="module"),
    pytest.mark.timeout(120),
]


@pytest.mark.parametrize("max_bytes", [5 * 2**20, 20 * 10**6])
@pytest.mark.parametrize("name", PAGES)
async def test_it_is_read_or_refused_within_the_limits(reader, name, max_bytes):
    attack = PAGES[name]
    url = reader.server.serve_page("/attack", attack.body(), attack.content_type)
    found = await reader.outcome(url, max_bytes=max_bytes)
    print(f"{name:32} {max_bytes // 10**6:3} MB {reader.peak_mib():4.0f} MiB {str(found)[:70]!r}")
    if isinstance(found, Page):
        assert attack.reads in found.text
    else:
        assert isinstance(found, Unreadable)
        assert attack.costs_worker or not attack.reads, found
        assert attack.costs_worker or "took more than" not in found.message
    assert reader.peak_mib() < 512
