"""Judge sources: the trust in a site for a kind of fact, and which sources are independent.

Documents and mentions are not independent if they share an owner or a text. Copies are recognised
by their shingles (A. Broder, "On the resemblance and containment of documents", 1997).
"""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import combinations
from urllib.parse import urlsplit

from desktop_agent.core.network import public_suffixes
from desktop_agent.evidence.records import Document, Intent, Mention
from desktop_agent.evidence.text.fold import folded_name
from desktop_agent.evidence.text.names import without_site
from desktop_agent.evidence.text.wordings import Words
from desktop_agent.system.resources import toml_resource

_WORDS = Words("trust")

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


# --- Trust

DEFAULT_TRUST = 0.5
"""Trust in a site about which nothing is known."""

_OWN_DOCUMENT = 0.8
"""Trust in one of the user's own documents."""

_OWN = 0.9
"""Trust in an official site, recognised by its name, for facts about its own project or body."""

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
    intents = {intent.value for intent in Intent}
    table: dict[str, Trust] = {}
    for sites in toml_resource("domain_trust.toml").values():
        for domain, entry in sites.items():
            by_intent = {name: float(value) for name, value in entry.items() if name in intents}
            table[domain] = Trust(float(entry["trust"]), by_intent)
    return table


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

    The entity may be a piece of software, an artist, or an organisation or its office, whose whole
    name only a site that is not commercial may bear (``archbishopofcanterbury.org``).
    """
    names = _names(entity, intent)
    if domain in _WORDS.code_hosts:
        owner, project, *_ = [*urlsplit(url.lower()).path.strip("/").split("/"), ""]
        same = owner.replace("-", "") == project.replace("-", "").replace(".", "")
        return intent is Intent.LATEST_VERSION and same and project.replace(".", "") in names
    label, _, suffix = domain.partition(".")
    plain = label.replace("-", "")
    if len(plain) < 3 or suffix not in _WORDS.own_suffixes:
        return False
    if intent is Intent.TITLE_HOLDER and suffix in _WORDS.office_suffixes:
        office = folded_name(entity)
        names |= {office.replace(" ", "")} if " " in office else set()
    return any(
        plain == name or plain.removeprefix(name) in _WORDS.own_tails
        for name in names
        if len(name) > 2
    )


def _names(entity: str, intent: Intent) -> set[str]:
    """Return the names that a domain of the entity may have."""
    words = folded_name(entity).split()
    if intent is Intent.TITLE_HOLDER:  # the organisation: what follows "of"
        links = [index for index, word in enumerate(words) if word in _WORDS.links]
        words = [word for word in words[links[0] + 1 if links else 0 :] if word not in ("the", "a")]
    if intent is Intent.LATEST_VERSION:
        words = [word for word in words if not word[0].isdigit() and word != "lts"]
    joined = "".join(words)
    plain = joined.replace("+", "p").replace("#", "sharp")
    return {plain, joined.replace("+", "plus"), plain.removesuffix("js")} - {""}


# --- Independence

_WORD = re.compile(r"\w+")
_SHINGLE = 4
"""Number of words per shingle."""

_COMPARED = 260
"""Number of words compared from the start of a text, since copies begin alike."""

_SHORTEST = 14
"""Minimum number of words for a comparison, since there are few ways to phrase a short fact."""

_SHORTEST_UNKNOWN = 9
"""The same number for a sentence on two sites about which nothing is known."""

_LONG = 24
_ALIKE, _ALIKE_LONG = 0.7, 0.6
"""Minimum share of the shorter text's shingles in a copy; less if it has `_LONG` or more."""

_MOST_COMPARED = 60
"""Maximum number of mentions of a value that are compared with each other."""


def voices(documents: Sequence[Document]) -> dict[int, int]:
    """Map each document number to that of the first document in the same voice.

    Documents from the same registrable domain form one voice, and so do documents whose snippets or
    pages have nearly the same text.
    """
    owners = [registrable_domain(document.url) for document in documents]
    leads = [_shingles(f"{without_site(each.title)} {each.snippet}") for each in documents]
    texts = [_shingles(each.text[:4000]) for each in documents]
    home = _connected(
        range(len(documents)),
        (
            (one, other)
            for one, other in combinations(range(len(documents)), 2)
            if (owners[one] and owners[one] == owners[other])
            or _alike(leads[one], leads[other])
            or _alike(texts[one], texts[other])
        ),
    )
    return {documents[at].number: documents[first].number for at, first in home.items()}


def independent(
    sightings: Iterable[Mention],
    voice: Mapping[int, int],
    unknown: Collection[int] | None = None,
) -> tuple[tuple[Mention, ...], ...]:
    """Group mentions by voice, so that one text on ten sites counts once.

    Mentions with the same long quote form one voice even if their documents otherwise differ.
    ``voice`` is the result of `voices` for the documents.

    If ``unknown`` (the numbers of sources with unknown trust) is given, all mentions must be of the
    same value, and mentions with nearly the same quote form one voice too. Between sources in
    ``unknown``, this applies even to short quotes.
    """
    every = tuple(sightings)
    first: dict[object, int] = {}
    pairs: list[tuple[int, int]] = []
    for index, sighting in enumerate(every):
        own = voice.get(sighting.source, -sighting.source)
        pairs.append((first.setdefault(own, index), index))
        quoted = tuple(_WORD.findall(sighting.quote.casefold()))
        if len(quoted) >= _SHORTEST:
            pairs.append((first.setdefault(quoted, index), index))
    if unknown is not None:
        told = [(_shingles(each.quote), each.source in unknown) for each in every[:_MOST_COMPARED]]
        pairs += (
            (one, other)
            for (one, (quote, unsure)), (other, (theirs, both)) in combinations(enumerate(told), 2)
            if _alike(quote, theirs, _SHORTEST_UNKNOWN if unsure and both else _SHORTEST)
        )
    groups: dict[int, list[Mention]] = {}
    for index, home in _connected(range(len(every)), pairs).items():
        groups.setdefault(home, []).append(every[index])
    return tuple(map(tuple, groups.values()))


def _connected(items: Iterable[int], pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Map each item to the lowest item to which a chain of pairs connects it."""
    home = {item: item for item in items}
    for one, other in pairs:
        low, high = sorted((home[one], home[other]))
        if low != high:
            home = {item: low if at == high else at for item, at in home.items()}
    return home


def _shingles(text: str) -> frozenset[int]:
    words = _WORD.findall(text.casefold())[:_COMPARED]
    starts = range(len(words) - _SHINGLE + 1)
    return frozenset(hash(tuple(words[at : at + _SHINGLE])) for at in starts)


def _alike(one: frozenset[int], other: frozenset[int], shortest: int = _SHORTEST) -> bool:
    """Return whether one text is nearly the same as the other or as a part of it."""
    shorter = min(len(one), len(other))
    if shorter <= shortest - _SHINGLE:
        return False
    return len(one & other) >= (_ALIKE_LONG if shorter >= _LONG else _ALIKE) * shorter
