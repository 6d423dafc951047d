"""A process that dies in the middle of everything loses at most a second of an answer."""

import os
from pathlib import Path

import pytest

from tests.unit.storage.conversations.killing import rounds

pytestmark = pytest.mark.skipif(os.name != "posix", reason="SIGKILL is of POSIX")


async def test_nothing_that_was_saved_is_lost_by_a_kill(path: Path) -> None:
    assert await rounds(path, 8) < 1.0


@pytest.mark.benchmark
@pytest.mark.timeout(400)
async def test_a_hundred_kills(path: Path) -> None:
    worst = await rounds(path, 100)
    print(f"\n100 kills: at most {worst:.2f} s of a stream lost")
    assert worst < 1.0
