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


@pytest.mark.parametrize("name", ["corpus.jsonl", "corpus.jsonl.gz"])
@pytest.mark.parametrize("last_newline", [True, False])
def test_lines_are_parted_without_losing_one(tmp_path: Path, name: str, last_newline: bool) -> None:
    lines = write_lines(tmp_path / name, 1_003, last_newline=last_newline)
    shards = list(plan_shards([str(tmp_path / name)], 100))
    assert [len(read_lines(shard)) for shard in shards] == [100] * 10 + [3]
    assert [line for shard in shards for line in read_lines(shard)] == lines


def test_files_are_parted_without_losing_one(tmp_path: Path) -> None:
    for n in range(50):
        (tmp_path / f"{n:04}.txt").write_text("text")
    (tmp_path / "left_out.exe").write_bytes(b"MZ")
    shards = list(plan_shards([str(tmp_path)], 20))
    assert [len(shard.paths) for shard in shards] == [20, 20, 10]
    assert [path for shard in shards for path in shard.paths] == [
        str(tmp_path / f"{n:04}.txt") for n in range(50)
    ]


def test_a_folder_holds_files_and_corpora(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one")
    (tmp_path / "dump").mkdir()
    write_lines(tmp_path / "dump" / "wiki_00.jsonl.gz", 5)
    (tmp_path / "other.gz").write_bytes(b"")
    corpus, files = sorted(plan_shards([str(tmp_path)], 20), key=lambda shard: shard.length == 0)
    assert (len(read_lines(corpus)), files.paths) == (5, (str(tmp_path / "a.txt"),))


def test_a_source_that_is_not_there_is_named(tmp_path: Path) -> None:
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


async def test_files_are_read_as_anywhere_and_a_bad_one_is_told(
    tmp_path: Path, target: LanceIndex
) -> None:
    good, bad = tmp_path / "good.md", tmp_path / "bad.pdf"
    good.write_text("# Title\n\nText.")
    bad.write_bytes(b"%PDF-1.7 nothing")
    order = BuildOrder(sources=(str(good), str(bad)), target=target.uri)
    first, second = plan_shards(order.sources, 100)
    done = await asyncio.to_thread(process_shard, first, order)
    (read,) = done.documents
    assert read.record.url == good.as_uri()
    assert read.chunks[0].text == "# Title\n\nText."
    await target.put(done.documents)
    again = await asyncio.to_thread(process_shard, first, order)
    assert (again.documents, again.keys) == ((), [read.record.key])
    done = await asyncio.to_thread(process_shard, second, order)
    assert (done.documents, len(done.unread)) == ((), 1)
