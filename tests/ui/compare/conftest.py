"""The page that compares, alone; and the way to it from a window's chat."""

from collections.abc import AsyncIterator, Callable

import pytest

from desktop_agent.frontends.ui.pages.compare.ask_again import ComparisonController
from desktop_agent.frontends.ui.pages.compare.page import ComparePage
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.conftest import put_away


@pytest.fixture
async def open_page(theme: Theme) -> AsyncIterator[Callable[..., ComparePage]]:
    """Opens pages; puts them away in the end."""
    opened: list[ComparePage] = []
    tasks = Tasks()

    def build(width: int = 900, height: int = 640) -> ComparePage:
        page = ComparePage(theme, tasks)
        page.resize(width, height)
        page.show()
        page.activateWindow()
        opened.append(page)
        return page

    yield build
    await tasks.aclose()
    await put_away(*opened)


def comparing(window: MainWindow) -> ComparisonController:
    """Gives what compares the answers of a window's chat."""
    back = window.replay
    if back._comparing is None:
        back._comparing = back._make_comparing()
    return back._comparing
