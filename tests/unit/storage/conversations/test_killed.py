"""A process that dies in the middle of everything loses at most a second of an answer."""

import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from desktop_agent.core.events import RunFinished
from desktop_agent.storage.conversations.store import ConversationStore
from tests.unit.storage.conversations.runs import assert_whole

pytestmark = pytest.mark.skipif(os.name != "posix", reason="SIGKILL is of POSIX")

ROOT = Path(__file__).parents[4]
ROUNDS = 4


async def killed_lines(path: Path, after_s: float) -> tuple[list[list[Any]], float]:
    """Gives what the process said until it was killed, and when that was."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "tests.unit.storage.conversations.streaming_process",
        str(path),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout
    assert await process.stdout.readline() == b'["ready"]\n'
    reading = asyncio.create_task(process.stdout.read())
    await asyncio.sleep(after_s)
    process.kill()
    moment = time.monotonic()
    out = await reading
    await process.wait()
    whole = out[: out.rfind(b"\n") + 1].splitlines()
    return [json.loads(line) for line in whole], moment


async def look(store: ConversationStore, lines: list[list[Any]], moment: float) -> float:
    """Gives the most seconds of a stream that a kill has cost; all else must be there."""
    deleted = {each.id for each in await store.deleted()}
    shown = {each.id: each for each in await store.list()}
    said: dict[int, list[float]] = {}
    finished: dict[int, int] = {}
    for what, *rest in lines:
        match what:
            case "begun":
                assert rest[0] in shown
                said[rest[1]] = []
            case "said":
                said[rest[0]].append(rest[2])
            case "finished":
                finished[rest[0]] = rest[1]
            case "renamed":
                assert int(shown[rest[0]].title) >= rest[1]
            case "deleted":
                assert rest[0] in deleted
    lost = 0.0
    for turn, times in said.items():
        (stored,) = await store.turns([turn])
        assert isinstance(stored.events[-1], RunFinished)
        words = stored.answer.split()
        assert words == [f"w{number}" for number in range(len(words))]
        if turn in finished:
            assert (stored.status, len(words)) == ("answered", finished[turn])
        elif stored.status != "answered":  # it may have finished without having said so
            assert stored.status == "interrupted"
            lost = max(lost, moment - times[len(words)] if len(words) < len(times) else 0.0)
    return lost


async def test_nothing_that_was_saved_is_lost_by_a_kill(path: Path):
    told: Counter[str] = Counter()
    for _ in range(ROUNDS):
        lines, moment = await killed_lines(path, random.uniform(0.3, 0.9))
        store = ConversationStore(path)
        try:
            assert_whole(path)
            assert await look(store, lines, moment) < 1.0
            told.update(line[0] for line in lines)
        finally:
            await store.aclose()
        left = await asyncio.to_thread(lambda: [each.name for each in path.parent.iterdir()])
        assert left == [path.name]
    assert min(told[what] for what in ("said", "renamed", "deleted")) > 5 * ROUNDS
