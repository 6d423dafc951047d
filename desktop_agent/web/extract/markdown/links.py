"""Where links lead, written so that no character of an address ends it early."""

import re
from functools import lru_cache
from urllib.parse import urljoin

_UNSAFE = re.compile(r"[\s()<>\\`|\x00-\x1f\x7f]")
_BRACKET = re.compile(r"[\[\]]")
_ENTITY = re.compile(r"&(?=#?\w{1,31};)", re.ASCII)


def absolute(base_url: str, href: str) -> str:
    """Gives the http or https URL that a link leads to; empty for all others and for fragments."""
    href = href.strip()
    if not href or href[0] == "#":
        return ""
    if href.isprintable() and "[" not in href:  # most are one of two kinds, which need no parsing
        if href.startswith(("https://", "http://")):
            return href
        if href[0] == "/" and href[1:2] != "/" and "/." not in href:
            origin = _origin(base_url)
            return origin + href if origin else ""
    try:
        url = urljoin(base_url, href)
    except ValueError:
        return ""
    if not url.isprintable():
        url = "".join(c for c in url if c.isprintable())
    return url if url[:8].lower().startswith(("http://", "https://")) else ""


@lru_cache(maxsize=16)
def _origin(base_url: str) -> str:
    try:
        root = urljoin(base_url, "/")
    except ValueError:
        return ""
    return root[:-1] if root[:8].lower().startswith(("http://", "https://")) else ""


def destination(url: str) -> str:
    """Gives a URL as it stands in a markdown link: what would end it or be read as a mark encoded."""
    if _UNSAFE.search(url):
        url = _UNSAFE.sub(_encoded, url)
    if "[" in url or "]" in url:
        host = url.find("/", 8)  # the host may be an IPv6 address in brackets
        url = url[:host] + _BRACKET.sub(_encoded, url[host:]) if host > 0 else url
    return _ENTITY.sub("&amp;", url) if "&" in url and ";" in url else url


def _encoded(match: re.Match[str]) -> str:
    return "".join(f"%{byte:02X}" for byte in match[0].encode())
