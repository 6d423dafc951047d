import csv
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.question.parser import (
    needs_current_info,
    read_question,
)
from desktop_agent.evidence.records import Intent
from tests.unit.evidence.question.table import COLUMNS, TODAY, Case, cases, read

PLAIN = [case for case in cases() if not case.ambiguous]
AMBIGUOUS = [case for case in cases() if case.ambiguous]
BOUND = 0.97


def accuracy(column: str, among: list[Case]) -> float:
    right = sum(column not in case.differences(read(case)) for case in among)
    return right / len(among)


def test_the_table_is_large_and_names_no_question_twice() -> None:
    texts = Counter(case.text for case in cases())
    assert len(texts) >= 180
    assert set(texts.values()) == {1}
    assert {case.intent for case in cases()} == set(Intent)
    assert {case.question_type for case in cases()} == set(QuestionType)


@pytest.mark.parametrize("column", COLUMNS)
def test_questions_that_have_one_reading_are_read_right(column: str) -> None:
    plain, ambiguous = accuracy(column, PLAIN), accuracy(column, AMBIGUOUS)
    print(f"\n{column}: {plain:.3f} of {len(PLAIN)}, ambiguous {ambiguous:.3f} of {len(AMBIGUOUS)}")
    for case in PLAIN:
        if wrong := case.differences(read(case)).get(column):
            print(f"  {case.text!r}: {wrong}")
    assert plain >= BOUND


def test_questions_that_have_two_readings_are_listed_apart() -> None:
    print()
    for case in AMBIGUOUS:
        wrong = case.differences(read(case)) or "as in the table"
        print(f"  {case.text!r} ({case.ambiguous}): {wrong}")
    assert accuracy("intent", AMBIGUOUS) >= 0.9


def test_the_detail_and_the_language_of_a_question_are_found() -> None:
    with_detail = [case for case in cases() if case.detail is not None]
    wrong = {case.text for case in with_detail if read(case).detail != case.detail}
    print(f"\ndetail: {1 - len(wrong) / len(with_detail):.3f} of {len(with_detail)}", wrong)
    assert len(wrong) <= len(with_detail) * (1 - BOUND)
    assert all(read(case).language == case.language for case in cases())


def _published_questions(folder: Path) -> list[str]:
    path = folder / "qa" / "simpleqa_first300.csv"
    if not path.is_file():
        pytest.skip("the published questions are not on this machine")
    with path.open(encoding="utf-8", newline="") as file:
        return [row["problem"] for row in csv.DictReader(file)]


def test_published_questions_of_settled_facts_are_rarely_called_current(
    shared_fixtures: Path,
) -> None:
    questions = _published_questions(shared_fixtures)
    readings = [read_question(question, TODAY) for question in questions]
    print("\n", Counter(str(reading.intent) for reading in readings))
    print(Counter(str(reading.question_type) for reading in readings))
    settled = [
        reading
        for reading in readings
        if any(str(year) in reading.text for year in range(1500, TODAY.year - 2))
    ]
    current = [reading.text for reading in settled if reading.current]
    print(f"{len(settled)} name a past year, {len(current)} of them are called current", current)
    assert len(settled) > 100
    assert len(current) <= len(settled) * 0.1


def test_published_questions_are_mostly_factual_and_name_what_they_are_about(
    shared_fixtures: Path,
) -> None:
    readings = [read_question(text, TODAY) for text in _published_questions(shared_fixtures)]
    types = Counter(reading.question_type for reading in readings)
    assert types[QuestionType.FACTUAL] > len(readings) * 0.7
    assert types[QuestionType.NUMERIC] > len(readings) * 0.08
    assert types[QuestionType.EXPLANATORY] < len(readings) * 0.05
    assert sum(bool(reading.entity) for reading in readings) > len(readings) * 0.85
    for reading in readings:
        how_many = reading.text.startswith(("How many", "How much"))
        assert not how_many or reading.question_type is QuestionType.NUMERIC, reading.text
        dated = reading.text.endswith("born?") and reading.text.startswith(("On what", "What day"))
        assert not dated or reading.intent is Intent.EVENT_DATE, reading.text


def test_a_year_is_recent_or_past_by_the_day_of_asking() -> None:
    text = "Who won the Nobel Prize in Literature in 2025?"
    assert needs_current_info(text, date(2026, 5, 4))
    assert not needs_current_info(text, date(2031, 5, 4))
