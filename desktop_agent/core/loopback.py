"""Whether a host is this machine: what stays allowed when the network is switched off."""

import ipaddress


def is_loopback(host: str) -> bool:
    """True for this machine by name or address; names are not resolved."""
    if host.rstrip(".").lower() in {"localhost", "ip6-localhost"}:
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
