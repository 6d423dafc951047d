"""The strategy team: who speaks when, how it ends, and what is seen of it."""

import re
from collections.abc import Sequence
from functools import partial

import pytest

from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    ModelCall,
    Notice,
    SearchAttempt,
    TextDelta,
    Verdict,
)
from desktop_agent.core.research import Question
from tests.end2end.test_deep import HITS
from tests.end2end.world import MakeWorld, World, answered, of
from tests.recorded_cases import by_part
from tests.servers.model_reply import Reply

QUESTION = "What does the museum of the history of computing in Paderborn show?"
YES = "<verify>yes</verify>"
NO = "<verify>no</verify>"
ANSWER = "<answer>It shows five thousand years of computing [1].</answer>"


@pytest.fixture
def make_world(make_world) -> MakeWorld:
    return partial(make_world, duckduckgo=[HITS])


async def run(world: World, text: str = QUESTION, **settings: object) -> list[Event]:
    return await answered(world, Question(text, strategy="team"), **settings)


def agents(events: Sequence[Event]) -> list[str]:
    return [call.agent for call in of(events, ModelCall)]


async def test_the_verifier_speaks_first_and_a_yes_goes_to_the_answerer(make_world):
    world = make_world(replies=by_part(verifier=[YES], answerer=[ANSWER]))
    events = await run(world)
    assert agents(events) == ["verifier", "answerer"]
    (verdict,) = [v for v in of(events, Verdict) if v.by == "verifier"]
    assert (verdict.ok, verdict.details["round"]) == (True, 1)
    assert of(events, AnswerGiven)[0].text == "It shows five thousand years of computing [1]."
    shown = "".join(d.text for d in of(events, TextDelta) if d.channel == "final")
    assert shown == "It shows five thousand years of computing [1]."


async def test_a_no_has_the_searcher_look_and_goes_back_to_the_verifier(make_world):
    query = "<search>Nixdorf permanent exhibition rooms</search>"
    world = make_world(replies=by_part(verifier=[NO, YES], searcher=[query], answerer=[ANSWER]))
    events = await run(world)
    assert agents(events) == ["verifier", "searcher", "verifier", "answerer"]
    assert "Nixdorf permanent exhibition rooms" in {a.query for a in of(events, SearchAttempt)}
    first, second = (
        "".join(message["content"] for message in world.ollama.requests[place]["messages"])
        for place in (0, 2)
    )
    assert "- Nixdorf permanent exhibition rooms" in second
    before, _, _ = first.partition("Question: ")
    assert second.startswith(before)
    assert "Search for: Nixdorf permanent exhibition rooms" in second.removeprefix(before)


async def test_no_for_ever_ends_at_the_bound(make_world):
    topics = ("opening hours", "building architect", "founder biography", "robot hall", "x y")
    queries = [f"<search>museum {topic}</search>" for topic in topics]
    world = make_world(replies=by_part(verifier=[NO], searcher=queries, answerer=[ANSWER]))
    events = await run(world, agent__team_rounds=3)
    assert agents(events) == ["verifier", "searcher"] * 3 + ["answerer"]
    assert "may be insufficient" in world.ollama.requests[-1]["messages"][-1]["content"]
    assert any("used up" in notice.text for notice in of(events, Notice))
    assert [v.ok for v in of(events, Verdict) if v.by == "verifier"] == [False] * 3


async def test_a_query_that_repeats_in_substance_ends_the_search(make_world):
    asked = ("museum opening hours", "the opening hours of the museum")
    queries = [f"<search>{query}</search>" for query in asked]
    world = make_world(replies=by_part(verifier=[NO], searcher=queries, answerer=[ANSWER]))
    events = await run(world)
    assert agents(events) == ["verifier", "searcher"] * 2 + ["answerer"]
    assert any("repeated" in notice.text for notice in of(events, Notice))


@pytest.mark.parametrize(
    ("verifier", "searcher", "answerer", "agents_asked"),
    [
        ("< VERIFY > Yes", "", "<ANSWER>Computing [1].", ["verifier", "answerer"]),
        ("<think>no</think><verify>yes</verify>", "", "Computing [1].", ["verifier", "answerer"]),
        ("Well, it depends.", "nothing\nof use", ANSWER, ["verifier", "searcher", "answerer"]),
    ],
)
async def test_malformed_tags_are_read_as_far_as_they_can_be(
    make_world, verifier, searcher, answerer, agents_asked
):
    replies = by_part(verifier=[verifier], searcher=[searcher], answerer=[answerer])
    world = make_world(replies=replies)
    events = await run(world)
    assert agents(events) == agents_asked
    assert "omputing [1]." in of(events, AnswerGiven)[0].text
    (verdict,) = [v for v in of(events, Verdict) if v.by == "verifier"]
    assert bool(verdict.details["note"]) == (verdict.details["said"] == "")


async def test_a_placeholder_is_no_answer_and_the_evidence_speaks(make_world):
    world = make_world(replies=by_part(verifier=[YES], answerer=["<answer>the answer</answer>"]))
    events = await run(world)
    assert agents(events) == ["verifier", "answerer"]
    text = of(events, AnswerGiven)[0].text
    assert "the answer" not in text
    assert "[1]" in text


async def test_a_verifier_may_only_say_yes_or_no_and_each_part_is_asked_in_few_words(make_world):
    query = "<search>Nixdorf exhibition rooms</search>"
    parts = by_part(verifier=[Reply(json={"enough": "no"})], searcher=[query], answerer=[ANSWER])
    world = make_world(replies=parts)
    await run(world, agent__team_rounds=1)
    verifier, searcher, answerer = world.ollama.requests
    assert verifier["format"]["properties"]["enough"]["enum"] == ["yes", "no"]
    limits = [request["options"]["num_predict"] for request in (verifier, searcher)]
    assert limits == [16, 48]
    for request in (verifier, searcher, answerer):
        told = "\n".join(message["content"] for message in request["messages"])
        own = re.sub(r"(?s)<<<UNTRUSTED_BLOCK \w+ from.*?<<<END_UNTRUSTED_BLOCK \w+>>>", "", told)
        assert len(own.split()) <= 250
        assert "<answer>" not in told
        assert told.rindex("Question: ") > told.index("UNTRUSTED_BLOCK")
