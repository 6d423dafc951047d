"""How long a reader is kept."""

import asyncio

import pytest

from desktop_agent.core.settings import KnowledgeSettings
from desktop_agent.knowledge.document_reader import DocumentReader, Readers


class Opened:
    def __init__(self) -> None:
        self.readers: list[DocumentReader] = []
        self.closed: list[DocumentReader] = []

    def __call__(self, settings: KnowledgeSettings) -> DocumentReader:
        reader = DocumentReader(max_bytes=1, tokens=settings.chunk_tokens, overlap=0)
        aclose = reader.aclose

        async def noted() -> None:
            self.closed.append(reader)
            await aclose()

        reader.aclose = noted
        self.readers.append(reader)
        return reader


async def test_a_reader_is_kept_for_the_next_use_and_closed_after_a_while(
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
        assert opened.closed == []
    await asyncio.sleep(0.1)
    assert opened.closed == [first]
    async with readers.open(KnowledgeSettings()) as third:
        assert third is not first
    await readers.aclose()
    assert opened.closed == opened.readers


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
