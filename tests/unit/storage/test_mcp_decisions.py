"""What the person has decided of tools: kept, and asked again when the tool is another."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.mcp import RemoteTool
from desktop_agent.storage.mcp_servers import McpDecisions

TOOL = RemoteTool("time", "now", "time_now", "Tells the time.", {}, "f1")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "config" / "mcp-decisions.json"


def test_nothing_is_decided_at_first(path: Path) -> None:
    assert McpDecisions(path).of(TOOL) == ("ask", False)
    assert not path.exists()


@pytest.mark.parametrize("answer", ["always", "never"])
def test_a_decision_outlives_the_program(path: Path, answer: str) -> None:
    McpDecisions(path).keep(TOOL, answer)  # type: ignore[arg-type]
    later = McpDecisions(path)
    assert later.of(TOOL) == (answer, False)
    assert later.of(replace(TOOL, server="other")).decision == "ask"
    assert later.of(replace(TOOL, name="other")).decision == "ask"


def test_a_tool_that_is_another_now_is_asked_about_again(path: Path) -> None:
    decisions = McpDecisions(path)
    decisions.keep(TOOL, "always")
    assert decisions.of(replace(TOOL, fingerprint="f2")) == ("ask", True)
    decisions.keep(TOOL, "never")
    assert decisions.of(replace(TOOL, fingerprint="f2")) == ("never", False)


def test_decisions_of_a_tool_or_of_a_server_are_forgotten(path: Path) -> None:
    decisions = McpDecisions(path)
    other = replace(TOOL, name="other")
    elsewhere = replace(TOOL, server="elsewhere")
    for tool in (TOOL, other, elsewhere):
        decisions.keep(tool, "always")
    decisions.forget("time", "now")
    assert [decisions.of(t).decision for t in (TOOL, other, elsewhere)] == [
        "ask",
        "always",
        "always",
    ]
    decisions.forget("time")
    assert [McpDecisions(path).of(t).decision for t in (other, elsewhere)] == ["ask", "always"]


def test_two_programs_keep_each_others_decisions(path: Path) -> None:
    one, two = McpDecisions(path), McpDecisions(path)
    one.load()
    two.load()
    one.keep(TOOL, "always")
    two.keep(replace(TOOL, name="other"), "never")
    assert len(json.loads(path.read_text())) == 2


@pytest.mark.parametrize(
    "text",
    ["", "{", "[1]", '{"a": 1}', '[{"server": "time", "tool": "now", "answer": "yes", "of": "f1"}]',
     '[{"server": ["time"], "tool": "now", "answer": "always", "of": "f1"}]', "[" * 100_000],
)  # fmt: skip
def test_a_damaged_file_allows_nothing(path: Path, text: str) -> None:
    path.parent.mkdir()
    path.write_text(text)
    assert McpDecisions(path).of(TOOL).decision == "ask"


def test_one_that_cannot_be_written_counts_until_the_program_ends(path: Path) -> None:
    path.parent.write_text("a file where the folder should be")
    decisions = McpDecisions(path)
    with pytest.raises(StorageError):
        decisions.keep(TOOL, "always")
    assert decisions.of(TOOL).decision == "always"
