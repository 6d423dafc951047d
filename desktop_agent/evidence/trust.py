"""Rate how trustworthy sites are for a kind of fact, and detect which sources are independent.

Documents and mentions are not independent if they have the same owner or the same text. Copies are
recognised by their shingles (A. Broder, "On the resemblance and containment of documents", 1997).
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import chain
from typing import Any

from desktop_agent.core.network import host_of, public_suffixes
from desktop_agent.evidence.records import Document, Intent, Mention
from desktop_agent.evidence.text.fold import folded_name
from desktop_agent.evidence.text.wordings import Words
from desktop_agent.system.resources import toml_resource

_WORDS = Words("trust")

# --- Registrable domains

OWN_DOCUMENTS = "your documents"
"""Placeholder used as the domain of files on the user's own disk."""


@lru_cache(maxsize=1024)
def registrable_domain(url: str) -> str:
    """Return the registrable domain of a URL: the public suffix and the label before it.

    The private part of the Public Suffix List (https://publicsuffix.org) is included, so two blogs
    on the same host are distinct. A host without a registrable domain (an IP address,
    ``localhost``) is returned unchanged. A file URL gives `OWN_DOCUMENTS`, and anything but a URL
    gives "".
    """
    if url.startswith("file:"):
        return OWN_DOCUMENTS
    host = host_of(url).rstrip(".")
    if not host or ":" in host or host.replace(".", "").isdigit():
        return host
    return public_suffixes().privatesuffix(host) or host


# --- Trust

DEFAULT_TRUST = 0.5
"""Trust in a site about which nothing is known."""

_OWN_DOCUMENT = 0.8
"""Trust in one of the user's own documents."""

_OWN = 0.9
"""Trust in an official site, recognised by its name, for facts about its own project or body."""

_OWN_FACTS = frozenset((Intent.LATEST_ALBUM, Intent.TITLE_HOLDER, Intent.LATEST_VERSION))


@cache
def trust_table() -> dict[str, dict[str, Any]]:
    """Return the entries of ``resources/domain_trust.toml``, keyed by domain.

    A key such as ``*.gov`` applies to every domain with that suffix. An entry has a trust score
    from 0 to 1 and may have different scores for some intents.
    """
    sections = toml_resource("domain_trust.toml").values()
    return {domain: entry for section in sections for domain, entry in section.items()}


def trust_of(url: str, intent: Intent, entity: str) -> float:
    """Return a site's trust score, from 0 to 1, for a kind of fact about an entity."""
    domain = registrable_domain(url)
    if domain == OWN_DOCUMENTS:
        return _OWN_DOCUMENT
    if intent in _OWN_FACTS and _is_own(domain, intent, entity):
        return _OWN
    table = trust_table()
    parts = host_of(url).rstrip(".").split(".")
    for start in range(len(parts)):
        name = ".".join(parts[start:])
        found = table.get(name) or (table.get(f"*.{name}") if start else None)
        if found is not None:
            return float(found.get(intent.value, found["trust"]))
    return DEFAULT_TRUST


def _is_own(domain: str, intent: Intent, entity: str) -> bool:
    """Return whether a site bears the name of the entity, as ``nvidia.com`` does for Nvidia.

    For an office, the organisation named after "of" counts.
    """
    words = folded_name(entity).split()
    if intent is Intent.TITLE_HOLDER:
        links = [index for index, word in enumerate(words) if word in _WORDS.links]
        words = words[links[0] + 1 if links else 0 :]
    name = "".join(words)
    label, _, suffix = domain.partition(".")
    tail = label.replace("-", "").removeprefix(name)
    named = len(name) > 2 and label.replace("-", "").startswith(name)
    return named and suffix in _WORDS.own_suffixes and (not tail or tail in _WORDS.own_tails)


# --- Independence

_WORD = re.compile(r"\w+")
_SHINGLE = 4
"""Number of words per shingle."""

_COMPARED = 1600
"""Number of characters compared from the start of a text, since copies begin alike."""

_SHORTEST = 9
"""Minimum number of words for a comparison, since there are few ways to phrase a short fact."""

_ALIKE = 0.65
"""Minimum share of the shorter text's shingles in a copy."""


def independent(
    mentions: Sequence[Mention], documents: Mapping[int, Document]
) -> list[list[Mention]]:
    """Group mentions of one value by independent origin, so that copies count only once.

    Mentions share an origin if their documents have the same registrable domain, or if their
    quotes, snippets or pages are nearly identical. ``documents`` is keyed by source number.
    """

    def same(one: Mention, other: Mention) -> bool:
        first, second = documents[one.source], documents[other.source]
        owner = registrable_domain(first.url)
        return (
            owner == registrable_domain(second.url) != ""
            or _alike(one.quote, other.quote)
            or _alike(f"{first.title} {first.snippet}", f"{second.title} {second.snippet}")
            or _alike(first.text[:_COMPARED], second.text[:_COMPARED])
        )

    groups: list[list[Mention]] = []
    for mention in mentions:
        joined = [group for group in groups if any(same(mention, other) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([*chain(*joined), mention])
    return groups


@lru_cache(maxsize=1024)
def _shingles(text: str) -> frozenset[int]:
    words = _WORD.findall(text[:_COMPARED].casefold())
    starts = range(len(words) - _SHINGLE + 1)
    return frozenset(hash(tuple(words[at : at + _SHINGLE])) for at in starts)


def _alike(one: str, other: str) -> bool:
    """Return whether the shorter text is nearly identical to the longer one or to a part of it."""
    first, second = _shingles(one), _shingles(other)
    shorter = min(len(first), len(second))
    return shorter > _SHORTEST - _SHINGLE and len(first & second) >= _ALIKE * shorter
