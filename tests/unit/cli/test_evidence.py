import json
from argparse import Namespace
from collections.abc import AsyncGenerator
from typing import Any, cast

import pytest
from hypothesis import given, settings

from desktop_agent.core.events import Event, EvidenceFound, RunFinished, SearchAttempt
from desktop_agent.core.research import Question, QuotedPassage, Source
from desktop_agent.frontends.cli.evidence import evidence, evidence_text
from tests.unit.core.event_values import whole

FOUND = EvidenceFound(
    question="What is the latest stable version of Python?",
    intent="latest_version_of_software",
    entity="Python",
    extracted_answer="3.14.2",
    confidence=0.873,
    sources=(Source(1, "Download Python", "https://www.python.org/downloads/", "a", True),),
    candidates=(
        {
            "value": "3.14.2",
            "confidence": 0.873,
            "domains": ("python.org", "endoflife.date"),
            "sources": (1, 2),
            "why": "2 domains agree, one of them its own",
        },
        {"value": "3.13.1", "confidence": 0.2, "domains": (), "sources": (), "why": ""},
    ),
    passages=(QuotedPassage(1, "Download\nPython 3.14.2.", "Downloads > Latest", 10, 32),),
    notes=("One hop found nothing of use.",),
    sufficient=True,
)
NOTHING = EvidenceFound(question="q", intent="general_fact", sufficient=False)


class Finds:
    """What the command sees of a session."""

    def __init__(self, found: EvidenceFound) -> None:
        self.found = found
        self.asked: list[tuple[str, bool]] = []

    def ask(self, question: Question) -> "Finds":
        assert question.strategy == "evidence"
        self.asked.append((question.text, question.offline))
        return self

    async def events(self) -> AsyncGenerator[Event, None]:
        yield SearchAttempt(engine="brave", query="python", outcome="ok", results=3, ms=9)
        yield self.found
        yield RunFinished(status="answered" if self.found.sufficient else "insufficient")


async def carry_out(found: EvidenceFound, *, as_json: bool = False) -> int:
    session = Finds(found)
    options = Namespace(question="Which?", json=as_json, offline=True)
    status = await evidence(cast("Any", session), options)
    assert session.asked == [("Which?", True)]
    return status


async def test_the_evidence_is_printed_for_people_and_progress_goes_to_stderr(
    capsys: pytest.CaptureFixture[str],
):
    assert await carry_out(FOUND) == 0
    captured = capsys.readouterr()
    assert captured.out == (
        "What is the latest stable version of Python?\n"
        "Asked for:   the latest version of a program\n"
        "About:       Python\n"
        "Answer:      3.14.2\n"
        "Confidence:  0.87\n\n"
        "Candidates:\n"
        "1. 3.14.2 (0.87): python.org, endoflife.date [1, 2]\n"
        "   2 domains agree, one of them its own\n"
        "2. 3.13.1 (0.20)\n\n"
        "Passages:\n"
        "[1] (Downloads > Latest) Download Python 3.14.2.\n\n"
        "Sources:\n"
        "[1] Download Python\n    https://www.python.org/downloads/\n\n"
        "Notes:\n"
        "- One hop found nothing of use.\n"
    )
    assert "brave “python” -> 3 results" in captured.err


async def test_insufficient_evidence_says_so_and_is_status_3(capsys: pytest.CaptureFixture[str]):
    assert await carry_out(NOTHING) == 3
    assert "Answer:      insufficient evidence" in capsys.readouterr().out


async def test_passages_without_a_single_value_are_an_answer(capsys: pytest.CaptureFixture[str]):
    found = EvidenceFound(intent="general_fact", passages=(QuotedPassage(1, "It is so."),))
    assert await carry_out(found) == 0
    assert "in the passages below" in capsys.readouterr().out


async def test_json_is_the_pack_in_core_values_without_the_stamps_of_a_run(
    capsys: pytest.CaptureFixture[str],
):
    assert await carry_out(FOUND, as_json=True) == 0
    pack = json.loads(capsys.readouterr().out)
    assert pack["extracted_answer"] == "3.14.2"
    assert pack["candidates"][0]["domains"] == ["python.org", "endoflife.date"]
    assert pack["passages"][0]["start"] == 10
    assert not {"run_id", "seq", "t", "type"} & set(pack)


@settings(max_examples=60)
@given(found=whole(EvidenceFound))
def test_whatever_pages_say_the_text_holds_no_control_characters(found: EvidenceFound):
    text = evidence_text(found)
    assert not [c for c in text if (ord(c) < 32 and c != "\n") or 0x7F <= ord(c) <= 0x9F]
