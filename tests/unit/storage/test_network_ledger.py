"""The network ledger: every request, in two files of limited size; and the cool-downs."""

import csv
import io
import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.network import OutboundRequest
from desktop_agent.storage.network_ledger import NetworkLedger
from desktop_agent.web.ledger import LedgerTransport, network_scope, watch_requests


def entry(number: int, **about: object) -> OutboundRequest:
    values = {"at": 1_760_000_000.0 + number, "host": f"h{number}.example.org", "purpose": "fetch"}
    return OutboundRequest(**{**values, "bytes_sent": 10, "bytes_received": number, **about})


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "ledger.jsonl"


def test_what_was_added_is_read_newest_first_by_another_process(path):
    ledger = NetworkLedger(path)
    for number in range(5):
        ledger.append(entry(number))
    ledger.flush()
    assert NetworkLedger(path).read() == tuple(entry(n) for n in (4, 3, 2, 1, 0))
    assert path.stat().st_mode & 0o077 == 0


def test_adding_does_not_wait_for_the_disk_and_its_thread_ends_by_itself(path):
    ledger = NetworkLedger(path)
    begun = time.thread_time()
    for number in range(500):
        ledger.append(entry(number))
    assert time.thread_time() - begun < 0.2
    ledger.flush()
    assert not [each for each in threading.enumerate() if isinstance(each, threading.Timer)]
    assert len(ledger.read()) == 500


def test_a_full_file_becomes_the_old_one_and_two_files_are_all(path):
    ledger = NetworkLedger(path, most_bytes=2_000)
    for number in range(60):
        ledger.append(entry(number))
        ledger.flush()
    files = sorted(each.name for each in path.parent.iterdir() if not each.name.endswith(".lock"))
    assert files == ["ledger.jsonl", "ledger.jsonl.1"]
    assert path.stat().st_size <= 2_000
    found = [each.bytes_received for each in ledger.read()]
    assert found == list(range(59, 59 - len(found), -1))
    assert 15 < len(found) < 60


@pytest.mark.parametrize(
    "line",
    ["[]", "null", '{"at": "x"}', "[" * 100_000, '{"at": 1, "host": 2}', "\udcff",
     '{"at": 1760000000.0, "host": "h'],
)  # fmt: skip
def test_a_line_that_is_torn_or_no_entry_is_left_out_alone(path, line):
    ledger = NetworkLedger(path)
    ledger.append(entry(1))
    ledger.flush()
    with path.open("ab") as file:
        file.write(line.encode("utf-8", "surrogatepass"))
    ledger.append(entry(2))
    assert [each.bytes_received for each in ledger.read()] == [2, 1]


def test_clear_forgets_both_files(path):
    ledger = NetworkLedger(path, most_bytes=300)
    for number in range(8):
        ledger.append(entry(number))
        ledger.flush()
    ledger.clear()
    assert ledger.read() == ()


def test_export_gives_json_and_a_csv_that_calculates_nothing(path):
    ledger = NetworkLedger(path)
    ledger.append(entry(3, host="=1+1", outcome="refused", run_id="r1"))
    (row,) = json.loads(ledger.export("json"))
    assert row["time"] == "2025-10-09T08:53:23.000+00:00"
    assert (row["host"], row["outcome"], row["run_id"]) == ("=1+1", "refused", "r1")
    (line,) = csv.DictReader(io.StringIO(ledger.export("csv")))
    assert line["host"] == "'=1+1"
    assert line["bytes_received"] == "3"


def test_a_disk_that_does_not_take_it_costs_the_ledger_and_nothing_else(path, caplog):
    path.parent.mkdir(parents=True)
    path.mkdir()
    ledger = NetworkLedger(path)
    ledger.append(entry(1))
    ledger.flush()
    assert "not written" in caplog.text
    with pytest.raises(StorageError):
        ledger.read()


@pytest.fixture
def ledger(tmp_path: Path) -> Iterator[NetworkLedger]:
    ledger = NetworkLedger(tmp_path / "ledger.jsonl")
    stop = watch_requests(ledger.append)
    yield ledger
    stop()
    ledger.flush()


async def get(url: str) -> None:
    async with httpx.AsyncClient(transport=LedgerTransport("test")) as http:
        await http.get(url)


async def test_what_the_network_switch_refuses_is_kept_as_refused_with_no_bytes(ledger):
    uses = []
    with (
        network_scope(uses.append, offline=True, run_id="r8"),
        pytest.raises(httpx.ConnectError, match="switched off"),
    ):
        await get("http://pages.example/")
    (kept,) = ledger.read()
    assert (kept.host, kept.outcome) == ("pages.example", "refused")
    assert (kept.bytes_sent, kept.bytes_received) == (0, 0)
    assert uses == []
