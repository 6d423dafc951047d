"""What is done to the window before a picture: scheduled questions."""

import asyncio

from PySide6.QtWidgets import QWidget

from desktop_agent.frontends.ui.chat.answer_changes import ChangesFold, ChatChanges
from desktop_agent.frontends.ui.pages.schedules.page import MissedBar, SchedulesPane
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.conftest import until
from tests.ui.gallery import runs_acts as background
from tests.ui.schedules import filled

_TAB = "Scheduled"


async def _open(window: MainWindow, *, empty: bool = False) -> SchedulesPane:
    await filled.fill(window.session)
    if empty:
        for each in await window.session.schedules.list():
            await window.session.schedules.remove(each.id)
    await background.every_state(window)
    page = window.middle.page("runs")
    page.turn_to(_TAB)
    pane: SchedulesPane = page.findChild(SchedulesPane)
    await asyncio.sleep(0.4)
    pane.enter()
    await asyncio.sleep(0.1)
    return pane


async def whole(window: MainWindow) -> None:
    await _open(window)


async def missed(window: MainWindow) -> None:
    await _open(window)
    filled.miss(window.session)
    window.middle.page("runs").findChild(MissedBar).look()
    await asyncio.sleep(0.3)


async def dialog(window: MainWindow) -> None:
    pane = await _open(window)
    pane.scheduling.open(filled.QUESTION)
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
