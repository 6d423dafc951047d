"""Compute the model's feature matrix (features x blocks) for the text blocks of a page.

Most features describe structure and punctuation, which are similar in all languages. Class names,
which are usually English, and the words of short blocks are looked up in a table of log-odds
learned from training data.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final, TypeAlias
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from desktop_agent.web.extract.content.blocks import KINDS, Block, Page, PageSigns
from desktop_agent.web.extract.html_tree import HEADINGS

# --- Places and blocks as arrays, with sums per place

Numbers: TypeAlias = NDArray[np.float64]
Whole: TypeAlias = NDArray[np.intp]

_LEVEL: Final = {name: level for level, name in enumerate(HEADINGS, 1)}
_PROSE_LEAST = 15  # words of a block that reads like prose
_PROSE_LINKED_MOST = 1 / 3
# table cells and text elements are alike on every page, so they are not cards
_NO_CARDS = frozenset(("p", "td", "th", "tr", "h2", "h3", "h4"))


class _Layout:
    """Arrays with one value per block or, like ``own`` and ``*_of_place``, per layout element."""

    def __init__(self, page: Page, signs: PageSigns, odds: Mapping[str, float]) -> None:
        self.page = page
        self.signs = signs
        blocks = page.blocks
        self.count = len(blocks)
        self.numbers = np.arange(self.count)
        self.place: Whole = np.array([block.place for block in blocks], np.intp)
        self.figures = np.array(
            [(b.words, b.linked, b.links, b.images, *b.signs()) for b in blocks], float
        ).T
        self.words, self.linked, self.links, self.images = self.figures[:4]
        self.density = self.linked / np.maximum(self.words, 1)
        self.heading = np.array([_LEVEL.get(page.tags[p], 0) for p in self.place.tolist()])
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

        self.own, low, high, path = _odds_of_places(page, odds)
        self.low, self.high, self.path = low[self.place], high[self.place], path[self.place]
        self.text, self.text_least = _odds_of_texts(page, odds)

    def within(self, running: Numbers) -> Numbers:
        """Return the sum within each layout element, given the cumulative sums over all blocks."""
        return running[self.ends] - running[self.firsts]

    def within_place(self, values: Numbers) -> Numbers:
        """Return the sum of ``values`` over the blocks in each layout element."""
        return self.within(_running(values))

    def around(self, values: Numbers, reach: int) -> Numbers:
        """Return, for each block, the sum over the blocks at most ``reach`` positions away."""
        running = _running(values)
        first = np.maximum(self.numbers - reach, 0)
        end = np.minimum(self.numbers + reach + 1, self.count)
        return running[end] - running[first]

    def cards(self) -> tuple[Whole, Whole]:
        """Return the indices of the innermost and outermost cards around each block.

        A card is one of at least three siblings with the same tag and class, such as the items of a
        listing, the posts in a thread or a row of teasers. Blocks outside any card have index 0.
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


# --- Learned odds of element names and of words in short blocks

_SHORT: Final = 8  # words; longer blocks need no odds
_LETTERS = re.compile(r"[^\W\d_]+")


def looked_up(page: Page, block: Block) -> bool:
    """Return whether to look up a block's words; only headings and short blocks qualify."""
    return 0 < block.words <= _SHORT or page.tags[block.place] in HEADINGS


def text_names(text: str) -> tuple[str, ...]:
    """Return the distinct words of the text as keys for the log-odds table."""
    return tuple(dict.fromkeys("'" + word for word in _LETTERS.findall(text[:200].lower())))


def _odds_of_texts(page: Page, odds: Mapping[str, float]) -> tuple[Numbers, Numbers]:
    """Return the mean and minimum log-odds of each block's known words, or 0 if none is known."""
    mean, lowest = np.zeros(len(page.blocks)), np.zeros(len(page.blocks))
    for number, block in enumerate(page.blocks):
        if looked_up(page, block):
            found = [odds[name] for name in text_names(block.text) if name in odds]
            if found:
                mean[number], lowest[number] = sum(found) / len(found), min(found)
    return mean, lowest


def _odds_of_places(
    page: Page, odds: Mapping[str, float]
) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Return each element's log-odds, and their minimum, maximum and sum up to the root."""
    own: list[float] = []
    low: list[float] = []
    high: list[float] = []
    path: list[float] = []
    known: dict[tuple[str, ...], tuple[float, float, float]] = {}
    for names, parent in zip(page.names, page.parents, strict=True):
        if names not in known:
            found = [odds[name] for name in names if name in odds]
            known[names] = sum(found), min(found, default=0.0), max(found, default=0.0)
        whole, least, most = known[names]
        own.append(whole)
        low.append(least if parent < 0 else min(low[parent], least))
        high.append(most if parent < 0 else max(high[parent], most))
        path.append(whole if parent < 0 else path[parent] + whole)
    return np.array(own), np.array(low), np.array(high), np.array(path)


