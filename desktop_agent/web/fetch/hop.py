"""One request to a checked address.

The URL that httpx gets holds the checked IP address instead of the host, so that nothing looks the
name up a second time; Host header, SNI and the name that the certificate must bear stay the host's
(httpx's ``sni_hostname`` extension). A network backend of httpcore could pin the address as well,
but httpx has no public place to put one. Each hop has a transport of its own, so that no connection
is used for another name, and no client: a client keeps cookies, reads the environment, and looks at
where a redirect leads even when it is told not to follow it.
"""

import ipaddress
import ssl
from dataclasses import dataclass

import httpx

from desktop_agent import __version__
from desktop_agent.web.extract.media_type import refuse_by_name, split_content_type
from desktop_agent.web.fetch.body import ACCEPT_ENCODING, read_body
from desktop_agent.web.fetch.errors import for_exception, for_status
from desktop_agent.web.fetch.guard import CheckedTarget
from desktop_agent.web.ledger import LedgerTransport

_HEADERS = {
    "User-Agent": f"Mozilla/5.0 (compatible; DesktopAgent/{__version__})",
    "Accept": "text/html,application/xhtml+xml,application/pdf;q=0.9,text/*;q=0.9,*/*;q=0.5",
    "Accept-Encoding": ACCEPT_ENCODING,
    "Accept-Language": "en;q=0.8,*;q=0.5",
}
_MOST_ADDRESSES = 4
_CONNECT_S = 5.0  # to one of several addresses; the whole fetch has its own deadline
_REDIRECTS = frozenset((301, 302, 303, 307, 308))


@dataclass(frozen=True, slots=True)
class Reply:
    """What came back: a redirect to ``location``, or a body, ``cut`` where it was too long."""

    url: str
    location: str | None = None
    content_type: str = ""
    body: bytes = b""
    cut: bool = False


async def request_hop(target: CheckedTarget, ssl_context: ssl.SSLContext, most: int) -> Reply:
    """Asks the target's addresses in turn until one takes the connection; no redirect is followed.

    Raises:
        Unreadable: the body is of a type or in an encoding that is not read.
        FetchError: no connection, a certificate that is not the host's, or an HTTP error.
    """
    addresses = target.addresses[:_MOST_ADDRESSES]
    for address in addresses[:-1]:
        try:
            return await _request(target, address, ssl_context, most, connect_s=_CONNECT_S)
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            if isinstance(error.__cause__, ssl.SSLError):
                raise for_exception(error, target) from error
        except httpx.HTTPError as error:
            raise for_exception(error, target) from error
    try:
        return await _request(target, addresses[-1], ssl_context, most, connect_s=None)
    except httpx.HTTPError as error:
        raise for_exception(error, target) from error


async def _request(
    target: CheckedTarget,
    address: str,
    ssl_context: ssl.SSLContext,
    most: int,
    *,
    connect_s: float | None,
) -> Reply:
    transport = httpx.AsyncHTTPTransport(
        verify=ssl_context,
        http2=True,
        trust_env=False,
        limits=httpx.Limits(max_connections=1, max_keepalive_connections=0),
    )
    request = httpx.Request(
        "GET",
        target.url.copy_with(host=address),
        headers=_HEADERS | {"Host": target.url.netloc.decode("ascii")},
        extensions={
            "timeout": httpx.Timeout(None, connect=connect_s).as_dict(),
            **_server_name(target.host),
        },
    )
    async with LedgerTransport("fetch", transport) as ledger:
        response = await ledger.handle_async_request(request)
        try:
            return await _read(response, str(target.url), most)
        finally:
            await response.aclose()


async def _read(response: httpx.Response, url: str, most: int) -> Reply:
    location = response.headers.get("location")
    if response.status_code in _REDIRECTS and location:
        return Reply(url, location)
    if not response.is_success:
        raise for_status(response.status_code, url, response.headers.get("retry-after", ""))
    content_type = response.headers.get("content-type", "")
    refuse_by_name(split_content_type(content_type)[0], url)
    body, cut = await read_body(response, most, url)
    return Reply(url, None, content_type, body, cut)


def _server_name(host: str) -> dict[str, str]:
    try:
        ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        return {"sni_hostname": host}
    return {}  # SNI is for names alone (RFC 6066, section 3)
