from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from desktop_agent.knowledge.index.lance import LanceIndex
from desktop_agent.knowledge.index.sqlite_index import SqliteIndex


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "knowledge" / "index.db"


@pytest.fixture
async def index(path: Path) -> AsyncIterator[SqliteIndex]:
    index = SqliteIndex(path)
    yield index
    await index.aclose()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path / "knowledge.lance"


@pytest.fixture
async def lance(folder: Path, lancedb: None) -> AsyncIterator[LanceIndex]:
    index = LanceIndex(str(folder))
    yield index
    await index.aclose()
