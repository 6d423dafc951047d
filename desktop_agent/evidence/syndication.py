"""Which documents speak with one voice: one owner, or one text on several sites."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

from desktop_agent.evidence.pack import Document, Mention
from desktop_agent.evidence.text.names import without_site
from desktop_agent.evidence.trust import registrable_domain

_WORD = re.compile(r"\w+")
_SHINGLE = 4
"""Words of a shingle."""

_COMPARED = 260
"""Words from the start of a text that are compared: a copy has the same beginning."""

_SHORTEST = 14
"""Words below which likeness says nothing: there are few ways to put a short fact."""

_ALIKE = 0.55
"""The Jaccard index from which two texts are one (A. Broder, "On the resemblance and containment of documents", 1997)."""


_CONTAINED = 0.8
"""The share of the shorter text's shingles from which it is taken from the longer one."""

_CONTAINED_LONG = 0.6
"""The same where the shorter text has `_LONG` shingles: so much is not alike by chance."""

_LONG = 24
_LEAST_SAID = 9
"""Words of a sentence from which sites that nobody knows are taken to copy it."""

_MOST_SAID = 60
"""Sentences that are compared with each other for one value."""

_AROUND = (120, 480)
"""Characters before and after the start of a sentence that are compared with it."""


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
        smaller = min(len(sets[one][1]), len(sets[other][1]))
        union = len(sets[one][1] | sets[other][1])
        contained = _CONTAINED_LONG if smaller >= _LONG else _CONTAINED
        if count >= _ALIKE * union or count >= contained * smaller:
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
    sightings: Iterable[Mention],
    documents: Sequence[Document],
    known: Mapping[int, int] | None = None,
    unknown: Collection[int] | None = None,
) -> tuple[tuple[Mention, ...], ...]:
    """Groups sightings by voice, so that one text on ten sites is one; each group is not empty.

    Besides whole documents, a long sentence that several sites share word for word is one voice.
    ``known`` is what `voices` gave for the documents, where that was asked before. ``unknown`` are
    the sources that nothing speaks for; where it is given the sightings are of one value, and
    sentences that are nearly the same, or stand in the same words, are one voice too: between
    unknown sources even short ones.
    """
    voice = voices(documents) if known is None else known
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
    """Puts voices together whose sentences on one value are nearly the same words."""
    told = [
        [_said(each, documents.get(each.source)) for each in group[: _MOST_SAID // len(groups) + 1]]
        for group in groups
    ]
    nobody = [all(each.source in unknown for each in group) for group in groups]
    home = list(range(len(groups)))
    for one, other in combinations(range(len(groups)), 2):
        least = _LEAST_SAID if nobody[one] and nobody[other] else _SHORTEST
        if home[one] != home[other] and any(
            _nearly(first, second, least) for first in told[one] for second in told[other]
        ):
            old, new = home[other], home[one]
            home = [new if each == old else each for each in home]
    joined: dict[int, list[Mention]] = {}
    for index, group in enumerate(groups):
        joined.setdefault(home[index], []).extend(group)
    return list(joined.values())


_Said = tuple[frozenset[int], frozenset[int]]


def _said(sighting: Mention, document: Document | None) -> _Said:
    """Gives the shingles of a sentence, and of it with what stands around it in the text."""
    text = document.text if document else ""
    at = text.find(sighting.quote[:80]) if sighting.quote else -1
    around = text[max(0, at - _AROUND[0]) : at + _AROUND[1]] if at >= 0 else ""
    return _threes(sighting.quote), _threes(around)


def _threes(text: str) -> frozenset[int]:
    words = _WORD.findall(text.casefold())
    return frozenset(hash(tuple(words[at : at + 3])) for at in range(len(words) - 2))


def _nearly(first: _Said, second: _Said, least: int) -> bool:
    """True where the shorter sentence, or what stands around it, is taken from the other."""
    sentence = min(len(first[0]), len(second[0]))
    if sentence >= least - 2 and len(first[0] & second[0]) >= _NEARLY * sentence:
        return True
    around = min(len(first[1]), len(second[1]))
    return around >= _LONG and len(first[1] & second[1]) >= _CONTAINED_LONG * around


_NEARLY = 0.7
"""The share of the shorter sentence's shingles from which it is nearly the other."""
