"""Make a single HTTP request to a checked address, with a limit on the size of the body.

The URL passed to httpx contains the checked IP address instead of the host name, so that the name
is not resolved again. The Host header, SNI and certificate verification still use the host name
(through httpx's ``sni_hostname`` extension). Setting httpcore's network backend could pin the
address as well, but httpx has no public way to do that.

Each request, including each redirect, has its own transport, so that connections are never reused
for another host. httpx's clients are not used, because they keep cookies, read environment
variables, and parse redirect targets even if told not to follow them.
"""

import ssl
import zlib
from dataclasses import dataclass

import httpx

from desktop_agent import __version__
from desktop_agent.core.errors import FetchError, Unreadable
from desktop_agent.core.network import causes, connection_failure
from desktop_agent.web.extract.media_type import refuse_by_name, split_content_type
from desktop_agent.web.fetch.guard import CheckedTarget, is_address
from desktop_agent.web.ledger import LedgerTransport

# --- Error messages for the user

# X509_V_ERR_HOSTNAME_MISMATCH and X509_V_ERR_IP_ADDRESS_MISMATCH
_MISMATCHES = frozenset((62, 64))

_STATUS = {
    401: ("requires a login", "Look for another source."),
    402: ("requires payment", "Look for another source."),
    403: ("doesn't allow access", "Look for another source."),
    404: ("does not exist", "Check the address, or search for the page."),
    410: ("no longer exists", "Look for another source."),
    429: (
        "is getting too many requests from this computer",
        "Wait before reading from this site again.",
    ),
    451: ("is blocked for legal reasons", "Look for another source."),
}


def for_status(status: int, url: str, retry_after: str = "") -> FetchError:
    """Return the error for an unsuccessful HTTP status."""
    what, remedy = _STATUS.get(status, ("cannot be read", "Look for another source."))
    if status >= 500:
        what, remedy = "has a server that failed", "Try again later, or look for another source."
    if retry_after.isdigit() and len(retry_after) < 8:
        remedy = f"Wait {retry_after} s before reading from this site again."
    return FetchError(f"{url} {what} (HTTP {status}).", remedy)


def for_exception(error: httpx.HTTPError, target: CheckedTarget) -> FetchError:
    """Return the error for an httpx exception raised by a request to ``target``."""
    tls = next((e for e in causes(error) if isinstance(e, ssl.SSLError)), None)
    if isinstance(tls, ssl.SSLCertVerificationError):
        return _for_certificate(tls, target)
    if tls is not None:
        return FetchError(
            f"No encrypted connection to {target.host}: {tls.reason or tls}.",
            "Look for another source.",
        )
    if isinstance(error, httpx.ConnectError | httpx.ConnectTimeout):
        return FetchError(
            f"No connection to {target.host}, port {target.port}.",
            "Check the address and the connection, or look for another source.",
        )
    if isinstance(error, httpx.NetworkError | httpx.RemoteProtocolError):
        return FetchError(
            f"The connection to {target.host} was lost: {connection_failure(error)}.", "Try again."
        )
    return FetchError(
        f"{target.url} could not be read: {connection_failure(error)}.",
        "Try again, or look for another source.",
    )


def _for_certificate(error: ssl.SSLCertVerificationError, target: CheckedTarget) -> FetchError:
    if error.verify_code in _MISMATCHES:
        return FetchError(
            f"The certificate presented by {target.host} does not match that name.",
            "Someone may be intercepting the connection. Don't trust this site.",
        )
    return FetchError(
        f"The certificate for {target.host} is not trusted: {error.verify_message}.",
        "Look for another source.",
    )


# --- Decompression up to a limit, safe against compression bombs

ACCEPT_ENCODING = "gzip, deflate"  # the encodings that `read_body` can decode
_GZIP_OR_ZLIB = 47  # zlib's window bits: 15, plus 32 to tell the two by their headers
_RAW_DEFLATE = -15
_GZIP_MAGIC = b"\x1f\x8b"


class _Inflated:
    """A zlib and gzip decompressor that, unlike httpx's, can limit its output size."""

    def __init__(self) -> None:
        self._stream = zlib.decompressobj(_GZIP_OR_ZLIB)
        self._begun = False

    def decode(self, data: bytes, most: int) -> bytes:
        out = b""
        while data and len(out) < most:
            if self._stream.eof:
                if not data.startswith(_GZIP_MAGIC):
                    break  # what follows the last member of a gzip file is padding
                self._stream = zlib.decompressobj(_GZIP_OR_ZLIB)
            out += self._inflate(data, most - len(out))
            data = self._stream.unused_data
        return out

    def _inflate(self, data: bytes, most: int) -> bytes:
        try:
            out = self._stream.decompress(data, most)
        except zlib.error:
            if self._begun:
                raise
            # "deflate" should be zlib (RFC 9110, section 8.4.1.2); some servers send it raw
            self._stream = zlib.decompressobj(_RAW_DEFLATE)
            out = self._stream.decompress(data, most)
        self._begun = True
        return out


async def read_body(response: httpx.Response, most: int, url: str) -> tuple[bytes, bool]:
    """Return up to ``most`` bytes of the decompressed body, and whether the body is longer.

    Raises:
        Unreadable: the compression is unsupported, applied more than once, or corrupt.
        httpx.HTTPError: the connection was interrupted.
    """
    decoder = _decoder(response, url)
    body = bytearray()
    async for chunk in response.aiter_raw():
        try:
            # one byte more than wanted distinguishes a body that just fits from a longer one
            left = most + 1 - len(body)
            body += chunk[:left] if decoder is None else decoder.decode(chunk, left)
        except zlib.error:
            raise Unreadable(f"The compressed body of {url} is damaged.") from None
        if len(body) > most:
            return bytes(body[:most]), True
    return bytes(body), False


def _decoder(response: httpx.Response, url: str) -> _Inflated | None:
    header = response.headers.get("content-encoding", "")
    names = [name.strip().lower() for name in header.split(",")]
    names = [name for name in names if name not in {"", "identity"}]
    if not names:
        return None
    if len(names) > 1 or names[0] not in {"gzip", "x-gzip", "deflate"}:
        raise Unreadable(
            f"The body of {url} is compressed as {', '.join(names)[:80]!r}, which isn't supported.",
            f"Only {ACCEPT_ENCODING} are supported, and each can be used only once.",
        )
    return _Inflated()


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
    """The reply to a request: a redirect to ``location``, or a response body.

    ``cut`` is True if the body was truncated.
    """

    url: str
    location: str | None = None
    content_type: str = ""
    body: bytes = b""
    cut: bool = False


async def request_hop(target: CheckedTarget, ssl_context: ssl.SSLContext, most: int) -> Reply:
    """Request a page from the first address that accepts a connection, without following redirects.

    Raises:
        Unreadable: the type or encoding of the body is not supported.
        FetchError: the connection failed, the certificate does not match the host, or the server
            returned an HTTP error.
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
            # SNI is only for names (RFC 6066, section 3)
            **({} if is_address(target.host) else {"sni_hostname": target.host}),
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
