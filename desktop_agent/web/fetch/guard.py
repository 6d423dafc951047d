"""Where the page reader may connect: the defence against server-side request forgery.

A page, a search result or a model can name any address. The guard resolves the host once, wants
every address public, and hands the addresses on, so that the connection cannot end elsewhere than
where the check looked (DNS rebinding).
"""

import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import httpx

from desktop_agent.core.errors import AddressRefused, FetchError, SettingsError
from desktop_agent.web.fetch.address import parse_ipv4, why_not_public

Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""Host and port to IP literals; raises `OSError` when there are none."""

_DEFAULT_PORTS = {"http": 80, "https": 443}
_NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")

# Names that never mean a public host. They are refused before the look-up, which would tell
# whoever answers DNS the names of the person's own network.
_LOCAL_SUFFIXES = frozenset(
    (
        "corp", "home", "internal", "intranet", "lan", "local", "localdomain", "localhost",
        "onion", "private", "svc",
    )
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class CheckedTarget:
    """Where a request may go: ``addresses`` in the order to try, for the host of ``url``.

    ``url`` has neither user nor fragment. ``opened`` is True when ``fetch.allow_hosts`` let it
    through, whatever its addresses are.
    """

    url: httpx.URL
    addresses: tuple[str, ...]
    port: int
    opened: bool = False

    @property
    def host(self) -> str:
        """The host as the certificate and the Host header name it, without brackets."""
        return self.url.raw_host.decode("ascii")

    @property
    def address(self) -> str:
        """The first address."""
        return self.addresses[0]


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """Asks the operating system; the order is the system's own (RFC 6724)."""
    import asyncio

    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


class Guard:
    """Checks URLs; ``allow_hosts`` (``host`` or ``host:port``) are let through deliberately.

    Raises:
        SettingsError: an entry of ``allow_hosts`` is neither.
    """

    def __init__(
        self, allow_hosts: Sequence[str] = (), resolver: Resolver = system_resolver
    ) -> None:
        self._allowed = frozenset(_allowed_host(entry) for entry in allow_hosts)
        self._resolve = resolver

    async def check(self, url: str) -> CheckedTarget:
        """Gives the addresses to connect to.

        Raises:
            AddressRefused: the URL is none that may be read, or one of its addresses is not public.
            FetchError: the host has no address.
        """
        parsed, host, port = _parse(url)
        opened = (host, port) in self._allowed or (host, None) in self._allowed
        if _is_address(host):
            addresses: tuple[str, ...] = (host,)
        else:
            if not opened:
                _refuse_local_name(host)
            addresses = await self._addresses(host, port)
        if not opened:
            for address in addresses:
                if why := why_not_public(address):
                    where = host if host == address else f"{host} ({address})"
                    raise AddressRefused(
                        f"{where} is not a public address: {why}.", _how_to_open(host)
                    )
        return CheckedTarget(parsed, addresses, port, opened)

    async def _addresses(self, host: str, port: int) -> tuple[str, ...]:
        try:
            found = tuple(await self._resolve(host, port))
        except (OSError, UnicodeError):
            found = ()
        if not found:
            raise FetchError(
                f"The host {host} has no address (DNS).", "Check the spelling and the connection."
            )
        return found


def _how_to_open(host: str) -> str:
    return f"If this host is yours and may be read, add {host} to fetch.allow_hosts."


def _parse(url: str) -> tuple[httpx.URL, str, int]:
    """Gives the URL without user and fragment, its host in one spelling, and its port."""
    try:
        parsed = httpx.URL(url.strip())
    except (httpx.InvalidURL, UnicodeError) as error:
        raise AddressRefused(f"{_shown(url)} is not a URL: {error}.") from None
    if parsed.scheme not in _DEFAULT_PORTS:
        raise AddressRefused(
            f"{_shown(url)} cannot be read: only http and https addresses are.",
            "Give the whole address, such as https://example.org/page.",
        )
    if "\\" in re.split("[?#]", url, maxsplit=1)[0]:
        # browsers read it as "/", RFC 3986 as part of the user: two hosts, depending on the reader
        raise AddressRefused(f"{_shown(url)} has a backslash, so its host is ambiguous.")
    host = _one_spelling(parsed.raw_host.decode("ascii"), url)
    port = _DEFAULT_PORTS[parsed.scheme] if parsed.port is None else parsed.port
    if not 0 < port < 65536:
        raise AddressRefused(f"{_shown(url)} names port {port}, which does not exist.")
    return parsed.copy_with(host=host, username=None, password=None, fragment=None), host, port


def _one_spelling(host: str, url: str) -> str:
    name = host.strip("[]").lower().removesuffix(".")
    if ":" in name:
        try:
            address = ipaddress.IPv6Address(name)
        except ValueError:
            raise AddressRefused(f"{_shown(url)} has a host that is no IPv6 address.") from None
        if address.scope_id:
            raise AddressRefused(f"{_shown(url)} names an address of one network zone only.")
        return str(address)
    if not _NAME.fullmatch(name):
        raise AddressRefused(f"{_shown(url)} has no valid host.")
    try:
        return parse_ipv4(name) or name
    except ValueError:
        raise AddressRefused(f"{_shown(url)} has a host that is no IPv4 address.") from None


def _is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _refuse_local_name(host: str) -> None:
    labels = host.split(".")
    if len(labels) == 1 or labels[-1] in _LOCAL_SUFFIXES or host.endswith(".home.arpa"):
        raise AddressRefused(
            f"{host} is a name of the local network, not of a public host.", _how_to_open(host)
        )


def _allowed_host(entry: str) -> tuple[str, int | None]:
    bare_v6 = entry.count(":") > 1 and not entry.startswith("[")
    text = f"[{entry}]" if bare_v6 else entry
    try:
        url = httpx.URL(f"http://{text.strip()}")
        host = _one_spelling(url.raw_host.decode("ascii"), entry)
    except (httpx.InvalidURL, UnicodeError, AddressRefused):
        host = ""
    if not host or not set(entry).isdisjoint("/\\@?#"):
        raise SettingsError(
            f"fetch.allow_hosts has {entry!r}, which is neither a host nor host:port."
        )
    # httpx drops http's default port, which is still one that was named
    port = 80 if url.port is None and text.rstrip().endswith(":80") else url.port
    return host, port


def _shown(url: str) -> str:
    printable = "".join(c if c.isprintable() else "?" for c in url)
    return repr(printable if len(printable) <= 120 else printable[:117] + "...")
