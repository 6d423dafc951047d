"""A question on its whole way: model, search, pages, draft, critique, answer, recording."""

import asyncio
import json
import string
from typing import Any

import pytest

from desktop_agent.core.answers import verdict_on
from desktop_agent.core.codec import event_from_json, event_to_json
from desktop_agent.core.events import (
    AnswerGiven,
    DiscoveryFlagged,
    Event,
    ModelCall,
    Network,
    Notice,
    PageRead,
    RunStarted,
    SearchAttempt,
    SearchFailed,
    TextDelta,
    ToolStarted,
    Verdict,
)
from desktop_agent.core.messages import Message
from desktop_agent.core.research import Question
from tests.end2end.world import answered, assert_whole, end_of, of, play
from tests.servers.duckduckgo import CHALLENGED, Result, Status
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply
from tests.servers.ollama import Model
from tests.servers.pages import Document, PagesServer

QUESTION = "Who is the current lieutenant governor of Ohio?"
VAGUE = [Result("Ohio", "https://en.wikipedia.org/wiki/Ohio", "A state of the United States.")]
EXACT = [
    Result(
        "Lieutenant Governor of Ohio",
        "https://governor.ohio.example/lieutenant",
        "Jim Tressel is the 67th lieutenant governor of Ohio.",
    )
]
AGREES = [
    Result(
        "Jim Tressel",
        "https://en.wikipedia.org/wiki/Jim_Tressel",
        "Jim Tressel is the current lieutenant governor of Ohio.",
    )
]
OK = Reply(json={"missing": [], "faults": [], "verdict": "ok"})
DEAD = Reply(status=400, error="out of luck")
REVISE = Reply(json={"missing": ["since when"], "faults": [], "verdict": "revise"})

QUICK = Question("How did the lieutenant governor of Ohio win?", strategy="quick")
"""For the tools: nothing is gathered before the model is asked."""
VERIFIED = Question(
    "How is Ohio's lieutenant governor elected, and since when?", strategy="verified"
)
"""For draft and critique: nothing is extracted that the answer would have to state."""


def search(query: str, **more: object) -> Reply:
    return Reply(tool_calls=[("web_search", {"query": query, **more})])


def verdicts(events: list[Event], by: str) -> list[Verdict]:
    return [verdict for verdict in of(events, Verdict) if verdict.by == by]


@pytest.mark.parametrize("strategy", ["auto", "quick", "verified", "team", "evidence", "deep"])
async def test_what_can_be_computed_is_answered_at_once_by_the_program_alone(make_world, strategy):
    world = make_world(replies=["It is **392**."], duckduckgo=[VAGUE])
    before = (Message("user", "What is 2 + 2?"), Message("assistant", "**5**"))
    for question in (
        Question("What is 17*23?", strategy=strategy),
        Question("And 17 times 23?", strategy=strategy, history=before),
        Question("Was ist 17 mal 23?", strategy=strategy, bare=True),
    ):
        events = await answered(world, question)
        assert_whole(events)
        started, answer, _ = events
        assert isinstance(started, RunStarted)
        assert started.strategy_reason == "computed"
        assert isinstance(answer, AnswerGiven)
        assert answer.text.startswith("391" if question.bare else "**391**\n\n17")
        assert (
            str(verdict_on(answer, "answered", strategy=strategy))
            == "Computed by the program, without a model"
        )
    assert not world.ollama.requests
    assert not world.duckduckgo.requests


@pytest.mark.parametrize(
    ("asked", "begins"),
    [
        ("What is 17*23, and how many days are there from 3 March 2024 to 1 June 2024?", "391; 90"),
        ("Is 97 prime? And what is 15 % of 80?", "Yes; 12"),
        ("Wie viel ist 17 mal 3 und wie viel ist 20 % von 50?", "51; 10"),
        ("What is 3 + 4, and who was Ada Lovelace?", ""),
    ],
)
async def test_several_sums_in_one_question_are_computed_if_all_of_them_can_be(
    make_world, asked, begins
):
    world = make_world(replies=["I cannot say."] * 9, duckduckgo=[VAGUE] * 9)
    (answer,) = of(await answered(world, asked), AnswerGiven)
    assert answer.text.startswith(f"**{begins}**") == answer.computed == bool(begins)


