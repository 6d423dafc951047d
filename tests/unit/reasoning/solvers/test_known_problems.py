"""Solvers give the known value of what they know, and nothing of what they do not."""

import time
from datetime import date

import pytest

from desktop_agent.agents.answers.answer_form import is_worked_out
from desktop_agent.agents.reasoning.solvers import solve
from desktop_agent.evidence.question.parser import read_question
from tests.unit.reasoning.problems import collected_questions
from tests.unit.reasoning.solvers.known_problems import (
    BULBS,
    KNOWN,
    LOOK_ALIKES,
    LOOK_ALIKES_UNSEEN,
    NEAR_MISSES,
    PLAIN,
    PLAIN_UNSEEN,
)


@pytest.mark.parametrize(("problem", "value"), KNOWN)
def test_a_known_problem_has_its_known_answer(problem, value):
    solved = solve(problem)
    assert solved.value == value
    assert solved.explanation


@pytest.mark.parametrize("problem", NEAR_MISSES)
def test_a_problem_that_only_looks_known_is_left_to_a_model(problem):
    assert solve(problem) is None


def test_plain_questions_are_computed_and_what_only_looks_like_one_is_not():
    lines = [line.split(" => ") for line in (PLAIN + PLAIN_UNSEEN).splitlines()]
    asked = [*lines, *([line, ""] for line in (LOOK_ALIKES + LOOK_ALIKES_UNSEEN).splitlines())]
    answers = [[question, getattr(solve(question), "value", "")] for question, _ in asked]
    assert answers == asked


@pytest.mark.parametrize(
    "problem",
    [
        "What is " + "9" * 1_000_000,
        "What is " + "(" * 500 + "1" + ")" * 500 + "?",
        "What is 9^9^9^9?",
        "How many 9999 x 9999 matrices of rank 5000 are there over GF(2)?",
        "What is the smallest eigenvalue of the cycle graph C_999999999?",
        BULBS.format(n=10**30, m=10**30),
        "What date is 99999999999 days after May 1, 2023?",
        "a " * 5000,
        ", ".join(["how many lockers"] * 90),
        "What is 1" + " + 1/9999999999" * 60 + "?",
        "\\frac{" * 200 + "1" + "}{2}" * 200,
    ],
    ids=lambda problem: problem[:40],
)
def test_a_hostile_problem_ends_at_once(problem):
    start = time.process_time()
    solved = solve(problem)
    assert time.process_time() - start < 2
    assert solved is None or len(solved.value) < 5000


def test_no_solver_takes_a_published_question_for_one_of_its_own(shared_fixtures):
    assert [each for each in collected_questions(shared_fixtures) if solve(each)] == []


def test_sums_of_the_published_sets_are_worked_out_and_facts_are_looked_up(shared_fixtures):
    questions = collected_questions(shared_fixtures)
    worked = [is_worked_out(read_question(each, date(2026, 1, 1))) for each in questions]
    assert sum(worked[:300]) >= 255
    assert not any(worked[300:])
