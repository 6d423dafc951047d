"""The program is killed in the middle of an answer: the next start shows what was written."""

import os
import sqlite3
import time

import pytest

from tests.servers.ollama import Reply

WORDS_A_SECOND = 20
SHOWN = 2 * WORDS_A_SECOND
TEXT = " ".join(f"word{number}" for number in range(1, 1200))


def integrity(world):
    (file,) = world.home.rglob("conversations*.db")
    with sqlite3.connect(f"file:{file}?mode=ro", uri=True) as database:
        return database.execute("pragma integrity_check").fetchone()


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_an_answer_cut_off_by_a_kill_is_there_but_for_its_last_second_and_marked(make_world):
    world = make_world(replies=[Reply(text=TEXT, between_s=1 / WORDS_A_SECOND)])
    with world.start_window("stream", "Tell me a long story") as first:
        assert first.stdout.readline() == "asked\n"
        shown, since = 0, time.monotonic()
        for line in first.stdout:
            shown = int(line.strip().removeprefix("word") or 0)
            if shown > SHOWN:
                break
            assert time.monotonic() < since + 60
        first.kill()
        errors = first.communicate(timeout=30)[1]
        assert shown > SHOWN, errors
    assert integrity(world) == ("ok",)
    with world.start_window("look") as second:
        said, errors = second.communicate(timeout=60)
    assert said, (second.returncode, errors)
    state, text = said.split("\n", 1)
    assert state == "['Tell me a long story']|True|Interrupted|False", errors
    kept = text.split()
    assert kept == TEXT.split()[: len(kept)]
    assert len(kept) >= shown - WORDS_A_SECOND, "more than a second is lost"
    assert integrity(world) == ("ok",)
    assert second.returncode == 0
