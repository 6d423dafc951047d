"""Reciprocal Rank Fusion: two lists made into one by the ranks of what stands in them."""

from collections.abc import Hashable, Sequence
from typing import TypeVar

Item = TypeVar("Item", bound=Hashable)

RRF_K = 60
"""Of the paper (Cormack, Clarke and Büttcher, 2009)."""


def rrf(
    rankings: Sequence[tuple[float, Sequence[Item]]], k: int = RRF_K
) -> tuple[tuple[Item, float], ...]:
    """Gives all items with the sum of weight / (k + rank) over the rankings, best first.

    ``rankings`` are weights, each with items best first; ranks count from 0. Of equals, the one
    that stands earlier in a ranking comes first. A ranking of weight 0 adds nothing.
    """
    scores: dict[Item, float] = {}
    for weight, items in rankings:
        if weight <= 0:
            continue
        for rank, item in enumerate(items):
            scores[item] = scores.get(item, 0.0) + weight / (k + rank)
    return tuple(sorted(scores.items(), key=lambda each: -each[1]))
