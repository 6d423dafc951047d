"""Every connection and name look-up of a process, seen at the interpreter's own audit hook.

A hook cannot be taken away again, so it is switched: `recorded` is for a process of its own. It sees
what Python's ``socket`` module does, whoever calls it. It does not see what C++ or Rust code does by
itself (Qt's local socket of the running window, LanceDB), nor other processes: page readers, the
sandbox, servers over standard input and output. Those are held by other means, and tested so.
"""

import ipaddress
import os
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.child_process import output_of

ROOT = Path(__file__).parents[2]

_LOOK_UPS = ("socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr")
_SENDS = ("socket.connect", "socket.sendto", "socket.sendmsg")


@dataclass(frozen=True)
class Call:
    """One call: ``host`` is an address or name, or the path of a local socket (``local``)."""

    event: str
    host: str
    port: int
    at: float
    local: bool = False

    @property
    def leaves(self) -> bool:
        """Whether it goes beyond loopback, or may: only ``localhost`` is known without asking."""
        return not self.local and self.host != "localhost" and not _is_loopback(self.host)


@dataclass
class _Audit:
    """The one hook of this process, and where it writes to; None while nothing is recorded."""

    calls: list[Call] | None = None
    installed: bool = False
    lock: threading.Lock = field(default_factory=threading.Lock)

    def hook(self, event: str, args: tuple[object, ...]) -> None:
        calls = self.calls
        if calls is None or event not in _LOOK_UPS + _SENDS:
            return
        call = _call(event, args[0] if event in _LOOK_UPS else args[1], args)
        if call is None:
            return
        with self.lock:
            calls.append(call)
        if call.leaves:  # seen, and kept from happening
            raise OSError(f"the test lets nothing leave: {event} {call.host}")


_audit = _Audit()


def _is_literal(host: str) -> bool:
    try:
        ipaddress.ip_address(host.split("%", maxsplit=1)[0])
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return _is_literal(host) and ipaddress.ip_address(host.split("%", maxsplit=1)[0]).is_loopback


def _call(event: str, place: object, args: tuple[object, ...]) -> Call | None:
    if event in _LOOK_UPS:
        port = args[1] if len(args) > 1 and isinstance(args[1], int) else 0
        return Call(event, _text(place), port, time.time()) if place else None
    if isinstance(place, tuple):
        return Call(event, _text(place[0]), int(place[1]), time.time())
    return Call(event, _text(place), 0, time.time(), local=True) if place else None


def _text(host: object) -> str:
    return host.decode("ascii", "replace") if isinstance(host, bytes) else str(host)


@contextmanager
def recorded() -> Iterator[list[Call]]:
    """Gives the calls of all threads while it is entered; what would leave loopback is kept back."""
    if not _audit.installed:
        sys.addaudithook(_audit.hook)
        _audit.installed = True
    _audit.calls = seen = []
    try:
        yield seen
    finally:
        _audit.calls = None


def audited(*command: str, home: Path, timeout: float = 90, **environ: str) -> list[str]:
    """Runs Python in a process of its own, with a bare environment; gives the lines that it prints."""
    kept = {n: os.environ[n] for n in ("PATH", "LANG", "LC_ALL", "TMPDIR") if n in os.environ}
    own = {
        "DESKTOP_AGENT_HOME": str(home),
        "PYTHONPATH": str(ROOT),
        "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
        "QT_QPA_PLATFORM": "offscreen",
    }
    env = kept | own | environ
    return output_of([sys.executable, *command], cwd=ROOT, env=env, timeout=timeout).splitlines()
