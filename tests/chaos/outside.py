"""A world for faults: a model that any strategy can ask, an engine whose hits are pages that are there."""

import asyncio
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from desktop_agent.app.session import Session
from desktop_agent.core.events import Event
from desktop_agent.core.research import Question
from tests.end2end.world import World, build_world
from tests.security.outside import reply
from tests.servers.duckduckgo import Result
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply, words
from tests.servers.pages import PagesServer

STRATEGIES = ("quick", "verified", "evidence", "team", "deep", "auto")
SHORT = {
    "llm__connect_timeout_s": 1.0,
    "llm__first_token_timeout_s": 2.0,
    "llm__between_tokens_timeout_s": 1.0,
    "search__timeout_s": 2.0,
    "fetch__timeout_s": 2.0,
    "agent__budget_s": 20.0,
    "mcp__timeout_s": 2.0,
    "mcp__start_timeout_s": 5.0,
}
"""Settings with which a fault is over in seconds."""

LONG = " ".join(f"word{number}" for number in range(80))


def talk(between_s: float = 0.0, text: str = "") -> Callable[[dict[str, Any]], Reply]:
    """Gives a model for all strategies that takes its time; ``text`` is what it answers at last."""

    def say(request: dict[str, Any]) -> Reply:
        said = reply(request)
        if isinstance(said, str):
            last = text if text and not said.startswith("<") else said
            return Reply(text=words(last), between_s=between_s)
        return replace(said, between_s=between_s)

    return say


@dataclass
class Outside:
    """The world, and where its pages are."""

    world: World
    pages: PagesServer
    pages_url: str

    def question(self, dice: random.Random, **more: Any) -> Question:
        text = f"What does the museum of computing show? {self.pages_url}/article"
        strategy = more.pop("strategy", None) or dice.choice(STRATEGIES)
        return Question(text, strategy=strategy, **more)


@contextmanager
def open_outside(home: Any, *, between_s: float = 0.0, text: str = "") -> Iterator[Outside]:
    """Serves a world in which everything works, for faults to be put into."""
    pages = PagesServer()
    with serve(pages) as url:
        hits = [Result("Tides", f"{url}/article", "The museum shows computing.")]
        with build_world(home, replies=talk(between_s, text), duckduckgo=[hits]) as world:
            world.environ["DESKTOP_AGENT_SEARCH__CACHE_TTL_S"] = "0"
            yield Outside(world, pages, url)


async def ask(
    session: Session, question: Question, watch: Callable[[list[Event]], None] = lambda _: None
) -> list[Event]:
    """Asks in a conversation of its own; ``watch`` is called with all events after each of them."""
    asked = await session.conversations.begin_background_turn(question)
    events: list[Event] = []
    async with asyncio.timeout(90):
        async for event in session.ask(asked).events():
            events.append(event)
            watch(events)
    return events


def at(count: int, do: Callable[[], object]) -> Callable[[list[Event]], None]:
    """Gives what watches a run, and does something once there are so many events."""

    def watch(events: list[Event]) -> None:
        if len(events) == count:
            do()

    return watch
