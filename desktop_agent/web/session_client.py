"""A client for long sessions with one server that speaks httpx2."""

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx2

_CONNECT_S = 30.0


def session_client(
    transport: Any, headers: Mapping[str, str], answered: Callable[[Any], Awaitable[None]]
) -> "httpx2.AsyncClient":
    """Gives a client that sends ``headers`` to where it is told to, and follows no redirect.

    ``transport`` is an httpx2 transport, closed with the client; ``answered`` is told of each
    response. A response may be silent for as long as it likes: who asks watches the time.
    """
    import httpx2

    return httpx2.AsyncClient(
        transport=transport,
        headers=dict(headers),
        timeout=httpx2.Timeout(_CONNECT_S, read=None),
        trust_env=False,
        follow_redirects=False,
        max_redirects=0,  # who follows redirects by itself asks for this number
        event_hooks={"response": [answered]},
    )
