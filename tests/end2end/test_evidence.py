"""Answers without a model, and answers that must hold to the evidence."""

import json
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest

from desktop_agent.core.events import (
    AnswerGiven,
    EvidenceFound,
    ModelCall,
    Notice,
    RunStarted,
    SearchAttempt,
    Verdict,
)
from desktop_agent.core.research import Question
from tests.end2end.world import MakeWorld, answered, end_of, of
from tests.servers.duckduckgo import CHALLENGED, Result, Status, Zero
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply
from tests.servers.pages import Document, PagesServer
from tests.servers.support_judge import shown_sentences

OK = Reply(json={"missing": [], "faults": [], "verdict": "ok"})
QUESTION = "What is the latest stable version of Python?"
PAGE = """<html><head><title>Download Python | Python.org</title></head><body><main>
<h1>Download the latest version of Python</h1>
<p>The latest stable version of Python is Python 3.14.1, released on 2 December 2025.</p>
<p>Older versions such as Python 3.13.7 still get security fixes.</p></main></body></html>"""


@pytest.fixture
def make_world(make_world) -> Iterator[MakeWorld]:
    with serve(PagesServer({"/downloads": Document(PAGE.encode())})) as base:  # type: ignore[arg-type]
        hits = [
            Result(
                "Download Python | Python.org",
                f"{base}/downloads",
                "The latest stable version of Python is Python 3.14.1.",
            ),
            Result(
                "Status of Python versions",
                "https://devguide.python.org/versions/",
                "The latest stable release of Python is 3.14.1.",
            ),
            Result(
                "Python (programming language) - Wikipedia",
                "https://en.wikipedia.org/wiki/Python_(programming_language)",
                "Stable release: 3.14.1 / 2 December 2025",
            ),
        ]
        yield partial(make_world, duckduckgo=[hits])


@pytest.mark.parametrize(
    "settings", [{"llm__provider": "none"}, {"llm__ollama_url": "http://127.0.0.1:1"}]
)
async def test_without_a_model_auto_answers_from_evidence_and_says_why(make_world, settings):
    events = await answered(make_world(), QUESTION, **settings)
    started = events[0]
    assert isinstance(started, RunStarted)
    assert (started.strategy, started.provider, started.model) == ("evidence", "none", "")
    assert "no model" in started.strategy_reason
    (answer,) = of(events, AnswerGiven)
    assert answer.text.startswith("**3.14.1**")
    bare = await answered(make_world(), Question(QUESTION, bare=True), **settings)
    assert of(bare, AnswerGiven)[0].text == "3.14.1"
    assert answer.grounded
    assert not answer.from_internal_knowledge
    assert {claim.mark for claim in answer.claims} <= {"supported", "unconfirmed"}
    assert any(claim.mark == "supported" for claim in answer.claims)
    assert not of(events, ModelCall)
    assert end_of(events).status == "answered"


async def test_nothing_found_is_an_honest_insufficient(make_world):
    world = make_world(duckduckgo=[[Result("Gardening", "https://garden.example/", "Roses.")]])
    events = await answered(world, Question(QUESTION, strategy="evidence"))
    assert "Insufficient evidence" in of(events, AnswerGiven)[0].text
    assert end_of(events).status == "insufficient"
    assert not of(events, EvidenceFound)[0].sufficient
    looks, instead, *_ = [notice.text for notice in of(events, Notice)]
    assert looks == "Looking for: the latest version of Python"
    assert instead.startswith("Irrelevant: no result mentions “Python”. Searching instead for “")


async def test_what_no_engine_knows_is_not_searched_in_yet_other_words(make_world):
    world = make_world(duckduckgo=[Zero()])
    events = await answered(world, Question(QUESTION, strategy="evidence"))
    queries = {attempt.query for attempt in of(events, SearchAttempt)}
    assert len(queries) == 3, queries  # none of the family that looks for downloads
    assert end_of(events).status == "insufficient"


async def test_evidence_without_any_search_engine_says_so(make_world):
    world = make_world(duckduckgo=[CHALLENGED], tavily=[Status(503)])
    events = await answered(world, Question(QUESTION, strategy="evidence"))
    text = of(events, AnswerGiven)[0].text
    assert "Insufficient evidence" in text
    assert "fail" in text.lower()
    assert end_of(events).status == "insufficient"


