import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from desktop_agent.bench.datasets import Item
from desktop_agent.bench.records import Record, RecordFile
from desktop_agent.bench.runner import MOST_FAILURES, Runner
from desktop_agent.core.errors import RecordingError
from tests.unit.bench.records import SETUP, item, record

ITEMS = [item(number) for number in range(20)]


@pytest.fixture
def file(tmp_path: Path) -> RecordFile:
    return RecordFile(tmp_path / "r.jsonl")


def runner(ask: Callable[[Item], Awaitable[Record]], file: RecordFile) -> Runner:
    return Runner(ask, file, lambda _progress: None, "quick", concurrency=3)


async def right(asked: Item) -> Record:
    await asyncio.sleep(0)
    return record(int(asked.id))


async def test_the_answer_to_another_question_of_the_same_id_is_refused(file: RecordFile):
    file.open(SETUP)
    file.append(record(3, digest="0" * 16))
    with pytest.raises(RecordingError, match="question 3 differs from"):
        await runner(right, file).run(ITEMS, file.open(SETUP))


async def test_faults_that_pass_do_not_end_it(file: RecordFile):
    async def ask(each: Item) -> Record:
        failed = int(each.id) % MOST_FAILURES != 0
        return record(int(each.id), status="failed" if failed else "answered")

    assert len(await runner(ask, file).run(ITEMS, file.open(SETUP))) == 20
