"""What is done to the window before a picture: scheduled questions."""

import asyncio

from PySide6.QtWidgets import QWidget

from desktop_agent.frontends.ui.chat.answer_changes import ChangesFold, ChatChanges
from desktop_agent.frontends.ui.pages.tasks.page import TasksPage
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.conftest import until
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


async def _changes(window: MainWindow) -> ChangesFold:
    await filled.fill(window.session)
    ChatChanges(window.theme, window.chat, window.page.conversation.history)
    (weekly, *_others) = await window.session.schedules.list()
    window.page.open(weekly.conversation_id)
    await until(lambda: window.chat.findChild(ChangesFold) is not None)
    await asyncio.sleep(0.3)
    fold: ChangesFold = window.chat.findChild(ChangesFold)
    return fold


async def changes_unfolded(window: MainWindow) -> QWidget | None:
    fold = await _changes(window)
    fold.button.click()
    await asyncio.sleep(0.3)
    return None
