"""A page's places and blocks as arrays, with the sums over what each place holds."""

from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from desktop_agent.web.extract.content.blocks import Page

Numbers: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.intp]

HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_PROSE_LEAST = 15  # words of a block that reads like prose
_PROSE_LINKED_MOST = 1 / 3
# elements of a table's grid or of running text are alike on every page; they make no cards
_NO_CARDS = frozenset(("p", "td", "th", "tr", "h2", "h3", "h4"))


class Layout:
    """Arrays over the blocks of a page, and over its places (those end in ``of_place``)."""

    def __init__(self, page: Page) -> None:
        self.page = page
        blocks = page.blocks
        self.count = len(blocks)
        self.numbers = np.arange(self.count)
        self.place: Whole = np.array([block.place for block in blocks], np.intp)
        self.figures = np.array(
            [(b.words, b.linked, b.links, b.images, *b.signs()) for b in blocks], float
        ).T
        self.words, self.linked, self.links, self.images = self.figures[:4]
        self.density = self.linked / np.maximum(self.words, 1)
        self.heading = np.array([HEADINGS.get(page.tags[p], 0) for p in self.place.tolist()])
        is_prose = (self.words >= _PROSE_LEAST) & (self.density < _PROSE_LINKED_MOST)
        self.prose = np.where(is_prose, self.words, 0.0)

        self.parents: Whole = np.array(page.parents, np.intp)
        self.parents[0] = 0
        self.depth_of_place = np.array(page.depths)
        self.depth = self.depth_of_place[self.place]
        self.firsts: Whole = np.array(page.firsts, np.intp)
        self.ends: Whole = np.array(page.ends, np.intp)
        self.alike_of_place = np.array(page.alike, float)
        self.siblings_of_place = np.array(page.siblings, float)

        self.words_before = _running(self.words)
        self.linked_before = _running(self.linked)
        self.prose_before = _running(self.prose)
        self.total = max(1.0, float(self.words_before[-1]))
        self.words_of_place = self.within(self.words_before)
        self.linked_of_place = self.within(self.linked_before)
        self.prose_of_place = self.within(self.prose_before)
        self.blocks_of_place = (self.ends - self.firsts).astype(float)

    def within(self, running: Numbers) -> Numbers:
        """Gives for each place the sum over its blocks, from running sums over all blocks."""
        return running[self.ends] - running[self.firsts]

    def within_place(self, values: Numbers) -> Numbers:
        """Gives for each place the sum of a figure over its blocks."""
        return self.within(_running(values))

    def around(self, values: Numbers, reach: int) -> Numbers:
        """Gives for each block the sum over the blocks up to ``reach`` away."""
        running = _running(values)
        first = np.maximum(self.numbers - reach, 0)
        end = np.minimum(self.numbers + reach + 1, self.count)
        return running[end] - running[first]

    def cards(self) -> tuple[Whole, Whole]:
        """Gives for each block its innermost and outermost card, or place 0.

        A card is a place of which its parent holds three or more alike: an item of a listing, a
        post of a thread, a row of teasers.
        """
        page = self.page
        inner, outer = [0] * len(page.tags), [0] * len(page.tags)
        for number in range(1, len(page.tags)):
            parent = page.parents[number]
            card = page.alike[number] >= 3 and page.tags[number] not in _NO_CARDS
            inner[number] = number if card else inner[parent]
            outer[number] = outer[parent] or (number if card else 0)
        return np.array(inner, np.intp)[self.place], np.array(outer, np.intp)[self.place]


def _running(values: Numbers) -> Numbers:
    return np.concatenate(([0.0], np.cumsum(values)))
