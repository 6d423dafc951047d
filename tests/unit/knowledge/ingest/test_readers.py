"""How long a reader is kept, and how long an indexing will take."""

import asyncio

import pytest

from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.knowledge.document_reader import DocumentReader, Readers
from desktop_agent.knowledge.ingest.progress import Pace
from tests.turns import until
from tests.unit.web.search.searching import Clock


class Opened:
    def __init__(self) -> None:
        self.readers: list[DocumentReader] = []
        self.closed: list[DocumentReader] = []
        self.idle: list[DocumentReader] = []

    def __call__(self, settings: KnowledgeSettings) -> DocumentReader:
        reader = DocumentReader(max_bytes=1, tokens=settings.chunk_tokens, overlap=0)
        aclose = reader.aclose

        async def noted() -> None:
            self.closed.append(reader)
            await aclose()

        reader.aclose = noted
        reader.end_idle = lambda: self.idle.append(reader)
        self.readers.append(reader)
        return reader


async def test_a_reader_is_kept_for_the_next_use_and_its_process_ends_after_a_while(
    monkeypatch: pytest.MonkeyPatch,
):
    monkeypatch.setattr("desktop_agent.knowledge.document_reader._KEPT_S", 0.05)
    opened = Opened()
    readers = Readers(opened)
    async with readers.open(KnowledgeSettings()) as first:
        pass
    async with readers.open(KnowledgeSettings()) as second:
        await asyncio.sleep(0.1)
        assert second is first
        assert opened.idle == []
    await until(lambda: opened.idle == [first])
    await readers.aclose()
    assert opened.closed == opened.readers == [first]


async def test_other_settings_or_a_failure_end_a_reader():
    opened = Opened()
    readers = Readers(opened)
    async with readers.open(KnowledgeSettings()):
        pass

    async def fail() -> None:
        async with readers.open(KnowledgeSettings(chunk_tokens=256)):
            assert len(opened.closed) == 1
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await fail()
    assert opened.closed == opened.readers
    await readers.aclose()


def test_a_pace_is_told_once_it_is_known_and_follows_what_was_done_of_late():
    clock = Clock()
    pace = Pace(clock)
    assert pace.seconds_for(10) is None
    assert pace.seconds_for(0) == 0
    clock.now += 1
    pace.add(100)
    assert pace.seconds_for(100) is None
    clock.now += 1
    pace.add(100)
    assert pace.seconds_for(300) == 3
    for _ in range(40):
        clock.now += 1
        pace.add(10)
    assert 9 <= pace.seconds_for(100) <= 11
