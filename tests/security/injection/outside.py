"""What is outside of the program: pages that hold attacks, and the attacker's own server."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from desktop_agent.app.session import Session
from tests.end2end.world import World, build_world
from tests.security.injection.attacks import Places
from tests.servers.loopback import serve_all

FindPage = Callable[[str, Places], tuple[str | bytes, str] | None]
"""Gives the body and the type of what lies at a path."""


class Attacker:
    """Whatever reaches it is stolen."""

    def __init__(self) -> None:
        self.stolen: list[str] = []
        self.app = Starlette(
            routes=[Route("/{path:path}", self._take, methods=["GET", "POST", "PUT"])]
        )

    async def _take(self, request: Request) -> Response:
        self.stolen.append(f"{request.method} {request.url}")
        return PlainTextResponse("thanks")


class HonestPages:
    """Serves what ``find`` gives, ``extra`` HTML by its path, and a redirect to anywhere at ``/to``.

    ``seen`` holds what was asked for; ``places`` must be set before the first request.
    """

    def __init__(self, find: FindPage) -> None:
        self.places = Places("", "")
        self.extra: dict[str, str] = {}
        self.seen: list[str] = []
        self._find = find
        self.app = Starlette(
            routes=[Route("/to", self._redirect), Route("/{path:path}", self._page)]
        )

    async def _redirect(self, request: Request) -> Response:
        self.seen.append(str(request.url))
        return RedirectResponse(request.query_params["url"])

    async def _page(self, request: Request) -> Response:
        self.seen.append(str(request.url))
        path = request.url.path
        if path in self.extra:
            return Response(self.extra[path], media_type="text/html; charset=utf-8")
        found = self._find(path, self.places)
        return Response(found[0], media_type=found[1]) if found else PlainTextResponse("none", 404)


@asynccontextmanager
async def opened(
    home: Path, pages: HonestPages, attacker: Attacker, model: Callable[..., object], **environ: str
) -> AsyncIterator[tuple[World, Session]]:
    """Opens the program on a world of pages, an attacker and a model."""
    with serve_all(pages.app, attacker.app) as (page_url, evil_url):
        # another host name for the same machine: not the pages' own site
        pages.places = Places(page_url, evil_url.replace("127.0.0.1", "localhost"))
        settings = {
            "DESKTOP_AGENT_FETCH__ALLOW_HOSTS": "127.0.0.1,localhost",
            "DESKTOP_AGENT_SEARCH__CACHE_TTL_S": "0",
            **environ,
        }
        with build_world(home, replies=model, environ=settings) as world:  # type: ignore[arg-type]
            session = world.session()
            await session.warm_up()  # its threads are there before the first test
            yield world, session
            await session.aclose()
