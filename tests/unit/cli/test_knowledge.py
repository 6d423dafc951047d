"""The command ``knowledge``, with what it sees of a session; end2end/test_knowledge.py has the whole."""

import asyncio
import io
import json
import os
import signal
from argparse import Namespace
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.console import Console

from desktop_agent.core.errors import AgentError
from desktop_agent.core.knowledge import (
    CollectionInfo,
    DocumentRecord,
    IngestProgress,
    KnowledgeFilter,
    KnowledgeHit,
    KnowledgeResult,
    KnowledgeStatus,
    Place,
    Problem,
    SourceInfo,
)
from desktop_agent.frontends.cli.knowledge import (
    IndexingView,
    hit_text,
    knowledge,
    problem_lines,
    status_text,
)
from desktop_agent.frontends.cli.parser import build_parser

Told = Callable[[IngestProgress], None]

NOTES = CollectionInfo(
    "c1",
    "notes",
    "files",
    sources=(
        SourceInfo(1, "c1", "folder", "/home/ada/papers", 2, 1),
        SourceInfo(2, "c1", "file", "/media/disk/x.pdf", missing=True),
    ),
    documents=2,
    chunks=1204,
    embedded=80,
    size=12_300_000,
    problems=1,
)
PAGES = CollectionInfo("pages", "Pages", "pages", (SourceInfo(3, "pages", "snapshots", ""),))
DONE = IngestProgress(done=3, total=3, chunks=9, embedded=9, to_embed=9)
DOCUMENT = DocumentRecord(
    key="k",
    collection="c1",
    source=1,
    path="/home/ada/papers/boiler.pdf",
    url="file:///home/ada/papers/boiler.pdf",
    title="The \x1b[2Jboiler",
    media_type="application/pdf",
    size=9,
    modified_ns=1,
    sha256="00",
)
HIT = KnowledgeHit(
    1,
    DOCUMENT,
    "It was\nbuilt in \x1b]0;x\x071904.",
    Place(0, 9, page=3, headings=("Methods",)),
    0.5,
)


class Base:
    """A knowledge base that keeps what it was asked, and indexes by a script."""

    def __init__(self, collections: Sequence[CollectionInfo] = ()) -> None:
        self.calls: list[tuple[Any, ...]] = []
        self.found = KnowledgeResult("q", (HIT,))
        self.failed: tuple[Problem, ...] = ()
        self.steps: Sequence[IngestProgress] = (DONE,)
        self.hangs = False
        self._collections = tuple(collections)
        self._told: Told | None = None

    async def collections(self) -> tuple[CollectionInfo, ...]:
        return self._collections

    async def status(self) -> KnowledgeStatus:
        return KnowledgeStatus("sqlite", self._collections, IngestProgress())

    async def problems(self) -> tuple[Problem, ...]:
        return self.failed

    async def add(self, paths: Sequence[Path], collection: str) -> tuple[SourceInfo, ...]:
        self.calls.append(("add", *map(str, paths), collection))
        return tuple(SourceInfo(n, "c1", "folder", str(path)) for n, path in enumerate(paths))

    async def remove_source(self, source: int) -> None:
        self.calls.append(("remove_source", source))

    async def remove_collection(self, collection: str) -> None:
        self.calls.append(("remove_collection", collection))

    async def search(
        self, query: str, *, only: KnowledgeFilter | None, limit: int | None
    ) -> KnowledgeResult:
        self.calls.append(("search", query, only, limit))
        return self.found

    def update(self, *, again: bool = False) -> None:
        self.calls.append(("update", again))

    def resume(self) -> None:
        self.calls.append(("resume",))

    async def rebuild(self) -> None:
        self.calls.append(("rebuild",))

    def watch_progress(self, told: Told) -> Callable[[], None]:
        self._told = told
        return lambda: self.calls.append(("unwatched",))

    async def wait(self) -> IngestProgress:
        for step in self.steps:
            if self._told is not None:
                self._told(step)
            await asyncio.sleep(0)
        if self.hangs:
            asyncio.get_running_loop().call_later(0.02, os.kill, os.getpid(), signal.SIGINT)
            await asyncio.sleep(30)
        return self.steps[-1]


async def carry_out(base: Base, *arguments: str) -> int:
    options = build_parser().parse_args(["knowledge", *arguments])
    assert isinstance(options, Namespace)
    return await knowledge(cast("Any", SimpleNamespace(knowledge=base)), options)


Captured = pytest.CaptureFixture[str]


async def test_what_is_added_is_indexed_and_told(capsys: Captured):
    base = Base()
    base.steps = (IngestProgress("reading", done=1, total=3), DONE)
    assert await carry_out(base, "add", "a", "b", "--collection", "papers") == 0
    assert base.calls == [("add", "a", "b", "papers"), ("unwatched",)]
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == (
        "added: a\nadded: b\nreading, 1 of 3 files\nDone: 3 files read, 9 of 9 chunks embedded.\n"
    )


