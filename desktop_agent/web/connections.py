"""HTTP transports that share one TLS context, created on first use.

Certificates are verified against the operating system's trust store, so company-installed CA
certificates are trusted, as in a browser. ``SSL_CERT_FILE`` and ``SSL_CERT_DIR`` override the trust
store. Proxy variables are ignored; all connections are direct.
"""

import asyncio
import os
import re
import ssl
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

import httpx

if TYPE_CHECKING:
    import httpx2

_HASHED = re.compile(r"[0-9a-f]{8}\.[0-9]+", re.IGNORECASE)
_BUNDLES = (
    "/etc/ssl/certs/ca-certificates.crt",  # Debian, Ubuntu, Arch
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  # Fedora, Red Hat
    "/etc/pki/tls/certs/ca-bundle.crt",  # older versions
    "/etc/ssl/ca-bundle.pem",  # SUSE
    "/etc/ssl/cert.pem",  # Alpine, BSD
)
"""Paths of CA bundles by system, in case OpenSSL was compiled to look elsewhere."""

_reading = threading.Lock()


def tls() -> ssl.SSLContext:
    """Return the TLS context shared by all connections.

    The first call takes about 75 ms, so make it in a worker thread.
    """
    with _reading:
        return _context()


def unusable_certificates(environ: Mapping[str, str]) -> dict[str, str]:
    """Return errors in ``SSL_CERT_FILE`` and ``SSL_CERT_DIR``, keyed by variable name."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    return {
        name: why
        for name in ("SSL_CERT_FILE", "SSL_CERT_DIR")
        if environ.get(name) and (why := _load_named(context, name, environ[name]))
    }


@cache
def _context() -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    named = {name: os.environ.get(name, "") for name in ("SSL_CERT_FILE", "SSL_CERT_DIR")}
    loaded = [not _load_named(context, name, value) for name, value in named.items() if value]
    if any(loaded):
        return context
    if sys.platform in {"win32", "darwin"}:
        import truststore

        return truststore.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    # here, truststore would reread all CA certificates for each connection, blocking for 18 ms
    return _system_context()


def _load_named(context: ssl.SSLContext, variable: str, value: str) -> str:
    """Load certificates from the path in an environment variable; return any error message."""
    try:
        if variable == "SSL_CERT_FILE":
            context.load_verify_locations(cafile=value)
            return ""
        folders = [folder for folder in value.split(os.pathsep) if _holds_authorities(folder)]
        for folder in folders:
            context.load_verify_locations(capath=folder)
    except ssl.SSLError:
        return f"{value} holds no certificates in PEM form"
    except OSError as error:
        return f"{value} cannot be read: {error.strerror}"
    return "" if folders else f"{value} is not a folder of certificates named by their hashes"


def _system_context() -> ssl.SSLContext:
    """Return a TLS context with the system's CA certificates (Linux, BSD) or else certifi's."""
    paths = ssl.get_default_verify_paths()
    folder = paths.openssl_capath if _holds_authorities(paths.openssl_capath) else None
    for file in (paths.openssl_cafile, *_BUNDLES, None):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        try:
            context.load_verify_locations(file, folder)
        except (OSError, TypeError):  # the file does not exist, or both are None
            continue
        return context
    return httpx.create_ssl_context(trust_env=False)


def _holds_authorities(folder: str) -> bool:
    try:
        return any(_HASHED.fullmatch(name) for name in os.listdir(folder))  # noqa: PTH208 - of a name
    except OSError:
        return False


class Connections(httpx.AsyncBaseTransport):
    """An HTTP transport that loads the TLS context on the first ``https`` request."""

    def __init__(self) -> None:
        # a context that trusts no CA certificate: no TLS connection can be made by mistake
        self._plain = httpx.AsyncHTTPTransport(verify=ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT))
        self._encrypted: httpx.AsyncHTTPTransport | None = None

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        """Send the request; raise `httpx.HTTPError` on failure."""
        if request.url.scheme != "https":
            return await self._plain.handle_async_request(request)
        if self._encrypted is None:
            trusted = await asyncio.to_thread(tls)
            if self._encrypted is None:  # else another request was quicker
                self._encrypted = httpx.AsyncHTTPTransport(verify=trusted, http2=True)
        return await self._encrypted.handle_async_request(request)

    async def aclose(self) -> None:
        await self._plain.aclose()
        if self._encrypted is not None:
            await self._encrypted.aclose()


# --- An httpx2 client for long sessions with one server

_CONNECT_S = 30.0


def session_client(
    transport: Any, headers: Mapping[str, str], answered: Callable[[Any], Awaitable[None]]
) -> "httpx2.AsyncClient":
    """Return an HTTP client that adds ``headers`` to every request and does not follow redirects.

    ``answered`` is called with each response. Closing the client also closes ``transport``. Reads
    never time out, so callers must set their own time limit.
    """
    import httpx2

    return httpx2.AsyncClient(
        transport=transport,
        headers=dict(headers),
        timeout=httpx2.Timeout(_CONNECT_S, read=None),
        trust_env=False,
        follow_redirects=False,
        max_redirects=0,  # read by callers that follow redirects themselves
        event_hooks={"response": [answered]},
    )
