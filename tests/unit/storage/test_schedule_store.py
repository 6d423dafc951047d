"""The file of scheduled questions: whole, shared by processes, never written over when damaged."""

import json
import os
from dataclasses import replace

import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.runs import Schedule
from desktop_agent.storage.schedules import ScheduleStore

MADE = "2026-11-22T18:30:00Z"
ONE = Schedule("a1", "What is new?", "FREQ=DAILY", "2026-11-23T07:00:00Z", MADE, starts=MADE)


@pytest.fixture
def store(tmp_path):
    return ScheduleStore(tmp_path / "data" / "schedules.json")


def test_there_are_none_before_the_first_and_each_comes_back_as_it_was_until_it_is_removed(store):
    assert store.load() == ()
    other = replace(ONE, id="b2", budget_s=90.5, enabled=False, created="2025", missed=3)
    store.put(ONE)
    store.put(other)
    assert store.load() == (other, ONE)
    if os.name == "posix":
        assert store.path.stat().st_mode & 0o077 == 0
    assert store.remove("a1") == ONE
    assert store.remove("a1") is None
    assert store.load() == (other,)


@pytest.mark.parametrize(
    "content",
    ["", "{", "[]", '{"version": 1}', '{"version": 1, "schedules": [{"id": "a"}]}',
     '{"version": 1, "schedules": 5}', '{"version": "x", "schedules": []}'],
)  # fmt: skip
def test_a_damaged_file_is_named_and_left_as_it_is(store, content):
    store.path.parent.mkdir()
    store.path.write_text(content)
    for work in (store.load, lambda: store.put(ONE), lambda: store.remove("a1")):
        with pytest.raises(StorageError, match=r"schedules\.json"):
            work()
    assert store.path.read_text() == content


def test_a_newer_file_is_not_touched_and_a_field_of_a_newer_program_does_no_harm(store):
    store.put(ONE)
    whole = json.loads(store.path.read_text())
    whole["schedules"][0]["colour"] = "red"
    store.path.write_text(json.dumps(whole))
    assert store.load() == (ONE,)
    whole["version"] = 2
    store.path.write_text(json.dumps(whole))
    with pytest.raises(StorageError, match="Update Desktop Agent"):
        store.put(ONE)
