from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from desktop_agent.storage.conversations.store import ConversationStore


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "conversations.sqlite"


@pytest.fixture
async def store(path: Path) -> AsyncIterator[ConversationStore]:
    store = ConversationStore(path)
    yield store
    await store.aclose()
