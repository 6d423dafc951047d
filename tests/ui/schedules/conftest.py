"""A session with schedules in real files, and tasks that end with the test."""

from collections.abc import AsyncIterator
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from desktop_agent.frontends.ui.widgets.tasks import Tasks
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
async def tasks() -> AsyncIterator[Tasks]:
    tasks = Tasks()
    yield tasks
    await tasks.aclose()


@pytest.fixture
async def window(app, tasks) -> AsyncIterator[QWidget]:
    window = QWidget()
    window.resize(760, 560)
    QVBoxLayout(window)
    window.show()
    window.activateWindow()
    yield window
    await tasks.aclose()
    window.close()
    window.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
