"""A chat view on a history, without a window around it."""

from collections.abc import Callable

import pytest

from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.widgets.theme import Theme


@pytest.fixture
def open_chat(theme: Theme, place) -> Callable[..., tuple[ChatView, History]]:

    def build(width: int = 900, height: int = 600) -> tuple[ChatView, History]:
        history = History()
        chat = place(ChatView(theme, history), width, height)
        history.setParent(chat)  # and is deleted with it
        return chat, history

    return build
