"""After a session with four keys no file of the program holds any of them, nor does any event."""

import base64
import zipfile
from collections.abc import Iterator

import pytest
from pydantic import SecretStr
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from desktop_agent.app.backups import Backups
from desktop_agent.core.codec import event_to_json
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import AnswerGiven, RunFinished
from desktop_agent.core.research import Question
from tests.end2end.world import World, build_world, of, play
from tests.servers.anthropic import FakeAnthropic
from tests.servers.brave import bad_key
from tests.servers.duckduckgo import CHALLENGED
from tests.servers.loopback import serve, serve_all
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


async def repeat(request: Request) -> HTMLResponse:
    """A page that says what it was asked with, as it is and encoded."""
    key = request.query_params["key"]
    encoded = base64.b64encode(f"Bearer {key}".encode()).decode()
    said = (key, encoded, key.encode().hex(), key[::-1])
    words = "".join(f"<p>It was asked with the key {each} by somebody.</p>" for each in said)
    return HTMLResponse(f"<title>Asked with {key}</title><main>{words}</main>")


@pytest.fixture
def world(home) -> Iterator[World]:
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
            duckduckgo=[CHALLENGED],
            tavily=[Status(401, json=echo)],
            brave=[bad_key()],
            environ=urls,
        ) as built:
            yield built


async def test_a_session_with_four_keys_leaves_none_behind(world):
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
    with serve(Starlette(routes=[Route("/page", repeat)])) as url:
        for key in KEYS.values():
            await session.fetch(f"{url}/page?key={key}", "text", None)
    await session.doctor()
    await session.aclose()
    await Backups(session.paths).write(world.home / "all.zip")
    with zipfile.ZipFile(world.home / "all.zip") as archive:
        archive.extractall(world.home / "backup")
    files = [path for path in world.home.rglob("*") if path.is_file()]
    assert len([path for path in files if "snapshots" in path.parts]) >= 2 * 2 * len(KEYS)
    assert {"settings.toml", "desktop-agent.jsonl"} <= {path.name for path in files}
    assert len(list(session.paths.runs.iterdir())) == 4
    for key in KEYS.values():
        encoded = base64.b64encode(key.encode()).rstrip(b"=")[:-2]
        for form in (key.encode(), key.encode().hex().encode(), key[::-1].encode(), encoded):
            assert not [path for path in files if form in path.read_bytes()], form
        assert not [text for text in written if key in text]
