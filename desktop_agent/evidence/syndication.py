"""Group documents that are not independent because they share an owner or text."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import combinations

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

_AROUND = (120, 480)
"""Number of characters compared before and after the start of a sentence."""


def voices(documents: Sequence[Document]) -> dict[int, int]:
    """Map each document number to the lowest document number of its voice.

    Documents from the same registrable domain form one voice, as do near copies of the same text,
    whether snippets or pages. Candidate pairs come from a shingle index, so the running
    time grows with the amount of text rather than with the number of pairs.
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
    """Return the number pairs of documents whose snippets or texts are nearly identical."""
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
    same value. Mentions with nearly identical quotes or surrounding text then form one voice too;
    between unknown sources, this applies even to short quotes.
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
    """Merge voices whose quotes, or the text around them, are nearly identical."""
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
    """Return the shingles of a mention's quote and those of the text around it."""
    text = document.text if document else ""
    at = text.find(sighting.quote[:80]) if sighting.quote else -1
    around = text[max(0, at - _AROUND[0]) : at + _AROUND[1]] if at >= 0 else ""
    quoted, near = (_WORD.findall(each.casefold()) for each in (sighting.quote, around))
    return _runs(quoted, 3), _runs(near, 3)


def _nearly(first: _Said, second: _Said, least: int) -> bool:
    """Return whether two quotes, or the texts around them, are nearly identical."""
    sentence = min(len(first[0]), len(second[0]))
    if sentence >= least - 2 and len(first[0] & second[0]) >= _NEARLY * sentence:
        return True
    around = min(len(first[1]), len(second[1]))
    return around >= _LONG and len(first[1] & second[1]) >= _CONTAINED_LONG * around


_NEARLY = 0.7
"""Minimum share of the shorter sentence's shingles in a nearly identical sentence."""
