"""Helpers for URLs, loopback addresses, connection errors and public suffixes; ledger entries."""

import ipaddress
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


def host_of(url: str) -> str:
    """Return the host of a URL, or "" if the URL is invalid or has none."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


# --- Loopback: allowed even if the network is switched off


def is_loopback(host: str) -> bool:
    """Return whether ``host`` is ``localhost`` or a loopback address. Names are not resolved."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


_SIGNS = (
    ("the network is switched off", ("switched off",)),
    ("its TLS certificate is not trusted", ("certificate",)),
    ("no TLS connection could be made", ("[ssl",)),
    (
        "its name is not known",
        ("name or service not known", "nodename nor servname", "no address associated"),
    ),
    (
        "its name could not be looked up",
        ("gaierror", "name resolution", "getaddrinfo", "unicodeerror", "could not be looked up"),
    ),
    ("nothing is listening there", ("refused", "all connection attempts failed")),
    ("the network has no route there", ("unreachable", "no route")),
    ("it did not answer in time", ("timeout", "timed out")),
    ("the connection ended before the response arrived", ("disconnected",)),
    ("the connection ended in the middle of the response", ("peer closed", "incomplete")),
    (
        "the connection was cut off",
        ("reset", "broken pipe", "readerror", "writeerror", "closederror", "brokenresource"),
    ),
    ("the response doesn't follow the protocol", ("protocolerror",)),
)
"""Explanations, each with lower-case fragments of error messages; the first match wins."""


def connection_failure(error: BaseException) -> str:
    """Explain a failed connection in a clause such as ``nothing is listening there``."""
    said = " ".join(f"{type(each).__name__} {each}" for each in causes(error)).lower()
    return next(
        (text for text, signs in _SIGNS if any(sign in said for sign in signs)),
        "the connection failed",
    )


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error and all its causes, contexts and exception group members, each once."""
    waiting, seen = [error], set()
    while waiting:
        each = waiting.pop(0)
        if each is None or id(each) in seen:
            continue
        seen.add(id(each))
        yield each
        if isinstance(each, BaseExceptionGroup):
            waiting += each.exceptions
        waiting += [each.__cause__, each.__context__]


@cache
def public_suffixes() -> "PublicSuffixList":
    """Return the Public Suffix List (https://publicsuffix.org). Loading it takes 40 ms."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


# --- Entries of the network ledger

RequestOutcome = Literal["ok", "failed", "refused"]


@dataclass(frozen=True, slots=True)
class OutboundRequest:
    """A ledger entry for one outbound request.

    ``at`` is the start time as a Unix timestamp. The byte counts include headers and the body as
    transferred. The outcome is ``failed`` if the request was interrupted or never answered, and
    ``refused`` if the network was switched off. ``run_id`` is "" outside a run.
    """

    at: float
    host: str
    purpose: str
    bytes_sent: int
    bytes_received: int
    outcome: RequestOutcome = "ok"
    run_id: str = ""
