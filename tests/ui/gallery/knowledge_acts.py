"""What is done to the window before a picture: on the page of the person's own documents."""

import asyncio

from PySide6.QtTest import QTest

from desktop_agent.frontends.ui.pages.knowledge.page import KnowledgePage
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.conftest import until
from tests.ui.knowledge import shelf
from tests.ui.knowledge.scripted import ScriptedKnowledge


async def _open(window: MainWindow, knowledge: ScriptedKnowledge) -> KnowledgePage:
    window.session.knowledge = knowledge
    window.activateWindow()
    window.commands["view.knowledge"].action.trigger()
    page = window.middle.page("knowledge")
    await until(lambda: page.isVisible() and not page.note.isVisible())
    await asyncio.sleep(0.2)
    return page


async def collections(window: MainWindow) -> None:
    page = await _open(window, shelf.filled())
    page.collections.view.setCurrentIndex(page.collections.view.index_of(1))


async def results(window: MainWindow) -> None:
    page = await _open(window, shelf.filled())
    QTest.keyClicks(page.search, "heat pump below -15")
    await asyncio.sleep(0.5)
    page.results.view.enter()
