"""Nothing in a test may reach beyond this machine.

An audit hook sees every connection and every name look-up of the process, whatever library makes
it. Tests import it; processes that tests start load it through ``tests/site/sitecustomize.py``.
"""

import ipaddress
import socket
import sys
from typing import Any

LOCAL_NAMES = {"localhost", "ip6-localhost", "0.0.0.0", "::", "", None}


class ReachedBeyondLoopbackError(BaseException):
    """Derived from BaseException so that no handler in the program can swallow it unseen."""


def _is_local(host: object) -> bool:
    if isinstance(host, bytes):
        host = host.decode("ascii", "replace")
    if host in LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(str(host).split("%")[0]).is_loopback
    except ValueError:
        return False


def _is_address(host: object) -> bool:
    try:
        ipaddress.ip_address(str(host))
    except ValueError:
        return False
    return True


def _hook(event: str, args: tuple[object, ...]) -> None:
    if event == "socket.connect":
        address = args[1]
        if isinstance(address, tuple) and not _is_local(address[0]):
            raise ReachedBeyondLoopbackError(f"connection to {address!r}")
    # a look-up of a literal address sends nothing
    elif event == "socket.getaddrinfo" and not (_is_local(args[0]) or _is_address(args[0])):
        raise ReachedBeyondLoopbackError(f"look-up of {args[0]!r}")


def enforce() -> None:
    """Installs the hook for the life of this process."""
    sys.addaudithook(_hook)


_look_up = socket.getaddrinfo


def as_if_unknown(host: Any, *rest: Any, **hints: Any) -> Any:
    """To be put in the place of ``socket.getaddrinfo``: names of the outside are then not known.

    For tests in which a result leads to a page that is not there; elsewhere a look-up is a fault.
    """
    if _is_local(host) or _is_address(host):
        return _look_up(host, *rest, **hints)
    raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")
