"""Which template fits which problem, asked as people ask."""

import time
from dataclasses import replace

import pytest

from desktop_agent.agents.reasoning.templates import TemplateMatch, select, wording
from desktop_agent.core.template import Template, TemplateNode
from tests.unit.reasoning.problems import TEMPLATES, collected_questions

FITTING = [
    ("Compare PostgreSQL and MySQL for a small analytics team", "options-comparison"),
    ("Give me a timeline of the Suez crisis", "timeline"),
    ("Is it true that we only use 10% of our brains?", "claim-fact-check"),
    ("What does the research say about four-day work weeks?", "literature-summary"),
    ("Help me decide which of three job offers to take: salary, commute, growth matter", "decision-criteria"),
    ("Convert 65 mph to metres per second", "unit-calculation"),
    ("What is the probability of rolling at least one six with four dice?", "probability-counting"),
    ("What are the eigenvalues of the circulant graph C_12(1,5)?", "graph-spectrum"),
    ("There are 100 closed lockers. Student k toggles every k-th locker. How many are open at the end?", "divisor-toggling"),
    ("How many 3x3 matrices over F_2 have rank 1?", "finite-field-matrices"),
    ("How many days are there between 3 March 2024 and 17 January 2025?", "date-arithmetic"),
    ("What was the root cause of the Ariane 5 flight 501 explosion?", "root-cause"),
    ("Why does my sourdough keep collapsing in the oven? I already changed the flour.", "root-cause"),
    ("What are the pros and cons of nuclear power for Poland?", "pros-and-cons"),
    ("Who are the stakeholders in a new river dam and what do they want?", "stakeholder-map"),
    ("How is the term resilience used in ecology and in psychology?", "concept-definition"),
    ("Estimate how many piano tuners work in Chicago", "fermi-estimate"),
    ("Is a difference of 52% vs 48% with n = 200 statistically significant?", "statistics-check"),
    ("How could we test whether the new feeder reduces mortality in broilers?", "study-design"),
]  # fmt: skip

NONE = [
    # facts of every day
    "What is the capital of Australia?",
    "When does the art museum start its summer programme?",
    "Who invented the light switch?",
    "What is the root of the word 'cause'?",
    "I lost my card, it was drawn into the ATM",
    # code
    "Write a Python function that computes how many days are between two dates",
    "```\nfor day in days_between(a, b): toggle(day)\n```\nwhy does this keep failing?",
    # writing
    "Write an email to my landlord about the pros and cons of a new heating",
    "Translate into German: what are the pros and cons of this plan?",
    "Can you summarize this text: the fox jumps over the dog. It was a timeline of events.",
    "",
    "???",
]


def chosen(problem: str, *documents: str) -> TemplateMatch | None:
    return select(problem, TEMPLATES, documents)


@pytest.mark.parametrize(("problem", "expected"), FITTING)
def test_a_problem_of_a_known_kind_gets_its_template(problem, expected):
    found = chosen(problem)
    assert found.template.id == expected, found.why
    assert found.score >= 2
    assert found.why


@pytest.mark.parametrize("problem", NONE)
def test_a_problem_of_no_such_kind_gets_none(problem):
    found = chosen(problem)
    assert found is None, f"{found.template.id}: {found.why}"


def test_hardly_any_of_the_questions_that_others_collected_is_caught(shared_fixtures):
    caught = [each for each in collected_questions(shared_fixtures) if chosen(each) is not None]
    assert len(caught) <= 3, caught


def test_every_built_in_template_is_chosen_for_some_problem():
    assert {name for _problem, name in FITTING} == {each.id for each in TEMPLATES}


KINETICS = Template(
    id="kinetics",
    title="Enzyme kinetics",
    description="Rates of reactions with enzymes.",
    domains=("enzyme kinetics", "art"),
    cues=("how fast … convert",),
    nodes=(TemplateNode("answer", "aggregation", "chemist", "Answer."),),
    own=True,
)


def test_a_whole_tag_counts_three_and_each_of_its_words_two():
    found = select("A question on enzyme kinetics", [KINETICS])
    assert found.score == 3 + 2 * 2
    assert found.why == "the problem says “enzyme kinetics”"


def test_a_tag_within_another_word_or_words_of_a_tag_alone_are_not_enough():
    assert select("When does the start of the party matter?", [KINETICS]) is None
    assert select("What is art?", [KINETICS]) is not None
    assert select("What limits the kinetics of this enzyme?", [KINETICS]) is None


def test_documents_that_speak_of_a_tag_settle_scattered_words_of_it():
    documents = ["Basics of enzyme kinetics.", "Enzyme kinetics, second part", "enzyme kinetics"]
    found = select("What limits the kinetics of this enzyme?", [KINETICS], documents)
    assert found.score == 2 * 2 + 2
    assert "2 documents found for it speak of that too" in found.why
    assert select("What limits the kinetics of this enzyme?", [KINETICS], documents[:1]) is None


def test_a_template_of_function_words_catches_nothing():
    greedy = replace(KINETICS, domains=("the", "of"), cues=("is", "what"))
    assert select("What is the capital of France?", [greedy]) is None


def test_a_long_text_that_is_to_be_worked_on_is_no_sign():
    text = "The pros and cons were weighed in a timeline of events. " * 60
    assert chosen(f"How long did the talks last? {text} How long did the talks last?") is None


def test_a_phrase_of_many_gaps_is_no_burden():
    hostile = replace(KINETICS, cues=(" … ".join("ab" * 14),))
    began = time.process_time()
    select("a b " * 20_000, [hostile] * 20)
    assert time.process_time() - began < 3


# --- phrases: whole words, gaps, numbers

HELD = [
    ("how many days … until", "How many days are there until Easter?"),
    ("convert # … to", "Convert 3.5 miles to km"),
    ("# days after", "what is 1,000 days after that"),
    ("root cause", "The ROOT CAUSES are many"),
    ("市场规模", "请估计市场规模是多少"),
    ("fact check", "fact-check: is it so?"),
]
NOT_HELD = [
    ("art", "When do we start?"),
    ("how many days … until", "how many days one two three four five six seven eight nine until"),
    ("convert # … to", "Convert this to that"),
    ("# days after", "some days after"),
    ("…", "anything"),
]


@pytest.mark.parametrize(("sought", "text"), HELD + NOT_HELD)
def test_a_text_holds_a_phrase_or_not(sought, text):
    assert wording(text).says(sought) is ((sought, text) in HELD)
