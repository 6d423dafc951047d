"""Why a connection failed, as a person is told: in a clause, without the names of exceptions."""

import ipaddress
from collections.abc import Iterator

# --- Whether a host is this machine: what stays allowed when the network is switched off.


def is_loopback(host: str) -> bool:
    """True for a loopback address as it is written, and for ``localhost`` (RFC 6761).

    No name is resolved, and no other counts: where it leads only a name server can say, and to ask
    it is to use the network.
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
"""What the system and libraries say, in lower case; the first one counts."""


def connection_failure(error: BaseException) -> str:
    """Gives a clause (``nothing listens there``) that fits behind a colon; looks at all causes."""
    told = " ".join(f"{type(each).__name__} {each}" for each in causes(error)).lower()
    return next((words for sign, words in _SIGNS if sign in told), "the connection failed")


def causes(error: BaseException | None) -> Iterator[BaseException]:
    """Gives an error, what it was raised from, and the members of groups; each once."""
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
