"""What is done to the window before a picture: on the page of tasks."""

import asyncio
from typing import Any

from desktop_agent.core.runs import RunRecord
from desktop_agent.frontends.ui.pages.tasks.page import TasksPage
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.conftest import until
from tests.ui.tasks import shelf

QUESTIONS = tuple(each.question for each in shelf.filled())


def _put(window: MainWindow, *runs: RunRecord) -> None:
    stage: Any = window.session
    for run in runs:
        stage.runs.put(run)


async def _open(window: MainWindow, *runs: RunRecord) -> TasksPage:
    _put(window, *runs)
    window.activateWindow()
    window.background.begin()
    window.commands["view.runs"].action.trigger()
    await until(lambda: window.middle.is_built("tasks") and window.background.runs.loaded)
    await asyncio.sleep(0.3)
    page: TasksPage = window.middle.page("tasks")
    return page


async def every_state(window: MainWindow) -> None:
    first = (await window.session.conversations.list())[:1]
    page = await _open(window, *shelf.filled(first[0].id if first else ""))
    page.view.go_to("working")
    page.view.setFocus()
    await asyncio.sleep(0.1)
