"""A chat view on a history, without a window around it."""

from collections.abc import AsyncIterator, Callable

import pytest

from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.widgets.theme import Theme
from tests.ui.conftest import put_away


@pytest.fixture
async def open_chat(theme: Theme) -> AsyncIterator[Callable[..., tuple[ChatView, History]]]:
    opened: list[ChatView] = []
    histories: list[History] = []

    def build(width: int = 900, height: int = 600) -> tuple[ChatView, History]:
        history = History()
        chat = ChatView(theme, history)
        chat.resize(width, height)
        chat.show()
        opened.append(chat)
        histories.append(history)
        return chat, history

    yield build
    for each in histories:
        each.deleteLater()
    await put_away(*opened)
