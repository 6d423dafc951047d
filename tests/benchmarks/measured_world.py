"""A loopback world whose search engine and pages answer after a set time, in a process of its own.

Usage: ``python -m tests.benchmarks.measured_world HOME SECONDS``. Prints its environment as one line
of JSON and serves until its standard input closes. What a search finds depends on its query.
"""

import asyncio
import json
import sys
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from tests.benchmarks.instant_world import answer
from tests.end2end.world import build_world
from tests.servers.duckduckgo import FakeDuckDuckGo, Results, results_page
from tests.servers.loopback import serve, serve_all
from tests.servers.pages import Document, PagesServer
from tests.servers.search_replies import Result, Zero

SAYS = "The lighthouse of {0} is 47 metres tall. It was built of granite, and it has a red lamp."
FILLER = "A harbour, two markets and a school stood there; the rest came with the railway. " * 30
PLACES = ("Ostra", "Varn", "Lysmark", "Tenby", "Corr", "Halden")
"""Every question is about another place, so that no cache answers it."""


class MeasuredDuckDuckGo(FakeDuckDuckGo):
    """Answers after ``seconds``; ``pages`` is the address of the pages.

    The snippets of a query with "lighthouse" hold the answer; with "beacon", only the pages do;
    with "tall tower", neither does.
    """

    def __init__(self, seconds: float, pages: str) -> None:
        super().__init__([Zero()])
        self._seconds = seconds
        self._pages = pages

    async def _answer(self, request: Request) -> Response:
        form = dict(parse_qsl((await request.body()).decode()))
        await asyncio.sleep(self._seconds)
        query = form.get("q", "")
        place = next((name for name in PLACES if name in query), PLACES[0])
        kind = "blank" if query.startswith("tall tower") else "says"
        snippet = SAYS.format(place) if "lighthouse" in query else "More about the coast."
        hits = [
            Result(f"Page {n} about {place}", f"{self._pages}/{kind}/{place}/{n}", snippet)
            for n in range(5)
        ]
        return HTMLResponse(results_page(query, Results(hits)))


class MeasuredPages(PagesServer):
    """Answers after ``seconds``."""

    def __init__(self, seconds: float, documents: dict[str, Document]) -> None:
        super().__init__(documents)
        self._seconds = seconds

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        await asyncio.sleep(self._seconds)
        await super().__call__(scope, receive, send)


def documents() -> dict[str, Document]:
    """Return five pages on each place that answer the questions, and five that do not."""
    html = "<html><head><title>About {0}</title></head><body><main><h1>{0}</h1><p>{1}</p></main>"
    found = {}
    for place in PLACES:
        said = SAYS.format(place)
        text = " ".join(
            said.replace("lighthouse", kind) for kind in ("beacon", "lighthouse", "tower")
        )
        text += f" Der Bürgermeister von {place} ist Anna Berg. "
        for n in range(5):
            blank = html.format("The coast", FILLER)
            found[f"/says/{place}/{n}"] = Document(html.format(place, text + FILLER).encode())
            found[f"/blank/{place}/{n}"] = Document(blank.encode())
    return found


def main() -> None:
    seconds = float(sys.argv[2])
    with (
        build_world(Path(sys.argv[1]), replies=answer) as world,
        serve(MeasuredPages(seconds, documents())) as pages,
        serve_all(MeasuredDuckDuckGo(seconds, pages).app) as (lite,),
    ):
        world.environ["DESKTOP_AGENT_SEARCH__DUCKDUCKGO_URL"] = FakeDuckDuckGo.url(lite)
        del world.environ["DESKTOP_AGENT_SEARCH__DUCKDUCKGO_INTERVAL_S"]  # the real one
        print(json.dumps(world.environ), flush=True)
        sys.stdin.read()


if __name__ == "__main__":
    main()
