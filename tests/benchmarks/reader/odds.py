"""How much the words that pages give their elements speak for main content.

Each domain counts once for a word, however many of its pages bear it, and a page that is learned
from sees the odds without its own domain, as a page of an unknown domain will.
"""

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate

from desktop_agent.web.extract.content.blocks import Page
from desktop_agent.web.extract.content.features import looked_up, text_names
from tests.benchmarks.reader.pages import LabelledPage

LEAST_DOMAINS = 6  # that bear the name of an element
LEAST_DOMAINS_OF_TEXT = 12
_DOUBT = 3.0  # domains that say neither


class Odds:
    """Logarithms of odds, over all domains or without one."""

    def __init__(self, pages: Iterable[LabelledPage]) -> None:
        shares = _shares(pages)
        self._shares = {
            name: by_domain
            for name, by_domain in sorted(shares.items())
            if len(by_domain) >= (LEAST_DOMAINS_OF_TEXT if name[0] == "'" else LEAST_DOMAINS)
        }
        self.everywhere = {name: _odds(by.values()) for name, by in self._shares.items()}

    def without(self, domain: str, page: Page) -> Mapping[str, float]:
        """Gives the odds of a page's own names as all other domains tell them."""
        found = {}
        for name in _names(page):
            by = self._shares.get(name)
            if by is not None:
                found[name] = (
                    _odds([share for other, share in by.items() if other != domain])
                    if domain in by
                    else self.everywhere[name]
                )
        return found


def _odds(shares: Iterable[float]) -> float:
    shares = list(shares)
    chance = (sum(shares) + _DOUBT / 2) / (len(shares) + _DOUBT)
    return math.log(chance / (1 - chance))


def _names(page: Page) -> set[str]:
    names = {name for place in page.names for name in place}
    for block in page.blocks:
        if looked_up(page, block):
            names.update(text_names(block.text))
    return names


def _shares(pages: Iterable[LabelledPage]) -> dict[str, dict[str, float]]:
    counts: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(lambda: [0.0, 0.0]))
    for page in pages:
        for name, (main, whole) in _page_counts(page.page, page.shares.tolist()).items():
            count = counts[name][page.domain]
            count[0] += main
            count[1] += whole
    return {
        name: {domain: main / whole for domain, (main, whole) in by.items()}
        for name, by in counts.items()
    }


def _page_counts(page: Page, shares: Sequence[float]) -> dict[str, list[float]]:
    weights = [min(block.words, 50) + 1 for block in page.blocks]
    whole = [0.0, *accumulate(weights)]
    main = [0.0, *accumulate(w * share for w, share in zip(weights, shares, strict=True))]
    counts: dict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for names, first, end in zip(page.names, page.firsts, page.ends, strict=True):
        if end > first:
            for name in names:
                counts[name][0] += main[end] - main[first]
                counts[name][1] += whole[end] - whole[first]
    for block, share in zip(page.blocks, shares, strict=True):
        if looked_up(page, block):
            for name in text_names(block.text):
                counts[name][0] += share
                counts[name][1] += 1
    return counts
