from hypothesis import given, settings

from desktop_agent.core.events import EvidenceFound
from desktop_agent.core.research import Passage, Source
from desktop_agent.frontends.cli.evidence import evidence_text
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
    passages=(Passage(1, "Download\nPython 3.14.2.", "Downloads > Latest", 10, 32),),
    notes=("One hop found nothing of use.",),
    sufficient=True,
)


def test_the_evidence_is_printed_for_people():
    assert evidence_text(FOUND) == (
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
        "- One hop found nothing of use."
    )


def test_evidence_without_a_single_value_is_told_as_what_it_is():
    nothing = EvidenceFound(question="q", intent="general_fact", sufficient=False)
    assert "Answer:      insufficient evidence" in evidence_text(nothing)
    found = EvidenceFound(intent="general_fact", passages=(Passage(1, "It is so."),))
    assert "in the passages below" in evidence_text(found)


@settings(max_examples=30)
@given(found=whole(EvidenceFound))
def test_whatever_pages_say_the_text_holds_no_control_characters(found):
    text = evidence_text(found)
    assert not [c for c in text if (ord(c) < 32 and c != "\n") or 0x7F <= ord(c) <= 0x9F]
