"""The page reader's URL guard, which prevents server-side request forgery (SSRF).

Pages, search results and models can supply any URL. The guard resolves each host once, requires all
of its IP addresses to be public, and returns them. Connections use only these checked addresses,
which prevents DNS rebinding.
"""

import asyncio
import ipaddress
import re
import socket
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from functools import cache

import httpx

from desktop_agent.core.errors import AddressRefused, FetchError, SettingsError
from desktop_agent.system.resources import toml_resource

# --- Public and non-public IP addresses
#
# The networks that are not public are listed in ``resources/networks.toml``, because
# `ipaddress.is_global` has changed between patch releases of Python. For IPv6 the rule is reversed:
# only global unicast space (2000::/3) is public at all.

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_GLOBAL_UNICAST_V6 = "2000::/3"
_NAT64 = "64:ff9b::/96"  # RFC 6052
_ISATAP = (0x00005EFE, 0x02005EFE)  # RFC 5214: bits 64 to 96 of the address


@cache
def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    return ipaddress.ip_network(text)


def _embedded_v4(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Return the IPv4 address that an IPv6 address maps or tunnels to, or None."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    number = int(address)
    if address in _network(_NAT64) or (number >> 32) & 0xFFFFFFFF in _ISATAP:
        return ipaddress.IPv4Address(number & 0xFFFFFFFF)
    return None


def _listed(address: _Address) -> str:
    networks = toml_resource("networks.toml")[f"v{address.version}"]
    return next((why for net, why in networks.items() if address in _network(net)), "")


def why_not_public(literal: str) -> str:
    """Return why an IP address is not public, or "" if it is public.

    For IPv4-mapped, 6to4, NAT64 and ISATAP addresses, the embedded IPv4 address is checked as well.
    Addresses with a zone, and strings that are not IP addresses, count as not public.
    """
    try:
        address = ipaddress.ip_address(literal)
    except ValueError:
        return "not an address"
    if isinstance(address, ipaddress.IPv4Address):
        return _listed(address)
    if address.scope_id:
        return "bound to a zone"
    why = _listed(address)
    if why:
        return why
    inner = _embedded_v4(address)
    if inner is not None:
        why = _listed(inner)
        translated = address in _network(_NAT64) or address.ipv4_mapped is not None
        if why or translated:
            return why
    return "" if address in _network(_GLOBAL_UNICAST_V6) else "reserved"


def parse_ipv4(host: str) -> str | None:
    """Return a host in dotted form if URL parsers treat it as an IPv4 address, or else None.

    Its parts may be decimal, octal or hexadecimal, and there may be fewer than four.

    Raises:
        ValueError: the last part is a number, but the host is not a valid address.
    """
    if not _is_number(host.rpartition(".")[2]):
        return None
    try:
        return socket.inet_ntoa(socket.inet_aton(host))
    except OSError:
        raise ValueError(host) from None


def _is_number(part: str) -> bool:
    if part.isascii() and part.isdigit():
        return True
    return part[:2] == "0x" and all(digit in "0123456789abcdef" for digit in part[2:])


Resolver = Callable[[str, int], Awaitable[Sequence[str]]]
"""Resolves a host and port to IP literals; raises `OSError` if there are none."""

_DEFAULT_PORTS = {"http": 80, "https": 443}
_NAME = re.compile(r"(?=.{1,253}\Z)[a-z0-9_-]{1,63}(\.[a-z0-9_-]{1,63})*")


@dataclass(frozen=True, slots=True)
class CheckedTarget:
    """A request target that has passed the guard.

    ``url`` has no credentials or fragment. ``addresses`` are the IP addresses of its host, in the
    order in which to try them. ``opened`` is True if ``fetch.allow_hosts`` permits the host
    regardless of its IP addresses.
    """

    url: httpx.URL
    addresses: tuple[str, ...]
    port: int
    opened: bool = False

    @property
    def host(self) -> str:
        """The host name for TLS and the Host header, without brackets."""
        return self.url.raw_host.decode("ascii")


async def system_resolver(host: str, port: int) -> Sequence[str]:
    """Resolve a host with the operating system, which orders the addresses (RFC 6724)."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(sockaddr[0]) for *_, sockaddr in found))


class Guard:
    """Checks that the host of a URL is public or listed in ``allow_hosts``.

    Entries of ``allow_hosts`` have the form ``host`` or ``host:port``.

    Raises:
        SettingsError: an entry has neither form.
    """

    def __init__(
        self, allow_hosts: Sequence[str] = (), resolver: Resolver = system_resolver
    ) -> None:
        self._allowed = frozenset(_allowed_host(entry) for entry in allow_hosts)
        self._resolve = resolver

    async def check(self, url: str) -> CheckedTarget:
        """Check a URL and return it with the IP addresses to connect to.

        Raises:
            AddressRefused: the URL is not allowed, or one of its addresses is not public.
            FetchError: the host name cannot be resolved.
        """
        parsed, host, port = _parse(url)
        opened = (host, port) in self._allowed or (host, None) in self._allowed
        if is_address(host):
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
    return f"If you own this host and want it to be read, add {host} to fetch.allow_hosts."


def _parse(url: str) -> tuple[httpx.URL, str, int]:
    """Return the URL without credentials and fragment, its normalized host, and its port."""
    try:
        parsed = httpx.URL(url.strip())
    except (httpx.InvalidURL, UnicodeError) as error:
        raise AddressRefused(f"{_shown(url)} is not a URL: {error}.") from None
    if parsed.scheme not in _DEFAULT_PORTS:
        raise AddressRefused(
            f"{_shown(url)} can't be read: only http and https addresses are supported.",
            "Enter the full address, such as https://example.org/page.",
        )
    if "\\" in re.split("[?#]", url, maxsplit=1)[0]:
        # browsers read it as "/", RFC 3986 as part of the user: the host depends on the parser
        raise AddressRefused(f"{_shown(url)} has a backslash, so its host is ambiguous.")
    host = _one_spelling(parsed.raw_host.decode("ascii"), url)
    port = _DEFAULT_PORTS[parsed.scheme] if parsed.port is None else parsed.port
    if not 0 < port < 65536:
        raise AddressRefused(f"{_shown(url)} uses port {port}, which isn't a valid port number.")
    return parsed.copy_with(host=host, username=None, password=None, fragment=None), host, port


def _one_spelling(host: str, url: str) -> str:
    name = host.strip("[]").lower().removesuffix(".")
    if ":" in name:
        try:
            address = ipaddress.IPv6Address(name)
        except ValueError:
            raise AddressRefused(
                f"{_shown(url)} has a host that isn't a valid IPv6 address."
            ) from None
        if address.scope_id:
            raise AddressRefused(
                f"{_shown(url)} has an address that is valid in only one network zone."
            )
        return str(address)
    if not _NAME.fullmatch(name):
        raise AddressRefused(f"{_shown(url)} has no valid host.")
    try:
        return parse_ipv4(name) or name
    except ValueError:
        raise AddressRefused(f"{_shown(url)} has a host that isn't a valid IPv4 address.") from None


def is_address(host: str) -> bool:
    """Return whether a host, given without brackets, is an IP address rather than a name."""
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _refuse_local_name(host: str) -> None:
    _, _, suffix = host.rpartition(".")
    local = suffix in toml_resource("networks.toml")["local_suffixes"]
    if suffix == host or local or host.endswith(".home.arpa"):
        raise AddressRefused(
            f"{host} is a local network name, not a public host.", _how_to_open(host)
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
    # httpx drops http's default port, but it was still given explicitly
    port = 80 if url.port is None and text.rstrip().endswith(":80") else url.port
    return host, port


def _shown(url: str) -> str:
    printable = "".join(c if c.isprintable() else "?" for c in url)
    return repr(printable if len(printable) <= 120 else printable[:117] + "...")
