"""Reading a critique, and the verdicts on sentences."""

import json
from typing import Any

import pytest

from desktop_agent.agents.roles.consulter import (
    Critique,
    SentencesToJudge,
    parse_critique,
    parse_support,
)
from desktop_agent.core.errors import BadResponse
from desktop_agent.core.research import Claim
from desktop_agent.evidence.claims.verdicts import CitedEvidence, EvidencePassage, OutsideVerdict


@pytest.mark.parametrize(
    "text",
    [
        '{"missing": ["the year"], "faults": ["a and not a"], "verdict": "revise"}',
        '```json\n{"missing": ["the year"], "faults": ["a and not a"], "verdict": "revise"}\n```',
        'Here: {"missing": ["the year"], "faults": ["a and not a"], "verdict": "REVISE"} Done.',
        "{'missing': ['the year'], 'faults': ['a and not a'], 'verdict': 'revise',}",
        '{"missing": "the year", "faults": "a and not a", "verdict": " revise "}',
        '{"missing": ["the year", ""], "faults": ["a and not a"], "verdict": "revise"',
    ],
)
def test_a_critique_is_read_also_when_its_json_is_malformed(text: str):
    assert parse_critique(text) == Critique("revise", ("the year",), ("a and not a",))


@pytest.mark.parametrize(
    "text", ["", "The draft is fine.", "[1, 2]", '{"verdict": "maybe"}', '{"missing": []}', "{"]
)
def test_what_is_no_critique_is_a_bad_response(text: str):
    with pytest.raises(BadResponse):
        parse_critique(text)


def test_a_revision_without_a_fault_is_not_asked_for():
    critique = parse_critique('{"missing": [], "faults": [], "verdict": "revise"}')
    assert critique.verdict == "ok"
    assert critique.note


FREE = "Visitors may climb it free of charge"
OPEN = EvidencePassage(7, 1, f"{FREE}. The tower is open in summer.", 0, 68)
LENS = EvidencePassage(4, 2, "The old lens is kept in the town museum.", 90, 130)
SENTENCES = SentencesToJudge(
    (
        CitedEvidence(2, Claim("Nobody pays", (1,)), (OPEN,)),
        CitedEvidence(5, Claim("The lens was sold", (1, 2)), (LENS, OPEN)),
    )
)
SUPPORTED = OutsideVerdict(2, "supported", 7, FREE)
NOT_STATED = OutsideVerdict(5, "not stated")


def item(
    sentence: object, verdict: object, passage: object = 0, quote: object = ""
) -> dict[str, Any]:
    return {"sentence": sentence, "verdict": verdict, "passage": passage, "quote": quote}


FIRST, SECOND = item(1, "supported", 1, FREE), item(2, "not stated")


def test_a_passage_of_two_sentences_is_shown_once():
    assert SENTENCES.text.splitlines() == [
        "Sentence 1: Nobody pays",
        f"Passage 1: {OPEN.text}",
        "Sentence 2: The lens was sold",
        f"Passage 2: {LENS.text}",
        "Passage 1: as above",
    ]


@pytest.mark.parametrize(
    "support",
    [
        [FIRST, SECOND],
        [item("1", "Supported", "1", FREE), item("2", "NOT STATED", None, None)],
        [item("Sentence 1", "supports", "Passage 1", FREE), item(2.0, "not_stated")],
        [item(1, "supported.", [1], FREE), item(2, "unsupported", -1)],
        {"1": item(None, "supported", 1, FREE), "2": SECOND},
        {"1": {"verdict": "supported", "passage": 1, "quote": FREE}, "2": {"verdict": "?"}},
        [{"verdict": "supported", "passage": 1, "quote": FREE}, {"verdict": "not stated"}],
        [FIRST, SECOND, item(3, "supported", 1, FREE), item(0, "supported", 1, FREE), "all", None],
        [FIRST, FIRST, SECOND],
    ],
)
def test_verdicts_on_sentences_are_read_leniently(support: object):
    verdicts = dict.fromkeys(parse_support(json.dumps({"support": support}), SENTENCES))
    assert list(verdicts) == [SUPPORTED, NOT_STATED]


def test_verdicts_may_come_in_any_order_or_be_missing():
    turned = parse_support(json.dumps({"support": [SECOND, FIRST]}), SENTENCES)
    assert set(turned) == {SUPPORTED, NOT_STATED}
    assert parse_support(json.dumps({"support": [SECOND]}), SENTENCES) == (NOT_STATED,)
    assert parse_support(json.dumps({"support": SECOND}), SENTENCES) == (NOT_STATED,)


@pytest.mark.parametrize("passage", [2, 3, 99, "[4]", None])
def test_a_quote_finds_its_passage_if_the_number_is_none_of_the_sentence(passage: object):
    support = [item(1, "supported", passage, FREE), SECOND]
    assert parse_support(json.dumps({"support": support}), SENTENCES)[0] == SUPPORTED


def test_a_number_of_another_passage_of_the_sentence_is_kept_as_it_is():
    support = [item(2, "contradicted", 1, "is kept in the town museum")]
    (verdict,) = parse_support(json.dumps({"support": support}), SENTENCES)
    assert (verdict.claim, verdict.outcome, verdict.passage) == (5, "contradicted", 7)


def test_different_verdicts_on_one_sentence_cancel_out():
    support = [FIRST, item(1, "contradicted", 1, FREE), SECOND]
    assert parse_support(json.dumps({"support": support}), SENTENCES) == (NOT_STATED,)


@pytest.mark.parametrize("text", ["", "fine", "{}", '{"support": null}', '{"support": 3}', "[[["])
def test_a_reply_without_verdicts_has_none(text: str):
    assert parse_support(text, SENTENCES) == ()


def test_verdicts_are_read_from_a_reply_that_was_cut_off():
    reply = json.dumps({"verdict": "ok", "support": [FIRST, SECOND]})
    assert SUPPORTED in parse_support(reply[:-30], SENTENCES)
