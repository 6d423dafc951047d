"""A model server that dies: what was written stays, and the run says what happened."""

import asyncio
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    ModelCall,
    Notice,
    RunStarted,
    StepStarted,
    TextDelta,
    ThinkingDelta,
)
from desktop_agent.core.research import Question
from tests.end2end.world import World, build_world, end_of, of
from tests.recorded_cases import by_role
from tests.servers.anthropic import FakeAnthropic
from tests.servers.loopback import Mortal, mortal, serve
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama
from tests.servers.openai_compat import FakeOpenAI
from tests.servers.pages import Document, PagesServer
from tests.servers.search_replies import Result

QUESTION = "What is the latest stable version of Python?"
TWO_QUESTIONS = "What is the latest stable version of Python, and when was it released?"
PAGE = "<html><title>Download Python</title><p>The latest stable version of Python is 3.14.1.</p>"
DRAFT = "The latest stable version of Python is 3.14.1 [1]."
FAKES: dict[str, Callable[..., Any]] = {
    "ollama": lambda replies: FakeOllama(models=["m"], replies=replies),
    "openai": lambda replies: FakeOpenAI(models=["m"], replies=replies),
    "anthropic": lambda replies: FakeAnthropic(models=["m"], replies=replies),
}
PROVIDERS = tuple(FAKES)
VERIFIED = [(provider, "verified") for provider in FAKES]
"""Each provider with the strategy that calls its model in most ways."""
PARTED: dict[str, Any] = {
    "plan": Reply(
        json={
            "subtasks": [
                {"id": f"t{n}", "question": f"Part {n}?", "kind": "reason", "needs": []}
                for n in (1, 2)
            ]
        }
    ),
    "part": "A result of a part.\nANSWER: 3.14.1",
}
LATE = Reply(delay_s=30)


class Dying:
    """A world whose model server can be killed."""

    def __init__(self, world: World, server: Mortal, provider: str, fake: Any) -> None:
        self.world, self.server, self.provider, self.fake = world, server, provider, fake

    async def ask(
        self, strategy: str, kill_when: Callable[[Event], bool] = lambda _event: False, **asked: Any
    ) -> list[Event]:
        """Asks, and kills the server at the first event that ``kill_when`` is true of."""
        async with self.world.opened() as session:
            return [each async for each in self._events(session, strategy, kill_when, asked)]

    async def _events(self, session: Any, strategy: str, kill_when: Any, asked: Any) -> Any:
        question = TWO_QUESTIONS if strategy == "deep" else QUESTION
        async for event in session.ask(Question(question, strategy=strategy, **asked)).events():
            if self.server.alive and kill_when(event):
                await asyncio.to_thread(self.server.kill)
            yield event


MakeDying = Callable[..., Dying]


@pytest.fixture
def make_dying(home) -> Iterator[MakeDying]:
    pages = PagesServer({"/downloads": Document(PAGE.encode())})
    with serve(pages) as base, ExitStack() as stack:  # type: ignore[arg-type]
        says = "The latest stable version of Python is 3.14.1."
        hits = [Result("Download Python | Python.org", f"{base}/downloads", says)]

        def make(provider: str, *replies: Any, **environ: str) -> Dying:
            fake = FAKES[provider](replies)
            server = stack.enter_context(mortal(fake.app))
            url = f"{server.url}/v1" if provider == "openai" else server.url
            settings = {
                "DESKTOP_AGENT_LLM__PROVIDER": provider,
                f"DESKTOP_AGENT_LLM__{provider.upper()}_URL": url,
                "DESKTOP_AGENT_LLM__MODEL": "m",
                **environ,
            }
            world = stack.enter_context(build_world(home, duckduckgo=[hits], environ=settings))
            return Dying(world, server, provider, fake)

        yield make


def failed_by_the_model(events: list[Event], server: Mortal) -> None:
    end = end_of(events)
    assert (end.status, end.cause) == ("failed", "model")
    assert server.url in end.error
    assert end.remedy
    assert any(call.lost and call.error for call in of(events, ModelCall)) or not of(
        events, RunStarted
    )[0].provider.replace("none", "")


@pytest.mark.parametrize(
    ("provider", "strategy"),
    [*VERIFIED, *(("ollama", each) for each in ("quick", "team", "deep", "auto"))],
)
async def test_a_model_that_is_dead_from_the_start_is_an_error(make_dying, provider, strategy):
    dying = make_dying(provider)
    dying.server.kill()
    events = await dying.ask(strategy)
    end = end_of(events)
    assert (end.status, end.cause) == ("failed", "model")
    assert "cannot be reached" in end.error
    assert not of(events, AnswerGiven), "no quotes in the place of an answer"


