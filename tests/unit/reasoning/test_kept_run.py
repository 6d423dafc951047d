"""A run that went well, kept as a template."""

import pytest

from desktop_agent.agents.reasoning.templates import select, template_of_run
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.core.template import template_from_json, template_to_json

QUESTION = "How much carbon tax revenue would a 30 euro carbon tax raise in Poland?"
PLAN = Plan(
    (
        Subtask("t1", "How large are the emissions of Poland?", "look_up"),
        Subtask("t2", "Which emissions would be taxed?", "reason", ("t1",)),
        Subtask("T 3", "Work out the revenue.", "compute", ("t1", "t2")),
    )
)


def test_each_part_becomes_a_node_of_its_kind_and_one_more_writes_the_answer():
    kept = template_of_run(QUESTION, PLAN, taken=())
    assert [(node.id, node.type) for node in kept.nodes] == [
        ("t1", "retrieval"),
        ("t2", "aggregation"),
        ("t-3", "calculation"),
        ("check", "verification"),
        ("answer", "aggregation"),
    ]
    assert kept.final.id == "answer"
    assert kept.needs["t-3"] == ("t1", "t2")
    assert kept.needs["check"] == ("t-3",)
    assert kept.needs["answer"] == ("t-3", "check")
    assert kept.own


def test_it_is_found_again_for_such_a_problem_by_pairs_of_content_words_and_not_for_another():
    kept = template_of_run(QUESTION, PLAN, taken=())
    assert kept.domains[0] == "carbon tax"
    assert "tax revenue" in kept.domains
    assert all(" " in tag for tag in kept.domains)
    assert select("What would a carbon tax of 50 euro raise in Spain?", [kept]) is not None
    assert select("How much snow falls in Poland?", [kept]) is None


@pytest.mark.parametrize(
    "question", ["", "???", "碳税会带来多少收入？", "12 + 30", "a" * 5_000, "of the"]
)
def test_any_question_gives_a_template_that_the_schema_takes(question):
    kept = template_of_run(question or "?", PLAN, taken=())
    assert template_from_json(template_to_json(kept), own=True) == kept


def test_parts_whose_ids_come_to_the_same_stay_apart():
    plan = Plan((Subtask("Teil 1", "One"), Subtask("teil-1", "Two"), Subtask("1", "Three")))
    names = [node.id for node in template_of_run(QUESTION, plan, taken=()).nodes]
    assert len(set(names)) == len(names)


def test_a_plan_that_is_none_is_refused():
    with pytest.raises(ValueError, match="no part"):
        template_of_run(QUESTION, Plan(()), taken=())
    many = Plan(tuple(Subtask(f"p{number}", "x") for number in range(40)))
    with pytest.raises(ValueError, match="more than 22 parts"):
        template_of_run(QUESTION, many, taken=())
