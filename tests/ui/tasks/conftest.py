"""The window at its page of tasks: runs in memory, and schedules in files."""

from collections.abc import Awaitable, Callable

import pytest

from desktop_agent.core.runs import RunRecord
from desktop_agent.frontends.ui.pages.tasks.page import TasksPage
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.conftest import until
from tests.ui.tasks import filled


@pytest.fixture
def open_page(open_window: Callable[..., MainWindow]) -> Callable[..., Awaitable[TasksPage]]:
    """Opens a window at its tasks; ``page.window().session.runs`` is the desk."""

    async def build(*runs: RunRecord, schedules: bool = False) -> TasksPage:
        window = open_window([])
        if schedules:
            await filled.fill(window.session)
        for run in runs:
            window.session.runs.put(run)
        window.activateWindow()
        window.commands["view.runs"].action.trigger()
        await until(lambda: window.middle.is_built("tasks"))
        page: TasksPage = window.middle.page("tasks")
        await until(lambda: window.background.runs.loaded and page._schedules is not None)
        return page

    return build
