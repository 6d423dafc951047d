"""What goes wrong on the way to a page, as a person is told."""

import ssl
from collections.abc import Iterator

import httpx

from desktop_agent.core.broken_connection import why_broken
from desktop_agent.core.errors import FetchError
from desktop_agent.web.fetch.guard import CheckedTarget

_HOSTNAME_MISMATCH = 62  # X509_V_ERR_HOSTNAME_MISMATCH and X509_V_ERR_IP_ADDRESS_MISMATCH
_IP_MISMATCH = 64

_STATUS = {
    401: ("wants a login", "Look for another source."),
    402: ("wants to be paid for", "Look for another source."),
    403: ("does not let us read it", "Look for another source."),
    404: ("does not exist", "Check the address, or search for the page."),
    410: ("does not exist any more", "Look for another source."),
    429: ("gets too many requests from here", "Wait before reading from this site again."),
    451: ("is blocked for legal reasons", "Look for another source."),
}


def for_status(status: int, url: str, retry_after: str = "") -> FetchError:
    """Gives the error for an HTTP status that is no success."""
    what, remedy = _STATUS.get(status, ("cannot be read", "Look for another source."))
    if status >= 500:
        what, remedy = "has a server that failed", "Try again later, or look for another source."
    if retry_after.isdigit() and len(retry_after) < 8:
        remedy = f"Wait {retry_after} s before reading from this site again."
    return FetchError(f"{url} {what} (HTTP {status}).", remedy)


def for_exception(error: httpx.HTTPError, target: CheckedTarget) -> FetchError:
    """Gives the error for what httpx met on the way to ``target``."""
    tls = next((e for e in _causes(error) if isinstance(e, ssl.SSLError)), None)
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
            f"The connection to {target.host} broke off: {why_broken(error)}.",
            "Try again.",
        )
    return FetchError(
        f"{target.url} could not be read: {why_broken(error)}.",
        "Try again, or look for another source.",
    )


def _for_certificate(error: ssl.SSLCertVerificationError, target: CheckedTarget) -> FetchError:
    if error.verify_code in {_HOSTNAME_MISMATCH, _IP_MISMATCH}:
        return FetchError(
            f"The certificate shown for {target.host} does not match that name.",
            "Someone may be in between; do not trust this site.",
        )
    return FetchError(
        f"The certificate of {target.host} is not trusted: {error.verify_message}.",
        "Look for another source.",
    )


def _causes(error: BaseException) -> Iterator[BaseException]:
    seen: BaseException | None = error
    while seen is not None:
        yield seen
        seen = seen.__cause__ or seen.__context__
