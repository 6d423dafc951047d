"""The window at its page of documents, over a knowledge base that is written down."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton

from desktop_agent.frontends.ui.pages.knowledge.page import KnowledgePage
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.conftest import until
from tests.ui.knowledge.scripted import ScriptedKnowledge
from tests.ui.knowledge.shelf import filled
from tests.ui.stage import Stage

Open = Callable[..., Awaitable[KnowledgePage]]


@pytest.fixture
async def open_page(theme: Theme, tmp_path: Path) -> AsyncIterator[Open]:
    """Opens the page alone, over a knowledge base and with settings."""
    opened: list[tuple[KnowledgePage, Tasks, Stage]] = []

    async def build(
        knowledge: ScriptedKnowledge | None = None, settings: dict[str, object] | None = None
    ) -> KnowledgePage:
        stage = Stage(tmp_path / f"home{len(opened)}", [])
        for key, value in (settings or {}).items():
            stage.change_setting(key, value)
        stage.knowledge = knowledge if knowledge is not None else filled()
        tasks = Tasks()
        page = KnowledgePage(theme, cast("Any", stage), tasks)
        opened.append((page, tasks, stage))
        page.resize(920, 700)
        page.show()
        page.activateWindow()
        page.enter()
        await until(lambda: not page.note.isVisible())
        return page

    yield build
    for page, tasks, stage in opened:
        page.close()
        await tasks.aclose()
        await stage.aclose()
        page.deleteLater()
    await asyncio.sleep(0)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


@pytest.fixture
def open_in_window(open_window: Callable[..., MainWindow]) -> Open:
    """Opens the whole window at its documents; ``page.window()`` is the window."""

    async def build(knowledge: ScriptedKnowledge | None = None) -> KnowledgePage:
        window = open_window([])
        window.stage.knowledge = knowledge if knowledge is not None else filled()  # type: ignore[attr-defined]  # set by `open_window`
        window.activateWindow()
        window.commands["view.knowledge"].action.trigger()
        page = window.middle.page("knowledge")
        await until(lambda: page.isVisible() and not page.note.isVisible())
        return page

    return build


def press(box: QMessageBox, words: str) -> None:
    """Presses a button of a message box by its words."""
    next(each for each in box.findChildren(QPushButton) if each.text() == words).click()


def question(page: KnowledgePage) -> QMessageBox:
    """Gives the open message box."""
    return next(each for each in page.window().findChildren(QMessageBox) if each.isVisible())