TOO_LONG = Reply(status=400, error="prompt is too long: 9000 tokens exceeds the context of 4096")
SEARCHES = Reply(tool_calls=[("web_search", {"query": "Python"})])


@pytest.mark.parametrize(
    ("strategy", "before"), [("quick", [SEARCHES]), ("verified", []), ("team", [])]
)
async def test_a_prompt_that_no_shortening_helps_leaves_the_evidence(make_dying, strategy, before):
    events = await make_dying("ollama", *before, *[TOO_LONG] * 4).ask(strategy)
    (given,) = of(events, AnswerGiven)
    assert end_of(events).status == "answered"
    assert "Download Python" in given.text or "3.14.1" in given.text
    assert given.sources or "[1]" in given.text
    assert any("too long" in notice.text for notice in of(events, Notice))


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_model_killed_before_its_first_word_is_the_run_s_error(make_dying, provider):
    dying = make_dying(provider, Reply(text=DRAFT, delay_s=30))

    async def kill_when_asked() -> None:
        while not dying.fake.requests:  # noqa: ASYNC110 - another thread fills it
            await asyncio.sleep(0.01)
        await asyncio.to_thread(dying.server.kill)

    killing = asyncio.create_task(kill_when_asked())
    events = await dying.ask("verified")
    await killing
    failed_by_the_model(events, dying.server)
    assert not of(events, AnswerGiven)


@pytest.mark.parametrize(("provider", "strategy"), [*VERIFIED, ("ollama", "quick")])
async def test_a_model_killed_while_it_thinks_leaves_no_answer(make_dying, provider, strategy):
    dying = make_dying(provider, Reply(thinking="Let me think it over", text=DRAFT, hang_after=3))
    events = await dying.ask(strategy, lambda event: isinstance(event, ThinkingDelta))
    failed_by_the_model(events, dying.server)
    assert not of(events, AnswerGiven)
    assert of(events, ThinkingDelta)


@pytest.mark.parametrize(("provider", "strategy"), [*VERIFIED, ("ollama", "quick")])
async def test_what_a_killed_model_wrote_is_an_incomplete_answer(make_dying, provider, strategy):
    dying = make_dying(provider, Reply(text=DRAFT, hang_after=4))
    events = await dying.ask(strategy, _wrote("The latest stable version"))
    failed_by_the_model(events, dying.server)
    (answer,) = of(events, AnswerGiven)
    assert answer.incomplete
    assert answer.text == "The latest stable version"


async def test_an_error_as_the_last_line_of_a_stream_keeps_what_was_written(make_dying):
    said = "an error was encountered while running the model: unexpected EOF"
    dying = make_dying("ollama", Reply(text=DRAFT, error=said))
    events = await dying.ask("verified")
    failed_by_the_model(events, dying.server)
    (answer,) = of(events, AnswerGiven)
    assert answer.incomplete
    assert answer.text == DRAFT
    assert [source.number for source in answer.sources] == [1], "its citations lead to their source"
    assert said in end_of(events).error


@pytest.mark.parametrize("provider", PROVIDERS)
async def test_a_draft_finished_before_the_model_died_is_the_answer(make_dying, provider):
    dying = make_dying(provider, DRAFT, Reply(delay_s=30))
    events = await dying.ask("verified", _begins("consulter"))
    end = end_of(events)
    assert (end.status, end.cause) == ("answered", "model")
    assert dying.server.url in end.error
    (answer,) = of(events, AnswerGiven)
    assert not answer.incomplete
    assert answer.text == DRAFT
    assert any("review of the draft did not end" in notice.text for notice in of(events, Notice))


async def test_a_team_whose_model_dies_does_not_quote_in_its_place(make_dying):
    dying = make_dying(
        "ollama", Reply(json={"enough": "yes"}), Reply(text=f"<answer>{DRAFT}", hang_after=5)
    )
    events = await dying.ask("team", _wrote("The latest stable version"))
    failed_by_the_model(events, dying.server)
    (answer,) = of(events, AnswerGiven)
    assert answer.incomplete
    assert answer.text.startswith("The latest stable")
    assert "<" not in answer.text


async def test_deep_research_whose_model_dies_in_the_synthesis_keeps_it_and_the_results(make_dying):
    dying = make_dying("ollama")
    synthesis = Reply(text="Put together it says so much", hang_after=3)
    dying.fake.script._function = by_role(**PARTED, synthesis=synthesis)
    events = await dying.ask(
        "deep", lambda event: isinstance(event, TextDelta) and event.text.endswith("it")
    )
    failed_by_the_model(events, dying.server)
    (answer,) = of(events, AnswerGiven)
    assert answer.incomplete
    assert answer.text.startswith("Put together it")
    assert "A result of a part." in answer.text