@pytest.mark.parametrize(
    ("size", "said", "kept"),
    [
        ("0.5B", "The film was made by the Polish Guild of Painters.", False),
        ("0.5B", "It has 3 parts, and 12 people made it.", False),
        ("0.5B", "A state of the United States made the film.", True),
        ("8B", "The film was made by the Polish Guild of Painters in a state.", True),
    ],
)
async def test_names_of_no_source_in_the_uncited_text_of_a_small_model_lose_to_the_quotes(
    make_world, size, said, kept
):
    film = "The film Ohio was made in the state, by a guild of people."
    found = [Result("Ohio (film)", "https://en.wikipedia.org/wiki/Ohio_(film)", film)]
    world = make_world(replies=[said, OK], duckduckgo=[VAGUE + found] * 9)
    world.ollama.models["m:latest"] = Model(name="m", parameters=size)
    events = await answered(world, Question("Who made the film Ohio?", strategy="verified"))
    (answer,) = of(events, AnswerGiven)
    assert (said[:20] in answer.text) is kept, answer.text
    told = [each.text for each in of(events, Notice)]
    assert ("The model wrote nothing that the sources support, so they are quoted." in told) is (
        not kept
    )


EGGS = "Ann has 3 boxes of 14 eggs each. She sells 5 eggs. How many eggs are left?"
EGGS_LEFT = "```python\neggs = 3 * 14\nprint('RESULT =', eggs - 5)\n```"
WORKING = " ".join(f"Of the {name} eggs, Ann sold some." for name in string.ascii_letters[:14])


@pytest.mark.parametrize(
    ("working", "code", "begins", "calls", "most"),
    [
        ("3 x 14 = 42, 42 - 5 = 37.\nANSWER: 37 eggs", EGGS_LEFT, "**37 eggs**", 2, 2.2),
        ("3 x 14 = 44, 44 - 5 = 39.\nANSWER: 39 eggs", EGGS_LEFT, "**37 eggs**", 2, 2.2),
        ("3 x 14 = 42, 42 - 5 = 37.\nANSWER: 37 eggs", "It is 30.", "**37 eggs**", 2, 2),
        ("There are 39, I think.\nANSWER: 39 eggs", "```python\n1 / 0\n```", "**39 eggs**", 3, 3),
        ("So in all that is", EGGS_LEFT, "**37**", 2, 2.2),
    ],
)
async def test_a_sum_in_words_is_worked_out_once_and_once_in_code_and_never_searched(
    make_world, working, code, begins, calls, most
):
    def reply(request: dict[str, Any]) -> Reply | str:
        told = request["messages"][0]["content"]
        return code if "writing a Python program" in told else WORKING + working

    sizes, world = {}, make_world(replies=reply, duckduckgo=[VAGUE])
    for strategy in ("single", "verified", "team", "deep"):
        before = len(world.ollama.requests)
        events = await answered(world, Question(EGGS, strategy=strategy))
        assert_whole(events)
        asked = world.ollama.requests[before:]
        prompts = sum(len(each["content"]) for one in asked for each in one["messages"])
        sizes[strategy] = prompts + sum(len(str(reply(each))) for each in asked)
        assert not any(each.get("tools") for each in asked)
        if strategy != "single":
            assert of(events, AnswerGiven)[0].text.startswith(begins)
            assert len(asked) == calls
            assert sizes[strategy] <= most * sizes["single"], sizes
    assert not world.duckduckgo.requests


async def test_a_plain_call_of_a_benchmark_is_not_answered_by_a_solver(make_world):
    world = make_world(replies=["17 * 23 is 392.\nANSWER: 392"])
    events = await answered(world, Question("What is 17*23?", strategy="single"))
    (answer,) = of(events, AnswerGiven)
    assert answer.text == "392"


