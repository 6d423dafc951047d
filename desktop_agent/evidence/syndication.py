"""Group documents that are not independent because they share an owner or text."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, product

from desktop_agent.evidence.records import Document, Mention
from desktop_agent.evidence.text.names import without_site
from desktop_agent.evidence.trust import registrable_domain

_WORD = re.compile(r"\w+")
_SHINGLE = 4
"""Number of words per shingle."""

_COMPARED = 260
"""Number of words compared from the start of a text, since copies begin alike."""

_SHORTEST = 14
"""Minimum number of words for a comparison, since there are few ways to phrase a short fact."""

_ALIKE = 0.55
"""Minimum Jaccard index of two copies (A. Broder, "On the resemblance …", 1997)."""

_CONTAINED = 0.8
"""Minimum share of an excerpt's shingles that the longer text contains."""

_CONTAINED_LONG = 0.6
"""The same share for excerpts of `_LONG` or more shingles, where less overlap is conclusive."""

_LONG = 24
_LEAST_SAID = 9
"""Minimum number of words in a shared sentence that marks unknown sites as copies."""

_MOST_SAID = 60
"""Maximum number of sentences compared with each other per value."""

_NEARLY = 0.7
"""Minimum share of the shorter sentence's shingles in a nearly identical sentence."""

_AROUND = (120, 480)
"""Number of characters compared before and after the start of a sentence."""


def voices(documents: Sequence[Document]) -> dict[int, int]:
    """Map each document number to the lowest document number in the same voice.

    Documents from the same registrable domain form one voice, and so do documents whose snippets or
    pages have nearly the same text. Pairs to compare come from a shingle index, so the running time
    grows with the amount of text rather than with the number of pairs.
    """
    owners: dict[str, int] = {}
    pairs = [
        (document.number, owners.setdefault(owner, document.number))
        for document in documents
        if (owner := registrable_domain(document.url))
    ]
    pairs += _copies({d.number: f"{without_site(d.title)} {d.snippet}" for d in documents})
    pairs += _copies({document.number: document.text[:4000] for document in documents})
    return _connected([document.number for document in documents], pairs)


def _connected(items: Iterable[int], pairs: Iterable[tuple[int, int]]) -> dict[int, int]:
    """Map each item to the lowest item to which a chain of pairs connects it."""
    home = {item: item for item in items}
    for one, other in pairs:
        low, high = sorted((home[one], home[other]))
        if low != high:
            home = {item: low if at == high else at for item, at in home.items()}
    return home


def _copies(texts: Mapping[int, str]) -> Iterator[tuple[int, int]]:
    """Yield pairs of numbers whose texts are nearly identical."""
    sets = {number: found for number, text in texts.items() if (found := _shingles(text))}
    holders: dict[int, list[int]] = {}
    for number, shingles in sets.items():
        for shingle in shingles:
            holders.setdefault(shingle, []).append(number)
    shared = Counter(pair for held in holders.values() for pair in combinations(held[:40], 2))
    for (one, other), count in shared.items():
        smaller = min(len(sets[one]), len(sets[other]))
        union = len(sets[one] | sets[other])
        contained = _CONTAINED_LONG if smaller >= _LONG else _CONTAINED
        if count >= _ALIKE * union or count >= contained * smaller:
            yield one, other


def _shingles(text: str) -> frozenset[int]:
    words = _WORD.findall(text.casefold())[:_COMPARED]
    if len(words) < _SHORTEST:
        return frozenset()
    return _runs(words, _SHINGLE)


def _runs(words: list[str], size: int) -> frozenset[int]:
    return frozenset(hash(tuple(words[at : at + size])) for at in range(len(words) - size + 1))


def independent(
    sightings: Iterable[Mention],
    documents: Sequence[Document],
    voice: Mapping[int, int],
    unknown: Collection[int] | None = None,
) -> tuple[tuple[Mention, ...], ...]:
    """Group mentions by voice, so that one text on ten sites counts once.

    Sites that share a long sentence verbatim form one voice even if their documents otherwise
    differ. ``voice`` is the result of `voices` for the documents.

    If ``unknown`` (the numbers of sources with unknown trust) is given, all mentions must be of the
    same value. In that case, mentions with nearly identical quotes or surrounding text form one
    voice too. Between sources in ``unknown``, this applies even to short quotes.
    """
    said: dict[tuple[str, ...], int] = {}
    groups: dict[int, list[Mention]] = {}
    for sighting in sightings:
        own = voice.get(sighting.source, -sighting.source)
        words = tuple(_WORD.findall(sighting.quote.casefold()))
        if len(words) >= _SHORTEST:
            own = said.setdefault(words, own)
        groups.setdefault(own, []).append(sighting)
    found = list(groups.values())
    if unknown is not None and len(found) > 1:
        found = _joined(found, {each.number: each for each in documents}, unknown)
    return tuple(tuple(group) for group in found)


def _joined(
    groups: list[list[Mention]], documents: Mapping[int, Document], unknown: Collection[int]
) -> list[list[Mention]]:
    """Merge voices whose quotes, or the texts around them, are nearly identical."""
    told = [
        [_said(each, documents.get(each.source)) for each in group[: _MOST_SAID // len(groups) + 1]]
        for group in groups
    ]
    nobody = [all(each.source in unknown for each in group) for group in groups]
    home = _connected(
        range(len(groups)),
        (
            (one, other)
            for one, other in combinations(range(len(groups)), 2)
            if _alike(told[one], told[other], unsure=nobody[one] and nobody[other])
        ),
    )
    joined: dict[int, list[Mention]] = {}
    for index, group in enumerate(groups):
        joined.setdefault(home[index], []).extend(group)
    return list(joined.values())


_Said = tuple[frozenset[int], frozenset[int]]


def _said(sighting: Mention, document: Document | None) -> _Said:
    """Return the shingles of a mention's quote, and the shingles of the text around it."""
    text = document.text if document else ""
    at = text.find(sighting.quote[:80]) if sighting.quote else -1
    around = text[max(0, at - _AROUND[0]) : at + _AROUND[1]] if at >= 0 else ""
    quoted, near = (_WORD.findall(each.casefold()) for each in (sighting.quote, around))
    return _runs(quoted, 3), _runs(near, 3)


def _alike(ones: list[_Said], others: list[_Said], *, unsure: bool) -> bool:
    """Return whether any two quotes, or the texts around them, are nearly identical."""
    least = (_LEAST_SAID if unsure else _SHORTEST) - 2
    for one, other in product(ones, others):
        for mine, theirs, enough, share in zip(
            one, other, (least, _LONG), (_NEARLY, _CONTAINED_LONG), strict=True
        ):
            shorter = min(len(mine), len(theirs))
            if shorter >= enough and len(mine & theirs) >= share * shorter:
                return True
    return False
