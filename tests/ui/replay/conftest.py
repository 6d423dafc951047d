"""The replay alone, without a window around it."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any, cast

import pytest

from desktop_agent.frontends.ui.pages.replay.page import ReplayPage
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from tests.ui.conftest import put_away
from tests.ui.replay.recorded import Shelf


@pytest.fixture
async def open_replay(theme: Theme, tmp_path: Path) -> AsyncIterator[Callable[..., ReplayPage]]:
    """Opens pages over a shelf of recordings; puts them away in the end."""
    opened: list[ReplayPage] = []
    tasks = Tasks()

    def build(width: int = 900, height: int = 680) -> ReplayPage:
        page = ReplayPage(theme, cast("Any", Shelf(tmp_path / "runs")), tasks)
        page.resize(width, height)
        page.show()
        page.activateWindow()
        opened.append(page)
        return page

    yield build
    await tasks.aclose()
    await put_away(*opened)
