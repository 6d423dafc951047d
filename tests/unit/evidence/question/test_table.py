from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from desktop_agent.bench.datasets import read_data_set
from desktop_agent.core.research import QuestionType
from desktop_agent.evidence.question.parser import read_question
from desktop_agent.evidence.records import Intent
from tests.unit.evidence.question.table import COLUMNS, TODAY, Case, cases, read

PLAIN = [case for case in cases() if not case.ambiguous]
AMBIGUOUS = [case for case in cases() if case.ambiguous]
BOUND = 0.97


def accuracy(column: str, among: list[Case]) -> float:
    right = sum(column not in case.differences(read(case)) for case in among)
    return right / len(among)


@pytest.mark.parametrize("column", COLUMNS)
def test_questions_that_have_one_reading_are_read_right(column: str):
    for case in PLAIN:
        if wrong := case.differences(read(case)).get(column):
            print(f"\n{case.text!r}: {wrong}")
    assert accuracy(column, PLAIN) >= BOUND


def test_most_questions_that_have_two_readings_have_the_intent_of_the_table():
    assert accuracy("intent", AMBIGUOUS) >= 0.9


def test_the_detail_and_the_language_of_a_question_are_found():
    with_detail = [case for case in cases() if case.detail is not None]
    wrong = {case.text for case in with_detail if read(case).detail != case.detail}
    print(f"\ndetail: {1 - len(wrong) / len(with_detail):.3f} of {len(with_detail)}", wrong)
    assert len(wrong) <= len(with_detail) * (1 - BOUND)
    assert all(read(case).language == case.language for case in cases())


def test_published_questions_are_mostly_factual_name_what_they_are_about_and_are_rarely_current(
    shared_fixtures: Path,
):
    items = read_data_set("simpleqa", shared_fixtures / "qa" / "simpleqa_first300.csv").items
    readings = [read_question(item.question, TODAY) for item in items]
    years = [str(year) for year in range(1500, TODAY.year - 2)]
    settled = [each for each in readings if any(year in each.text for year in years)]
    current = [reading.text for reading in settled if reading.current]
    assert len(settled) > 100
    assert len(current) <= len(settled) * 0.1, current
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


def test_a_year_is_recent_or_past_by_the_day_of_asking():
    text = "Who won the Nobel Prize in Literature in 2025?"
    assert read_question(text, TODAY).current
    assert not read_question(text, date(2031, 5, 4)).current