async def test_deep_research_whose_model_dies_after_the_parts_says_that_it_is_not_whole(make_dying):
    dying = make_dying("ollama")
    dying.fake.script._function = by_role(
        **PARTED, **dict.fromkeys(("critique", "synthesis"), LATE)
    )
    began: list[str] = []

    def judged(event: Event) -> bool:
        if isinstance(event, StepStarted):
            began.append(event.title)
        return "Critique" in began and isinstance(event, StepStarted)

    events = await dying.ask("deep", judged)
    end = end_of(events)
    assert (end.status, end.cause) == ("answered", "model")
    (answer,) = of(events, AnswerGiven)
    assert "3.14.1" in answer.text, "the sources hold nothing of the part's result"
    assert dying.server.url in answer.text, "the answer itself says what is missing"


# --- auto


async def test_auto_does_not_quote_where_the_model_answered_a_moment_ago(make_dying):
    dying = make_dying("ollama", DRAFT, DESKTOP_AGENT_LLM__MODEL="")
    async with dying.world.opened() as session:
        assert (await session.models.state()).ok
        await asyncio.to_thread(dying.server.kill)
        events = [event async for event in session.ask(Question(QUESTION)).events()]
    assert end_of(events).status == "failed"
    assert "cannot be reached" in end_of(events).error
    assert not of(events, AnswerGiven)


async def test_auto_quotes_and_says_why_where_no_model_was_ever_there(make_dying):
    dying = make_dying("ollama", DESKTOP_AGENT_LLM__MODEL="")
    dying.server.kill()
    events = await dying.ask("auto")
    (started,) = of(events, RunStarted)
    assert started.strategy == "evidence"
    assert started.strategy_reason.startswith("no model is available: Ollama at")
    assert of(events, AnswerGiven)
    assert not end_of(events).error


async def test_auto_names_the_chosen_model_that_is_not_there(make_dying):
    dying = make_dying("ollama", DESKTOP_AGENT_LLM__MODEL="absent")
    end = end_of(await dying.ask("auto"))
    assert (end.status, end.cause, end.pullable) == ("failed", "model", "absent")


# --- the terminal


def test_the_terminal_prints_what_was_written_and_ends_with_1(make_dying, run):
    dying = make_dying("ollama", Reply(text=DRAFT, drop_after=4))
    done = run(dying.world, "ask", QUESTION, "--strategy", "verified")
    assert done.returncode == 1
    assert done.stdout.startswith("The latest stable version\n")
    assert "Stopped: the model failed" in done.stdout
    assert f"Ollama at {dying.server.url}" in done.stderr
    assert "Ask again to get all of it" in done.stderr
    assert "Traceback" not in done.stderr


def test_the_terminal_says_that_a_whole_draft_was_not_reviewed(make_dying, run):
    dying = make_dying("ollama", DRAFT, Reply(text="{", drop_after=1, ignores_schema=True))
    done = run(dying.world, "ask", QUESTION, "--strategy", "verified")
    assert done.returncode == 0
    assert "3.14.1" in done.stdout
    assert "was not reviewed to its end" in done.stderr


def _wrote(text: str) -> Callable[[Event], bool]:
    """True once a model has written this."""
    wrote: list[str] = []

    def enough(event: Event) -> bool:
        if isinstance(event, TextDelta):
            wrote.append(event.text)
        return "".join(wrote).endswith(text)

    return enough


def _begins(agent: str) -> Callable[[Event], bool]:
    return lambda event: isinstance(event, StepStarted) and event.agent == agent


async def test_a_fallback_answers_for_a_dead_model_and_the_events_name_it(make_dying):
    with serve(FakeOpenAI(models=["spare"], replies=lambda _request: DRAFT).app) as url:
        dying = make_dying(
            "ollama",
            DESKTOP_AGENT_LLM__FALLBACK_MODEL="openai:spare",
            DESKTOP_AGENT_LLM__OPENAI_URL=f"{url}/v1",
        )
        await asyncio.to_thread(dying.server.kill)
        events = await dying.ask("quick")
    assert end_of(events).status == "answered"
    assert {(call.provider, call.model) for call in of(events, ModelCall)} == {("openai", "spare")}
    assert [n.level for n in of(events, Notice) if "using spare instead" in n.text] == ["warning"]
