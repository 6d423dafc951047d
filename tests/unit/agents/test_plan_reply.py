"""Reading a plan as models write it."""

import json
from dataclasses import replace
from datetime import date

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_agent.agents.roles.supervisor import in_order, kind_of, plan_schema, read_plan
from desktop_agent.core.errors import BadResponse
from desktop_agent.core.plan import Plan, Subtask

GOOD = {
    "subtasks": [
        {"id": "t1", "question": "How high is A?", "kind": "look_up", "needs": []},
        {"id": "t2", "question": "How much is {t1} in feet?", "kind": "compute", "needs": ["t1"]},
    ]
}
READ = Plan(
    (
        Subtask("t1", "How high is A?", "look_up"),
        Subtask("t2", "How much is {t1} in feet?", "compute", ("t1",)),
    )
)


def one(**fields: object) -> Subtask:
    """Reads a plan of one part with these fields."""
    (part,) = read_plan(json.dumps({"subtasks": [{"question": "What?", **fields}]}), 6).subtasks
    return part


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(GOOD),
        f"Here is the plan:\n```json\n{json.dumps(GOOD, indent=1)}\n```\nShall I begin?",
        json.dumps(GOOD["subtasks"]),
        json.dumps(GOOD).replace('"', "'"),
        json.dumps(GOOD)[:-3],
        json.dumps(GOOD).replace("look_up", "Look-up").replace("compute", "calculation"),
    ],
)
def test_a_plan_is_read_however_it_is_wrapped(text: str):
    assert read_plan(text, 6) == READ


def test_the_schema_is_bounded():
    schema = plan_schema(6)
    jsonschema.validate(GOOD, schema)
    too_much = [
        {"needs": ["compute", "lookup"]},
        {"needs": [f"t{n}" for n in range(1, 9)]},
        {"question": "x" * 161},
        {"id": "part one"},
    ]
    for fields in too_much:
        bad = {"subtasks": [GOOD["subtasks"][0] | fields]}
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(bad, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({"subtasks": GOOD["subtasks"][:1] * 7}, schema)


@pytest.mark.parametrize(
    ("fields", "part"),
    [
        ({"id": "a", "kind": "ponder"}, Subtask("a", "What?", "reason")),
        ({"id": 7, "kind": None}, Subtask("7", "What?", "reason")),
        ({"id": "a", "needs": ["a"]}, Subtask("a", "What?", "reason")),
        ({"id": ["x"], "needs": {"a": 1}}, Subtask("t1", "What?", "reason")),
    ],
)
def test_what_can_be_meant_in_one_way_only_is_mended(fields: dict[str, object], part: Subtask):
    assert one(**fields) == part


def test_parts_may_be_bare_questions_and_empty_or_too_many_ones_are_left_out():
    plan = read_plan('{"subtasks": ["Who?", "", {"question": " "}, "When?", "Why?"]}', 2)
    assert [part.question for part in plan.subtasks] == ["Who?", "When?"]
    assert len({part.id for part in plan.subtasks}) == 2
    assert plan.note == "Only the first 2 of 3 parts will be handled."


NAMES = st.sampled_from(["subtasks", "id", "question", "kind", "needs", "x"])
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(NAMES, inner, max_size=4),
    max_leaves=20,
)


@given(JSON.map(json.dumps) | st.text(max_size=80), st.integers(1, 6))
def test_whatever_a_model_writes_is_a_plan_or_a_bad_response(text: str, most: int):
    try:
        plan = read_plan(text, most)
    except BadResponse:
        return
    plan.check()
    assert len(plan.subtasks) <= most


WHO = "Who is the lieutenant governor of Ohio?"


@pytest.mark.parametrize(
    ("question", "parts", "left"),
    [
        (WHO, [(WHO, "reason"), (WHO, "compute"), (WHO, "simulate")], [(WHO, "look_up", ())]),
        (WHO, [("Who is the current lieutenant governor of Ohio?", "reason"), ("Why?", "reason")],
         [(WHO, "look_up", ())]),
        (
            "How much longer is the Rhine than the Elbe?",
            [("How long is the Rhine?", "reason"), ("How long is the Elbe?", "reason"),
             ("Please tell me how long is the Rhine?", "look_up"),
             ("How much longer is the Rhine than the Elbe?", "reason", "t3", "t2")],
            [("How long is the Rhine?", "reason", ()), ("How long is the Elbe?", "reason", ()),
             ("How much longer is the Rhine than the Elbe?", "reason", ("t1", "t2"))],
        ),
        (
            "Compare them.",
            [("Who wrote it?", "look_up"), ("Is {t3} right?", "reason", "t3"),
             ("Who wrote it?", "look_up")],
            [("Who wrote it?", "look_up", ()), ("Is {t1} right?", "reason", ("t1",))],
        ),
    ],
)  # fmt: skip
def test_each_question_is_worked_on_once(question, parts, left):
    subtasks = tuple(
        Subtask(f"t{n}", asked, kind, needs) for n, (asked, kind, *needs) in enumerate(parts, 1)
    )
    plan = Plan(tuple(replace(each, needs=tuple(each.needs)) for each in subtasks))
    done = in_order(plan, question, date(2026, 11, 22))
    done.check()
    assert [(part.question, part.kind, part.needs) for part in done.subtasks] == left


@pytest.mark.parametrize(
    ("question", "named", "kind"),
    [
        ("What is the latest version of Frobnitz?", "compute", "look_up"),
        ("When was Marie Curie born?", "simulate", "look_up"),
        ("What is 15 percent of 240?", "reason", "compute"),
        ("How often does a coin fall heads? Simulate it.", "reason", "simulate"),
        ("Is the sea salty?", "compute", "look_up"),
        ("How many chairs are there?", "compute", "compute"),
        ("How many people lived there in 1900 and 1950 together?", "look_up", "look_up"),
    ],
)
def test_the_kind_of_a_part_follows_its_question(question, named, kind):
    assert kind_of(question, named, date(2026, 11, 22)) == kind


@pytest.mark.parametrize("copied", ["one thing to find out, as a full question", "…"])
def test_a_part_copied_from_the_prompt_is_none(copied):
    with pytest.raises(BadResponse, match="No part"):
        one(question=copied)
