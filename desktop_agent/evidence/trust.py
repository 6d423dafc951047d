"""Judge sources: the trust in a site for a kind of fact, and which sources are independent.

Documents and mentions are not independent if they share an owner or a text. Copies are recognised
by their shingles (A. Broder, "On the resemblance and containment of documents", 1997).
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
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
    on the same blog host are distinct. A host without a registrable domain (an IP address,
    ``localhost``) is returned unchanged. A file URL yields `OWN_DOCUMENTS`, and anything that is
    not a URL yields "".
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
    """Return the entries by domain in ``resources/domain_trust.toml``.

    A key such as ``*.gov`` applies to every domain with that suffix. An entry has a trust score,
    from 0 to 1, and may have different scores for some intents.
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
    """Return whether a site bears the name of the entity, as ``nvidia.com`` that of Nvidia.

    For an office, this is the name of its organisation, which follows "of".
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

_COMPARED = 260
"""Number of words compared from the start of a text, since copies begin alike."""

_SHORTEST = 9
"""Minimum number of words for a comparison, since there are few ways to phrase a short fact."""

_ALIKE = 0.65
"""Minimum share of the shorter text's shingles in a copy."""

_MOST_COMPARED = 60
"""Maximum number of mentions of a value that are compared with each other."""


def voices(documents: Sequence[Document]) -> dict[int, int]:
    """Map each document number to that of the first document in the same voice.

    Documents from the same registrable domain form one voice, and so do documents whose snippets or
    pages have nearly the same text.
    """
    told = [
        (
            registrable_domain(each.url),
            _shingles(f"{each.title} {each.snippet}"),
            _shingles(each.text[:4000]),
        )
        for each in documents
    ]

    def same(one: int, other: int) -> bool:
        (owner, lead, text), (their_owner, their_lead, their_text) = told[one], told[other]
        same_owner = owner == their_owner != ""
        return same_owner or _alike(lead, their_lead) or _alike(text, their_text)

    groups = _grouped(range(len(documents)), same)
    return {documents[at].number: documents[min(group)].number for group in groups for at in group}


def independent(
    sightings: Sequence[Mention], voice: Mapping[int, int]
) -> tuple[tuple[Mention, ...], ...]:
    """Group mentions of one value by voice, so that one text on ten sites counts once.

    Mentions with nearly the same quote form one voice even if their documents otherwise differ.
    ``voice`` is the result of `voices` for the documents.
    """
    told = [(voice[each.source], _shingles(each.quote)) for each in sightings]

    def same(one: int, other: int) -> bool:
        compared = max(one, other) < _MOST_COMPARED
        return told[one][0] == told[other][0] or (compared and _alike(told[one][1], told[other][1]))

    groups = _grouped(range(len(told)), same)
    return tuple(tuple(sightings[at] for at in sorted(group)) for group in groups)


def _grouped(items: Iterable[int], same: Callable[[int, int], bool]) -> list[list[int]]:
    """Group items so that any two that are the same are in the same group."""
    groups: list[list[int]] = []
    for item in items:
        joined = [group for group in groups if any(same(item, other) for other in group)]
        groups = [group for group in groups if group not in joined]
        groups.append([item, *chain(*joined)])
    return groups


def _shingles(text: str) -> frozenset[int]:
    words = _WORD.findall(text.casefold())[:_COMPARED]
    starts = range(len(words) - _SHINGLE + 1)
    return frozenset(hash(tuple(words[at : at + _SHINGLE])) for at in starts)


def _alike(one: frozenset[int], other: frozenset[int]) -> bool:
    """Return whether one text is nearly the same as the other or as a part of it."""
    shorter = min(len(one), len(other))
    return shorter > _SHORTEST - _SHINGLE and len(one & other) >= _ALIKE * shorter