async def test_results_that_do_not_name_the_person_lead_to_a_refined_search(make_world):
    world = make_world(
        replies=[
            search("Ohio"),
            search("current lieutenant governor of Ohio 2026"),
            "The lieutenant governor of Ohio is **Jim Tressel** [2].",
        ],
        duckduckgo=[VAGUE, EXACT],
    )
    events = await answered(world, QUICK)
    assert_whole(events)
    assert [a.query for a in of(events, SearchAttempt)] == [
        "Ohio",
        "current lieutenant governor of Ohio 2026",
    ]
    (answer,) = of(events, AnswerGiven)
    assert "Jim Tressel" in answer.text
    assert [s.url for s in answer.sources] == ["https://governor.ohio.example/lieutenant"]
    assert not answer.from_internal_knowledge
    assert len(of(events, ToolStarted)) == 2
    first, second, writing = world.ollama.requests
    assert first["tools"]
    assert second["tools"]
    assert not writing.get("tools")
    assert "search again" in second["messages"][-1]["content"] or "better query" in str(second)
    assert [each["role"] for each in writing["messages"]] == ["system", "user"]
    assert "67th lieutenant governor" in writing["messages"][-1]["content"]


@pytest.mark.parametrize("rounds", [0, 2])
async def test_the_setting_bounds_the_rounds(make_world, rounds):
    count = iter(range(100))

    def insist(request: dict[str, Any]) -> Reply | str:
        return search(f"again {next(count)}") if request.get("tools") else "Enough."

    world = make_world(replies=insist, duckduckgo=[VAGUE])
    events = await answered(
        world, Question(QUESTION, strategy="quick"), agent__max_tool_iterations=rounds
    )
    assert len(of(events, ToolStarted)) == rounds
    assert of(events, AnswerGiven)[0].text == "Enough."


async def test_a_revise_verdict_makes_three_calls_and_keeps_the_three_texts_apart(make_world):
    world = make_world(
        replies=[search("x"), search("y"), "The draft [1].", REVISE, "The final [1]."],
        duckduckgo=[EXACT],
    )
    events = await answered(world, VERIFIED)
    assert [c.agent for c in of(events, ModelCall)[2:]] == ["main", "consulter", "main"]
    text = {
        channel: "".join(d.text for d in of(events, TextDelta) if d.channel == channel)
        for channel in ("draft", "critique", "final")
    }
    assert text["draft"] == "The draft [1]."
    assert json.loads(text["critique"])["verdict"] == "revise"
    assert text["final"] == "The final [1]."
    assert verdicts(events, "consulter")[0].details["missing"] == ("since when",)
    assert of(events, AnswerGiven)[0].text == "The final [1]."
    draft, critique, final = (request["messages"] for request in world.ollama.requests[2:])
    assert "since when" in final[-1]["content"]
    assert [message["role"] for message in critique] == ["system", "user"], "its own conversation"
    assert "1. The draft" in critique[1]["content"]
    assert final[: len(draft)] == draft, "a server has the beginning in its cache"


RIGHT = "Voters elect the governor on one ticket. That began in 1978."
PARTIAL = "Voters elect the governor on one ticket, that of the party."
TORN = "Voters elect the governor on one ticket. The governor is not elected since 1978, but appointed."
COPIED = {"missing": ["in words copied from the question"], "faults": [], "verdict": "revise"}
TICKET = {"quote": "Voters elect the governor on one ticket", "why": "the next sentence denies it"}


def critique(**lists: Any) -> str:
    return json.dumps({"missing": [], "faults": [], "verdict": "ok"} | lists)


@pytest.mark.parametrize(
    ("draft", "reply", "revised"),
    [
        (RIGHT, critique(), False),
        (RIGHT, json.dumps(COPIED), False),
        (RIGHT, critique(missing=["a part of the question", "the draft", "since when"]), False),
        (RIGHT, critique(faults=[{"quote": "what is wrong", "why": "a contradiction"}]), False),
        (RIGHT, critique(faults=[{"quote": "It began in 1851.", "why": "that is false"}]), False),
        (RIGHT, critique(verdict="revise"), False),
        (RIGHT, "It looks fine to me. Nothing is missing, and nothing contradicts it.", False),
        (RIGHT, "[[[", False),
        (PARTIAL, critique(missing=["since when"] * 50, verdict="revise"), True),
        (PARTIAL, "The draft does not say since when the governor is elected.", True),
        (TORN, critique(faults=[TICKET]), True),
    ],
)
async def test_only_a_fault_with_proof_changes_a_draft(make_world, draft, reply, *, revised):
    final = "Voters elect the governor on one ticket, and have done so since 1978."
    replies = [draft, Reply(text=reply, ignores_schema=True), final]
    events = await answered(make_world(replies=replies), VERIFIED)
    (verdict,) = verdicts(events, "consulter")
    listed = verdict.details["missing"] or verdict.details["faults"]
    assert (verdict.ok, bool(listed)) == (not revised, revised), "the event agrees with itself"
    assert len(of(events, ModelCall)) == (3 if revised else 2)
    assert of(events, AnswerGiven)[0].text == (final if revised else draft)


