"""Servers of tools, engines and pages misbehave: they crash, flood, hang, send garbage or without end."""

import asyncio
import json
import sys
from pathlib import Path

import pytest
from starlette.responses import Response, StreamingResponse

from desktop_agent.core.errors import AgentError
from desktop_agent.core.mcp import McpServer
from desktop_agent.core.research import Question
from tests.chaos.outside import SHORT, ask
from tests.servers.duckduckgo import DRIFTED, Result, Status
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply, Script

TOOLS = ("crash", "wait", "junk", "null", "fault", "stderr", "flood", "half")
"""Of `chaos.wild_mcp`."""


@pytest.mark.fault(
    "MCP server crashes, floods, hangs",
    "a server of tools crashes in a call, hangs, floods its output or its log, sends half a line, "
    "nothing, or what is no JSON, in a run that calls its tools",
)
async def test_a_wild_server_costs_its_call_and_no_more(chaos, outside):
    dice = chaos.dice
    tools = dice.sample(TOOLS, 2)
    async with chaos.at_work(outside.world, **SHORT) as session:
        program = str(Path(__file__).with_name("wild_mcp.py"))
        await session.servers.add(
            McpServer("wild", sys.executable, (program,), {"FAULT": "There is no such walrus."})
        )
        state = await session.servers.try_server("wild")
        assert not state.problem, state.problem
        shown = {tool.name: tool.shown for tool in state.tools}
        for name in ("echo", *tools):
            await session.servers.decide("wild", name, "always")
        given = {"wait": {"seconds": 30}}
        calls = [Reply(tool_calls=[(shown[name], given.get(name, {}))]) for name in tools]
        outside.world.ollama.script = Script([*calls, "It went wrong.", "It went wrong."])
        question = Question("Use the tools.", strategy="quick")
        end = chaos.saw_run(await ask(session, question))
        assert end.status == "answered", end
        states = [each for each in await session.servers.states() if each.server.name == "wild"]
        for each in states:
            if each.problem:
                chaos.saw(each.problem, each.remedy)
        echo = Reply(tool_calls=[(shown["echo"], {"text": "still here"})])
        outside.world.ollama.script = Script([echo, "It is still here."])
        end = chaos.saw_run(await ask(session, Question("Once more.", strategy="quick")))
        assert end.status == "answered", end
        told = json.dumps(outside.world.ollama.requests[-1]["messages"])
        if "still here" not in told.split("Once more.")[-1]:
            chaos.wrong.append(f"the server is not used again after {tools}")


GARBAGE = {
    "binary": Status(200, text="\x00\x01\x02 \ufffd" * 500),
    "empty": Status(200, text=""),
    "other markup": DRIFTED,
    "half a page": Status(200, text="<html><body><table><tr><td><a class='result-link' href='ht"),
    "deep": Status(200, text="<div>" * 20000),
    "json": Status(200, text='{"results": 12, "query": null}'),
    "teapot": Status(418, text="I am a teapot"),
    "server error": Status(503, text="<h1>Service Unavailable</h1>"),
    "evil links": [Result("<b>x</b>" * 50, "javascript:alert(1)", "\x1b[31m" * 20)],
}


@pytest.mark.fault(
    "Search engine answers garbage",
    "all engines answer with bytes, nothing, other markup, half a page, 20,000 nested elements, "
    "statuses, links that are none, and then properly again",
)
async def test_garbage_of_engines_is_told_of_and_costs_no_run(chaos, outside):
    dice = chaos.dice
    world = outside.world
    hits = [Result("Tides", f"{outside.pages_url}/article", "The museum shows computing.")]
    async with chaos.at_work(world, search__cooldown_s=0.0, **SHORT) as session:
        world.duckduckgo.play(*(dice.choice(list(GARBAGE.values())) for _ in range(9)), hits)
        world.tavily.play(*(_json_of(dice) for _ in range(3)))
        end = chaos.saw_run(await ask(session, outside.question(dice)))
        assert end.status in ("answered", "insufficient"), end
        for number in range(3):
            report = await session.search(f"tides {number}", 3, lambda _attempt: None)
            for attempt in report.attempts:
                if attempt.detail:
                    chaos.saw(attempt.detail, sentence=False)
            assert all(hit.url.startswith("http") for hit in report.hits)
        world.duckduckgo.play(hits)
        report = await session.search("good tides", 3, lambda _attempt: None)
        assert [hit.url for hit in report.hits] == [f"{outside.pages_url}/article"]


def _json_of(dice):
    wrong = [[], None, {"results": "no"}, {"results": [{"url": 7}]}, {"x": [1] * 999}]
    return Status(200, json=dice.choice(wrong))


class WildPages:
    """An ASGI app whose bodies do not end, end early, or are not what they say."""

    kinds = ("endless", "drip", "half", "bomb", "lies", "nothing", "garbage", "loop")

    async def __call__(self, scope, receive, send) -> None:
        if scope["type"] != "http":
            return
        kind = scope["path"].strip("/")
        if kind in ("endless", "drip"):
            await StreamingResponse(_endless(kind), media_type="text/html")(scope, receive, send)
        elif kind == "loop":
            await Response(status_code=302, headers={"Location": "/loop"})(scope, receive, send)
        elif kind == "half":
            headers = [(b"content-type", b"text/html"), (b"content-length", b"100000")]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            body = {"type": "http.response.body", "body": b"<p>half", "more_body": True}
            await send(body)
            send.__self__.transport.abort()
        else:
            bodies = {
                "bomb": (b"\x1f\x8b\x08" + b"\xff" * 5000, {"content-encoding": "gzip"}),
                "lies": (b"%PDF-1.7 no more", {"content-type": "application/pdf"}),
                "nothing": (b"", {"content-type": "text/html"}),
                "garbage": (bytes(range(256)) * 400, {"content-type": "text/html"}),
            }
            body, headers = bodies[kind]
            await Response(body, headers=headers)(scope, receive, send)


async def _endless(kind: str):
    while True:
        yield b"<p>more</p>" * (2000 if kind == "endless" else 1)
        await asyncio.sleep(0 if kind == "endless" else 0.05)


@pytest.mark.fault(
    "Page without end, or half a page",
    "pages that never end, drip, break off, are bombs or broken gzip, lie about their type, redirect "
    "in a circle, are read alone and in a run",
)
async def test_wild_pages_are_bounded_and_told_of(chaos, outside):
    dice = chaos.dice
    with serve(WildPages()) as wild:
        async with chaos.at_work(outside.world, **SHORT) as session:
            for kind in dice.sample(WildPages.kinds, 4):
                try:
                    async with asyncio.timeout(40):
                        page = await session.fetch(f"{wild}/{kind}", "markdown", 300)
                except AgentError as error:
                    chaos.saw_error(error)
                except TimeoutError:
                    chaos.wrong.append(f"a page that is {kind} was read for over 40 s")
                else:
                    assert len(page.stored or page.text) < 6_000_000
            url = f"{wild}/{dice.choice(WildPages.kinds)}"
            hits = [Result("Tides", url, "The museum shows computing.")]
            outside.world.duckduckgo.play(hits)
            text = f"What does the museum of computing show? {url}"
            strategy = dice.choice(["quick", "verified", "evidence", "team"])
            end = chaos.saw_run(await ask(session, Question(text, strategy=strategy)))
            assert end.status in ("answered", "insufficient"), end
