"""The best quotes are told while the rest is still looked for."""

import threading
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import Any

import pytest

from desktop_agent.core.events import AnswerGiven, Event, EvidenceFound, PageRead, SearchAttempt
from desktop_agent.core.research import Question
from tests.end2end.world import World, answered, assert_whole, end_of, of
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply
from tests.servers.pages import Document, PagesServer
from tests.servers.search_replies import Held, Result

SAYS = "The lighthouse of Ostra is 47 metres tall and was built of granite."
QUESTION = "How tall is the lighthouse of Ostra?"
TWO_QUERIES = "Was ist die neueste stabile Version von Python?"
"""A question whose first family asks in its own language and in English."""
VERSION = "The latest stable version of Python is Python 3.14.1, released on 2 December 2025."


def hit(base: str, path: str, snippet: str, title: str = "A page") -> Result:
    return Result(title, f"{base}{path}", snippet)


@pytest.fixture
def make(make_world):
    """Make a world of pages; ``searches`` gives the results of each search, given their base."""
    with ExitStack() as stack:

        def build(
            pages: dict[str, str], searches: Callable[[str], Sequence[Any]], **about: Any
        ) -> World:
            html = (
                "<html><head><title>{0}</title></head><body><main><p>{0}</p></main></body></html>"
            )
            served = {path: Document(html.format(text).encode()) for path, text in pages.items()}
            base = stack.enter_context(serve(PagesServer(served)))  # type: ignore[arg-type]
            return make_world(duckduckgo=searches(base), **about)

        yield build


def early(events: Sequence[Event]) -> list[EvidenceFound]:
    return [each for each in of(events, EvidenceFound) if each.preliminary]


async def test_what_the_results_say_is_told_before_any_page_is_read(make):
    world = make({"/a": SAYS}, lambda base: [[hit(base, "/a", SAYS)]])
    events = await answered(world, Question(QUESTION, strategy="evidence"))
    first, *rest = of(events, EvidenceFound)
    assert first.preliminary
    assert "47 metres" in first.text
    assert first.sources[0].number == 1
    (passage,) = first.passages
    assert passage.text[slice(*passage.best)] == SAYS
    assert events.index(of(events, SearchAttempt)[0]) < events.index(first)
    assert events.index(first) < events.index(of(events, PageRead)[0])
    assert not rest[-1].preliminary
    assert rest[-1].text in of(events, AnswerGiven)[0].text
    assert len(of(events, SearchAttempt)) == 1
    assert [each.preliminary for each in rest[:-1]] == [True] * (len(rest) - 1)
    assert len(early(events)) <= 3
    assert_whole(events)


async def test_quotes_are_told_while_a_page_does_not_answer(make):
    with serve(PagesServer()) as slow:  # type: ignore[arg-type]

        def searches(base: str) -> list[list[Result]]:
            hits = [hit(base, f"/{n}", "Of the coast", f"Page {n}") for n in "ab"]
            return [[*hits, hit(slow, "/drip", "More of the coast", "Slow page")]]

        world = make({"/a": SAYS, "/b": SAYS}, searches)
        async with world.opened(llm__provider="none", agent__budget_s=20) as session:
            run = session.ask(Question(QUESTION, strategy="evidence"))
            async for event in run.events():
                if isinstance(event, EvidenceFound) and "47 metres" in event.text:
                    assert event.preliminary
                    break
            else:
                pytest.fail("nothing was quoted before the slow page was given up")


async def test_a_second_query_is_not_waited_for_once_the_first_settles_the_question(make):
    held = threading.Event()

    def searches(base: str) -> list[Any]:
        where = ("https://devguide.python.org/versions/", "https://en.wikipedia.org/wiki/Python")
        known = [Result("Status of Python versions", url, VERSION) for url in where]
        return [[hit(base, "/python", VERSION, "Download Python | Python.org"), *known], Held(held)]

    world = make({"/python": VERSION}, searches)
    events = await answered(world, Question(TWO_QUERIES, strategy="evidence"))
    held.set()
    assert of(events, EvidenceFound)[-1].extracted_answer == "3.14.1"
    assert [each.outcome for each in of(events, SearchAttempt)] == ["ok"]
    assert end_of(events).status == "answered"


async def test_pages_of_the_first_query_are_read_while_the_second_one_waits(make):
    page, read = "Python is a language of many versions.", threading.Event()

    def searches(base: str) -> list[Any]:
        second = [hit(base, "/python", VERSION, "Download Python | Python.org")]
        return [[hit(base, "/b", page, "Python versions")], Held(read, second)]

    world = make({"/python": VERSION, "/b": page}, searches)
    events: list[Event] = []
    async with world.opened() as session:
        async for event in session.ask(Question(TWO_QUERIES, strategy="evidence")).events():
            events.append(event)
            if isinstance(event, PageRead):
                read.set()
    first, second, *_ = of(events, SearchAttempt)
    assert (first.outcome, second.outcome) == ("ok", "ok")
    assert events.index(of(events, PageRead)[0]) < events.index(second)
    (source,) = of(events, EvidenceFound)[-1].sources
    assert source.number == 2, "sources are numbered in the order of the queries"
    assert source.url.endswith("/python")


async def test_the_second_hop_asks_for_what_the_first_one_names(make):
    """Where only described, the director is looked up first, and then what was asked of him."""
    director = "The director of Jaws is Steven Spielberg, who was 27 years old then."
    born = "Steven Spielberg was born in Cincinnati, Ohio, on 18 December 1946."
    wikipedia = "Jaws is a 1975 American thriller film directed by Steven Spielberg."
    britannica = "Steven Spielberg directed Jaws, which made the summer the season of big films."

    def searches(base: str) -> list[Any]:
        first = [
            hit(base, "/jaws", director, "Jaws (film)"),
            Result("Jaws (film)", "https://en.wikipedia.org/wiki/Jaws_(film)", wikipedia),
            Result("Jaws | film", "https://www.britannica.com/topic/Jaws-film", britannica),
        ]
        return [first, [hit(base, "/born", born, "Steven Spielberg")]]

    world = make({"/jaws": director, "/born": born}, searches)
    asked = Question("Where was the director of Jaws born?", strategy="evidence")
    events = await answered(world, asked)
    assert "Steven Spielberg" in world.duckduckgo.queries[1]
    assert len(world.duckduckgo.queries) == 2
    assert "Cincinnati" in of(events, AnswerGiven)[0].text
    assert {each.question for each in of(events, EvidenceFound)} == {asked.text}


async def test_parts_of_a_plan_tell_no_early_evidence(make):
    """A deep run of several parts has the early evidence of the whole question alone."""
    parts = ["How tall is the lighthouse of Ostra?", "When was the lighthouse of Ostra built?"]
    plan = {"subtasks": [{"id": f"p{n}", "question": part} for n, part in enumerate(parts)]}

    def model(request: dict[str, Any]) -> Reply | str:
        if "format" in request:
            return Reply(json=plan, ignores_schema=True)
        return "It is 47 metres tall [1]."

    world = make({"/a": SAYS}, lambda base: [[hit(base, "/a", SAYS)]], replies=model)
    events = await answered(world, Question(QUESTION, strategy="deep"))
    assert {each.question for each in early(events)} == {QUESTION}
