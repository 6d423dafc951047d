"""Network helpers: recognize loopback addresses, and explain failed connections."""

import ipaddress
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


def host_of(url: str) -> str:
    """Return the host of an address, or "" if it is invalid."""
    try:
        return urlsplit(url).hostname or ""
    except ValueError:
        return ""


# --- Loopback: allowed even if the network is switched off


def is_loopback(host: str) -> bool:
    """Return whether ``host`` is a literal loopback address or ``localhost`` (RFC 6761).

    Other names never count and are not resolved, because resolving a name uses the network.
    """
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


_SIGNS = (
    ("switched off", "the network is switched off"),
    ("certificate", "its TLS certificate is not trusted"),
    ("[ssl", "no TLS connection could be made"),
    ("name or service not known", "its name is not known"),
    ("nodename nor servname", "its name is not known"),
    ("no address associated", "its name is not known"),
    ("gaierror", "its name could not be looked up"),
    ("name resolution", "its name could not be looked up"),
    ("getaddrinfo", "its name could not be looked up"),
    ("unicodeerror", "its name could not be looked up"),
    ("could not be looked up", "its name could not be looked up"),
    ("refused", "nothing listens there"),
    ("all connection attempts failed", "nothing listens there"),
    ("unreachable", "the network does not lead there"),
    ("no route", "the network does not lead there"),
    ("timeout", "it did not answer in time"),
    ("timed out", "it did not answer in time"),
    ("disconnected", "the connection ended before the answer"),
    ("peer closed", "the connection ended in the middle of the answer"),
    ("incomplete", "the connection ended in the middle of the answer"),
    ("reset", "the connection was cut off"),
    ("broken pipe", "the connection was cut off"),
    ("readerror", "the connection was cut off"),
    ("writeerror", "the connection was cut off"),
    ("closederror", "the connection was cut off"),
    ("brokenresource", "the connection was cut off"),
    ("protocolerror", "what came is not the protocol"),
)
"""Lower-case fragments of system and library messages, with explanations; the first match wins."""


def connection_failure(error: BaseException) -> str:
    """Return a clause such as ``nothing listens there``, to be shown after a colon.

    All causes of the error are examined.
    """
    told = " ".join(f"{type(each).__name__} {each}" for each in causes(error)).lower()
    return next((words for sign, words in _SIGNS if sign in told), "the connection failed")


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """Yield an error, its causes, its contexts, and the members of exception groups, each once."""
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
    """Return the Public Suffix List (https://publicsuffix.org), which takes 40 ms to load."""
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()
