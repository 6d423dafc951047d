from pathlib import Path

import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.storage.network_ledger import load_cooldowns, save_cooldowns


def test_rests_are_read_back(tmp_path: Path):
    rests = {"duckduckgo": {"until": 1.5, "length_s": 600.0}}
    save_cooldowns(tmp_path / "cache" / "rests.json", rests)
    assert load_cooldowns(tmp_path / "cache" / "rests.json") == rests


@pytest.mark.parametrize(
    "garbage",
    [b"", b"{", b"[]", b"3", b"\xff", b"[" * 9999, b'{"a":"' + b"x" * 100_000 + b'"}'],
    ids=lambda garbage: repr(garbage[:8]),
)
def test_garbage_is_as_good_as_nothing(tmp_path: Path, garbage: bytes):
    (tmp_path / "r").write_bytes(garbage)
    assert load_cooldowns(tmp_path / "r") == {}
    save_cooldowns(tmp_path / "r", {"brave": {"until": 1}})
    assert load_cooldowns(tmp_path / "r") == {"brave": {"until": 1}}


def test_a_missing_file_means_that_none_rests(tmp_path: Path):
    assert load_cooldowns(tmp_path / "none") == {}


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path):
    (tmp_path / "f").touch()
    with pytest.raises(StorageError, match="f"):
        save_cooldowns(tmp_path / "f" / "rests.json", {})
