from collections.abc import Iterator

import pytest

from tests.servers.loopback import serve
from tests.servers.pages import PagesServer


@pytest.fixture(scope="module")
def web() -> Iterator[tuple[PagesServer, str]]:
    pages = PagesServer()
    with serve(pages) as url:
        yield pages, url


@pytest.fixture
def pages(web) -> PagesServer:
    web[0].seen.clear()
    web[0].documents.clear()
    return web[0]


@pytest.fixture
def site(web) -> str:
    return web[1]
