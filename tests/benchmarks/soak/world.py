"""The other ends of the connections for a long time of asking, in a process of their own.

What a question wants to happen stands in it, as in "… (case: search)": the model, the search engine and
the pages answer by that, and by the part that the model is told to play, so that any number of
questions can be under way at once.
"""

import re
from contextlib import suppress
from multiprocessing.connection import Connection
from typing import Any
from urllib.parse import parse_qsl
from zlib import crc32

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from tests.servers.duckduckgo import CHALLENGE, DRIFT, NOTICE, Result, Results, page, results_page
from tests.servers.loopback import serve_all
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama, Model
from tests.servers.pages import Document, PagesServer

PAGES = 60
"""Pages that there are: what is stored of them ends growing."""

_CASE = re.compile(r"\(case: ([a-z]+)\)")
_LINES = (
    "## What is known\n\nPumps of this kind deliver **2.6 units** of heat for one of power [1].\n\n"
    "- the cold takes some of it [2]\n- `defrosting` takes some more\n\n"
    "| outside | delivered |\n| --- | --- |\n| 7 °C | 3.4 |\n| -7 °C | 2.6 |\n\n"
    "```python\nprint(2.6 * 4)\n```\n\nThat is $Q = W \\cdot 2.6$, and no more.\n\n"
)
_PLAN = {
    "subtasks": [
        {"id": "t1", "question": "Explain what pumps deliver.", "kind": "look_up", "needs": []},
        {"id": "t2", "question": "Put it together.", "kind": "reason", "needs": ["t1"]},
    ]
}
_CALLS: dict[str, tuple[str, dict[str, object]]] = {
    "search": ("web_search", {"query": "pumps in the cold"}),
    "refused": ("web_search", {"query": "what is refused"}),
    "code": ("run_python", {"code": "print(2.6 * 4)"}),
    "sleep": ("sleep", {"mode": "timer", "seconds": 0.05, "reason": "It takes a moment."}),
    "flag": ("flag_discovery", {"title": "Pumps", "description": "They deliver 2.6 units."}),
    "begin": ("start_research", {"question": "What do pumps deliver? (case: plain)"}),
    "documents": ("knowledge_search", {"query": "pumps in the cold"}),
    "unknown": ("no_such_tool", {"x": 1}),
}
_PAGE_CASES = {"page": "/page/7", "none": "/none", "broken": "/status/500", "secret": "/to"}


class Minds:
    """What the model says."""

    def __init__(self) -> None:
        self.web = ""

    def reply(self, request: dict[str, Any]) -> Reply | str:
        """Answers one request by its case and by what it is asked for."""
        said = [str(message.get("content", "")) for message in request["messages"]]
        case = (_CASE.findall("\n".join(said)) or ["plain"])[-1]
        if case == "dead":
            return Reply(status=400, error="out of luck")
        if "You are the verifier" in said[-1]:
            return Reply(json={"enough": "no" if case == "search" else "yes"})
        if "format" in request:
            return _by_schema(request["format"], case)
        if "You are the searcher" in said[-1]:
            return "<search>pumps in the cold</search>"
        if "You are the answerer" in said[-1]:
            return f"<answer>{_LINES}</answer>"
        if request.get("tools") and request["messages"][-1]["role"] != "tool":
            call = self._call(case)
            if call is not None:
                return Reply(tool_calls=[call])
        return _text(case, said[-1])

    def _call(self, case: str) -> tuple[str, dict[str, object]] | None:
        if case in _PAGE_CASES:
            return "web_fetch", {"url": f"{self.web}{_PAGE_CASES[case]}"}
        return _CALLS.get(case)


def _text(case: str, asked: str) -> Reply | str:
    match case:
        case "drop":
            return Reply(text=_LINES, drop_after=5)
        case "slow":
            return Reply(text=_LINES * 40, between_s=0.003)
        case "long":
            return Reply(text=[_LINES] * 30)
        case "thinking":
            return Reply(thinking="Let me think. " * 30, text=_LINES)
        case _:
            return Reply(text=[_LINES] * (1 + crc32(asked.encode()) % 3))


def _by_schema(schema: dict[str, Any], case: str) -> Reply:
    asked = schema.get("properties", {})
    if "subtasks" in asked:
        return Reply(json=_PLAN)
    if "verdict" in asked:
        verdict = "revise" if case in ("search", "long") else "ok"
        missing = ["since when"] if verdict == "revise" else []
        return Reply(json={"missing": missing, "faults": [], "verdict": verdict})
    return Reply(text="I would rather not.", ignores_schema=True)


def _engine(web: str) -> Starlette:
    """Finds pages; what asks for it is refused, meets another markup or finds nothing."""

    async def answer(request: Request) -> Response:
        form = dict(parse_qsl((await request.body()).decode()))
        query = form.get("q", "")
        if "refused" in query:
            return HTMLResponse(CHALLENGE, 202)
        if "drift" in query:
            return HTMLResponse(DRIFT)
        if "nothing" in query:
            return HTMLResponse(page(query, NOTICE))
        first = crc32(query.encode()) % PAGES
        found = [
            Result(f"Pumps {n}", f"{web}{_path(n)}", "They deliver 2.6 units. " * 8)
            for n in range(first, first + 6)
        ]
        return HTMLResponse(results_page(query, Results(found)))

    return Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])])


def _path(number: int) -> str:
    """Some of what is found is not there, or broken."""
    if number % 17 == 16:
        return "/none"
    return "/status/500" if number % 13 == 12 else f"/page/{number % PAGES}"


def _pages() -> dict[str, Document]:
    made = {}
    for n in range(PAGES):
        lines = "".join(
            f"<p>The pump number {n} delivers {2 + (n + m) % 9 / 10:.1f} units of heat for one of "
            f"power at {m} degrees, as was measured in the winter of {2000 + m}.</p>"
            for m in range(30)
        )
        text = (
            f"<html><head><title>Pumps {n}</title></head><body><nav><a href='/'>Home</a></nav><main>"
            f"<h1>Pumps {n}</h1><p>The latest stable version of pump {n} is 3.{n}.1.</p>{lines}"
            f"<table><tr><th>Outside</th><th>Delivered</th></tr><tr><td>7</td><td>3.4</td></tr>"
            "</table></main></body></html>"
        )
        made[f"/page/{n}"] = Document(text.encode())
    made["/page/11"] = Document(b"\x00\xff" * 4000, "application/octet-stream")
    made["/page/23"] = Document(b"%PDF-1.7 and then nothing of the kind", "application/pdf")
    made["/page/31"] = Document(b"<div>" * 20_000, "text/html")
    return made


def serve_outside(pipe: Connection) -> None:
    """Tells the addresses of model, search and pages; goes when the pipe is closed."""
    minds = Minds()
    models: list[str | Model] = ["m", Model(name="nomic-embed-text", capabilities=("embedding",))]
    ollama = FakeOllama(models=models, replies=minds.reply)
    web = PagesServer(_pages())
    with serve_all(web) as (minds.web,), serve_all(ollama.app, _engine(minds.web)) as (llm, lite):
        pipe.send((llm, lite, minds.web))
        with suppress(EOFError):
            pipe.recv()
