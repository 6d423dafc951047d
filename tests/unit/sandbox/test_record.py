import json

import pytest

from desktop_agent.tools.sandbox.base import MOST_TEXT, Execution, execution_of, read_record


def execution(record: dict[str, str], output: bytes) -> Execution:
    return execution_of(record, output, "here", timeout_s=1, memory_mb=64)


def test_the_last_line_is_the_record_whatever_is_before_it_and_long_texts_are_cut():
    record = {"status": "ok", "value": 3, "error": "x" * 10**6}
    read = read_record(b"noise \xff\n{}\n" + json.dumps(record).encode())
    assert read is not None
    assert (read["status"], read["value"]) == ("ok", "")
    assert len(read["error"]) < MOST_TEXT + 100


@pytest.mark.parametrize(
    "stderr",
    [
        b"",
        b'{"status": "refused"}',
        b'{"status": ["ok"]}',
        b"\n" + b"[" * 100_000,
        b'{"status": "ok"',
        b"\xff\xfe",
    ],
)
def test_what_is_no_record_is_none(stderr):
    assert read_record(stderr) is None


def test_an_execution_that_went_well_has_no_error_and_one_that_did_not_no_value():
    said = {"status": "ok", "value": "3", "error": "forged"}
    ended = execution(said, b"out")
    assert (ended.value, ended.error, ended.output, ended.layer) == ("3", "", "out", "here")
    ended = execution(said | {"status": "memory"}, b"")
    assert ended.value == ""
    assert "64 MiB" in ended.error
