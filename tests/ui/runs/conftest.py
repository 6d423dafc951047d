"""The window at its page of runs, over a desk in memory."""

from collections.abc import Awaitable, Callable

import pytest

from desktop_agent.core.runs import RunRecord
from desktop_agent.frontends.ui.pages.runs.page import RunsPage
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.conftest import until


@pytest.fixture
def open_page(open_window: Callable[..., MainWindow]) -> Callable[..., Awaitable[RunsPage]]:
    """Opens a window at its runs; ``page.window().session.runs`` is the desk."""

    async def build(*runs: RunRecord) -> RunsPage:
        window = open_window([])
        for run in runs:
            window.session.runs.put(run)
        window.activateWindow()
        window.commands["view.runs"].action.trigger()
        await until(lambda: window.middle.is_built("runs"))
        page: RunsPage = window.middle.page("runs")
        await until(lambda: window.background.runs.loaded)
        return page

    return build
