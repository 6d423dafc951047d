"""What ``knowledge build`` is told, and what it tells."""

import pytest

from desktop_agent.core.knowledge import BuildOrder, BuildProgress, BuildSummary, WorkerRate
from desktop_agent.frontends.cli.knowledge import progress_line, summary_lines
from desktop_agent.frontends.cli.parser import build_parser

ORDER = BuildOrder(sources=("/dump",), target="s3://bucket/index", embedding_model="ollama/m")


def test_sources_can_be_named_one_by_one_or_together() -> None:
    parse, line = build_parser().parse_args, ["knowledge", "build", "--target", "t"]
    told = parse([*line, "--source", "a", "b", "--source", "c"])
    assert told.source == ["a", "b", "c"]
    assert (told.scheduler, told.workers, told.shard_size) == ("local", 0, 1_000)
    with pytest.raises(SystemExit):
        parse([*line, "--source", "a", "--workers", "0"])


def test_progress_tells_what_is_done_and_how_long_the_rest_takes() -> None:
    assert progress_line(BuildProgress(note="looking for documents")) == "looking for documents"
    progress = BuildProgress(2, 8, 0, 2_000, 4_100, 4_000, 3, 7_500.0)
    assert progress_line(progress) == (
        "2 of 8 shards, 2,000 documents, 4,100 passages, 4,000 embedded, 3 not readable, "
        "about 2 h 5 min left"
    )


def test_the_summary_has_the_rate_of_each_worker_and_what_went_wrong() -> None:
    rate = WorkerRate("node:7", documents=1_000, chunks=2_100, embedded=2_100, seconds=10)
    done = BuildSummary(BuildProgress(8, 8, 2, 6_000, 12_000, 12_000), 61.0, (rate,))
    lines = summary_lines(ORDER, done)
    assert lines[0].endswith("12,000 embedded, in 61 s")
    assert "2 shards were finished by an earlier build." in lines
    assert "node:7: 100.0 documents, 210.0 passages, 210.0 embedded a second, over 10 s" in lines
    assert lines[-1] == "Search it: set knowledge.lancedb_uri to s3://bucket/index"
    failed = BuildSummary(
        BuildProgress(8, 8), 1.0, failures=("a.jsonl: no",), unread=("b.pdf is broken.",)
    )
    lines = summary_lines(ORDER, failed)
    assert "failed: a.jsonl: no" in lines
    assert "not read: b.pdf is broken." in lines
    assert "The same command goes on where this one ended." in lines
