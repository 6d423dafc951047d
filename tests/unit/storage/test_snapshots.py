import hashlib
import json
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.research import Page
from desktop_agent.storage.snapshots import SnapshotStore

PAGE = Page(
    url="https://example.org/a",
    final_url="https://www.example.org/a",
    title="A page",
    text="What the page said.",
    media_type="text/html",
    fetched_at="2026-11-05T10:00:00+00:00",
    total_chars=19,
)


@pytest.fixture
def store(tmp_path: Path) -> SnapshotStore:
    return SnapshotStore(tmp_path)


def test_a_page_is_found_again_by_the_sha256_of_its_text_with_the_data_below_it(
    store: SnapshotStore,
):
    name = store.save(PAGE)
    assert name == hashlib.sha256(PAGE.text.encode()).hexdigest()
    snapshot = store.load(name)
    assert snapshot.text == PAGE.text
    (fetch,) = snapshot.fetches
    for noted in ("final_url", "title", "fetched_at", "total_chars"):
        assert getattr(fetch, noted) == getattr(PAGE, noted)
    stored = f"{PAGE.text}\n\n## Data of the page\n\n- author: Ada Lovelace"
    name = store.save(replace(PAGE, stored=stored))
    assert name == hashlib.sha256(stored.encode()).hexdigest()
    assert store.load(name).text == stored


def test_who_wrote_a_page_and_that_it_was_a_preview_is_kept_beside_it(
    store: SnapshotStore, tmp_path: Path
):
    said = {"author": "Ada Byron", "site": "Tides", "published": "2024-05-12", "wall": "paywall"}
    name = store.save(replace(PAGE, **said))
    (fetch,) = store.load(name).fetches
    assert {key: getattr(fetch, key) for key in said} == said
    # what an older version noted is read
    (notes,) = tmp_path.rglob("*.jsonl")
    line = json.loads(notes.read_text())
    notes.write_text(json.dumps({k: v for k, v in line.items() if k not in said}) + "\n")
    (fetch,) = store.load(name).fetches
    assert (fetch.title, fetch.author, fetch.wall) == (PAGE.title, "", "")


def test_the_same_text_is_stored_once_and_each_reading_is_noted(
    store: SnapshotStore, tmp_path: Path
):
    name = store.save(PAGE)
    (text_file,) = tmp_path.rglob("*.txt")
    before = text_file.stat()
    again = {"url": "https://mirror.example/a", "fetched_at": "2026-12-01T00:00:00+00:00"}
    assert store.save(replace(PAGE, **again)) == name
    assert [text_file] == list(tmp_path.rglob("*.txt"))
    assert (before.st_mtime_ns, before.st_ino) == (
        text_file.stat().st_mtime_ns,
        text_file.stat().st_ino,
    )
    assert [fetch.url for fetch in store.load(name).fetches] == [PAGE.url, again["url"]]


@pytest.mark.parametrize(
    "damage",
    [
        b"What the page sayd.",
        b"",
    ],
)
def test_a_changed_text_is_refused(store: SnapshotStore, tmp_path: Path, damage: bytes):
    name = store.save(PAGE)
    next(tmp_path.rglob("*.txt")).write_bytes(damage)
    with pytest.raises(StorageError, match="changed or damaged"):
        store.load(name)


def test_a_text_cut_short_is_mended_when_the_page_is_read_again_and_a_torn_note_is_left_out(
    store: SnapshotStore, tmp_path: Path
):
    name = store.save(PAGE)
    next(tmp_path.rglob("*.txt")).write_bytes(b"What")
    notes = next(tmp_path.rglob("*.jsonl"))
    notes.write_bytes(notes.read_bytes() + b'{"url": "https://exa\n[[1]]\n"x"\n{"url": 1}\n\xff\n')
    store.save(PAGE)
    assert store.load(name).text == PAGE.text
    assert len(store.load(name).fetches) == 2
    notes.unlink()
    assert store.load(name).fetches == ()


@pytest.mark.parametrize(
    "name", ["", "../../../etc/passwd", "A" * 64, "a" * 64 + "\n", "/" + "a" * 63]
)
def test_only_a_hash_names_a_snapshot_and_one_that_is_not_there_is_said_to_be_so(
    store: SnapshotStore, name: str
):
    with pytest.raises(StorageError, match="64 hex digits"):
        store.load(name)
    with pytest.raises(StorageError, match="not stored here") as caught:
        store.load("a" * 64)
    assert caught.value.remedy
