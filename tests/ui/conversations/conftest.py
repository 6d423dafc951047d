"""The sidebar over a real store in a folder of the test."""

from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop_agent.frontends.ui.composer.options import ModelChoice
from desktop_agent.frontends.ui.sidebar.conversation_list import ConversationList
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.toast import Toast
from desktop_agent.storage.conversations.store import ConversationStore
from tests.ui.conftest import until


@pytest.fixture
def sidebar(theme: Theme, store: ConversationStore, tasks, place) -> Callable[..., Any]:
    """Gives the sidebar beside a page, once it shows conversations with the given titles."""

    async def build(*titles: str) -> ConversationList:
        for title in titles:
            await store.create(title)
        page, chat = QWidget(), QWidget()
        row = QHBoxLayout(page)
        made = ConversationList(theme, store, tasks, Toast(chat, theme), ModelChoice())
        made.setFixedWidth(260)
        row.addWidget(made)
        row.addWidget(chat, 1)
        place(page, 800, 600)
        made.refresh()
        await until(lambda: made.view.isVisible() == bool(titles) and made._loading is None)
        return made

    return build
