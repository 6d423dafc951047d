"""Whose site an address belongs to."""

from functools import cache, lru_cache
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList


OWN_DOCUMENTS = "your documents"
"""Stands for the domain of what is on the person's own disk."""


@cache
def _suffixes() -> "PublicSuffixList":
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()


def host_of(url: str) -> str:
    """Gives the host in lower case without port and trailing dot, or "" where there is none."""
    try:
        host = urlsplit(url if "//" in url else f"//{url}").hostname or ""
    except ValueError:
        return ""
    return host.rstrip(".").lower()


@lru_cache(maxsize=1024)
def registrable_domain(url: str) -> str:
    """Gives the domain that someone registered: the public suffix and one label more.

    By the Public Suffix List (https://publicsuffix.org), its private part included, so that two
    blogs at one host of blogs are two. A host without one (an IP address, ``localhost``) stands for
    itself, all files are `OWN_DOCUMENTS`; what is no address gives "".
    """
    if url.startswith("file:"):
        return OWN_DOCUMENTS
    host = host_of(url)
    if not host or ":" in host or host.replace(".", "").isdigit():
        return host
    return _suffixes().privatesuffix(host) or host
