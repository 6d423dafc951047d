"""The strategy deep: who is asked what, what the answer is made of, and what happens where a part fails."""

import json
from dataclasses import replace

import pytest

from desktop_agent.agents.answers.answer_form import policy
from desktop_agent.core.errors import ModelUnreachable
from desktop_agent.core.events import Notice, PlanMade, StepFinished, TextDelta, Verdict
from desktop_agent.core.messages import Message
from desktop_agent.core.research import QuestionType
from desktop_agent.llm.base import ChatRequest
from desktop_agent.tools.sandbox.base import Execution
from tests.unit.strategies.deep_world import (
    Code,
    Player,
    carried_out,
    critique,
    deep_run,
    plan,
    prepared,
)

DEAD = ModelUnreachable("No server answers there.", "Start it.")
EXPLAIN = "Explain how tides and winds differ."
NUMBER = "How many chairs are in 3 rooms with 14 chairs each?"
TWO = plan(("a", "look_up"), ("b", "look_up"))
PROGRAM = "```python\nprint('RESULT =', 3 * 14)\n```"


async def test_a_question_of_one_part_is_neither_judged_nor_written_again():
    text = "## Tides and winds\n\nThe moon pulls, the sun warms."
    model = Player(part=text)
    assert (await deep_run(model))[0].text == text
    assert sorted(model.roles) == ["first", "part", "plan"]


async def test_a_result_stands_for_its_name_in_a_question_but_not_outside_of_the_block():
    parts = [
        {"id": "a", "question": "Explain a.", "kind": "look_up", "needs": []},
        {"id": "b", "question": "Explain {a}.", "kind": "reason", "needs": ["a"]},
    ]
    model = Player(plan=json.dumps({"subtasks": parts}), part="The Kestrel.", synthesis=DEAD)
    answer, _run = await deep_run(model)
    assert "### Explain The Kestrel.\n" in answer.text
    told = next(
        r.messages[-1].content for r in model.requests if "Explain {a}." in str(r.messages[1:])
    )
    question, _, block = told.partition("<<<UNTRUSTED_BLOCK")
    assert "Kestrel" in block
    assert "Kestrel" not in question


async def test_what_a_critique_finds_is_mended_once():
    model = Player(plan=TWO, critique=critique("a says 3, b says 4"), repair="The mended text.")
    answer, run = await deep_run(model)
    assert answer.text == "The mended text."
    assert model.roles.count("repair") == 1
    asked = model.requests[-1].messages[-1].content
    assert "a says 3, b says 4" in asked
    assert policy(QuestionType.EXPLANATORY, bare=False) in asked
    assert [v.ok for v in run.of(Verdict) if v.by == "consulter"] == [False]


@pytest.mark.parametrize("repair", ['{"answer": "x"}', "", "I cannot help with that.", DEAD])
async def test_a_repair_that_is_none_leaves_the_synthesis(repair):
    answer, _run = await deep_run(Player(plan=TWO, critique=critique("b is old"), repair=repair))
    assert answer.text.startswith("The synthesis.")


async def test_a_synthesis_in_json_is_mended_and_else_the_results_stand():
    as_json = json.dumps({"answer": "The moon."})
    mended, _run = await deep_run(Player(plan=TWO, synthesis=as_json, repair="The moon."))
    assert mended.text == "The moon."
    stands, _run = await deep_run(Player(plan=TWO, synthesis=as_json, repair=as_json))
    assert "The result of a part." in stands.text
    assert "{" not in stands.text


@pytest.mark.parametrize(
    ("reply", "why"),
    [
        ("I would rather not.", "no JSON plan"),
        ('{"subtasks": []}', "No part"),
        (plan(("a", "reason", "b"), ("b", "reason", "a")), "circle"),
        (plan(("a", "reason"), ("a", "reason")), "two parts are called a"),
        (DEAD, "There was no plan"),
    ],
)
async def test_a_plan_that_cannot_be_used_is_the_whole_question(reply, why):
    answer, run = await deep_run(Player(plan=reply))
    (made,) = run.of(PlanMade)
    (part,) = made.plan.subtasks
    assert (part.question, made.plan.origin) == (EXPLAIN, "fallback")
    assert why in made.plan.note
    assert any(why in notice.text for notice in run.of(Notice))
    assert answer.text.startswith("The result of a part.")


async def test_without_a_first_answer_and_with_an_unreadable_critique_it_is_the_synthesis():
    model = Player(plan=TWO, critique="It all looks fine to me.")
    answer, run = await deep_run(model, settings={"first_answer": False})
    assert "first" not in model.roles
    assert answer.text == "The synthesis."
    assert [verdict.ok for verdict in run.of(Verdict) if verdict.by == "consulter"] == [True]


@pytest.mark.parametrize("sandbox", [None, Code(Execution("refused", error="None is here."))])
async def test_without_code_that_runs_a_part_that_computes_is_thought_over(sandbox):
    def part(request: ChatRequest) -> str:
        thinks = "ANSWER: " in request.messages[-1].content
        return "3 times 14 is 42.\nANSWER: 42" if thinks else PROGRAM

    model = Player(plan=plan(("t1", "compute")), part=part)
    answer, run = await deep_run(model, NUMBER, sandbox=sandbox)
    assert answer.text.startswith("**42**")
    assert "ANSWER" not in answer.text
    assert "swarm" in [verdict.by for verdict in run.of(Verdict)]


async def test_a_follow_up_in_one_part_is_carried_out_as_it_was_understood():
    history = (Message("user", "How high is Mont Blanc?"), Message("assistant", "4,806 m."))
    run = prepared(Player(), "And who climbed it first?")
    reading = replace(run.ctx.reading, text="Who climbed Mont Blanc first?")
    question = replace(run.ctx.question, history=history)
    run.ctx = replace(run.ctx, question=question, reading=reading)
    await carried_out(run.ctx)
    (made,) = run.of(PlanMade)
    assert [part.question for part in made.plan.subtasks] == ["Who climbed Mont Blanc first?"]


async def test_the_first_answer_streams_as_the_draft_and_stands_where_all_else_fails():
    model = Player(plan=DEAD, part=DEAD, first="The moon pulls the sea.")
    answer, run = await deep_run(model)
    assert answer.text.startswith("The moon pulls the sea.\n\n> Cut short: ")
    assert "No server answers there" in answer.text
    shown = "".join(delta.text for delta in run.of(TextDelta) if delta.channel == "draft")
    assert shown == "The moon pulls the sea."


async def test_it_is_never_worse_than_the_first_answer_and_says_so():
    answer, run = await deep_run(Player(plan=TWO, first="Yes."), "Is the sea salty?")
    assert answer.text.startswith("Yes.")
    assert any("The first answer stands: " in notice.text for notice in run.of(Notice))


async def test_a_part_that_fails_is_told_of_and_the_others_answer():
    def part(request: object) -> str:
        if "Explain b." in str(request):
            raise DEAD
        return "The result of a."

    model = Player(plan=plan(("a", "look_up"), ("b", "look_up")), part=part)
    answer, run = await deep_run(model)
    assert answer.text.startswith("The synthesis.\n\n> Cut short: Explain b.: ")
    told = next(r for r in model.requests if "Write the answer to this" in r.messages[-1].content)
    assert "There is no result for: Explain b." in told.messages[-1].content
    assert {step.status for step in run.of(StepFinished)} == {"ok", "failed"}
