"""Whether a host is this machine: what stays allowed when the network is switched off."""

import ipaddress


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
