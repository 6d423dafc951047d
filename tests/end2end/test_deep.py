"""The strategy deep through the whole program: a real model server, searches, and what is seen of it."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any

import pytest

from desktop_agent.core.events import (
    AnswerGiven,
    BudgetSpent,
    Event,
    EvidenceFound,
    ModelCall,
    PlanMade,
    RunFinished,
    SearchAttempt,
    StepStarted,
    TextDelta,
    ToolFinished,
    Verdict,
)
from desktop_agent.core.plan import Plan, Subtask
from desktop_agent.core.research import Question
from tests.end2end.world import MakeWorld, World, answered, assert_whole, of
from tests.servers.duckduckgo import Result
from tests.servers.model_reply import Reply
from tests.servers.ollama import Model
from tests.turns import Turns

QUESTION = "Explain what the museum of computing in Paderborn shows and how many rooms it has."
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
PLAN = {
    "subtasks": [
        {"id": "t1", "question": "Explain what it shows.", "kind": "look_up", "needs": []},
        {"id": "t2", "question": "Explain its layout.", "kind": "look_up", "needs": []},
        {
            "id": "t3",
            "question": "Explain how both go together.",
            "kind": "reason",
            "needs": ["t1", "t2"],
        },
    ]
}
SYNTHESIS = """\
## What it shows

The museum in Paderborn shows five thousand years of the history of computing [1].

## Its size

