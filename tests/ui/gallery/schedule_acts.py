"""What is done to the window before a picture: scheduled questions."""

import asyncio

from desktop_agent.frontends.ui.pages.tasks.page import TasksPage
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.gallery import runs_acts as background
from tests.ui.tasks import filled


async def _open(window: MainWindow) -> TasksPage:
    await filled.fill(window.session)
    await background.every_state(window)
    page: TasksPage = window.middle.page("tasks")
    await asyncio.sleep(0.4)
    page.enter()
    await asyncio.sleep(0.1)
    return page


async def listed(window: MainWindow) -> None:
    await _open(window)


async def dialog(window: MainWindow) -> None:
    page = await _open(window)
    page.schedule().question.setPlainText(filled.QUESTION)
    await asyncio.sleep(0.4)
