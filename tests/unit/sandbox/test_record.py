import json

import pytest

from desktop_agent.tools.sandbox.base import MOST_TEXT, Execution, execution_of, read_record


def execution(record: dict[str, str], output: bytes) -> Execution:
    return execution_of(record, output, "here", timeout_s=1, memory_mb=64)


def test_the_last_line_is_the_record_whatever_stands_before_it() -> None:
    record = {"status": "ok", "value": "3"}
    read = read_record(b"noise \xff\n{}\n" + json.dumps(record).encode())
    assert read == {"status": "ok", "value": "3", "error": ""}


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
def test_what_is_no_record_is_none(stderr: bytes) -> None:
    assert read_record(stderr) is None


def test_values_of_other_kinds_are_dropped_and_long_ones_cut() -> None:
    read = read_record(json.dumps({"status": "ok", "value": 3, "error": "x" * 10**6}).encode())
    assert read is not None
    assert read["value"] == ""
    assert len(read["error"]) < MOST_TEXT + 100


def test_an_execution_that_went_well_has_no_error_and_one_that_did_not_no_value() -> None:
    said = {"status": "ok", "value": "3", "error": "forged"}
    ended = execution(said, b"out")
    assert (ended.value, ended.error, ended.output, ended.layer) == ("3", "", "out", "here")
    ended = execution(said | {"status": "memory"}, b"")
    assert ended.value == ""
    assert "64 MiB" in ended.error