def writing(text: str, repaired: str = "") -> Callable[[dict[str, Any]], Reply | str]:
    """A model that writes a text; ``repaired`` is said once it was told what is wrong with it."""

    def model(request: dict[str, Any]) -> Reply | str:
        said = request["messages"][-1]["content"]
        if "You are the verifier" in said:
            return Reply(json={"enough": "yes"})
        if "format" in request:
            reply = {"missing": [], "faults": [], "verdict": "ok"}
            if "support" in request["format"]["properties"]:
                told = {"verdict": "not stated", "passage": 0, "quote": ""}
                reply["support"] = [{"sentence": n.number, **told} for n in shown_sentences(said)]
            return Reply(json=reply)
        return repaired if repaired and "does not hold to the evidence" in said else text

    return model


@pytest.mark.parametrize("strategy", ["verified", "team"])
async def test_an_answer_against_the_evidence_is_repaired_once(make_world, strategy):
    said = "The latest stable version of Python is"
    world = make_world(replies=writing(f"{said} 3.12 [1].", f"{said} **3.14.1** [1]."))
    events = await answered(world, Question(QUESTION, strategy=strategy))
    (answer,) = of(events, AnswerGiven)
    assert answer.text == "The latest stable version of Python is **3.14.1** [1]."
    (verdict,) = [v for v in of(events, Verdict) if v.by == "grounding"]
    assert verdict.details["action"] == "repaired"
    assert answer.claims[0].mark == "supported"


@pytest.mark.parametrize("strategy", ["verified", "team"])
async def test_a_model_that_insists_is_replaced_by_the_evidence(make_world, strategy):
    world = make_world(replies=writing("It is 3.12, not 3.14.1 [1]."))
    events = await answered(world, Question(QUESTION, strategy=strategy))
    (answer,) = of(events, AnswerGiven)
    assert answer.text.startswith("**3.14.1**")
    assert "3.12" not in answer.text.splitlines()[0]
    (verdict,) = [v for v in of(events, Verdict) if v.by == "grounding"]
    assert (verdict.ok, verdict.details["action"]) == (False, "replaced")


async def test_a_refinement_that_loses_the_value_does_not_replace_the_draft(make_world):
    draft = "The latest stable version of Python is 3.14.1 [1]. Snakes are fast swimmers."
    fault = {"quote": "Snakes are fast swimmers", "why": "it has nothing to do with it"}
    world = make_world(
        replies=[
            draft,
            Reply(json={"missing": [], "faults": [fault], "verdict": "revise"}),
            "There are many versions of Python.",
        ]
    )
    events = await answered(world, Question(QUESTION, strategy="verified"))
    assert of(events, AnswerGiven)[0].text == draft
    assert any("earlier text stands" in notice.text for notice in of(events, Notice))


async def test_the_evidence_stands_in_the_prompt_as_marked_data(make_world):
    world = make_world(replies=["**3.14.1** [1]", OK])
    await answered(world, Question(QUESTION, strategy="verified"))
    system, asked = world.ollama.requests[0]["messages"][:2]
    assert "UNTRUSTED_BLOCK" in system["content"]
    said = asked["content"]
    places = [said.index(part) for part in ("<<<UNTRUSTED", "Leading candidate: 3.14.1", QUESTION)]
    assert places == sorted(places), "the question stands after the sources"


def test_the_command_prints_the_pack(make_world, run):
    world = make_world(environ={"DESKTOP_AGENT_LLM__PROVIDER": "none"})
    done = run(world, "evidence", QUESTION, "--json")
    assert done.returncode == 0, done.stderr
    pack = json.loads(done.stdout)
    assert pack["intent"] == "latest_version_of_software"
    assert pack["extracted_answer"] == "3.14.1"
    assert pack["confidence"] >= 0.6
    assert pack["sources"]
    assert not {"run_id", "seq", "t", "type", "preliminary"} & set(pack)
    assert "search duckduckgo" in done.stderr