Matrix: TypeAlias = NDArray[np.float32]
_Column: TypeAlias = NDArray[Any] | float  # a number applies to all blocks

_INSIDE = ("nav", "aside", "footer", "header", "main", "article", "dl", "figure", "td", "li", "pre")
_LEVELS = (0, 1, 2, 3, 4, 6, 8)  # places out from the block's own
_NOWHERE = 990.0


def matrix(page: Page, signs: PageSigns, odds: Mapping[str, float]) -> Matrix:
    """Return the feature matrix of a page, which must have at least one block."""
    layout = _Layout(page, signs, odds)
    groups = (
        _own(layout), _inside(layout), _ancestors(layout), _cards(layout), _around(layout),
        _neighbours(layout), _prose_near(layout), _title(layout), _parts(layout), _whole(layout),
    )  # fmt: skip
    columns = [column for group in groups for column in group]
    found = np.empty((len(columns), layout.count), np.float32)
    for row, column in zip(found, columns, strict=True):
        row[:] = column
    return found


def _own(layout: _Layout) -> Iterator[_Column]:
    """Yield features of each block itself, such as word count, link density and punctuation."""
    yield from layout.figures
    yield layout.density
    yield layout.heading
    yield from (layout.own[layout.place], layout.low, layout.high, layout.path)
    yield from (layout.text, layout.text_least)
    copies = Counter(block.text for block in layout.page.blocks)
    # text repeated across the page is a button or a label
    yield np.array([copies[block.text] for block in layout.page.blocks])


def _inside(layout: _Layout) -> Iterator[_Column]:
    """Yield features of each block's enclosing elements and its position on the page."""
    page = layout.page
    bits = {tag: 1 << number for number, tag in enumerate(_INSIDE)}
    masks: list[int] = []
    for tag, parent in zip(page.tags, page.parents, strict=True):
        masks.append((masks[parent] if parent >= 0 else 0) | bits.get(tag, 0))
    mask = np.array(masks)[layout.place]
    for number, tag in enumerate(_INSIDE):
        inside = (mask >> number) & 1
        yield inside
        if tag in {"li", "td", "pre"}:
            yield float(inside.mean())
    yield np.array([page.tags[place] == "div" for place in layout.place.tolist()])
    yield layout.words_before[:-1] / layout.total
    yield layout.prose_before[:-1] / max(1.0, float(layout.prose_before[-1]))
    yield layout.depth


def _ancestors(layout: _Layout) -> Iterator[_Column]:
    """Yield the size, link density and prose share of each enclosing layout element."""
    words = np.maximum(layout.words_of_place, 1)
    blocks = np.maximum(layout.blocks_of_place, 1)
    figures = (
        layout.words_of_place / layout.total,
        layout.words_of_place,
        layout.linked_of_place / words,
        layout.blocks_of_place,
        layout.words_of_place / blocks,
        layout.prose_of_place / words,
        layout.within_place(layout.figures[5] + layout.figures[6]) / words,
        layout.within_place((layout.heading > 0).astype(float)) / blocks,
        layout.within_place(layout.images) / blocks,
        layout.alike_of_place,
        layout.own,
    )
    at = layout.place
    for level in range(_LEVELS[-1] + 1):
        if level in _LEVELS:
            for figure in figures:
                yield figure[at]
        at = layout.parents[at]


def _cards(layout: _Layout) -> Iterator[_Column]:
    """Yield features of the card around each block, such as a teaser or a post."""
    images = layout.within_place(layout.images)
    for card in layout.cards():
        parent = layout.parents[card]
        has = card > 0
        yield np.where(has, layout.depth - layout.depth_of_place[card], -1)
        yield np.where(has, layout.alike_of_place[card], 0)
        yield np.where(has, layout.words_of_place[card], 0)
        yield np.where(has, layout.words_of_place[parent] / layout.total, 0)
        yield np.where(has, layout.words_of_place[parent] / layout.siblings_of_place[card], 0)
        yield np.where(has, images[parent] / layout.siblings_of_place[card], 0)
        yield np.where(has, layout.own[card], 0)


def _around(layout: _Layout) -> Iterator[_Column]:
    """Yield the link density, prose share and mean log-odds of windows around each block."""
    for reach in (4, 10, 25):
        words = np.maximum(layout.around(layout.words, reach), 1)
        yield layout.around(layout.linked, reach) / words
        yield layout.around(layout.prose, reach) / words
        yield layout.around(layout.path, reach) / layout.around(np.ones(layout.count), reach)


def _neighbours(layout: _Layout) -> Iterator[_Column]:
    for offset in (-2, -1, 1, 2):
        other = layout.numbers + offset
        there = (other >= 0) & (other < layout.count)
        other = np.clip(other, 0, layout.count - 1)
        for values in (layout.words, layout.density, layout.path, layout.text):
            yield np.where(there, values[other], -1)


