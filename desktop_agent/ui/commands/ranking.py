"""Puts the lines of the palette in order, a slice of time at a time."""

import heapq
import time
from collections.abc import Callable, Iterator, Mapping, Sequence

from desktop_agent.ui.commands.fuzzy import Fit, fitter
from desktop_agent.ui.commands.offer import Offer

SHOWN_MOST = 60
_RECENT_BONUS = 30.0
_SECTION_SHARE = 0.5
"""What a fit in the section's name is worth next to one in the title."""

Ranked = tuple[Offer, tuple[int, ...]]


class Ranking:
    """Ranks ``offers`` for what was typed; `work` is called until it gives True.

    ``recent`` has the names that were run, the newest first. With nothing typed these come first
    and the rest as it was given.
    """

    def __init__(self, typed: str, offers: Sequence[Offer], recent: Sequence[str]) -> None:
        self._fit = fitter(typed)
        self._offers = offers
        self._recent = {name: place for place, name in enumerate(recent)}
        self._words = typed.casefold().split()
        self._found: list[tuple[float, int, Offer, tuple[int, ...]]] = []
        self._steps = self._walk()

    def work(self, seconds: float, clock: Callable[[], float] = time.perf_counter) -> bool:
        """Goes on for about ``seconds``; gives whether all is ranked."""
        end = clock() + seconds
        return all(clock() < end for _ in self._steps)

    def best(self) -> list[Ranked]:
        """Gives the best so far, `SHOWN_MOST` at most."""
        best = heapq.nsmallest(SHOWN_MOST, self._found, key=lambda each: each[:2])
        return [(offer, places) for _, _, offer, places in best]

    def _walk(self) -> Iterator[int]:
        for place, offer in enumerate(self._offers):
            found = self._score(offer)
            if found is not None:
                self._found.append((-found.score, place, offer, found.places))
            yield place

    def _score(self, offer: Offer) -> Fit | None:
        newness = _newness(offer.name, self._recent)
        if not self._words:
            return Fit(newness, ())
        found = self._fit(offer.title)
        if found is not None:
            return Fit(found.score + newness * _RECENT_BONUS, found.places)
        whole = f"{offer.section} {offer.title}"
        folded = whole.casefold()  # letters strewn over both would fit nearly everything
        found = self._fit(whole) if all(word in folded for word in self._words) else None
        if found is None:
            return None
        shift = len(offer.section) + 1
        places = tuple(place - shift for place in found.places if place >= shift)
        return Fit(found.score * _SECTION_SHARE + newness * _RECENT_BONUS, places)


def _newness(name: str, recent: Mapping[str, int]) -> float:
    return 1 / (1 + recent[name]) if name in recent else 0.0
