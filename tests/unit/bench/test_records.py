import json
from dataclasses import asdict
from pathlib import Path

import pytest

from desktop_agent.bench.records import RecordFile, read_records
from desktop_agent.bench.scoring import Support
from desktop_agent.core.errors import RecordingError, StorageError
from tests.unit.bench.records import SETUP, record


@pytest.fixture
def file(tmp_path: Path) -> RecordFile:
    return RecordFile(tmp_path / "r.jsonl")


def test_what_was_written_is_read_again(file: RecordFile):
    assert file.open(SETUP) == {}
    written = [record(1), record(2, support=Support(2, 1, 3, 0)), record(3, status="failed")]
    for each in written:
        file.append(each)
    assert list(file.open(SETUP).values()) == written
    assert read_records(file.path) == (SETUP, {each.id: each for each in written})
    file.append(record(3))  # it was asked again
    assert file.open(SETUP)["3"] == record(3)


def test_a_file_that_was_cut_anywhere_keeps_its_whole_lines(file: RecordFile):
    file.open(SETUP)
    for number in range(3):
        file.append(record(number))
    whole = file.path.read_bytes()
    ends = [place + 1 for place, byte in enumerate(whole) if byte == 10]
    for cut in range(0, len(whole) + 1, 31):
        file.path.write_bytes(whole[:cut])
        kept = file.open(SETUP)
        assert len(kept) == max(0, sum(end <= cut for end in ends) - 1)
        file.append(record(9))
        assert set(file.open(SETUP)) == {*kept, "9"}


@pytest.mark.parametrize(
    ("content", "told"),
    [
        (b"\n", "line 1"),
        (b"\xff\n", "line 1"),
        (b'{"type":"setup","format":99}\n', "line 1"),
        (b'{"type":"setup","format":1}\n', "benchmark"),
        (b"SETUP\nnothing\n", "line 2"),
        (b'SETUP\n{"type":"item","id":5}\n', "line 2"),
    ],
)
def test_what_is_no_file_of_records_is_told_with_its_line(
    file: RecordFile, content: bytes, told: str
):
    setup = json.dumps({"type": "setup", "format": 1, **asdict(SETUP)}).encode()
    file.path.write_bytes(content.replace(b"SETUP", setup))
    with pytest.raises(RecordingError, match=told):
        file.open(SETUP)
    with pytest.raises(RecordingError, match=told):
        read_records(file.path)


def test_a_file_that_is_not_there_or_not_writable_is_told(tmp_path: Path):
    with pytest.raises(StorageError, match="cannot be read"):
        read_records(tmp_path / "none.jsonl")
    (tmp_path / "folder").mkdir()
    with pytest.raises(StorageError, match="cannot be read"):
        RecordFile(tmp_path / "folder").open(SETUP)
    with pytest.raises(StorageError, match="cannot be written"):
        RecordFile(tmp_path / "folder").append(record(1))
