"""Which documents speak with one voice: one owner, or one text on several sites."""

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations

from desktop_agent.evidence.extraction.domains import registrable_domain
from desktop_agent.evidence.extraction.names import without_site
from desktop_agent.evidence.pack import Document, Sighting

_WORD = re.compile(r"\w+")
_SHINGLE = 4
"""Words of a shingle."""

_COMPARED = 260
"""Words from the start of a text that are compared: a copy has the same beginning."""

_SHORTEST = 14
"""Words below which likeness says nothing: there are few ways to put a short fact."""

_ALIKE = 0.55
"""The Jaccard index from which two texts are one (A. Broder, "On the resemblance and containment of documents", 1997)."""


def voices(documents: Sequence[Document]) -> dict[int, int]:
    """Gives the voice of each document, by number: that of the lowest number that it speaks with.

    Documents of one registrable domain are one voice, and so are near copies of one text, be it a
    snippet or a page. Candidate pairs come from an index of shingles, so that the time grows with
    the text.
    """
    parent = {document.number: document.number for document in documents}

    def root(number: int) -> int:
        while parent[number] != number:
            parent[number] = parent[parent[number]]
            number = parent[number]
        return number

    def join(one: int, other: int) -> None:
        first, second = sorted((root(one), root(other)))
        parent[second] = first

    owners: dict[str, int] = {}
    for document in documents:
        owner = registrable_domain(document.url)
        if owner:
            join(document.number, owners.setdefault(owner, document.number))
    for one, other in copies(documents):
        join(one, other)
    return {number: root(number) for number in parent}


def copies(documents: Sequence[Document]) -> list[tuple[int, int]]:
    """Gives the pairs of documents whose snippets or texts are near copies, by number."""
    found: list[tuple[int, int]] = []
    for texts in (
        [
            (document.number, f"{without_site(document.title)} {document.snippet}")
            for document in documents
        ],
        [(document.number, document.text[:4000]) for document in documents],
    ):
        sets = [(number, _shingles(text)) for number, text in texts]
        found.extend(_alike([(number, shingles) for number, shingles in sets if shingles]))
    return found


def _alike(sets: list[tuple[int, frozenset[int]]]) -> list[tuple[int, int]]:
    holders: dict[int, list[int]] = {}
    for index, (_, shingles) in enumerate(sets):
        for shingle in shingles:
            holders.setdefault(shingle, []).append(index)
    shared: dict[tuple[int, int], int] = {}
    for indexes in holders.values():
        for pair in combinations(indexes[:40], 2):
            shared[pair] = shared.get(pair, 0) + 1
    pairs = []
    for (one, other), count in shared.items():
        smaller, union = (
            min(len(sets[one][1]), len(sets[other][1])),
            len(sets[one][1] | sets[other][1]),
        )
        if count >= _ALIKE * union or count >= 0.8 * smaller:
            pairs.append((sets[one][0], sets[other][0]))
    return pairs


def _shingles(text: str) -> frozenset[int]:
    words = _WORD.findall(text.casefold())[:_COMPARED]
    if len(words) < _SHORTEST:
        return frozenset()
    return frozenset(
        hash(tuple(words[at : at + _SHINGLE])) for at in range(len(words) - _SHINGLE + 1)
    )


def independent(
    sightings: Iterable[Sighting],
    documents: Sequence[Document],
    known: Mapping[int, int] | None = None,
) -> tuple[tuple[Sighting, ...], ...]:
    """Groups sightings by voice, so that one text on ten sites is one; each group is not empty.

    Besides whole documents, a long sentence that several sites share word for word is one voice.
    ``known`` is what `voices` gave for the documents, where that was asked before.
    """
    voice = voices(documents) if known is None else known
    said: dict[tuple[str, ...], int] = {}
    groups: dict[int, list[Sighting]] = {}
    for sighting in sightings:
        own = voice.get(sighting.source, -sighting.source)
        words = tuple(_WORD.findall(sighting.quote.casefold()))
        if len(words) >= _SHORTEST:
            own = said.setdefault(words, own)
        groups.setdefault(own, []).append(sighting)
    return tuple(tuple(group) for group in groups.values())
