"""Reading a critique, and the verdicts on sentences."""

import json
from datetime import date
from typing import Any

import pytest

from desktop_agent.agents.roles.consulter import Critique, Subject, parse_critique, parse_support
from desktop_agent.core.research import Claim, Passage
from desktop_agent.evidence.claims.verdicts import CitedEvidence, OutsideVerdict
from desktop_agent.evidence.question.parser import read_question


@pytest.mark.parametrize(
    "text",
    [
        '{"missing": ["the year"], "faults": ["a and not a"], "verdict": "ok"}',
        '```json\n{"missing": ["the year"], "faults": ["a and not a"], "verdict": "revise"}\n```',
        'Here: {"missing": ["the year"], "faults": ["a and not a"], "verdict": "REVISE"} Done.',
        "{'missing': ['the year'], 'faults': ['a and not a'], 'verdict': 'revise',}",
        '{"missing": "the year", "faults": "a and not a"}',
        '{"missing": ["the year", "", "the year"], "faults": ["a and not a"], "verdict": "revi',
    ],
)
def test_a_critique_is_read_in_any_form_and_its_points_decide(text: str):
    assert parse_critique(text, "") == Critique("revise", ("the year",), ("a and not a",))


@pytest.mark.parametrize(
    ("said", "missing", "faults"),
    [
        ("The second part is not answered.", True, False),
        ("Some points are open.\n**Missing:** the year\nFault: a and not a", True, True),
        ("Missing:\n- the year\n\nFaults:\n1. a and not a", True, True),
        ("Das zweite Jahr wird nicht beantwortet.", True, False),
        ("Fehlt: das Jahr", True, False),
        ("Les phrases se contredisent.", False, True),
        ("No se menciona el año.", True, False),
        ("\u524d\u540e\u77db\u76fe\u3002", False, True),
        ("Nothing is missing, and it never contradicts itself.", False, False),
        ("Missing: none.", False, False),
        ("\u6ca1\u6709\u77db\u76fe\u3002", False, False),
    ],
)
def test_points_are_found_in_prose_in_five_languages(said: str, missing: bool, faults: bool):
    critique = parse_critique(f"OK. {said}", "")
    assert (bool(critique.missing), bool(critique.faults)) == (missing, faults)


@pytest.mark.parametrize("text", ["", "The draft is fine.", "[1, 2]", '{"verdict": "maybe"}', "{"])
def test_what_holds_no_point_is_ok(text: str):
    assert parse_critique(text, "").verdict == "ok"


def test_points_copied_from_the_prompt_are_dropped():
    said = '{"missing": ["A part of it"], "faults": ["name each fault"], "verdict": "revise"}'
    assert parse_critique(said, "Say a part of it. Name each fault!").verdict == "ok"


TODAY = date(2026, 11, 28)
BOTH = "Who wrote the opera Lulu, and when was it first performed?"
BY_BERG = "The opera Lulu was written by Alban Berg."


@pytest.mark.parametrize(
    ("question", "draft", "part", "lacks"),
    [
        (BOTH, BY_BERG, "when was it first performed", True),
        (BOTH, f"{BY_BERG} It was first performed in 1937.", "when was it first performed", False),
        ("Who runs the museum?", "Ada Lovelace runs the museum.", "who runs the museum", False),
        (BOTH, BY_BERG, "the names of the singers", False),
        ("How many rooms has it?", "It has many rooms.", "how many rooms", True),
        ("Is the bridge open?", "Yes, the bridge is open.", "is the bridge open", False),
    ],
)
def test_a_missing_part_is_asked_for_and_has_no_value_in_the_draft(
    question: str, draft: str, part: str, *, lacks: bool
):
    assert Subject(draft, read_question(question, TODAY), TODAY).lacks(part) is lacks


@pytest.mark.parametrize(
    ("draft", "missing"),
    [
        ("It is a fine building. It has many rooms.", True),
        ("It is a fine building. It has 12 rooms.", False),
        ("It is not known how many there are.", False),
    ],
)
def test_that_no_sentence_answers_is_checked_for_a_value(draft: str, *, missing: bool):
    subject = Subject(draft, read_question("How many rooms has the museum?", TODAY), TODAY)
    critique = parse_critique(json.dumps({"answers": 0, "verdict": "ok"}), "", subject)
    assert bool(critique.missing) is missing


FREE = "Visitors may climb it free of charge"
OPEN = Passage(1, f"{FREE}. The tower is open in summer.")
LENS = Passage(2, "The old lens is kept in the town museum.")
SENTENCES = (
    CitedEvidence(2, Claim("Nobody pays", (1,)), (OPEN,)),
    CitedEvidence(5, Claim("The lens was sold", (1, 2)), (LENS, OPEN)),
)
SUPPORTED = OutsideVerdict(SENTENCES[0], "supported", FREE)
NOT_STATED = OutsideVerdict(SENTENCES[1], "not stated")


def item(
    sentence: object, verdict: object, passage: object = 0, quote: object = ""
) -> dict[str, Any]:
    return {"sentence": sentence, "verdict": verdict, "passage": passage, "quote": quote}


FIRST, SECOND = item(1, "supported", 1, FREE), item(2, "not stated")


@pytest.mark.parametrize(
    "support",
    [
        [FIRST, SECOND],
        [SECOND, FIRST],
        [item("Sentence 1", "Supported", "Passage 9", FREE), item(2.0, "NOT STATED", None, None)],
        [item(1, "supported.", [1], FREE), item(2, "unsupported", -1)],
        [{"verdict": "supported", "passage": 1, "quote": FREE}, {"verdict": "not stated"}],
        [FIRST, SECOND, item(3, "supported", 1, FREE), item(0, "supported", 1, FREE), "all", None],
        [FIRST, item(1, "contradicted", 1, FREE), SECOND],
    ],
)
def test_verdicts_on_sentences_are_read_leniently(support: object):
    verdicts = parse_support(json.dumps({"support": support}), SENTENCES)
    assert set(verdicts) == {SUPPORTED, NOT_STATED}


@pytest.mark.parametrize("text", ["", "fine", "{}", '{"support": null}', '{"support": 3}', "[[["])
def test_a_reply_without_verdicts_has_none(text: str):
    assert parse_support(text, SENTENCES) == ()


def test_verdicts_are_read_from_a_reply_that_was_cut_off():
    reply = json.dumps({"verdict": "ok", "support": [FIRST, SECOND]})
    assert SUPPORTED in parse_support(reply[:-30], SENTENCES)
