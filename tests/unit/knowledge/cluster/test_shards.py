"""How sources are parted into shards."""

import gzip
import json
from pathlib import Path

import pytest

from desktop_agent.core.errors import StorageError, Unreadable
from desktop_agent.core.knowledge import BuildOrder
from desktop_agent.knowledge.cluster.shards import Shard, open_lines, plan_shards, read_shard
from desktop_agent.knowledge.index.base import NewDocument


def write_lines(path: Path, count: int, *, last_newline: bool = True) -> list[bytes]:
    lines = [
        json.dumps({"title": f"T{n}", "text": "é" * n, "id": n}).encode() for n in range(count)
    ]
    body = b"\n".join(lines) + (b"\n" if last_newline else b"")
    path.write_bytes(gzip.compress(body) if path.suffix == ".gz" else body)
    return lines


def read_lines(shard: Shard) -> list[bytes]:
    assert shard.lines is not None
    with open_lines(shard.lines.path) as file:
        file.seek(shard.lines.start)
        return file.read(shard.lines.length).splitlines()


@pytest.mark.parametrize("name", ["corpus.jsonl", "corpus.jsonl.gz"])
@pytest.mark.parametrize("last_newline", [True, False])
def test_lines_are_parted_without_losing_one(tmp_path: Path, name: str, last_newline: bool) -> None:
    lines = write_lines(tmp_path / name, 1_003, last_newline=last_newline)
    shards = list(plan_shards([str(tmp_path / name)], 100))
    assert [shard.documents for shard in shards] == [100] * 10 + [3]
    assert [line for shard in shards for line in read_lines(shard)] == lines
    assert len({shard.name for shard in shards}) == 11


def test_files_are_parted_so_that_a_new_one_moves_few_others(tmp_path: Path) -> None:
    for n in range(400):
        (tmp_path / f"{n:04}.txt").write_text("text")
    (tmp_path / "left_out.exe").write_bytes(b"MZ")
    before = list(plan_shards([str(tmp_path)], 20))
    assert sorted(path for shard in before for path in shard.files) == [
        str(tmp_path / f"{n:04}.txt") for n in range(400)
    ]
    assert max(shard.documents for shard in before) <= 40
    (tmp_path / "0100b.txt").write_text("new")
    after = list(plan_shards([str(tmp_path)], 20))
    assert len({s.name for s in after} - {s.name for s in before}) <= 3


def test_a_file_that_changed_is_in_another_shard(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("one")
    (before,) = plan_shards([str(path)], 20)
    assert list(plan_shards([str(path)], 20)) == [before]
    path.write_text("three")
    (after,) = plan_shards([str(path)], 20)
    assert before.name != after.name
    assert (before.source, before.files) == (after.source, after.files)


def test_a_folder_holds_files_and_corpora(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one")
    (tmp_path / "dump").mkdir()
    write_lines(tmp_path / "dump" / "wiki_00.jsonl.gz", 5)
    (tmp_path / "other.gz").write_bytes(b"")
    corpora, files = sorted(plan_shards([str(tmp_path)], 20), key=lambda shard: shard.files)
    assert (corpora.documents, files.files) == (5, (str(tmp_path / "a.txt"),))


def test_a_source_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(StorageError, match="nowhere cannot be read"):
        list(plan_shards([str(tmp_path / "nowhere")], 20))


async def test_an_article_becomes_a_document_and_a_broken_line_is_told(tmp_path: Path) -> None:
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
    order = BuildOrder(sources=(str(path),), target="", chunk_tokens=128, chunk_overlap=0)
    read = [each async for each in read_shard(shard, order, 3)]
    ruby, untitled, *bad = read
    assert isinstance(ruby, NewDocument)
    assert isinstance(untitled, NewDocument)
    assert (ruby.record.title, ruby.record.url, ruby.record.date) == (
        "Ruby",
        "https://example.org/r",
        "2020",
    )
    assert (ruby.record.path, ruby.record.source) == (f"{path}#7", 3)
    assert len(ruby.chunks) > 5
    assert ruby.chunks[-1].place.end == len(ruby.text)
    assert untitled.record.path == f"{path}#x"
    assert [type(each) for each in bad] == [Unreadable] * 5
    assert "c.jsonl, line 0.2" in str(bad[0])


async def test_files_are_read_as_anywhere_and_a_bad_one_is_told(tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text("# Title\n\nText.")
    (tmp_path / "bad.pdf").write_bytes(b"%PDF-1.7 nothing")
    (shard,) = plan_shards([str(tmp_path)], 100)
    order = BuildOrder(sources=(str(tmp_path),), target="")
    bad, good = [each async for each in read_shard(shard, order, 1)]
    assert isinstance(bad, Unreadable)
    assert isinstance(good, NewDocument)
    assert good.record.url == (tmp_path / "good.md").as_uri()
    assert good.chunks[0].text == "# Title\n\nText."
