"""What is done to the window before a picture: in the panels, the sidebar and the dialogs."""

import asyncio
from dataclasses import replace

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit

from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.gallery import acts
from tests.ui.gallery.studio import Prepare

# --- the panels at the right


async def reasoning(window: MainWindow) -> None:
    window.show_panel(window.side.reasoning)
    await acts.begun(window)


async def whole_tree(window: MainWindow) -> None:
    window.show_panel(window.side.reasoning)
    await acts.asked(window)
    window.side.reasoning.tree.expandAll()
    window.side.reasoning.tree.scrollToTop()


async def sources(window: MainWindow) -> None:
    window.show_panel(window.side.sources)
    await acts.to_the_top(window)
    window.side.sources.view.expandAll()


async def snapshot(window: MainWindow) -> None:
    await sources(window)
    window.side.sources.point_at(1)
    window.side.sources.view.open_snapshot()
    await asyncio.sleep(0.6)


async def discoveries(window: MainWindow) -> None:
    await acts.asked(window)
    log = window.session.discoveries
    newest = log.read().items[0]
    log.change(newest, replace(newest, tags=("heating", "costs")))
    window.side.discoveries.refresh()
    window.show_panel(window.side.discoveries)
    await asyncio.sleep(0.3)


# --- the sidebar


async def search(window: MainWindow) -> None:
    window.sidebar.head.show_search()
    QTest.keyClicks(window.sidebar.head.search, "heat pump")
    await asyncio.sleep(0.5)


# --- dialogs


def settings(page: str) -> Prepare:

    async def prepare(window: MainWindow) -> None:
        window.open_settings(page)
        await asyncio.sleep(0.3)

    return prepare


async def downloading(window: MainWindow) -> None:
    window.open_settings("models/installed")
    for name in ("qwen3:8b", "gemma3:4b"):
        window.downloads.start(name)
    await asyncio.sleep(1.6)


async def whole_palette(window: MainWindow) -> None:
    window.command_palette.open()
    await asyncio.sleep(0.2)
    field = window.command_palette.findChild(QLineEdit)
    assert field is not None
    QTest.keyClick(field, Qt.Key.Key_Down)
