"""The window at its page of documents, over a knowledge base that is written down."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import pytest
from PySide6.QtWidgets import QMessageBox

from desktop_agent.frontends.ui.pages.knowledge.page import KnowledgePage
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.conftest import until
from tests.ui.knowledge.scripted import ScriptedKnowledge
from tests.ui.knowledge.shelf import filled
from tests.ui.stage import Stage

Open = Callable[..., Awaitable[KnowledgePage]]


@pytest.fixture
def knowledge() -> ScriptedKnowledge:
    """What the page shows where a test does not give it anything else."""
    return filled()


@pytest.fixture
async def open_page(theme: Theme, tmp_path: Path, tasks, place, knowledge) -> AsyncIterator[Open]:
    """Opens the page alone, over a knowledge base and with settings."""
    stages: list[Stage] = []

    async def build(
        given: ScriptedKnowledge | None = None, settings: dict[str, object] | None = None
    ) -> KnowledgePage:
        stage = Stage(tmp_path / f"home{len(stages)}", [])
        stages.append(stage)
        for key, value in (settings or {}).items():
            stage.change_setting(key, value)
        stage.knowledge = knowledge if given is None else given
        page = place(KnowledgePage(theme, cast("Any", stage), tasks), 920, 700)
        page.enter()
        await until(lambda: not page.note.isVisible())
        return page

    yield build
    for stage in stages:
        await stage.aclose()


@pytest.fixture
async def page(open_page: Open) -> KnowledgePage:
    return await open_page()


@pytest.fixture
def open_in_window(open_window: Callable[..., MainWindow], knowledge) -> Open:
    """Opens the whole window at its documents; ``page.window()`` is the window."""

    async def build() -> KnowledgePage:
        window = open_window([])
        window.stage.knowledge = knowledge  # type: ignore[attr-defined]  # set by `open_window`
        window.activateWindow()
        window.commands["view.knowledge"].action.trigger()
        page = window.middle.page("knowledge")
        await until(lambda: page.isVisible() and not page.note.isVisible())
        return page

    return build


def question(page: KnowledgePage) -> QMessageBox:
    return next(each for each in page.window().findChildren(QMessageBox) if each.isVisible())
