"""The learned odds of the words that a page gives its elements and writes in its short blocks."""

import re
from collections.abc import Mapping
from typing import Final

import numpy as np

from desktop_agent.web.extract.content.blocks import Block, Page
from desktop_agent.web.extract.content.layout import HEADINGS, Numbers

_SHORT: Final = 8  # words; what is longer speaks for itself
_LETTERS = re.compile(r"[^\W\d_]+")


def looked_up(page: Page, block: Block) -> bool:
    """True for the blocks whose words are looked up: labels, buttons and headings."""
    return 0 < block.words <= _SHORT or page.tags[block.place] in HEADINGS


def text_names(text: str) -> tuple[str, ...]:
    """Gives the words of a text as they stand in the dictionary of odds."""
    return tuple(dict.fromkeys("'" + word for word in _LETTERS.findall(text[:200].lower())))


def odds_of_texts(page: Page, odds: Mapping[str, float]) -> tuple[Numbers, Numbers]:
    """Gives the mean and the lowest of the odds of each block's words; 0 for unknown words."""
    mean, lowest = np.zeros(len(page.blocks)), np.zeros(len(page.blocks))
    for number, block in enumerate(page.blocks):
        if looked_up(page, block):
            found = [odds[name] for name in text_names(block.text) if name in odds]
            if found:
                mean[number], lowest[number] = sum(found) / len(found), min(found)
    return mean, lowest


def odds_of_places(
    page: Page, odds: Mapping[str, float]
) -> tuple[Numbers, Numbers, Numbers, Numbers]:
    """Gives for each place its own sum; and the lowest, highest and sum of all places around it."""
    own: list[float] = []
    low: list[float] = []
    high: list[float] = []
    path: list[float] = []
    known: dict[tuple[str, ...], tuple[float, float, float]] = {}
    for names, parent in zip(page.names, page.parents, strict=True):
        figures = known.get(names)
        if figures is None:
            found = [odds[name] for name in names if name in odds]
            figures = known[names] = sum(found), min(found, default=0.0), max(found, default=0.0)
        whole, least, most = figures
        own.append(whole)
        low.append(least if parent < 0 else min(low[parent], least))
        high.append(most if parent < 0 else max(high[parent], most))
        path.append(whole if parent < 0 else path[parent] + whole)
    return np.array(own), np.array(low), np.array(high), np.array(path)
