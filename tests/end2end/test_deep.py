"""The strategy deep through the whole program: a real model server, searches, and what is seen of it."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from desktop_agent.core.events import (
    AnswerGiven,
    BudgetSpent,
    Event,
    EvidenceFound,
    ModelCall,
    PlanMade,
    SearchAttempt,
    StepStarted,
    TextDelta,
    ToolFinished,
    Verdict,
)
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.core.research import Question
from tests import recorded_cases as cases
from tests.end2end.world import MakeWorld, World, answered, assert_whole, end_of, of
from tests.recorded_cases import MUSEUM_PARTS, role_of
from tests.servers.duckduckgo import Result
from tests.servers.model_reply import Reply
from tests.servers.ollama import Model
from tests.turns import Turns

HITS = [
    Result(
        "Heinz Nixdorf MuseumsForum",
        "https://www.hnf.example/",
        "The museum in Paderborn shows five thousand years of the history of computing.",
    ),
    Result(
        "Paderborn for visitors",
        "https://www.visit.example/paderborn",
        "The museum of computing in Paderborn has two floors with 6,000 square metres.",
    ),
]
SYNTHESIS = """\
## What it shows

The museum in Paderborn shows five thousand years of the history of computing [1].

## Its size

The museum has two floors with 6,000 square metres [2]."""
FIRST, SECOND, THIRD = cases.PLAN["subtasks"]
PLAN = {"subtasks": [FIRST, SECOND, THIRD | {"question": "Explain how both go together."}]}
by_role = partial(cases.by_role, plan=Reply(json=PLAN), synthesis=SYNTHESIS)


@pytest.fixture
def make_world(make_world) -> MakeWorld:
    return partial(make_world, duckduckgo=[HITS])


async def run(
    world: World,
    question: str = MUSEUM_PARTS,
    settings: Mapping[str, object] | None = None,
    **fields: Any,
) -> list[Event]:
    return await answered(world, Question(question, strategy="deep", **fields), **(settings or {}))


async def test_a_question_is_parted_worked_on_judged_and_answered(make_world):
    world = make_world(replies=by_role())
    events = await run(world)
    assert_whole(events)
    roles = [role_of(request) for request in world.ollama.requests]
    assert sorted(roles) == ["critique", "first", "part", "part", "part", "plan", "synthesis"]
    (made,) = of(events, PlanMade)
    assert [part.id for part in made.plan.subtasks] == ["t1", "t2", "t3"]
    assert {step.part for step in of(events, StepStarted)} == {"", "t1", "t2", "t3"}
    (answer,) = of(events, AnswerGiven)
    assert answer.text == SYNTHESIS
    assert answer.question_type == "explanatory"
    assert [source.number for source in answer.sources] == [1, 2]
    assert [claim.citations for claim in answer.claims] == [(1,), (2,)]
    finished = end_of(events)
    assert (finished.status, finished.usage.model_calls) == ("answered", 7)
    assert {e.part for e in of(events, BudgetSpent)} >= {"Plan", "Critique", "Synthesis"}
    drafts = "".join(delta.text for delta in of(events, TextDelta) if delta.channel == "draft")
    assert drafts == "It shows computers."
    finals = "".join(delta.text for delta in of(events, TextDelta) if delta.channel == "final")
    assert finals == SYNTHESIS
    # each part is searched for, and told what was found as data
    asked = {found.question for found in of(events, EvidenceFound)}
    assert asked == {MUSEUM_PARTS, "Explain what it shows.", "Explain its layout."}
    told = [r["messages"] for r in world.ollama.requests if role_of(r) == "part"]
    last = next(m for m in told if "Explain how both go together." in m[-1]["content"])
    asked = last[-1]["content"]
    blocks = asked.rindex("<<<END_UNTRUSTED_BLOCK")
    assert "five thousand years of computing [1]" in asked[:blocks]
    assert "five thousand years of the history" in asked[:blocks]  # the evidence of the run
    assert "five thousand years" not in asked[blocks:]
    # what happens on the way names the step that it belongs to
    steps = {each.step_id: each for each in of(events, StepStarted)}
    gathering = {name for name, each in steps.items() if each.title == "Gather evidence"}
    assert {each.step_id for each in of(events, SearchAttempt)} == gathering
    assert len(gathering) == 3
    parts = {each.step_id for each in steps.values() if each.part}
    assert {steps[name].parent_id for name in gathering} == {""} | {
        name for name in parts if steps[name].part in ("t1", "t2")
    }
    assert all(each.step_id in steps for each in of(events, Verdict) if each.by == "consulter")


async def test_the_plan_can_be_changed_before_it_is_carried_out(make_world):
    world = make_world(replies=by_role())
    mine = Plan((Subtask("only", "Explain the machines in it.", "reason"),))
    events: list[Event] = []
    async with world.opened() as session:
        asked = session.ask(Question(MUSEUM_PARTS, strategy="deep", review_plan=True))
        async for event in asked.events():
            events.append(event)
            if isinstance(event, PlanMade) and event.proposed:
                with pytest.raises(ValueError, match="no part"):
                    session.plans.answer(asked.run_id, Plan(()))
                shown = session.plans.waiting[asked.run_id]
                assert [part.id for part in shown.subtasks] == ["t1", "t2", "t3"]
                session.plans.answer(asked.run_id, mine)
    assert_whole(events)
    proposed, wanted = of(events, PlanMade)
    assert (proposed.proposed, wanted.proposed) == (True, False)
    assert wanted.plan == replace(mine, origin="person")
    parts = [r for r in world.ollama.requests if role_of(r) == "part"]
    assert parts
    assert all("Explain the machines in it." in p["messages"][-1]["content"] for p in parts)


async def test_a_number_is_worked_out_in_the_sandbox_and_checked(make_world):
    plan = {"subtasks": [{"id": "t1", "question": "Count.", "kind": "compute", "needs": []}]}
    program = "```python\nprint('RESULT =', 127 * 14 + 9)\n```"
    world = make_world(replies=by_role(plan=Reply(json=plan), part=program, first="**1700**"))
    events = await run(world, "How many is 127 times 14 plus 9?")
    assert_whole(events)
    (answer,) = of(events, AnswerGiven)
    assert answer.text.startswith("**1787**")
    ran = [tool for tool in of(events, ToolFinished) if tool.tool == "run_python"]
    assert ran
    assert all(tool.ok for tool in ran)
    assert [v.ok for v in of(events, Verdict) if v.by == "numeric"] == [True]


async def test_a_slow_model_is_cut_and_the_answer_says_so(make_world):
    world = make_world(
        replies=by_role(
            plan=Reply(json=PLAN, delay_s=30),
            part=Reply(text="x", delay_s=30),
            critique=Reply(json={}, delay_s=30, ignores_schema=True),
            synthesis=Reply(text="x", delay_s=30),
        )
    )
    began = Turns()
    events = await run(world, budget_s=2.0)
    took = began.seconds
    assert_whole(events)
    (answer,) = of(events, AnswerGiven)
    assert "five thousand years" in answer.text  # quotes from the pages, as no part was finished
    assert "\n\n> Cut short: " in answer.text
    assert "Plan: out of time" in answer.text
    assert events[-1].t < 20  # and not the 30 s of a reply, nor those of several
    assert took <= 2.0 * 1.1 + 0.5  # what is beyond the 10 % is the start of the program


async def test_a_stopped_run_ends_at_once_and_assert_whole(make_world):
    world = make_world(replies=by_role(part=Reply(text="x", delay_s=30)))
    events: list[Event] = []
    stopped: Turns | None = None
    async with world.opened() as session:
        asked = session.ask(Question(MUSEUM_PARTS, strategy="deep"))
        async for event in asked.events():
            events.append(event)
            if isinstance(event, StepStarted) and event.part and stopped is None:
                await asyncio.sleep(0.2)
                stopped = Turns()
                asked.stop()
        assert stopped is not None
        took = stopped.seconds
    assert_whole(events)
    assert end_of(events).status == "stopped"
    assert took < 0.2


async def test_a_template_that_fails_leaves_the_question_to_the_supervisor(make_world):
    dead = Reply(status=400, error="out of luck")
    world = make_world(replies=by_role(node=dead))
    events = await run(world, "Compare wind power and solar power in cost, land use and storage.")
    assert_whole(events)
    (answer,) = of(events, AnswerGiven)
    assert answer.text.startswith("## What it shows")
    assert "> Cut short: " in answer.text
    template, planned = of(events, PlanMade)
    assert template.title
    assert [part.id for part in planned.plan.subtasks] == ["t1", "t2", "t3"]


async def test_members_of_the_swarm_answer_a_part_that_is_thought_over(make_world):
    plan = {"subtasks": [{"id": "t1", "question": "x", "kind": "reason", "needs": []}]}
    world = make_world(
        replies=by_role(plan=Reply(json=plan), part="It is bigger.\nANSWER: Jupiter")
    )
    world.ollama.models["n:latest"] = Model(name="n")
    settings = {"swarm__models": ("m", "ollama/n"), "llm__model": "m"}
    events = await run(world, "Which of Mars and Jupiter has more mass?", settings)
    assert_whole(events)
    (answer,) = of(events, AnswerGiven)
    assert answer.text == "**Jupiter**\n\nIt is bigger."
    asked = {call.model for call in of(events, ModelCall) if call.agent == "swarm"}
    assert asked == {"m", "n"}
    assert [v.ok for v in of(events, Verdict) if v.by == "swarm"] == [True]


OHIO = "Who is the current lieutenant governor of Ohio?"
TRESSEL = [
    Result(
        "Ohio", "https://ohio.gov/lt", "The current lieutenant governor of Ohio is Jim Tressel."
    ),
    Result(
        "Offices",
        "https://ballot.example/oh",
        "Jim Tressel is the current lieutenant governor of Ohio.",
    ),
]


@pytest.mark.parametrize("said", ["**Jim Tressel** holds the office [1].", "the answer", "Bob."])
async def test_what_the_evidence_settles_takes_one_call_that_phrases_it(make_world, said):
    part = {"id": "t1", "question": OHIO, "kind": "compute", "needs": []}
    model = by_role(plan=Reply(json={"subtasks": [part] * 3}), part=said, first="Jon Husted.")
    world = make_world(replies=model, duckduckgo=[TRESSEL])
    events = await run(world, OHIO)
    assert_whole(events)
    asked_again = ["part"] if said == "the answer" else []
    assert sorted(map(role_of, world.ollama.requests)) == ["first", "part", *asked_again]
    (made,) = of(events, PlanMade)
    assert [(part.question, part.kind) for part in made.plan.subtasks] == [(OHIO, "look_up")]
    (answer,) = of(events, AnswerGiven)
    assert answer.text.startswith("**Jim Tressel**")
    assert answer.grounded
    if "Tressel" not in said:  # the program's own words on the evidence are no claims
        assert "Confidence: " in answer.text
        assert not any("Confidence" in claim.text for claim in answer.claims)
        assert {claim.mark for claim in answer.claims} <= {"supported", "unconfirmed"}