def _prose_near(layout: _Layout) -> Iterator[_Column]:
    """Yield features of the prose nearest to each block and of the heading above the block."""
    prose = layout.prose > 0
    before = _previous(prose)
    after = layout.count - 1 - _previous(prose[::-1])[::-1]
    after[after == layout.count] = -1
    for marked in (before, after):
        there = marked >= 0
        near = np.maximum(marked, 0)
        yield np.where(there, np.abs(layout.numbers - near), _NOWHERE)
        yield np.where(there, layout.depth[near] - layout.depth, -30)
        yield np.where(there, layout.path[near], -9)
        same = layout.parents[layout.place[near]] == layout.parents[layout.place]
        yield np.where(there, same, -1)
    heading = _previous(layout.heading > 0)
    there = heading >= 0
    heading = np.maximum(heading, 0)
    yield np.where(there, layout.numbers - heading, _NOWHERE)
    for values in (layout.text, layout.text_least, layout.path, layout.heading):
        yield np.where(there, values[heading], 0)


def _title(layout: _Layout) -> Iterator[_Column]:
    """Yield features that relate each block to the main heading."""
    page = layout.page
    titled = _likeness(layout.signs.title, page)
    yield titled
    rank = titled + 0.5 * (layout.heading == 1) + 0.2 * (layout.heading == 2)
    head = int(np.argmax(np.where(layout.heading > 0, rank, -1)))
    levels, shares = np.full(layout.count, -1.0), np.full(layout.count, -1.0)
    if not layout.heading[head]:
        yield from (-_NOWHERE, -_NOWHERE, levels, shares)
        return
    yield layout.numbers - head
    yield layout.words_before[:-1] - layout.words_before[head]
    chain = [int(layout.place[head])]
    while chain[-1]:
        chain.append(page.parents[chain[-1]])
    for level in range(len(chain) - 1, -1, -1):
        inside = slice(page.firsts[chain[level]], page.ends[chain[level]])
        levels[inside] = level
        shares[inside] = layout.words_of_place[chain[level]] / layout.total
    yield from (levels, shares)


def _likeness(title: str, page: Page) -> Numbers:
    """Return each block's share of words in common with the title; long blocks get 0."""
    wanted = set(title.lower().split())
    found = np.zeros(len(page.blocks))
    for number, block in enumerate(page.blocks):
        if wanted and 0 < block.words <= 30:
            words = block.text.lower().split()
            found[number] = len(wanted.intersection(words)) / max(len(wanted), len(words))
    return found


def _parts(layout: _Layout) -> Iterator[_Column]:
    """Yield block positions relative to the innermost elements with 50% and 80% of the text."""
    inner: dict[int, list[int]] = {}
    for number, parent in enumerate(layout.page.parents):
        inner.setdefault(parent, []).append(number)
    plain = layout.words_of_place - layout.linked_of_place
    for weights in (plain, layout.prose_of_place):
        for share in (0.5, 0.8):
            part = _heaviest(inner, weights, share)
            first, end = layout.firsts[part], layout.ends[part]
            inside = (layout.numbers >= first) & (layout.numbers < end)
            yield np.where(inside, 0, np.where(layout.numbers < first, -1, 1))
            yield np.where(inside, layout.depth - layout.depth_of_place[part], -1)
            yield float(layout.words_of_place[part]) / layout.total


def _heaviest(inner: Mapping[int, list[int]], weights: Numbers, share: float) -> int:
    """Return the innermost element whose weight is at least ``share`` of the body's weight."""
    part, least = 0, share * weights[0]
    while weights[0] > 0:
        best = max(inner.get(part, ()), key=weights.__getitem__, default=-1)
        if best < 0 or weights[best] < least:
            break
        part = best
    return part


def _whole(layout: _Layout) -> Iterator[_Column]:
    """Yield features of the whole page, which indicate its type."""
    tags = layout.page.tags
    yield from (float(layout.count), layout.total, len(tags) / layout.count)
    yield float(layout.linked_before[-1]) / layout.total
    yield float(layout.prose_before[-1]) / layout.total
    yield float((layout.prose > 0).mean())
    yield float((layout.heading > 0).mean())
    yield float((layout.figures[13] > 0).mean())  # blocks that name a price
    yield float(layout.images.mean())
    yield float(layout.alike_of_place[layout.place].mean())
    yield from (float(tags.count("article")), float(tags.count("form")))
    path = urlsplit(layout.signs.url).path.strip("/")
    last = path.rpartition("/")[2]
    yield from (float(len(last)), float(last.count("-") + last.count("_")))
    yield float(sum(map(str.isdigit, path)))
    for kind in KINDS:
        yield float(kind in layout.signs.kinds)


def _previous(marked: NDArray[np.bool_]) -> Whole:
    """Return the index of the last marked item before each position, or -1."""
    last = np.maximum.accumulate(np.where(marked, np.arange(len(marked)), -1))
    return np.concatenate(([-1], last[:-1])).astype(np.intp)