@pytest.mark.parametrize(
    "draft", ["**Jim Tressel** [1].", "The lieutenant governor of Ohio is **Jim Tressel** [1]."]
)
async def test_a_draft_that_the_evidence_bears_out_is_not_reviewed(make_world, draft):
    world = make_world(replies=[draft], duckduckgo=[EXACT + AGREES])
    events = await answered(world, Question(QUESTION, strategy="verified"))
    (verdict,) = verdicts(events, "consulter")
    assert verdict.ok
    assert verdict.details["skipped"].startswith("The draft states the answer")
    assert [call.agent for call in of(events, ModelCall)] == ["main"]


async def test_a_draft_that_fails_its_form_is_refined_without_a_review(make_world):
    world = make_world(replies=["I cannot say.", "**88** counties."])
    asked = Question("How many counties does Ohio have?", strategy="verified")
    events = await answered(world, asked)
    assert [call.agent for call in of(events, ModelCall)] == ["main", "main"]
    assert not verdicts(events, "consulter")[0].ok
    assert of(events, AnswerGiven)[0].text.endswith("**88** counties.")


@pytest.mark.parametrize(
    "replies",
    [[DEAD], [REVISE, Reply(text="")], [REVISE, DEAD]],
    ids=["critique", "empty", "refused"],
)
async def test_a_critique_or_a_refinement_that_fails_leaves_the_draft_standing(make_world, replies):
    events = await answered(make_world(replies=["The draft.", *replies]), QUESTION)
    assert of(events, AnswerGiven)[0].text == "The draft."
    assert end_of(events).status == "answered"


@pytest.mark.parametrize("strategy", ["verified", "team", "deep"])
async def test_a_model_that_refuses_all_is_an_error_that_quotes_do_not_hide(make_world, strategy):
    world = make_world(replies=lambda _request: DEAD, duckduckgo=[EXACT])
    events = await answered(world, Question(QUESTION, strategy=strategy))
    assert_whole(events)
    assert not of(events, AnswerGiven)
    finished = end_of(events)
    assert (finished.status, finished.cause) == ("failed", "model")
    assert "out of luck" in finished.error


@pytest.mark.parametrize(
    ("question", "replies"),
    [
        (QUICK, [search("Ohio"), "I think it is Jim Tressel."]),
        (Question(QUESTION), ["I think it is Jim Tressel.", OK]),
    ],
    ids=["quick", "verified"],
)
async def test_that_every_search_failed_is_told_once_and_in_answers(make_world, question, replies):
    world = make_world(replies=replies, duckduckgo=[CHALLENGED], tavily=[Status(503)])
    events = await answered(world, question)
    (failed,) = of(events, SearchFailed)
    assert [a.engine for a in failed.attempts] == ["duckduckgo", "tavily", "brave"]
    (answer,) = of(events, AnswerGiven)
    assert answer.text.startswith("> **Web search failed** (duckduckgo: blocked")
    assert "brave: skipped" in answer.text
    assert "own knowledge" in answer.text
    assert "Jim Tressel" in answer.text
    assert answer.from_internal_knowledge
    assert end_of(events).status == "answered"
    told = [message for request in world.ollama.requests for message in request["messages"]]
    assert any("web search failed" in str(message.get("content")) for message in told)


async def test_a_model_may_choose_the_engine_and_is_told_why_it_gives_nothing(make_world):
    def by(provider: str) -> tuple[str, dict[str, object]]:
        return ("web_search", {"query": "Ohio", "provider": provider, "max_length": None})

    calls = [by("brave"), by("bing"), by("tavily")]
    world = make_world(replies=[Reply(tool_calls=calls), "Jim Tressel [1]."], tavily=[EXACT])
    events = await answered(world, QUICK)
    attempts = of(events, SearchAttempt)
    assert {(a.engine, a.outcome) for a in attempts} == {("brave", "skipped"), ("tavily", "ok")}
    assert [hit.title for a in attempts for hit in a.hits] == [hit.title for hit in EXACT]
    assert not of(events, SearchFailed)
    brave, bing, tavily = [m for m in world.ollama.requests[1]["messages"] if m["role"] == "tool"]
    assert "brave: skipped (no API key). Search again without provider." in brave["content"]
    assert "Choose from: duckduckgo, tavily, brave." in bing["content"]
    assert "Jim Tressel" in tavily["content"]


