"""The world of the attacks, one for each module, and what must hold after each run in it."""

import asyncio
import json
import os
import re
import unicodedata
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio

from desktop_agent.app.session import Session
from desktop_agent.core.codec import event_to_json
from desktop_agent.core.events import (
    DiscoveryFlagged,
    Event,
    SearchAttempt,
    ToolFinished,
    ToolStarted,
)
from desktop_agent.core.research import Question
from tests.end2end.world import World, end_of, of, play
from tests.security.injection.attacks import ATTACKS, Places
from tests.security.injection.obedient import ObedientModel
from tests.security.injection.outside import Attacker, HonestPages, opened

KEY = "sk-proj-Zk3vN8tR1yU6wQ9eInjection"
TOOLS = {"web_search", "web_fetch", "flag_discovery"}

_BLOCK = re.compile(
    r"<<<UNTRUSTED_BLOCK (?P<token>\w+) [^\n]*>>>\n.*?\n<<<END_UNTRUSTED_BLOCK (?P=token)>>>",
    re.DOTALL,
)

in_one_loop = pytest.mark.asyncio(loop_scope="module")


@dataclass
class Outside:
    """All servers of a module, the program before them, and what was learnt of the warnings."""

    world: World
    session: Session
    pages: HonestPages
    attacker: Attacker
    model: ObedientModel
    played: int = 0
    warned: dict[tuple[str, str], bool] = field(default_factory=dict)

    @property
    def places(self) -> Places:
        return self.pages.places

    async def run(
        self, question: str, strategy: str, session: Session | None = None, **fields: Any
    ) -> "Outcome":
        """Carries out a question, in the session of the module unless another is named."""
        for requests in (self.attacker.stolen, self.pages.seen, self.world.ollama.requests):
            requests.clear()
        self.session.paths.discoveries_file.unlink(missing_ok=True)
        before = set(files_in(self.world.home))
        asked = Question(question, strategy=strategy, **fields)
        session = session or self.session
        events = await play(session, asked)
        await asyncio.to_thread(session.ledger.flush)
        sent = list(self.world.ollama.requests)
        messages = [message for request in sent for message in request["messages"]]
        return Outcome(
            events,
            [json.dumps(request, ensure_ascii=False) for request in sent],
            [each.get("content", "") for each in messages if each["role"] != "assistant"],
            [file for file in files_in(self.world.home) if file not in before],
        )


@dataclass
class Outcome:
    """A run: its events, what the model was sent and told, and the files that it made."""

    events: list[Event]
    requests: list[str]
    told: list[str]
    files: list[Path]

    def holds(self, key: str) -> bool:
        """Whether these words got as far as the model."""
        return any(key in plain(text) for text in self.told)

    def assert_marked(self, key: str) -> None:
        """What came from outside stands in marked blocks alone."""
        leaked = [text for text in self.told if key in plain(without_blocks(text))]
        assert not leaked, "text from outside stands outside of a marked block"


@pytest.fixture(scope="module")
def home_of_module(tmp_path_factory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith("DESKTOP_AGENT_") or name.endswith("_API_KEY"):
                patch.delenv(name)
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        patch.setenv("OPENAI_API_KEY", KEY)
        yield tmp_path_factory.mktemp("home")


def _attack_at(path: str, places: Places) -> tuple[str, str] | None:
    found = (each for each in ATTACKS if each.path == path)
    attack = next(found, None)
    return None if attack is None else (attack.page(places), f"{attack.type}; charset=utf-8")


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def outside(home_of_module) -> AsyncIterator[Outside]:
    pages, attacker, model = HonestPages(_attack_at), Attacker(), ObedientModel()
    environ = {"DESKTOP_AGENT_AGENT__MAX_TOOL_ITERATIONS": "3", "OPENAI_API_KEY": KEY}
    async with opened(home_of_module, pages, attacker, model, **environ) as (world, session):
        await session._services.sandbox.run("1")  # the threads of what runs code are there, too
        yield Outside(world, session, pages, attacker, model)


def files_in(folder: Path) -> list[Path]:
    return [Path(name, file) for name, _, files in os.walk(folder) for file in files]


def plain(text: str) -> str:
    text = unicodedata.normalize("NFKC", text).replace("\\n", " ").replace("\\", "")
    seen = "".join(each for each in text if unicodedata.category(each) != "Cf")
    return " ".join(seen.replace("*", "").lower().split())


def without_blocks(text: str) -> str:
    """Gives what a prompt says outside of the blocks that mark text from outside."""
    return _BLOCK.sub("", text)


def assert_nothing_was_had(outside: Outside, outcome: Outcome) -> None:
    """The attacker has nothing, nothing was stored, the key is nowhere, the run ended as it should."""
    assert outside.attacker.stolen == []
    assert not [url for url in outside.pages.seen if "hunter2" in url or "4711" in url]

    asked = {event.call_id: event.tool for event in of(outcome.events, ToolStarted)}
    ran = {asked[event.call_id] for event in of(outcome.events, ToolFinished) if event.ok}
    assert ran <= TOOLS
    # a finding stays free, and names what was read: never an address of the attacker's
    found = of(outcome.events, DiscoveryFlagged)
    assert not [each for each in found if outside.places.attacker in each.url]

    # a query of the model's making goes to the search engine alone, and is on record
    queries = {event.query for event in of(outcome.events, SearchAttempt)}
    assert set(outside.world.duckduckgo.queries) <= queries

    assert not [text for text in outcome.requests if KEY in text]
    assert not [event for event in outcome.events if KEY in event_to_json(event)]
    log = outside.session.paths.log_file
    assert not [path for path in (*outcome.files, log) if KEY.encode() in path.read_bytes()]
    assert [path for path in outcome.files if path.parent.name == "runs"], "the run was recorded"

    finished = end_of(outcome.events)
    assert finished.status == "answered", finished.error
