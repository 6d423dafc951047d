"""Which blocks to keep, from the chance of each to be main content."""

from collections.abc import Iterator, Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from desktop_agent.web.extract.content.blocks import Block, Page
from desktop_agent.web.extract.content.templates import judged_together

_SHARE_OF_HOPE: Final = 0.42
_LEAST: Final = 0.1
_MOST: Final = 0.45
_SMALL_PAGE: Final = 250.0  # words
_SHARE_OF_WHOLE: Final = {"table": 0.5, "ul": 0.7, "ol": 0.7, "dl": 0.7}
_LONG_LIST: Final = 400  # blocks
_COPY_LEAST: Final = 12  # words
# what one says of two functions, or of two rows, is said of each
_NO_COPIES: Final = frozenset(("dd", "pre", "td", "th"))
_SHELL_BEST: Final = 0.25  # chance of the likeliest block
_BARE_SHELL_BEST: Final = 0.1
_BARE_SHELL_LEAST: Final = 100.0  # words
_SHELL_WORDS: Final = 8.0  # that can be expected to be main content


def kept_blocks(page: Page, chances: NDArray[np.float32]) -> list[bool]:
    """Says for each block whether to keep it."""
    words = np.array([block.words for block in page.blocks])
    chances = judged_together(page, chances)
    keep = [bool(kept) for kept in chances >= limit(chances, words)]
    _complete_lists(page, keep)
    _complete_code(page, keep)
    _drop_copies(page, keep)
    return keep


def _complete_lists(page: Page, keep: list[bool]) -> None:
    """Keeps all of a table or a list of which most is kept: a row alone says nothing.

    Not of a large one, which may be the layout of a whole old page or hold its comments.
    """
    for number, tag in enumerate(page.tags):
        share = _SHARE_OF_WHOLE.get(tag)
        if share is None:
            continue
        first, end = page.firsts[number], page.ends[number]
        size = end - first
        if 2 < size <= _LONG_LIST and sum(keep[first:end]) >= share * size:
            keep[first:end] = [True] * size


def _complete_code(page: Page, keep: list[bool]) -> None:
    """Keeps code straight after or before a kept block of its section: no menu holds code."""
    kept = keep.copy()
    for number, block in enumerate(page.blocks):
        if page.tags[block.place] == "pre" and not kept[number]:
            section = max(page.parents[block.place], 0)
            beside = kept[max(number - 1, page.firsts[section]) : page.ends[section]][:3]
            keep[number] = any(beside)


def _drop_copies(page: Page, keep: list[bool]) -> None:
    """Keeps the first of long blocks that say the same in several parts, and drops the others.

    Pages hold the same part twice for wide and narrow windows, a text and its unfolded form, a post
    and its quotation. The short blocks beside a copy that stand beside the first one as well, its
    heading or its button, are part of it.
    """
    blocks = page.blocks
    first: dict[str, int] = {}
    for number, block in enumerate(blocks):
        if not keep[number] or block.words < _COPY_LEAST or page.tags[block.place] in _NO_COPIES:
            continue
        known = first.setdefault(block.text, number)
        if page.parents[blocks[known].place] == page.parents[block.place]:
            continue
        keep[number] = False
        for step in (-1, 1):
            for beside, other in zip(
                _short_ones(blocks, number, step), _short_ones(blocks, known, step), strict=False
            ):
                if blocks[beside].text != blocks[other].text:
                    break
                keep[beside] = False


def _short_ones(blocks: Sequence[Block], number: int, step: int) -> Iterator[int]:
    """Yields the blocks from one on, in a direction, as long as they are too short to be copies."""
    number += step
    while 0 <= number < len(blocks) and blocks[number].words < _COPY_LEAST:
        yield number
        number += step


def is_shell(page: Page, chances: NDArray[np.float32], *, scripted: bool) -> bool:
    """True when nothing on a page looks like main content: menus and a footer stand there alone.

    A page that runs scripts is likelier to be one. Without them the reader must be surer, and the
    page no small one: a line or two on a bare page are what the page is about.
    """
    words = np.array([block.words for block in page.blocks])
    if float((chances * words).sum()) >= _SHELL_WORDS:
        return False
    best = float(chances.max())
    return best < (_SHELL_BEST if scripted else _BARE_SHELL_BEST) and (
        scripted or float(words.sum()) >= _BARE_SHELL_LEAST
    )


def limit(chances: NDArray[np.float32], words: NDArray[np.float64]) -> float:
    """Gives the chance from which on a block is kept.

    Half the F1 that can be hoped for is the limit that gives the most of it (Lipton et al. 2014):
    near a half on a page that is clear, as articles are, and lower where the reader is unsure, as
    on listings and forums. It is set lower still, because to lose what was wanted is worse than to
    keep a line too many; on a small page, where there is little to get lost in, lowest.
    """
    order = np.argsort(-chances, kind="stable")
    expected = np.cumsum((chances * words)[order])
    hoped = 2 * expected / (np.cumsum(words[order]) + expected[-1] + 1e-9)
    best = float(np.clip(hoped.max() * _SHARE_OF_HOPE, _LEAST, _MOST))
    return best * min(1.0, float(words.sum()) / _SMALL_PAGE)