async def test_without_waiting_it_says_who_indexes(capsys: Captured):
    base = Base()
    assert await carry_out(base, "add", "a", "--no-wait") == 0
    assert base.calls == [("add", "a", "")]
    assert "desktop-agent knowledge update" in capsys.readouterr().err


async def test_an_indexing_that_is_paused_is_told(capsys: Captured):
    base = Base()
    base.steps = (IngestProgress("paused"),)
    assert await carry_out(base, "add", "a") == 0
    err = capsys.readouterr().err
    assert err.endswith("Indexing is paused. Go on with: desktop-agent knowledge update\n")
    assert "Done:" not in err


async def test_an_update_goes_on_with_what_was_paused_and_tries_failed_files_again():
    base = Base()
    assert await carry_out(base, "update") == 0
    assert base.calls == [("resume",), ("update", True), ("unwatched",)]


async def test_a_rebuild_goes_on_with_what_was_paused():
    base = Base()
    assert await carry_out(base, "rebuild") == 0
    assert base.calls == [("rebuild",), ("resume",), ("unwatched",)]


async def test_ctrl_c_leaves_the_rest_and_says_how_to_go_on(capsys: Captured):
    base = Base()
    base.hangs = True
    assert await carry_out(base, "update") == 130
    assert base.calls[-1] == ("unwatched",)
    err = capsys.readouterr().err
    assert err.endswith("go on with: desktop-agent knowledge update\n")
    assert "Done:" not in err


async def test_files_that_could_not_be_read_are_named_and_no_failure(capsys: Captured):
    base = Base()
    base.failed = (Problem(1, "/x/\x1b[2Jy.pdf", "It is encrypted.", "Save it without."),)
    base.steps = (replace(DONE, note="No embedding model."),)
    assert await carry_out(base, "update") == 0
    assert capsys.readouterr().err.endswith(
        "No embedding model.\n"
        "1 file could not be indexed:\n- /x/y.pdf: It is encrypted. Save it without.\n"
    )


async def test_passages_are_printed_with_their_place(capsys: Captured):
    base = Base([NOTES])
    base.found = replace(base.found, note="By words alone.")
    assert await carry_out(base, "search", "boiler", "--count", "3", "--collection", "notes") == 0
    assert base.calls == [("search", "boiler", KnowledgeFilter(collections=("c1",)), 3)]
    captured = capsys.readouterr()
    assert captured.out == (
        "1. The boiler (page 3, Methods)\n   /home/ada/papers/boiler.pdf\n"
        "   It was built in ]0;x1904.\n"
    )
    assert captured.err == "By words alone.\n"


async def test_a_search_as_json_is_the_whole_result(capsys: Captured):
    assert await carry_out(Base(), "search", "boiler", "--json") == 0
    found = json.loads(capsys.readouterr().out)
    assert found["hits"][0]["document"]["path"] == DOCUMENT.path
    assert found["hits"][0]["place"]["page"] == 3


async def test_a_search_that_finds_nothing_is_status_3(capsys: Captured):
    base = Base()
    base.found = KnowledgeResult("q", ())
    assert await carry_out(base, "search", "boiler") == 3
    assert capsys.readouterr().err == "Nothing was found.\n"


@pytest.mark.parametrize("words", [("search", "q", "--collection", "none"), ("remove", "none")])
async def test_a_collection_that_is_not_there_is_told(words: tuple[str, ...]):
    with pytest.raises(AgentError, match="no collection or added path 'none'") as told:
        await carry_out(Base([NOTES]), *words)
    assert "knowledge list" in told.value.remedy


async def test_collections_are_listed_with_their_sources(capsys: Captured):
    assert await carry_out(Base([NOTES, PAGES]), "list") == 0
    assert capsys.readouterr().out == (
        "notes: 2 documents, 1,204 chunks, 80 of them embedded, 12.3 MB, 1 problem\n"
        "  /home/ada/papers (2 documents, 1 problem)\n"
        "  /media/disk/x.pdf (0 documents, not there now)\n"
        "Pages: 0 documents, 0 chunks, 0 bytes\n"
        "  pages that were read (0 documents)\n"
    )


async def test_an_empty_list_says_how_to_begin(capsys: Captured):
    assert await carry_out(Base(), "list") == 0
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "knowledge add FOLDER" in captured.err


@pytest.mark.parametrize("name", ["notes", "c1"])
async def test_a_collection_is_removed_by_its_name_or_id(name: str, capsys: Captured):
    base = Base([NOTES])
    assert await carry_out(base, "remove", name) == 0
    assert base.calls == [("remove_collection", "c1")]
    assert "stay on the disk" in capsys.readouterr().err


async def test_a_path_is_removed_however_it_is_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    source = SourceInfo(7, "c1", "folder", str(tmp_path / "real"))
    monkeypatch.chdir(tmp_path)
    for name in ("real", "./real/", "link", str(tmp_path / "real")):
        base = Base([replace(NOTES, sources=(source,))])
        assert await carry_out(base, "remove", name) == 0
        assert base.calls == [("remove_source", 7)]


