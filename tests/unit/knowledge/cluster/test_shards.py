"""How sources are parted into shards."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.knowledge import BuildOrder
from desktop_agent.knowledge.cluster import Shard, open_lines, plan_shards, process_shard
from desktop_agent.knowledge.index.lance import LanceIndex


def write_lines(path: Path, count: int, *, last_newline: bool = True) -> list[bytes]:
    lines = [
        json.dumps({"title": f"T{n}", "text": "é" * n, "id": n}).encode() for n in range(count)
    ]
    body = b"\n".join(lines) + (b"\n" if last_newline else b"")
    path.write_bytes(gzip.compress(body) if path.suffix == ".gz" else body)
    return lines


def read_lines(shard: Shard) -> list[bytes]:
    with open_lines(shard.paths[0]) as file:
        file.seek(shard.start)
        return file.read(shard.length).splitlines()


@pytest.mark.parametrize(
    ("name", "last_newline"), [("corpus.jsonl", False), ("corpus.jsonl.gz", True)]
)
def test_lines_are_parted_without_losing_one(tmp_path: Path, name: str, last_newline: bool) -> None:
    lines = write_lines(tmp_path / name, 1_003, last_newline=last_newline)
    shards = list(plan_shards([str(tmp_path / name)], 100))
    assert [len(read_lines(shard)) for shard in shards] == [100] * 10 + [3]
    assert [line for shard in shards for line in read_lines(shard)] == lines


def test_a_folder_holds_files_and_corpora_of_which_none_is_lost(tmp_path: Path) -> None:
    texts = [tmp_path / f"{n:04}.txt" for n in range(50)]
    for path in texts:
        path.write_text("text")
    (tmp_path / "dump").mkdir()
    write_lines(tmp_path / "dump" / "wiki_00.jsonl.gz", 5)
    for name in ("other.gz", "left_out.exe"):
        (tmp_path / name).write_bytes(b"MZ")
    *files, corpus = sorted(plan_shards([str(tmp_path)], 20), key=lambda shard: shard.length)
    assert len(read_lines(corpus)) == 5
    assert sorted(len(shard.paths) for shard in files) == [10, 20, 20]
    assert sorted(path for shard in files for path in shard.paths) == list(map(str, texts))
    with pytest.raises(StorageError, match="nowhere cannot be read"):
        list(plan_shards([str(tmp_path / "nowhere")], 20))


@pytest.fixture
async def target(lancedb: None, tmp_path: Path) -> AsyncIterator[LanceIndex]:
    index = LanceIndex(str(tmp_path / "target"))
    await index.counts()
    yield index
    await index.aclose()


async def test_an_article_becomes_a_document_and_a_broken_line_is_told(
    tmp_path: Path, target: LanceIndex
) -> None:
    path = tmp_path / "c.jsonl"
    rows = [
        {
            "id": 7,
            "title": "Ruby",
            "text": "A red gem.\n" * 400,
            "url": "https://example.org/r",
            "date": "2020",
        },
        {"_id": "x", "text": "without a title"},
        {"title": "no text"},
        {"title": "wrong", "text": 5},
        ["a list"],
    ]
    path.write_text(
        "".join(json.dumps(row) + "\n" for row in rows) + '{"cut": \n\n' + "[" * 100_000
    )
    (shard,) = plan_shards([str(path)], 100)
    order = BuildOrder(sources=(str(path),), target=target.uri, chunk_tokens=128, chunk_overlap=0)
    done = await asyncio.to_thread(process_shard, shard, order)
    ruby, untitled = done.documents
    assert (ruby.record.title, ruby.record.url, ruby.record.date) == (
        "Ruby",
        "https://example.org/r",
        "2020",
    )
    assert (ruby.record.path, ruby.record.source) == (f"{path}#7", 1)
    assert len(ruby.chunks) > 5
    assert ruby.chunks[-1].place.end == len(ruby.text)
    assert untitled.record.path == f"{path}#x"
    assert len(done.unread) == 5
    assert "c.jsonl, line 0.2" in done.unread[0]
    assert done.keys == [ruby.record.key, untitled.record.key]
    await target.put(done.documents)
    again = await asyncio.to_thread(process_shard, shard, order)
    assert (again.documents, again.keys) == ((), done.keys)
