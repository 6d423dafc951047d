"""The page that compares, alone; and the way to it from a window's chat."""

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, cast

import apsw
import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication

from desktop_agent.core.conversations import StoredTurn, TurnOutline
from desktop_agent.storage.conversations.store import ConversationStore
from desktop_agent.storage.conversations.tree import Tree
from desktop_agent.ui.compare.comparing import Comparing
from desktop_agent.ui.compare.page import ComparePage
from desktop_agent.ui.tasks import Tasks
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.window import MainWindow


class Kept:
    """The conversations of a store, asked as `Comparing` asks."""

    def __init__(self, store: ConversationStore) -> None:
        self._store = store

    async def siblings(self, conversation_id: str, turn_id: int) -> tuple[TurnOutline, ...]:
        def work(connection: apsw.Connection) -> tuple[TurnOutline, ...]:
            tree = Tree(connection, conversation_id)
            first = tree.sibling(turn_id, -tree.outline_of(turn_id).siblings)
            count = tree.outline_of(turn_id).siblings
            return tuple(tree.outline_of(tree.sibling(first, step)) for step in range(count))

        return await self._store._database.read(work)

    async def turns(self, ids: Sequence[int]) -> tuple[StoredTurn, ...]:
        return await self._store.turns(ids)


@pytest.fixture
async def open_page(theme: Theme) -> AsyncIterator[Callable[..., ComparePage]]:
    """Opens pages; puts them away in the end."""
    opened: list[ComparePage] = []
    tasks = Tasks()

    def build(width: int = 900, height: int = 640) -> ComparePage:
        page = ComparePage(theme, cast("Any", None), tasks)
        page.resize(width, height)
        page.show()
        page.activateWindow()
        opened.append(page)
        return page

    yield build
    await tasks.aclose()
    for page in opened:
        page.close()
        page.deleteLater()
    await asyncio.sleep(0)
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def comparing(window: MainWindow) -> Comparing:
    """Connects a window's chat to a page that compares, which stands beside it."""
    page, stage = window.page, cast("Any", window).stage
    made = Comparing(
        page.chat,
        page.conversation,
        Kept(stage.conversations),
        stage.models,
        window.tasks,
        page.question_of,
    )
    page.chat.compare.connect(lambda turn_id, again: made.compare(turn_id, again=again))
    return made