async def test_a_page_is_read_kept_and_cited(make_world):
    html = (
        b"<html><title>The office</title><main><h1>Office</h1><p>Jim Tressel holds it.</p></main>"
    )
    with serve(PagesServer({"/office": Document(html)})) as base:  # type: ignore[arg-type]
        world = make_world(
            replies=[
                search("Ohio"),
                Reply(tool_calls=[("web_fetch", {"url": f"{base}/office"})]),
                "Jim Tressel [1].",
            ],
            duckduckgo=[[Result("The office", f"{base}/office", "Who holds it?")]],
        )
        events = await answered(world, QUICK)
    (read,) = of(events, PageRead)
    assert read.title == "The office"
    assert (world.home / "data" / "snapshots").is_dir() or list(world.home.rglob("*snapshots*"))
    (answer,) = of(events, AnswerGiven)
    assert (answer.sources[0].read, answer.sources[0].snapshot) == (True, read.snapshot)
    assert "Jim Tressel holds it." in str(world.ollama.requests[2]["messages"])


async def test_a_discovery_is_kept_and_told(make_world):
    found = {"title": "A find", "description": "It matters."}
    world = make_world(replies=[Reply(tool_calls=[("flag_discovery", found)]), "Done."])
    async with world.opened() as session:
        question = Question("What of Ohio is worth keeping?", strategy="quick")
        events = await play(session, question)
    (told,) = of(events, DiscoveryFlagged)
    (kept,) = session.discoveries.read().items
    assert (told.title, kept.title, kept.run_id) == ("A find", "A find", told.run_id)


async def test_the_recording_holds_every_event_and_tells_every_host_that_was_contacted(make_world):
    world = make_world(replies=[search("x"), "The draft [1].", OK], duckduckgo=[EXACT])
    async with world.opened() as session:
        events = await play(session, QUESTION)
    (file,) = session.paths.runs.glob("*.jsonl")
    assert list(session.replay(file)) == [event_from_json(event_to_json(event)) for event in events]
    used = of(events, Network)
    assert {n.purpose for n in used} == {"model", "search"}
    assert all(n.host == "127.0.0.1" and n.bytes_sent > 0 and n.bytes_received > 0 for n in used)


async def test_stopping_ends_with_run_finished_stopped_and_keeps_what_was_written(make_world):
    world = make_world(replies=[Reply(text="one two three four " * 50, between_s=0.05)])
    events: list[Event] = []
    async with world.opened() as session:
        stopping = session.ask(Question(QUESTION))
        async for event in stopping.events():
            events.append(event)
            if len(of(events, TextDelta)) == 3:
                stopping.stop()
    assert_whole(events)
    assert end_of(events).status == "stopped"
    assert len(of(events, TextDelta)) < 10
    (file,) = session.paths.runs.glob("*.jsonl")
    assert event_from_json(file.read_text().splitlines()[-1]).type == "run_finished"


async def test_a_reader_that_goes_away_stops_the_run_and_its_recording_is_whole(make_world):
    world = make_world(replies=[Reply(text="one two three four " * 50, between_s=0.05)])
    async with world.opened() as session:  # which would stop it when it is closed
        stream = session.ask(Question(QUESTION)).events()
        await anext(stream)
        await stream.aclose()
        (file,) = session.paths.runs.glob("*.jsonl")
        assert event_from_json(file.read_text().splitlines()[-1]).status == "stopped"  # type: ignore[attr-defined]


async def test_a_spent_budget_still_answers_with_what_there_is(make_world):
    world = make_world(
        replies=[
            search("x"),
            Reply(text="Jim Tressel won because " + "of this " * 40, between_s=0.1),
        ],
        duckduckgo=[EXACT],
    )
    events = await answered(world, Question(QUESTION, budget_s=1.0))
    assert_whole(events)
    assert "Jim Tressel won because" in of(events, AnswerGiven)[0].text
    assert end_of(events).status == "answered"


