"""Estimate how trustworthy a site is for a kind of fact, and find the domains of URLs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from urllib.parse import urlsplit

from desktop_agent.core.network import public_suffixes
from desktop_agent.evidence.records import Intent
from desktop_agent.evidence.text.fold import folded_name
from desktop_agent.evidence.text.wordings import word_set
from desktop_agent.system.resources import toml_resource

# --- Registrable domains

OWN_DOCUMENTS = "your documents"
"""Placeholder used as the domain of files on the user's own disk."""


def host_of(url: str) -> str:
    """Return a URL's host in lower case, without port or trailing dot, or "" if it has none."""
    try:
        host = urlsplit(url if "//" in url else f"//{url}").hostname or ""
    except ValueError:
        return ""
    return host.rstrip(".").lower()


@lru_cache(maxsize=1024)
def registrable_domain(url: str) -> str:
    """Return the registrable domain of a URL: the public suffix and the label before it.

    The private part of the Public Suffix List (https://publicsuffix.org) is included, so two blogs
    on the same blog host are distinct. A host without a registrable domain (an IP address,
    ``localhost``) is returned unchanged. A file URL yields `OWN_DOCUMENTS`, and anything that is
    not a URL yields "".
    """
    if url.startswith("file:"):
        return OWN_DOCUMENTS
    host = host_of(url)
    if not host or ":" in host or host.replace(".", "").isdigit():
        return host
    return public_suffixes().privatesuffix(host) or host


_OWN = 0.9
"""Trust in an official site, recognised by its name, for facts about its own project or body."""

_OWN_SUFFIXES = word_set("org com net io dev app ai co gov edu eu")
_CODE_HOSTS = frozenset(("github.com", "gitlab.com", "codeberg.org"))
_OWN_FACTS = frozenset((Intent.LATEST_ALBUM, Intent.TITLE_HOLDER, Intent.LATEST_VERSION))


@dataclass(frozen=True, slots=True)
class Trust:
    """A site's trust score, from 0 to 1, with different scores for some intents."""

    value: float
    by_intent: Mapping[str, float] = field(default_factory=dict)


@cache
def trust_table() -> dict[str, Trust]:
    """Return the trust scores by domain from ``resources/domain_trust.toml``.

    A key such as ``*.gov`` applies to every domain with that suffix.
    """
    told = toml_resource("domain_trust.toml")
    intents = {intent.value for intent in Intent}
    table: dict[str, Trust] = {}
    for sites in told.values():
        for domain, entry in sites.items():
            by_intent = {name: float(value) for name, value in entry.items() if name in intents}
            table[domain] = Trust(float(entry["trust"]), by_intent)
    return table


DEFAULT_TRUST = 0.5
"""Trust in a site about which nothing is known."""
_OWN_DOCUMENT = 0.8
"""Trust in one of the user's own documents."""


def trust_of(url: str, intent: Intent, entity: str) -> float:
    """Return a site's trust score, from 0 to 1, for a kind of fact about an entity."""
    domain = registrable_domain(url)
    if domain == OWN_DOCUMENTS:
        return _OWN_DOCUMENT
    if domain and intent in _OWN_FACTS and _is_own(url, domain, intent, entity):
        return _OWN
    table = trust_table()
    parts = host_of(url).split(".")
    for start in range(len(parts)):
        name = ".".join(parts[start:])
        found = table.get(name) or (table.get(f"*.{name}") if start else None)
        if found is not None:
            return found.by_intent.get(intent.value, found.value)
    return DEFAULT_TRUST


def _is_own(url: str, domain: str, intent: Intent, entity: str) -> bool:
    """Return whether a site belongs to the entity itself, as ``nvidia.com`` belongs to Nvidia.

    The entity may be a piece of software, an artist or an organisation.
    """
    names = _names(entity, intent)
    if domain in _CODE_HOSTS:
        path = url.split(domain, 1)[-1].lower().strip("/").split("/")
        return (
            intent is Intent.LATEST_VERSION
            and len(path) > 1
            and path[0].replace("-", "") == path[1].replace("-", "").replace(".", "")
            and path[1].replace(".", "") in names
        )
    label, _, suffix = domain.partition(".")
    if suffix not in _OWN_SUFFIXES or len(label) < 3:
        return False
    plain = label.replace("-", "")
    if intent is Intent.TITLE_HOLDER and suffix in _OFFICE_SUFFIXES and _is_office(plain, entity):
        return True
    return any(
        plain == name or plain.removeprefix(name) in _OWN_TAILS for name in names if len(name) > 2
    )


_OFFICE_SUFFIXES = word_set("org eu edu")
"""Top-level domains used by official sites of offices. A ``.com`` name may belong to anyone."""


def _is_office(label: str, entity: str) -> bool:
    """Return whether a domain label spells out an office, such as ``archbishopofcanterbury``."""
    words = [word for word in folded_name(entity).split() if word != "the"]
    return len(words) > 1 and label in (
        "".join(words),
        "".join(w for w in words if w not in _LINKS),
    )


_OWN_TAILS = word_set(
    "group corp inc hq lang js project software foundation engine app music official band org dev db"
)


_LINKS = word_set("of at for de du des von der di del della da do van")


def _names(entity: str, intent: Intent) -> frozenset[str]:
    words = folded_name(entity).split()
    if intent is Intent.TITLE_HOLDER:
        links = [index for index, word in enumerate(words) if word in _LINKS]
        words = [word for word in words[links[0] + 1 if links else 0 :] if word not in ("the", "a")]
    if intent is Intent.LATEST_VERSION:
        words = [word for word in words if not word[0].isdigit() and word != "lts"]
    joined = "".join(words).replace("+", "p").replace("#", "sharp")
    plus = "".join(words).replace("+", "plus")
    return frozenset((joined, plus, joined.removesuffix("js"))) if joined else frozenset()
