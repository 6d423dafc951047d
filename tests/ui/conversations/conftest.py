"""The sidebar over a real store in a folder of the test."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QWidget

from desktop_agent.frontends.ui.sidebar.conversation_list import ConversationList
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.storage.conversations.store import ConversationStore
from tests.ui.conftest import until


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[ConversationStore]:
    store = ConversationStore(tmp_path / "conversations.db")
    yield store
    await store.aclose()


@pytest.fixture
async def sidebar(
    theme: Theme, store: ConversationStore
) -> AsyncIterator[Callable[..., Awaitable[ConversationList]]]:
    """Gives the sidebar beside a page, once it shows conversations with the given titles."""
    tasks = Tasks()
    pages: list[QWidget] = []

    async def build(*titles: str) -> ConversationList:
        for title in titles:
            await store.create(title)
        page = QWidget()
        pages.append(page)
        page.resize(800, 600)
        chat = QWidget()
        row = QHBoxLayout(page)
        made = ConversationList(theme, store, tasks, Toast(chat, theme))
        made.setFixedWidth(260)
        row.addWidget(made)
        row.addWidget(chat, 1)
        page.show()
        page.activateWindow()
        made.refresh()
        await until(lambda: made.view.isVisible() == bool(titles) and made._loading is None)
        return made

    yield build
    await tasks.aclose()
    for page in pages:
        page.close()
        page.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
