"""The network switch holds for what begins, and for what is under way when it is switched off."""

import random
import socket
from contextlib import aclosing

import pytest

from desktop_agent.core.errors import Offline
from desktop_agent.core.events import AnswerGiven, RunFinished, SearchAttempt, ToolStarted
from desktop_agent.core.research import Question
from desktop_agent.storage.settings_file import change_setting
from tests.chaos.names import Names
from tests.end2end.world import World, answered, of, play
from tests.servers.duckduckgo import Results
from tests.servers.search_replies import Result, Slow

ASKED = Question("What does the museum show?", strategy="evidence")
FOUND = Results((Result("The museum", "http://museum.test/a", "It shows computers."),))


@pytest.fixture
def world(make_world, monkeypatch) -> World:
    world = make_world(replies=["Computers."], duckduckgo=[FOUND, Slow(0.3, FOUND), FOUND])
    monkeypatch.setattr(socket, "getaddrinfo", Names(random.Random(1)))
    for name in ("DUCKDUCKGO", "TAVILY", "BRAVE"):
        variable = f"DESKTOP_AGENT_SEARCH__{name}_URL"
        # a name that does not say that the server is on this computer
        world.environ[variable] = world.environ[variable].replace("127.0.0.1", "engine.test")
    return world


def asked(world: World) -> int:
    fakes = (world.duckduckgo, world.tavily, world.brave)
    return sum(len(fake.requests) for fake in fakes)


async def test_a_search_under_way_ends_with_a_plain_reason_and_nothing_new_is_asked(world):
    async with world.opened() as session:
        await session.search("warm up", 3, lambda _attempt: None)
        before = asked(world)
        events = []
        async with aclosing(session.ask(ASKED).events()) as happened:
            async for event in happened:
                events.append(event)
                if len(events) == 2:  # its search is about to begin; another process switches
                    change_setting(session.paths, "network.offline", True)
        assert of(events, RunFinished)[0].status == "insufficient"
        told = {attempt.detail for attempt in of(events, SearchAttempt)}
        assert told == {"the network is switched off"}
        assert asked(world) <= before + 1
        assert of(events, AnswerGiven)[0].offline
        assert "web was not searched" in of(events, AnswerGiven)[0].text


async def test_a_question_in_a_chat_that_is_offline_by_itself_asks_nothing(world):
    async with world.opened() as session:
        chat = await session.conversations.create("private", offline=True)
        there = Question(ASKED.text, strategy="evidence", conversation_id=chat.id)
        events = await play(session, there)
        assert asked(world) == 0
        assert of(events, AnswerGiven)[0].offline
        await session.conversations.change(chat.id, offline=False)
        events = await play(session, there)
        assert asked(world) > 0
        assert not of(events, AnswerGiven)[0].offline


async def test_an_answer_of_a_model_here_says_that_the_web_was_not_asked(world):
    asked = Question(ASKED.text, strategy="quick")
    events = await answered(world, asked, network__offline=True)
    assert of(events, AnswerGiven)[0].text == "Computers."
    assert of(events, AnswerGiven)[0].offline
    assert not of(events, ToolStarted)


@pytest.mark.parametrize("strategy", ["quick", "verified", "evidence"])
async def test_without_the_web_a_model_is_asked_but_no_engine_and_no_page(world, strategy):
    async with world.opened() as session:
        events = await play(session, Question(ASKED.text, strategy=strategy, web=False))
        assert asked(world) == 0
        assert bool(world.ollama.requests) == (strategy != "evidence")
        assert of(events, AnswerGiven)[0].offline
        assert not of(events, ToolStarted)


async def test_a_model_that_is_being_downloaded_is_not_downloaded_further(world):
    async with world.opened() as session, aclosing(session.models.pull("new:1b")) as steps:
        await anext(steps)
        session.change_setting("network.offline", True)
        with pytest.raises(Offline, match="switched off"):
            async for _step in steps:
                pass
