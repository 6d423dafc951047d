"""Loopback servers that serve one world after another.

The program under test searches an engine whose answers depend on the query, and reads pages from
hosts with their real names. These names resolve to this machine.
"""

import asyncio
import json
import re
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, unquote

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Route

from desktop_agent.app.session import Session, open_session
from desktop_agent.core.events import Event
from desktop_agent.core.research import Question
from tests.evidence_worlds.worlds import World, WorldResult
from tests.servers.duckduckgo import NOTICE, FakeDuckDuckGo, Results, page, results_page
from tests.servers.loopback import serve_all
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama
from tests.servers.search_replies import Result

TODAY = date(2026, 11, 22)
"""The day in all worlds."""

_SITE = re.compile(r"(?i)(?<!\S)\(?site:([\w.-]+)(?:/\S*)?\)?(?!\S)|(?<!\S)OR(?!\S)")

Replies = Callable[["Stage", dict[str, Any]], Reply | str]
"""The reply of the model to a request."""


def _no_model(_stage: "Stage", _request: dict[str, Any]) -> Reply | str:
    raise AssertionError("a model was asked where there is none")


@dataclass
class Stage:
    """The servers, and the world that they serve."""

    environ: dict[str, str] = field(default_factory=dict)
    world: World | None = None
    pages_port: int = 0

    def session(self, **overrides: object) -> Session:
        """Open a session with these servers; ``llm__model="m"`` sets ``llm.model``."""
        named = {name.replace("__", "."): value for name, value in overrides.items()}
        return open_session(environ=self.environ, overrides=named)

    def results(self, query: str) -> tuple[WorldResult, ...]:
        """Return the results of the first matching search, restricted to the query's sites."""
        assert self.world is not None, "no world is on the stage"
        sites = [host.lower().removeprefix("www.") for host in _SITE.findall(query) if host]
        rest = " ".join(_SITE.sub(" ", query).split())
        for search in self.world.searches:
            if re.search(search.when, rest):
                return tuple(r for r in search.results if not sites or _is_of(r.host, sites))
        return ()


@contextmanager
def staged(worlds: Sequence[World], home: Path, replies: Replies = _no_model) -> Iterator[Stage]:
    """Start the servers for these worlds; the only model, ``m``, answers with ``replies``."""
    stage = Stage()
    ollama = FakeOllama(models=["m"], replies=partial(replies, stage))
    apps = (ollama.app, _engine(stage), _refusal(stage), _pages(stage))
    with serve_all(*apps) as (llm, lite, others, pages), pytest.MonkeyPatch.context() as patch:
        stage.pages_port = int(pages.rpartition(":")[2])
        hosts = frozenset[str]().union(*(world.hosts for world in worlds))
        stage.environ = {
            "DESKTOP_AGENT_HOME": str(home),
            "DESKTOP_AGENT_LLM__OLLAMA_URL": llm,
            "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_URL": FakeDuckDuckGo.url(lite),
            "DESKTOP_AGENT_SEARCH__TAVILY_URL": others,
            "DESKTOP_AGENT_SEARCH__BRAVE_URL": f"{others}/res/v1/web/search",
            "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_INTERVAL_S": "0",
            "DESKTOP_AGENT_SEARCH__BRAVE_INTERVAL_S": "0",
            "DESKTOP_AGENT_SEARCH__CACHE_TTL_S": "0",
            "DESKTOP_AGENT_FETCH__ALLOW_HOSTS": json.dumps(
                [f"{host}:{stage.pages_port}" for host in sorted(hosts)]
            ),
        }
        patch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
        patch.setattr("desktop_agent.runs.dispatch.today", lambda: TODAY)
        patch.setattr(asyncio.BaseEventLoop, "getaddrinfo", _looked_up_here(hosts))
        yield stage


async def run(
    world: World,
    stage: Stage,
    session: Session,
    strategy: str = "evidence",
    provider: str = "none",
) -> list[Event]:
    stage.world = world
    question = Question(world.question, strategy=strategy, provider=provider)
    return [event async for event in session.ask(question).events()]


def _app(answer: Callable[[Request], Awaitable[Response]]) -> Starlette:
    return Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])])


def _engine(stage: Stage) -> Starlette:
    """DuckDuckGo Lite with the results of the world's searches."""

    async def answer(request: Request) -> Response:
        query = dict(parse_qsl((await request.body()).decode())).get("q", "")
        if stage.world is not None and stage.world.failure:
            return HTMLResponse("", stage.world.failure)
        hits = [_hit(found, stage.pages_port) for found in stage.results(query)]
        return HTMLResponse(results_page(query, Results(hits)) if hits else page(query, NOTICE))

    return _app(answer)


def _refusal(stage: Stage) -> Starlette:
    """The fallback engines, which find nothing, or fail if the world says so."""

    async def answer(request: Request) -> Response:
        failure = stage.world.failure if stage.world is not None else 0
        nothing = {"query": "", "answer": None, "images": [], "results": [], "response_time": 0.1}
        return JSONResponse({} if failure else nothing, failure or 200)

    return _app(answer)


def _pages(stage: Stage) -> Starlette:
    """All hosts of the worlds on one port, distinguished by the Host header."""

    async def answer(request: Request) -> Response:
        host = request.headers.get("host", "").partition(":")[0]
        path = request.scope["path"] + (f"?{request.url.query}" if request.url.query else "")
        for found in stage.world.pages if stage.world is not None else ():
            if (found.host, unquote(found.path)) == (host, path):
                headers = {"Content-Type": found.content_type}
                return Response(found.document.encode(), found.status, headers=headers)
        return HTMLResponse("<h1>404 Not Found</h1>", 404)

    return _app(answer)


def _hit(found: WorldResult, port: int) -> Result:
    when = f"{found.date}T00:00:00" if len(found.date) == 10 else found.date
    return Result(found.title, f"http://{found.host}:{port}{found.path}", found.snippet, when)


def _is_of(host: str, sites: Sequence[str]) -> bool:
    return any(f".{host}".endswith(f".{site}") for site in sites)


def _looked_up_here(hosts: frozenset[str]) -> Callable[..., Any]:
    """Return a ``getaddrinfo`` that resolves these hosts to this machine, and no others."""
    really = asyncio.BaseEventLoop.getaddrinfo

    async def getaddrinfo(
        loop: asyncio.BaseEventLoop, host: Any, port: Any, **hints: Any
    ) -> list[Any]:
        if host in hosts:
            return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", port))]
        if host not in (None, "", "localhost", "127.0.0.1", "::1"):
            raise socket.gaierror(socket.EAI_NONAME, "there is no such host in any world")
        return await really(loop, host, port, **hints)

    return getaddrinfo
