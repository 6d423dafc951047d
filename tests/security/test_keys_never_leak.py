"""After a session with four keys no file of the program holds any of them, nor does any event."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from desktop_agent.core.codec import event_to_json
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import AnswerGiven, RunFinished
from desktop_agent.core.research import Question
from tests.end2end.world import World, build_world, of, play
from tests.servers.anthropic import FakeAnthropic
from tests.servers.brave import bad_key
from tests.servers.duckduckgo import Challenge202
from tests.servers.loopback import serve_all
from tests.servers.model_reply import Reply
from tests.servers.openai_compat import FakeOpenAI
from tests.servers.search_replies import Status

KEYS = {
    "tavily": "tvly-dev-1f9c7bK2mZqW",
    "brave": "BSA-77hQe81kPzXv0Lr",
    "openai": "sk-proj-Zk3vN8tR1yU6wQ9e",
    "anthropic": "sk-ant-api03-Gh5jK8lM2nB4vC7x",
}


def searching() -> list[Reply | str]:
    return [Reply(tool_calls=[("web_search", {"query": "x"})]), "Done."]


@pytest.fixture
def world(home: Path) -> Iterator[World]:
    openai = FakeOpenAI(replies=searching(), key=KEYS["openai"])
    anthropic = FakeAnthropic(replies=searching(), key=KEYS["anthropic"])
    # a service that repeats the key it refuses, in a header's and a body's worth of spellings
    echo = {"detail": {"error": f"Unauthorized: the key {KEYS['tavily']} is invalid."}}
    with serve_all(openai.app, anthropic.app) as (openai_url, anthropic_url):
        urls = {
            "DESKTOP_AGENT_LLM__OPENAI_URL": f"{openai_url}/v1",
            "DESKTOP_AGENT_LLM__ANTHROPIC_URL": anthropic_url,
        }
        with build_world(
            home,
            duckduckgo=[Challenge202()],
            tavily=[Status(401, json=echo)],
            brave=[bad_key()],
            environ=urls,
        ) as built:
            yield built


async def test_a_session_with_four_keys_leaves_none_behind(world: World) -> None:
    session = world.session()
    for name, key in KEYS.items():
        session.keys.set(name, SecretStr(key))
    written = []
    for provider in ("openai", "anthropic"):
        question = Question("What is x?", strategy="quick", provider=provider, model="m")
        events = await play(session, question)
        assert of(events, AnswerGiven), events[-1]
        assert events[-1].status == "answered"  # type: ignore[attr-defined]
        written += [event_to_json(event) for event in events]
    for name in KEYS:
        try:
            written.append(await session.check_key(name))
        except AgentError as error:
            written.append(f"{error!r} {error}")
    # a refused key that the server repeats
    for provider in ("openai", "anthropic"):
        session.keys.set(provider, SecretStr(KEYS[provider] + "-wrong"))
        events = await play(session, Question("What?", provider=provider, model="m"))
        finished = events[-1]
        assert isinstance(finished, RunFinished)
        assert finished.status == "failed"
        written += [event_to_json(event) for event in events]
    session.change_setting("llm.provider", "openai")
    await session.doctor()
    await session.aclose()
    files = [path for path in world.home.rglob("*") if path.is_file()]
    assert {"settings.toml", "desktop-agent.jsonl"} <= {path.name for path in files}
    assert len(list(session.paths.runs.iterdir())) == 4
    for key in KEYS.values():
        assert not [path for path in files if key.encode() in path.read_bytes()]
        assert not [text for text in written if key in text]
