"""What ``knowledge build`` is told, and what it tells."""

from argparse import ArgumentParser

import pytest

from desktop_agent.core.knowledge import BuildOrder, BuildProgress, BuildSummary
from desktop_agent.frontends.cli.knowledge import build_text, summary_lines
from desktop_agent.frontends.cli.parser import add_build_arguments

ORDER = BuildOrder(sources=("/dump",), target="s3://bucket/index", embedding_model="ollama/m")


def test_sources_can_be_named_one_by_one_or_together() -> None:
    parser = ArgumentParser()
    add_build_arguments(parser)
    told = parser.parse_args(["--source", "a", "b", "--source", "c", "--target", "t"])
    assert told.source == ["a", "b", "c"]
    assert (told.scheduler, told.workers, told.shard_size) == ("local", 0, 1_000)
    with pytest.raises(SystemExit):
        parser.parse_args(["--source", "a", "--target", "t", "--workers", "0"])


def test_progress_tells_what_is_done_and_how_long_the_rest_takes() -> None:
    assert build_text(BuildProgress(note="looking for documents")) == "looking for documents"
    progress = BuildProgress(2, 8, 0, 2_000, 4_100, 3, 7_500.0)
    assert build_text(progress) == (
        "2 of 8 shards, 2,000 documents, 4,100 passages, 3 not readable, about 2 h 05 min left"
    )


def test_the_summary_tells_what_came_of_it_and_what_went_wrong() -> None:
    done = BuildSummary(BuildProgress(8, 8, 2, 6_000, 12_000), 61.0)
    lines = summary_lines(ORDER, done)
    assert lines[0].endswith("12,000 passages, in 1 min 01 s")
    assert "2 documents were indexed by an earlier build." in lines
    assert lines[-1] == "Search it: set knowledge.lancedb_uri to s3://bucket/index"
    failed = BuildSummary(
        BuildProgress(8, 8), 1.0, failures=("a.jsonl: no",), unread=("b.pdf is broken.",)
    )
    lines = summary_lines(ORDER, failed)
    assert "failed: a.jsonl: no" in lines
    assert "not read: b.pdf is broken." in lines
    assert "The same command goes on where this one ended." in lines
