"""A session with schedules in real files, and tasks that end with the test."""

from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from desktop_agent.storage.conversations.store import ConversationStore
from tests.ui.schedules import filled
from tests.ui.stage import MODELS, READY, StageModels


@pytest.fixture
async def session(tmp_path) -> AsyncIterator[SimpleNamespace]:
    session = SimpleNamespace(conversations=ConversationStore(tmp_path / "conversations.db"))
    session.models = StageModels(SimpleNamespace(state=READY), MODELS)
    await filled.fill(session)
    yield session
    await session.schedules.aclose()
    await session.conversations.aclose()


@pytest.fixture
def window(place):
    window = place(QWidget(), 760, 560)
    QVBoxLayout(window)
    return window
