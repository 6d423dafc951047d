"""What becomes of lines that cannot be written: who gives them is told."""

import time
from pathlib import Path

import pytest

from desktop_agent.core.errors import REMEDY, StorageError
from desktop_agent.storage.files import LineWriter


def no_memory(item: int) -> str:
    """Makes a line, but of the third."""
    if item == 3:
        raise MemoryError
    return f"line {item}"


def test_too_little_memory_is_told_to_who_writes_and_what_was_written_stays(tmp_path: Path) -> None:
    path = tmp_path / "lines.jsonl"
    writer = LineWriter(path, no_memory, name="writing")
    writer.write(1)
    deadline = time.monotonic() + 60
    while not path.read_bytes() and time.monotonic() < deadline:
        time.sleep(0.01)
    writer.write(3)
    told = None
    while told is None and time.monotonic() < deadline:
        try:
            writer.write(4)
        except StorageError as error:
            told = error
        time.sleep(0.01)
    assert told is not None
    assert "not enough memory" in told.message
    assert told.remedy == REMEDY
    writer.close()
    assert path.read_text() == "line 1\n"


def test_too_little_memory_for_the_last_lines_is_told_at_the_end(tmp_path: Path) -> None:
    writer = LineWriter(tmp_path / "lines.jsonl", no_memory, name="writing")
    writer.write(3)
    with pytest.raises(StorageError, match="not enough memory"):
        writer.close()
    writer.close()
