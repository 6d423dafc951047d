"""Which IP addresses belong to the public Internet.

The tables follow IANA's special-purpose registries for IPv4 and IPv6 (RFC 6890 and its updates),
spelled out because `ipaddress.is_global` has changed its mind between patch releases of Python.
For IPv6 the rule is the other way round: only global unicast space (2000::/3) is public at all.
"""

import ipaddress
from functools import cache

_Address = ipaddress.IPv4Address | ipaddress.IPv6Address

_NOT_PUBLIC_V4 = (
    ("0.0.0.0/8", "this network"),
    ("10.0.0.0/8", "private"),
    ("100.64.0.0/10", "carrier-grade NAT"),
    ("127.0.0.0/8", "loopback"),
    ("168.63.129.16/32", "cloud metadata"),  # Azure's; public by number, answered by the host
    ("169.254.0.0/16", "link-local or cloud metadata"),
    ("172.16.0.0/12", "private"),
    ("192.0.0.0/24", "protocol assignments"),
    ("192.0.2.0/24", "documentation"),
    ("192.88.99.0/24", "6to4 relay"),
    ("192.168.0.0/16", "private"),
    ("198.18.0.0/15", "benchmarking"),
    ("198.51.100.0/24", "documentation"),
    ("203.0.113.0/24", "documentation"),
    ("224.0.0.0/4", "multicast"),
    ("240.0.0.0/4", "reserved"),
)
_NOT_PUBLIC_V6 = (
    ("::/128", "unspecified"),
    ("::1/128", "loopback"),
    ("::/96", "IPv4-compatible"),
    ("64:ff9b:1::/48", "NAT64 for local use"),
    ("2001::/32", "Teredo"),
    ("2001::/23", "protocol assignments"),
    ("2001:db8::/32", "documentation"),
    ("3fff::/20", "documentation"),
    ("fc00::/7", "private"),
    ("fe80::/10", "link-local"),
    ("fec0::/10", "site-local"),
    ("ff00::/8", "multicast"),
)
_GLOBAL_UNICAST_V6 = "2000::/3"
_NAT64 = "64:ff9b::/96"  # RFC 6052
_ISATAP = (0x00005EFE, 0x02005EFE)  # RFC 5214: bits 64 to 96 of the address


@cache
def _network(text: str) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    return ipaddress.ip_network(text)


def _embedded_v4(address: ipaddress.IPv6Address) -> ipaddress.IPv4Address | None:
    """Gives the IPv4 address that traffic to an IPv6 address would really end at."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    number = int(address)
    if address in _network(_NAT64) or (number >> 32) & 0xFFFFFFFF in _ISATAP:
        return ipaddress.IPv4Address(number & 0xFFFFFFFF)
    return None


def _listed(address: _Address, table: tuple[tuple[str, str], ...]) -> str:
    return next((why for net, why in table if address in _network(net)), "")


def why_not_public(literal: str) -> str:
    """Says what an IP address is when it is not public; empty for a public one.

    An IPv4 address inside an IPv4-mapped, 6to4, NAT64 or ISATAP address is judged instead of it.
    Anything that is not the plain spelling of an address, such as one with a zone, is not public.
    """
    try:
        address = ipaddress.ip_address(literal)
    except ValueError:
        return "not an address"
    if isinstance(address, ipaddress.IPv4Address):
        return _listed(address, _NOT_PUBLIC_V4)
    if address.scope_id:
        return "bound to a zone"
    why = _listed(address, _NOT_PUBLIC_V6)
    if why:
        return why
    inner = _embedded_v4(address)
    if inner is not None:
        why = _listed(inner, _NOT_PUBLIC_V4)
        translated = address in _network(_NAT64) or address.ipv4_mapped is not None
        if why or translated:
            return why
    return "" if address in _network(_GLOBAL_UNICAST_V6) else "reserved"


def parse_ipv4(host: str) -> str | None:
    """Gives the dotted form of a host that a URL parser must take for an IPv4 address.

    Decimal, octal and hexadecimal parts, and fewer than four of them, are read as the WHATWG URL
    standard says ("IPv4 parser"). None: the host is a name.

    Raises:
        ValueError: the last part is a number, but the whole is no address.
    """
    parts = host.split(".")
    if not _is_number(parts[-1]):
        return None
    if len(parts) > 4:
        raise ValueError(host)
    numbers = [_number(part) for part in parts]
    if any(number > 255 for number in numbers[:-1]):
        raise ValueError(host)
    value = numbers[-1]
    if value >= 256 ** (5 - len(numbers)):
        raise ValueError(host)
    for place, number in enumerate(numbers[:-1]):
        value += number << (8 * (3 - place))
    return str(ipaddress.IPv4Address(value))


def _is_number(part: str) -> bool:
    if part.isascii() and part.isdigit():
        return True
    return part[:2] == "0x" and all(digit in "0123456789abcdef" for digit in part[2:])


def _number(part: str) -> int:
    if part[:2] == "0x":
        return int(part[2:] or "0", 16)
    if not (part.isascii() and part.isdigit()) or len(part) > 20:
        raise ValueError(part)
    return int(part, 8) if part[0] == "0" else int(part)