The museum has two floors with 6,000 square metres [2]."""
BULBS = (
    "There are 100 light bulbs in a room, all off. Person 1 flips every switch, person 2 flips every "
    "second switch, person 3 flips every third switch, and so on until person 100. How many lights "
    "are on?"
)
CUES = {
    "node": "You work on one problem in steps",
    "first": "Answer at once from what you know",
    "plan": "Part the question above",
    "critique": "Judge the results above",
    "synthesis": "Write the answer to this question now",
    "repair": "A reviewer found this",
}
OK = Reply(json={"missing": [], "faults": [], "verdict": "ok"})


@pytest.fixture
def make_world(make_world: MakeWorld) -> MakeWorld:
    return partial(make_world, duckduckgo=[HITS])


async def run(
    world: World,
    question: str = QUESTION,
    settings: Mapping[str, object] | None = None,
    **fields: Any,
) -> list[Event]:
    return await answered(world, Question(question, strategy="deep", **fields), **(settings or {}))


def role(request: dict[str, Any]) -> str:
    said = [message["content"] for message in request["messages"]]
    return next((name for name, cue in CUES.items() if cue in said[0] or cue in said[-1]), "part")


def by_role(**replies: Any) -> Callable[[dict[str, Any]], Reply | str]:
    """A model that answers by the part that it is told to play."""
    usual: dict[str, Any] = {
        "first": "It shows computers.",
        "plan": Reply(json=PLAN),
        "critique": OK,
        "synthesis": SYNTHESIS,
        "part": "It shows five thousand years of computing [1].",
    }

    def reply(request: dict[str, Any]) -> Reply | str:
        given = (usual | replies)[role(request)]
        return given(request) if callable(given) else given

    return reply


async def test_a_question_is_parted_worked_on_judged_and_answered(make_world: MakeWorld) -> None:
    world = make_world(replies=by_role())
    events = await run(world)
    assert_whole(events)
    roles = [role(request) for request in world.ollama.requests]
    assert sorted(roles) == ["critique", "first", "part", "part", "part", "plan", "synthesis"]
    (made,) = of(events, PlanMade)
    assert [part.id for part in made.plan.subtasks] == ["t1", "t2", "t3"]
    assert {step.part for step in of(events, StepStarted)} == {"", "t1", "t2", "t3"}
    (answer,) = of(events, AnswerGiven)
    assert answer.text == SYNTHESIS
    assert answer.question_type == "explanatory"
    assert [source.number for source in answer.sources] == [1, 2]
    assert [claim.citations for claim in answer.claims] == [(1,), (2,)]
    finished = events[-1]
    assert isinstance(finished, RunFinished)
    assert (finished.status, finished.usage.model_calls) == ("answered", 7)
    assert {e.part for e in of(events, BudgetSpent)} >= {"Plan", "Critique", "Synthesis"}
    drafts = "".join(delta.text for delta in of(events, TextDelta) if delta.channel == "draft")
    assert drafts == "It shows computers."
    finals = "".join(delta.text for delta in of(events, TextDelta) if delta.channel == "final")
    assert finals == SYNTHESIS
    # each prompt of the supervisor begins with the one before it, which a server has in its cache
    prompts = {role(request): request["messages"] for request in world.ollama.requests}
    for earlier, later in pairwise(("plan", "critique", "synthesis")):
        assert prompts[later][: len(prompts[earlier])] == prompts[earlier]


async def test_each_part_is_searched_for_and_told_what_was_found_as_data(
    make_world: MakeWorld,
) -> None:
    world = make_world(replies=by_role())
    events = await run(world)
    asked = {found.question for found in of(events, EvidenceFound)}
    assert asked == {QUESTION, "Explain what it shows.", "Explain its layout."}
    assert of(events, SearchAttempt)
    told = [r["messages"] for r in world.ollama.requests if role(r) == "part"]
    last = next(m for m in told if "Explain how both go together." in m[-1]["content"])
    outside = last[-1]["content"].split("<<<UNTRUSTED_BLOCK", 1)
    assert "five thousand years of computing [1]" not in outside[0]
    assert "five thousand years of computing [1]" in outside[1]


async def test_the_plan_can_be_changed_before_it_is_carried_out(make_world: MakeWorld) -> None:
    world = make_world(replies=by_role())
    session = world.session()
    mine = Plan((Subtask("only", "Explain the machines in it.", "reason"),))
    events: list[Event] = []
    try:
        asked = session.ask(Question(QUESTION, strategy="deep", review_plan=True))
        async for event in asked.events():
            events.append(event)
            if isinstance(event, PlanMade) and event.proposed:
                with pytest.raises(ValueError, match="no part"):
                    session.plans.answer(asked.run_id, Plan(()))
                shown = session.plans.waiting[asked.run_id]
                assert [part.id for part in shown.subtasks] == ["t1", "t2", "t3"]
                session.plans.answer(asked.run_id, mine)
    finally:
        await session.aclose()
    assert_whole(events)
    proposed, wanted = of(events, PlanMade)
    assert (proposed.proposed, wanted.proposed) == (True, False)
    assert wanted.plan == replace(mine, origin="person")
    parts = [r for r in world.ollama.requests if role(r) == "part"]
    assert parts
    assert all("Explain the machines in it." in p["messages"][-1]["content"] for p in parts)


async def test_a_number_is_worked_out_in_the_sandbox_and_checked(make_world: MakeWorld) -> None:
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


async def test_a_slow_model_is_cut_and_the_answer_says_so(make_world: MakeWorld) -> None:
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
    assert answer.text.startswith("It shows computers.")
    assert "\n\n> Cut short: " in answer.text
    assert "Plan: out of time" in answer.text
    assert events[-1].t < 20  # and not the 30 s of a reply, nor those of several
    assert took <= 2.0 * 1.1 + 0.5  # what is beyond the 10 % is the start of the program


async def test_a_stopped_run_ends_at_once_and_assert_whole(make_world: MakeWorld) -> None:
    world = make_world(replies=by_role(part=Reply(text="x", delay_s=30)))
    session = world.session()
    events: list[Event] = []
    stopped: Turns | None = None
    try:
        asked = session.ask(Question(QUESTION, strategy="deep"))
        async for event in asked.events():
            events.append(event)
            if isinstance(event, StepStarted) and event.part and stopped is None:
                await asyncio.sleep(0.2)
                stopped = Turns()
                asked.stop()
        assert stopped is not None
        took = stopped.seconds
    finally:
        await session.aclose()
    assert_whole(events)
    finished = events[-1]
    assert isinstance(finished, RunFinished)
    assert finished.status == "stopped"
    assert took < 0.2


async def test_a_model_that_fails_at_everything_is_not_replaced_by_quotes(
    make_world: MakeWorld,
) -> None:
    dead = Reply(status=400, error="out of luck")
    world = make_world(
        replies=by_role(first=dead, plan=dead, part=dead, critique=dead, synthesis=dead)
    )
    events = await run(world, "What does the museum of computing in Paderborn show?")
    assert_whole(events)
    assert not of(events, AnswerGiven)
    finished = of(events, RunFinished)[0]
    assert (finished.status, finished.cause) == ("failed", "model")
    assert "out of luck" in finished.error
    assert [call.model for call in of(events, ModelCall)]


async def test_a_server_that_is_not_there_is_not_replaced_by_quotes(make_world: MakeWorld) -> None:
    world = make_world()
    settings = {"llm__ollama_url": "http://127.0.0.1:9", "llm__model": "m", "llm__max_retries": 0}
    events = await run(world, "What does the museum of computing in Paderborn show?", settings)
    assert_whole(events)
    assert not of(events, AnswerGiven)
    assert "cannot be reached" in of(events, RunFinished)[0].error


async def test_a_template_that_fits_answers_at_once_and_its_solver_overrides_the_model(
    make_world: MakeWorld,
) -> None:
    world = make_world(replies=by_role(node="**37** bulbs are on.", first="**37**"))
    events = await run(world, BULBS)
    assert_whole(events)
    (answer,) = of(events, AnswerGiven)
    assert answer.text.startswith("**10**")
    (made,) = of(events, PlanMade)
    assert made.title
    assert {role(request) for request in world.ollama.requests} <= {"first", "node"}


async def test_a_template_that_fails_leaves_the_question_to_the_supervisor(
    make_world: MakeWorld,
) -> None:
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


async def test_members_of_the_swarm_answer_a_part_that_is_thought_over(
    make_world: MakeWorld,
) -> None:
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


async def test_what_happens_on_the_way_names_the_step_that_it_belongs_to(make_world: MakeWorld):
    events = await run(make_world(replies=by_role()))
    steps = {each.step_id: each for each in of(events, StepStarted)}
    gathering = {name for name, each in steps.items() if each.title == "Gather evidence"}
    searched = {each.step_id for each in of(events, SearchAttempt)}
    assert searched == gathering
    assert len(gathering) == 3
    parts = {each.step_id for each in steps.values() if each.part}
    assert {steps[name].parent_id for name in gathering} == {""} | {
        name for name in parts if steps[name].part in ("t1", "t2")
    }
    assert all(each.step_id in steps for each in of(events, Verdict) if each.by == "consulter")
