import timeit
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.evidence.grounding.answer_check import grounding_fault
from desktop_agent.evidence.records import Candidate, EvidencePack, Intent, Reading

TABLE = tomllib.loads(Path(__file__).with_name("grounding_cases.toml").read_text("utf-8"))["packs"]


def pack_of(name: str) -> EvidencePack:
    row = TABLE[name]
    said = (row["question"], Intent(row["intent"]), row["entity"], row.get("detail", ""))
    reading = Reading(*said, current=row.get("current", False))
    values = (row["answer"], *row["others"])
    candidates = tuple(Candidate(value, 0.8, 0.8, (), ()) for value in values)
    return EvidencePack(reading, candidates=candidates, answer=row["answer"], confidence=0.8)


def verdicts(kind: str) -> list[tuple[str, str, str]]:
    return [
        (name, text, grounding_fault(text, pack_of(name)))
        for name, row in TABLE.items()
        for text in row[kind]
    ]


def test_almost_no_text_that_contradicts_the_value_passes():
    judged = verdicts("contradicts")
    assert len(judged) >= 80
    passed = [(name, text) for name, text, fault in judged if not fault]
    assert len(passed) <= 1, passed  # "died on" the day of a birth


def test_nine_in_ten_texts_that_affirm_the_value_pass():
    judged = verdicts("affirms")
    refused = [entry for entry in judged if entry[2]]
    assert len(judged) >= 80
    assert len(refused) <= len(judged) / 10, "\n".join(map(str, refused))


def test_the_reason_quotes_the_sentence_that_is_at_fault():
    fault = grounding_fault("GUTS is the latest. In fact it is SOUR.", pack_of("album"))
    assert fault == "It gives another name in the place of GUTS: “In fact it is SOUR.”"
    fault = grounding_fault("The latest album is SOUR.", pack_of("album"))
    assert fault == "The text doesn't mention GUTS."


def test_a_title_of_signs_is_looked_for_as_it_stands_and_no_answer_not_at_all():
    assert not grounding_fault("Anything.", replace(pack_of("album"), answer=""))
    pack = replace(pack_of("album"), answer="÷", candidates=())
    assert not grounding_fault("The album is called **÷**.", pack)
    assert grounding_fault("The album is called x.", pack)


@given(st.text(max_size=200))
def test_any_text_can_be_judged(text: str):
    for name in TABLE:
        grounding_fault(text, pack_of(name))


@pytest.mark.parametrize(
    "piece",
    ["GUTS ", "not GUTS ", "not ", "( ", "SOUR ", "GUTS, "],
)
def test_hostile_text_is_judged_in_linear_time(piece: str):
    text = piece * (40_000 // len(piece))
    assert (
        min(timeit.repeat(lambda: grounding_fault(text, pack_of("album")), number=1, repeat=2)) < 3
    )
