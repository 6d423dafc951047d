"""The address that a page gives itself: where several lead to it, the one to be named."""

from functools import cache
from typing import TYPE_CHECKING, Final
from urllib.parse import urljoin, urlsplit

from desktop_agent.web.extract.facts.meta_tags import MetaTags
from desktop_agent.web.extract.tree.html_tree import Element

if TYPE_CHECKING:
    from publicsuffixlist import PublicSuffixList

MAX_LENGTH: Final = 499
"""Characters; a longer ``og:url`` comes here cut."""

_LINKS = 300


def canonical_url(root: Element, tags: MetaTags, url: str) -> str:
    """Gives the ``rel=canonical`` of a tree as it was parsed, or its ``og:url``, made absolute.

    It is empty unless it is of the web and under the registrable domain of ``url``. It is what the
    page says: good to name and compare a page by, never to be fetched unasked.
    """
    said = [_linked(root), *tags.get("og:url", ())[:1]]
    return next(filter(None, (_checked(one, url) for one in said)), "")


def _linked(root: Element) -> str:
    for count, link in enumerate(root.iter("link")):
        if count == _LINKS:
            break
        if "canonical" in (link.get("rel") or "").lower().split():
            return str(link.get("href") or "")
    return ""


def _checked(said: str, url: str) -> str:
    said = said.strip()
    if not said or len(said) > MAX_LENGTH:
        return ""
    try:
        found = urljoin(url, said).partition("#")[0]
        parts, own = urlsplit(found), urlsplit(url)
        host, own_host = parts.hostname or "", own.hostname or ""
        port = parts.port
    except ValueError:
        return ""
    plain = parts.scheme in ("http", "https") and parts.username is None and found.isprintable()
    if not plain or " " in found or (port is not None and port != own.port):
        return ""
    if parts.path in ("", "/") and own.path not in ("", "/") and not parts.query:
        return ""  # a template that gives every page the address of the first one
    return found if _same_site(host, own_host) else ""


def _same_site(one: str, other: str) -> bool:
    if one.removeprefix("www.") == other.removeprefix("www."):
        return bool(one)
    if one[-1:].isdigit() or other[-1:].isdigit():  # by number: nothing in it is a domain
        return False
    registrable = _suffixes().privatesuffix
    return registrable(one) is not None and registrable(one) == registrable(other)


@cache
def _suffixes() -> "PublicSuffixList":
    # 40 ms, which few pages need: most name their own host
    from publicsuffixlist import PublicSuffixList

    return PublicSuffixList()
