"""Questions with pages and claims are read in each form, and a broken row is told by its place."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_agent.bench.labelled_data import Page, read_claims, read_questions
from desktop_agent.core.errors import AgentError

PAGE = {"title": "Mast", "text": "The mast is 47 metres high."}
QUESTION = {"id": "a", "question": "How high?", "answers": ["47 metres"], "pages": [PAGE]}
CLAIM = {"id": "a", "claim": "It is high.", "text": "It is high.", "label": "supported"}


def write(folder: Path, *rows: object) -> Path:
    path = folder / "rows.jsonl"
    path.write_text("\n".join(json.dumps(row) for row in rows))
    return path


def test_a_question_is_read_in_the_own_form_and_in_that_of_hotpotqa(tmp_path: Path):
    published = {
        "_id": "b",
        "question": "Who?",
        "answer": "Ann Lee",
        "supporting_facts": [["Ann Lee", 0]],
        "context": [["Ann Lee", ["She climbed it.", " It was high."]], ["Nothing", []]],
    }
    own = QUESTION | {"hops": 2, "language": "en", "answers": [" ", "47 metres"]}
    first, second = read_questions(write(tmp_path, own, published))
    assert (first.answers, first.hops, first.language) == (("47 metres",), 2, "en")
    assert first.pages == (Page(PAGE["text"], "Mast"),)
    assert (second.id, second.answers, second.hops) == ("b", ("Ann Lee",), 2)
    address = "https://en.wikipedia.org/wiki/Ann_Lee"
    assert second.pages == (Page("She climbed it. It was high.", "Ann Lee", address),)


def test_a_claim_is_read_in_the_own_form_and_in_published_ones(tmp_path: Path):
    published = {
        "unique_id": "v1",
        "claim": "It is low.",
        "evidence": "It is high.",
        "page": "The_Mast",
        "label": "REFUTES",
    }
    unsure = {"id": 7, "claim": "c", "evidence": "e", "label": "NOT_ENOUGH_INFO"}
    first, second, third = read_claims(write(tmp_path, CLAIM, published, unsure))
    assert (first.page, first.label) == (Page("It is high."), "supported")
    assert (second.id, second.label) == ("v1", "contradicted")
    assert second.page == Page("It is high.", "The Mast")
    assert third.label == "not stated"
    assert read_claims(write(tmp_path, CLAIM, published), limit=1) == (first,)


BROKEN: list[tuple[Callable[[Path], object], object, str]] = [
    (read_questions, {"question": "q"}, "line 2: 'answers': Field required"),
    (
        read_questions,
        QUESTION | {"pages": [{"title": "t"}]},
        "line 2: 'pages.0.text': Field required",
    ),
    (read_questions, QUESTION | {"hops": "two"}, "line 2: 'hops': Input"),
    (read_questions, QUESTION, "two rows have the id 'a'"),
    (read_claims, CLAIM | {"label": "true"}, "line 2: 'label': Input"),
    (read_claims, {"claim": "c", "label": "SUPPORTS"}, "line 2: 'page.text': String"),
    (read_claims, CLAIM, "two rows have the id 'a'"),
]


@pytest.mark.parametrize(("read", "row", "told"), BROKEN)
def test_a_broken_row_is_told_by_its_file_and_line(
    tmp_path: Path, read: Callable[[Path], object], row: object, told: str
):
    good = QUESTION if read is read_questions else CLAIM
    path = write(tmp_path, good, row)
    with pytest.raises(AgentError) as caught:
        read(path)
    assert str(path) in caught.value.message
    assert told in caught.value.message
