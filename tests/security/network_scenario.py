"""All that the program does over the network, in a process of its own whose sockets are audited.

    python -m tests.security.network_scenario PLAN

PLAN is a JSON file with plans by name: ``environ`` of a session, ``acts`` to be played one after
the other and ``places`` that they need. A report on each is a JSON object on standard output: every
``calls`` of `socket_audit`, the ``ledger`` as the file has it, and what each act has ``said``.
"""

import asyncio
import json
import os
import sys
import time
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from dataclasses import asdict
from pathlib import Path
from typing import Any

from desktop_agent.app.session import Session, open_session
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import (
    AnswerGiven,
    Event,
    Notice,
    RunFinished,
    SearchAttempt,
    ToolFinished,
)
from desktop_agent.core.knowledge import KnowledgeResult
from desktop_agent.core.mcp import McpServer
from desktop_agent.core.research import Question
from tests.security.socket_audit import recorded

Places = dict[str, str]
Act = Callable[[Session, Places], Awaitable[list[str]]]

STRATEGIES = ("evidence", "quick", "verified", "team", "deep", "auto")
PROVIDERS = ("ollama", "openai", "anthropic")


SAYS: dict[type[Event], str] = {
    Notice: "text",
    SearchAttempt: "detail",
    ToolFinished: "summary",
    AnswerGiven: "text",
    RunFinished: "error",
}


async def _ask(
    session: Session, question: Question, watch: Callable[[Event], None] = lambda _event: None
) -> list[str]:
    said = []
    async with aclosing(session.ask(question).events()) as happened:
        async for event in happened:
            watch(event)
            if type(event) in SAYS:
                said.append(getattr(event, SAYS[type(event)]))
    return said


def question(strategy: str, provider: str, *, offline: bool = False) -> Act:
    async def act(session: Session, places: Places) -> list[str]:
        text = f"What does the museum of computing show? {places['secure']}/article"
        asked = Question(text, strategy=strategy, provider=provider, model="m", offline=offline)
        return await _ask(session, asked)

    return act


async def _tried(work: Awaitable[object]) -> str:
    try:
        return repr(await work)
    except AgentError as error:
        return f"{type(error).__name__}: {error}"


async def search(session: Session, places: Places) -> list[str]:
    """Searches; the engines fail one after the other until the last."""
    said: list[str] = []
    report = await session.search("museum of computing", 5, lambda each: said.append(each.detail))
    return [*said, repr(len(report.hits))]


async def pages(session: Session, places: Places) -> list[str]:
    """Reads pages: plain, over TLS, redirected to another host, not there, from where nobody is."""
    urls = (
        f"{places['pages']}/article",
        f"{places['secure']}/article",
        f"{places['redirects']}/to?url={places['pages']}/article",
        f"{places['redirects']}/hops/3",
        f"{places['pages']}/status/404",
        places["nobody"],
    )
    return [await _tried(session.fetch(url, "markdown", 300)) for url in urls]


async def redirected_beyond(session: Session, places: Places) -> list[str]:
    """Reads a page of this machine that redirects to a name, and some names that say loopback."""
    names = ("page.example", "localhost.example", "ip6-localhost", "localhost.", "127.1.example")
    urls = [f"{places['redirects']}/to?url=http://{name}/article" for name in names]
    direct = [f"http://{name}/" for name in (*names, "app.localhost", "127.0.0.1@page.example")]
    return [await _tried(session.fetch(url, "markdown", 300)) for url in (*urls, *direct)]


async def models(session: Session, places: Places) -> list[str]:
    """Lists, tries, downloads and deletes models, and tries all keys."""
    known = session.models
    said = [repr(await known.state())]
    said += [await _tried(known.list(each)) for each in PROVIDERS]
    said += [await _tried(known.test(each)) for each in PROVIDERS]
    said += [await _tried(session.check_key(key)) for key in ("openai", "anthropic", "tavily")]
    said.append(await _tried(session.check_key("brave")))
    said.append(await _tried(_pull(session)))
    said.append(await _tried(known.delete("new:1b")))
    return [*said, repr(await session.doctor())]


async def _pull(session: Session) -> None:
    async with aclosing(session.models.pull("new:1b")) as steps:
        async for _ in steps:
            pass


async def documents(session: Session, places: Places) -> list[str]:
    """Indexes a folder with an embedding model and searches it, and what is kept elsewhere."""
    await session.knowledge.add([Path(places["papers"])])
    progress = await session.knowledge.wait()
    found: KnowledgeResult = await session.knowledge.search("boiler of the school")
    listed = await _tried(session.knowledge.collections())
    return [repr(progress), found.note, repr(len(found.hits)), listed]


async def stopped(session: Session, places: Places) -> list[str]:
    seen: list[Event] = []
    run = session.ask(Question("SLOW please", strategy="quick", model="m"))
    async for event in run.events():
        seen.append(event)
        if event.type == "text_delta":
            run.stop()
    return [seen[-1].type, places["nobody"]]


async def mcp(session: Session, places: Places) -> list[str]:
    """Adds a server of the Model Context Protocol, and has a model call one of its tools."""
    await session.servers.add(McpServer("far", url=places["mcp"]))
    state = await session.servers.try_server("far")
    said = [state.problem]
    for tool in state.tools:
        if tool.name == "echo":
            await session.servers.decide("far", tool.name, "always")
            text = f"MCP: call {tool.shown}."
            said += await _ask(session, Question(text, strategy="quick", model="m"))
    return said


async def replay(session: Session, places: Places) -> list[str]:
    count = sum(len(list(session.replay(path))) for path in session.paths.runs.glob("*.jsonl"))
    return [str(count)]


async def switched_off(session: Session, places: Places) -> list[str]:
    """Switches the network off while the model still says which tools it wants."""

    def watch(event: Event) -> None:
        if event.type == "text_delta" and not session.settings.network.offline:
            session.change_setting("network.offline", True)

    text = f"SWITCH: what does the museum of computing show? {places['secure']}/article"
    return await _ask(session, Question(text, strategy="quick", model="m"), watch)


ACTS: dict[str, Act] = {
    "search": search,
    "pages": pages,
    "redirected_beyond": redirected_beyond,
    "models": models,
    "documents": documents,
    "stopped": stopped,
    "mcp": mcp,
    "replay": replay,
    "switched_off": switched_off,
    **{f"{s} {p}": question(s, p) for s in STRATEGIES for p in PROVIDERS},
    **{f"{s} {p} offline": question(s, p, offline=True) for s in STRATEGIES for p in PROVIDERS},
}


async def play(plan: dict[str, Any]) -> dict[str, Any]:
    said: dict[str, list[str]] = {}
    began: dict[str, float] = {}
    with recorded() as calls:
        async with aclosing(open_session(environ=plan["environ"])) as session:
            for name in plan["acts"]:
                began[name] = time.time()
                said[name] = await ACTS[name](session, plan["places"])
        ledger = session.ledger.read()
    return {
        "calls": [asdict(call) for call in calls],
        "ledger": [asdict(entry) for entry in reversed(ledger)],
        "said": said,
        "began": began,
    }


def main() -> None:
    alike = dict(os.environ)
    reports = {}
    for name, plan in json.loads(Path(sys.argv[1]).read_text()).items():
        os.environ.clear()
        os.environ.update(alike | plan["environ"])
        reports[name] = asyncio.run(play(plan))
    print(json.dumps(reports))


if __name__ == "__main__":
    main()
