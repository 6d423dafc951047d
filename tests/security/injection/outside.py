"""What is outside: honest pages that hold attacks, and the attacker's own server."""

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Route

from tests.security.injection.attacks import ATTACKS, Places


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
    """Serves each attack at its path, a redirect to anywhere at ``/to``, and a page of letters.

    ``seen`` holds what was asked for; ``places`` must be set before the first request.
    """

    def __init__(self) -> None:
        self.places = Places("", "")
        self.extra: dict[str, str] = {}
        self.seen: list[str] = []
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
        for attack in ATTACKS:
            if attack.path == path:
                page = attack.page(self.places)
                return Response(page, media_type=f"{attack.type}; charset=utf-8")
        return PlainTextResponse("nothing here", 404)