async def test_a_budget_spent_before_any_text_gives_the_sources(make_world):
    world = make_world(replies=[search("x"), Reply(text="Late", delay_s=5)], duckduckgo=[EXACT])
    events = await answered(world, Question(QUESTION, budget_s=2.5))
    assert "67th lieutenant governor of Ohio. [1]" in of(events, AnswerGiven)[0].text
    assert end_of(events).status == "answered"
    assert of(events, Notice)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"llm__ollama_url": "http://127.0.0.1:1"}, "Ollama"),
        ({"llm__model": "absent"}, "absent"),
        ({"llm__provider": "none"}, "none"),
        ({"llm__provider": "anthropic", "network__offline": True}, "switched off"),
    ],
)
async def test_a_run_that_cannot_begin_fails_with_a_reason_and_a_remedy(make_world, settings, says):
    events = await answered(make_world(), VERIFIED, **settings)
    assert_whole(events)
    finished = end_of(events)
    assert finished.status == "failed"
    assert says in finished.error
    assert finished.remedy


async def test_a_model_without_tools_is_spoken_to_in_text(make_world):
    call = '<tool_call>{"name": "web_search", "arguments": {"query": "Ohio"}}</tool_call>'
    world = make_world(replies=[call, "Jim Tressel [1]."], duckduckgo=[EXACT])
    world.ollama.models["m:latest"] = Model(name="m", capabilities=("completion",))
    events = await answered(world, QUICK)
    assert world.duckduckgo.queries == ["Ohio"]
    assert of(events, AnswerGiven)[0].text == "Jim Tressel [1]."
    assert "tool_call" not in "".join(d.text for d in of(events, TextDelta))


async def test_runs_side_by_side_keep_their_events_apart(make_world):
    world = make_world(
        replies=lambda request: OK if "format" in request else request["messages"][1]["content"]
    )
    async with world.opened() as session:
        asked = (Question(text, strategy="verified") for text in ("One?", "Two?"))
        both = await asyncio.gather(*(play(session, each) for each in asked))
    for events in both:
        assert_whole(events)
    assert [of(events, AnswerGiven)[0].text for events in both] == ["One?", "Two?"]


async def test_a_run_that_cannot_be_recorded_still_answers_and_says_so(make_world):
    world = make_world(replies=["The draft.", OK])
    async with world.opened() as session:
        session.paths.runs.parent.mkdir(parents=True)
        session.paths.runs.write_text("a file where the folder should be")
        events = await play(session, QUESTION)
    assert_whole(events)
    assert of(events, AnswerGiven)[0].text == "The draft."
    assert "not recorded" in of(events, Notice)[0].text


# --- Stopping at the beginning


ASKED = Question("What do pumps deliver?", strategy="quick")


@pytest.mark.parametrize("turns", [0, 1, 3, 8, 50])
async def test_a_run_that_is_stopped_at_its_very_beginning_ends_as_stopped(make_world, turns):
    world = make_world(replies=["2.6 units."])
    async with world.opened() as session:
        run = session.ask(ASKED)

        async def stop() -> None:
            for _ in range(turns):
                await asyncio.sleep(0)
            run.stop()

        stopping = asyncio.create_task(stop())
        async with asyncio.timeout(10):
            events = [event async for event in run.events()]
        await stopping
    assert len(of(events, RunStarted)) == 1
    assert end_of(events).status in ("stopped", "answered")
    (file,) = world.home.glob("data/runs/*.jsonl")
    assert '"type":"run_finished"' in file.read_text("utf-8").splitlines()[-1]


# --- What a server may keep of a prompt


async def test_all_questions_of_fact_begin_with_the_same_bytes(make_world):
    world = make_world(replies=lambda request: OK if "format" in request else "So it is.")
    texts = ("What do pumps deliver?", "Why is the sky blue?", "Which river flows through Rome?")
    for text in texts:
        await answered(world, Question(text, strategy="quick", conversation_id=text))
    begins = [(each["messages"][0], each["tools"]) for each in world.ollama.requests]
    assert begins == [begins[0]] * len(texts)
    assert [tool["function"]["name"] for tool in begins[0][1]] == ["web_search", "web_fetch"]