async def test_a_path_whose_name_is_no_text_is_removed_by_that_name_or_as_it_is_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    listed = f"{tmp_path}/caf\\xe9"
    for name in ("caf\udce9", listed):
        base = Base([replace(NOTES, sources=(SourceInfo(7, "c1", "folder", listed),))])
        assert await carry_out(base, "remove", name) == 0
        assert base.calls == [("remove_source", 7)]


async def test_a_name_of_both_a_path_and_a_collection_is_asked_about(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    source = SourceInfo(7, "c1", "folder", str(tmp_path / "notes"))
    base = Base([replace(NOTES, sources=(source,))])
    with pytest.raises(AgentError, match="a collection, and a path") as told:
        await carry_out(base, "remove", "notes")
    assert str(tmp_path / "notes") in told.value.remedy
    assert "c1" in told.value.remedy
    assert not base.calls


async def test_the_state_is_told_as_text_and_as_json(capsys: Captured):
    base = Base([NOTES])
    base.failed = (Problem(1, "/x.pdf", "It is encrypted."),)
    assert await carry_out(base, "status") == 0
    assert capsys.readouterr().out == (
        "Documents:  2 in 1 collection\n"
        "Index:      sqlite, 1,204 chunks, 0 bytes\n"
        "Vectors:    none; documents are searched by words alone\n"
        "State:      idle\n"
        "1 file could not be indexed:\n- /x.pdf: It is encrypted.\n"
    )
    assert await carry_out(base, "status", "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["collections"][0]["sources"][0]["path"] == "/home/ada/papers"
    assert told["needs_rebuild"] is False
    assert told["problems"][0]["reason"] == "It is encrypted."


def test_a_model_that_is_not_that_of_the_vectors_asks_for_a_rebuild():
    progress = IngestProgress("embedding", embedded=1, to_embed=4, note="Slow.")
    status = KnowledgeStatus("sqlite", (NOTES,), progress, "ollama/a", 384, "ollama/b", 2048)
    text = status_text(status)
    assert "80 of 1,204 by ollama/a (384 dimensions)" in text
    assert "State:      embedding, 1 of 4 chunks\nNote:       Slow.\n" in text
    assert "ollama/b is wanted now: desktop-agent knowledge rebuild" in text
    same = status_text(replace(status, wanted_model="ollama/a"))
    assert "rebuild" not in same


def test_of_many_problems_the_first_are_named_and_the_rest_counted():
    lines = list(problem_lines([Problem(1, f"/{n}", "No.") for n in range(30)]))
    assert lines[0] == "30 files could not be indexed:"
    assert len(lines) == 22
    assert "10 more" in lines[-1]


def test_a_passage_of_a_document_without_a_title_is_headed_by_its_path():
    bare = replace(HIT, document=replace(DOCUMENT, title=""), place=Place(0, 1))
    assert hit_text(2, bare).startswith("2. /home/ada/papers/boiler.pdf\n")


def test_of_a_long_passage_the_part_with_the_words_is_shown():
    text = "boiler " + "filler " * 200 + "here the boiler and the school " + "more " * 200
    marks = [(0, 6), (text.index("boiler and"), 0), (text.index("school"), 0)]
    shown = hit_text(1, replace(HIT, text=text, marks=tuple(marks))).splitlines()[2]
    assert shown.startswith("   …filler")
    assert "here the boiler and the school" in shown
    assert shown.endswith("…")
    assert len(shown) <= 603
    unmarked = hit_text(1, replace(HIT, text=text)).splitlines()[2]
    assert unmarked.startswith("   boiler filler")


def test_a_heading_that_is_the_title_is_said_once():
    titled = replace(HIT, document=replace(DOCUMENT, title="Methods"))
    assert hit_text(1, titled).startswith("1. Methods (page 3)\n")


def test_without_a_terminal_a_line_is_written_at_each_tenth(capsys: Captured):
    view = IndexingView(Console(file=io.StringIO(), force_terminal=False))
    with view:
        for done in range(1001):
            view.show(IngestProgress("reading", done=done, total=1000))
        view.show(IngestProgress("embedding", embedded=0, to_embed=10))
        view.show(IngestProgress("idle"))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 12
    assert lines[1] == "reading, 100 of 1,000 files"
    assert lines[-1] == "embedding, 0 of 10 chunks"


def test_on_a_terminal_a_bar_shows_the_file_and_the_time_that_is_left():
    screen = io.StringIO()
    view = IndexingView(
        Console(file=screen, force_terminal=True, force_interactive=True, width=120)
    )
    with view:
        view.show(
            IngestProgress("reading", done=1, total=4, eta_s=3725.0, current="/x/\x1b[2Jnotes.md")
        )
    assert "reading, 1 of 4 files: /x/notes.md" in screen.getvalue()
    assert "1 h 02 min left" in screen.getvalue()


def test_nothing_changed_is_said_in_so_many_words(capsys: Captured):
    view = IndexingView(Console(file=io.StringIO()))
    view.end(IngestProgress())
    view.end(IngestProgress(removed=2))
    assert capsys.readouterr().err == "Nothing has changed.\nDone: 2 files gone.\n"
