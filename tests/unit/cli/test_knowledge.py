"""What ``knowledge`` prints; end2end/test_knowledge.py has what it does."""

import io
from dataclasses import replace

import pytest
from rich.console import Console

from desktop_agent.core.knowledge import (
    BuildOrder,
    BuildProgress,
    BuildSummary,
    CollectionInfo,
    DocumentRecord,
    IngestProgress,
    KnowledgeHit,
    KnowledgeStatus,
    Place,
    Problem,
    SourceInfo,
)
from desktop_agent.frontends.cli.knowledge import (
    build_text,
    collection_text,
    hit_text,
    problem_lines,
    show_end,
    show_progress,
    status_text,
    summary_lines,
)
from desktop_agent.frontends.cli.progress import Meter

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
PATH = "/home/ada/papers/boiler.pdf"
DOCUMENT = DocumentRecord(
    "k", "c1", 1, PATH, f"file://{PATH}", "The \x1b[2Jboiler", "application/pdf", 9, 1, "00"
)
PLACE = Place(0, 9, page=3, headings=("Methods",))
HIT = KnowledgeHit(1, DOCUMENT, "It was\nbuilt in \x1b]0;x\x071904.", PLACE, 0.5)
Captured = pytest.CaptureFixture[str]


def test_a_passage_has_its_place_and_no_control_characters():
    assert hit_text(1, HIT) == (
        "1. The boiler (page 3, Methods)\n   /home/ada/papers/boiler.pdf\n"
        "   It was built in ]0;x1904."
    )
    untitled = replace(HIT, document=replace(DOCUMENT, title=""), place=Place(0, 1))
    assert hit_text(2, untitled).startswith("2. /home/ada/papers/boiler.pdf\n")
    titled = replace(HIT, document=replace(DOCUMENT, title="Methods"))
    assert hit_text(1, titled).startswith("1. Methods (page 3)\n")  # its heading is said once


def test_a_collection_is_described_with_its_sources():
    assert collection_text(NOTES) == (
        "notes: 2 documents, 1,204 chunks, 80 of them embedded, 12.3 MB, 1 problem\n"
        "  /home/ada/papers (2 documents, 1 problem)\n"
        "  /media/disk/x.pdf (0 documents, not there now)"
    )
    assert collection_text(PAGES).endswith("0 bytes\n  pages that were read (0 documents)")


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
    lines = list(problem_lines([Problem(1, f"/\x1b[2J{n}", "No.", "Why?") for n in range(30)]))
    assert lines[:2] == ["Not read, or only in part:", "- /0: No. Why?"]
    assert len(lines) == 22
    assert "10 more" in lines[-1]


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


def test_without_a_terminal_a_line_is_written_at_each_tenth(capsys):
    with Meter(console=Console(file=io.StringIO(), force_terminal=False)) as meter:
        for done in range(1001):
            show_progress(meter, IngestProgress("reading", done=done, total=1000))
        show_progress(meter, IngestProgress("embedding", embedded=0, to_embed=10))
        show_progress(meter, IngestProgress("idle"))
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 12
    assert lines[1] == "reading, 100 of 1,000 files"
    assert lines[-1] == "embedding, 0 of 10 chunks"
    show_end(IngestProgress())
    show_end(IngestProgress(removed=2))
    show_end(IngestProgress(done=3, problems=1))
    assert capsys.readouterr().err == (
        "Nothing has changed.\nDone: 2 files gone.\nDone: 2 files read, 1 file could not be read.\n"
    )


# --- knowledge build

ORDER = BuildOrder(sources=("/dump",), target="s3://bucket/index", embedding_model="ollama/m")


def test_a_build_tells_how_far_it_is_what_came_of_it_and_what_went_wrong():
    assert build_text(BuildProgress(note="looking for documents")) == "looking for documents"
    progress = BuildProgress(2, 8, 0, 2_000, 4_100, 3, 7_500.0)
    assert build_text(progress) == (
        "2 of 8 shards, 2,000 documents, 4,100 passages, 3 not readable, about 2 h 05 min left"
    )
    done = BuildSummary(BuildProgress(8, 8, 2, 6_000, 12_000), 61.0)
    lines = summary_lines(ORDER, done)
    assert lines[0].endswith("12,000 passages, in 1 min 01 s")
    assert "2 documents were indexed by an earlier build." in lines
    assert lines[-1] == "Search it: set knowledge.lancedb_uri to s3://bucket/index"
    failed = BuildSummary(
        BuildProgress(8, 8), 1.0, failures=("a.jsonl: no",), unread=("b.pdf is broken.",)
    )
    assert summary_lines(ORDER, failed)[1:] == [
        "not read: b.pdf is broken.",
        "failed: a.jsonl: no",
        "Run the same command to continue where this one stopped.",
    ]
