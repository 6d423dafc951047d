"""Find the main content of a page.

A trained model estimates the probability that a text block is main content, and unlikely blocks are
removed from the tree. If no block is likely enough, as can happen on pages unlike the training
data, the element that the page itself marks as main content is used instead.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import accumulate, chain
from typing import Final

import numpy as np
from numpy.typing import NDArray

from desktop_agent.system.resources import resource_path
from desktop_agent.web.extract.content.blocks import Block, Page, PageSigns, read_blocks
from desktop_agent.web.extract.content.features import matrix
from desktop_agent.web.extract.html_tree import Element, has_fewer_words, remove, text_of
from desktop_agent.web.extract.markdown.table import is_data_table

# --- The main part as marked by the page, which is used when the model finds nothing

_MAIN_LEAST = 0.35  # of the page's words; a marked element with fewer is not the main part


def marked_part(body: Element) -> Element:
    """Return the first ``<article>`` or ``<main>`` with much of the text, or else the body."""
    least = max(1, int(len(text_of(body).split()) * _MAIN_LEAST))
    marked = chain(body.iter("article"), body.iter("main"), body.iterfind(".//*[@role='main']"))
    return next((each for each in marked if not has_fewer_words(each, least)), body)


def body_of(root: Element) -> Element:
    """Return the body, or the root if there is no body or libxml2 left elements in the head."""
    head, body = root.find("head"), root.find("body")
    return root if body is None or (head is not None and len(head)) else body


# --- Decision trees, evaluated with numpy
#
# Trees are not walked. All comparisons of a tree are evaluated for all blocks at once; each "no"
# rules out the leaves on its yes side, and the first leaf not ruled out is the result (QuickScorer,
# Lucchese et al. 2015). This takes a few passes over plain arrays.

LEAVES: Final = 16
"""The maximum number of leaves per tree; a set of leaves is stored with one bit per leaf."""

_ALL: Final = (1 << LEAVES) - 1
_CHUNK: Final = 256  # blocks at a time, so that their comparisons fit in the processor's cache


@dataclass(frozen=True, slots=True)
class Forest:
    """An ensemble of decision trees.

    Each tree has ``LEAVES - 1`` tests (feature <= limit) and ``LEAVES`` leaf values.
    """

    features: NDArray[np.int16]  # trees x questions
    limits: NDArray[np.float32]  # trees x questions
    left_out: NDArray[np.uint16]  # trees x questions: the leaves still possible after a "no"
    values: NDArray[np.float32]  # trees x leaves

    def chances(self, matrix: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return a probability per block; the matrix has one column per block."""
        parts = [
            self._sums(matrix[:, at : at + _CHUNK]) for at in range(0, matrix.shape[1], _CHUNK)
        ]
        sums = np.concatenate(parts) if parts else np.zeros(0, np.float32)
        return (1 / (1 + np.exp(-sums))).astype(np.float32)

    def _sums(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        trees, questions = self.features.shape
        no = matrix[self.features.ravel()] > self.limits.reshape(-1, 1)
        closed = np.multiply(no, ~self.left_out.reshape(-1, 1)).reshape(trees, questions, -1)
        leaf = _first_leaf()[~np.bitwise_or.reduce(closed, axis=1)]
        found = np.take_along_axis(self.values, leaf, axis=1)
        return np.asarray(found.sum(axis=0, dtype=np.float64))


@cache
def _first_leaf() -> NDArray[np.intp]:
    """Return a lookup table from each bit set of leaves to its lowest set bit."""
    sets = np.arange(_ALL + 1, dtype=np.int64)
    lowest = sets & -sets
    return np.where(sets, np.log2(np.maximum(lowest, 1)), 0).astype(np.intp)


# --- Blocks of one template: all titles of teasers, all texts of posts, ...
#
# Either all or none of them are main content, but each separate estimate may be wrong.

_SHARE_OF_GROUP: Final = 0.5
_SUREST: Final = 1e-6  # minimum probability of an error, so that the odds are finite


def average_over_templates(page: Page, chances: NDArray[np.float32]) -> NDArray[np.float32]:
    """Move each block's log-odds halfway to the mean of its template (see `_templates`).

    The mean is weighted by block length.
    """
    if not len(chances):
        return chances
    groups = _templates(page)
    likely = np.clip(chances.astype(float), _SUREST, 1 - _SUREST)
    odds = np.log(likely / (1 - likely))
    weights = np.array([block.words + 1 for block in page.blocks]) ** 0.5
    mean = np.bincount(groups, weights * odds) / np.maximum(np.bincount(groups, weights), 1e-9)
    odds += _SHARE_OF_GROUP * (mean[groups] - odds)
    return np.asarray(1 / (1 + np.exp(-odds)), np.float32)


def _templates(page: Page) -> NDArray[np.intp]:
    """Return each block's template number.

    Blocks share a template if their ancestors' names match.
    """
    known: dict[tuple[int, tuple[str, ...]], int] = {}
    of_place: list[int] = []
    for names, parent in zip(page.names, page.parents, strict=True):
        path = of_place[parent] if parent >= 0 else -1
        of_place.append(known.setdefault((path, names), len(known)))
    return np.array([of_place[block.place] for block in page.blocks], np.intp)


# --- Which blocks to keep, given their probabilities

_SHARE_OF_HOPE: Final = 0.42
_SHARE_OF_SURE_HOPE: Final = 0.62
_SURE: Final = 0.9  # expected F1 score from which a page counts as clear
_LEAST: Final = 0.1
_SMALL_PAGE: Final = 250.0  # words
_SHARE_OF_WHOLE: Final = {"table": 0.5, "ul": 0.7, "ol": 0.7, "dl": 0.7}
_BESIDE: Final = 4  # blocks
_SHARE_OF_TABLE: Final = 0.25
_CELL_MOST: Final = 60  # words
_LONG_LIST: Final = 400  # blocks
_COPY_LEAST: Final = 12  # words
# a repeated description or cell belongs to each function or row it describes
_NO_COPIES: Final = frozenset(("dd", "pre", "td", "th"))
_COMMENTS: Final = frozenset(("comment", "comments", "commentlist", "disqus", "respond"))
_FEW: Final = 60.0  # words
_BOARD_LEAST: Final = 150.0  # words
_ITEMS: Final = 8
_ITEM_TAGS: Final = frozenset(("article", "div", "li", "section"))
_ITEMS_SHARE: Final = 0.25  # of the page's words
_ITEMS_LEAST: Final = 0.03  # mean chance of the words
_ARTICLE_LEAST: Final = 150.0  # words; with fewer above the comments, they are a thread
_COMMENTED_LEAST: Final = 0.2  # of the comments' words
_COMMENTS_MOST: Final = 0.8  # of the kept words
_SHELL_BEST: Final = 0.25  # chance of the likeliest block
_BARE_SHELL_BEST: Final = 0.1
_BARE_SHELL_LEAST: Final = 100.0  # words
_SHELL_WORDS: Final = 8.0  # expected number of words of main content


def kept_blocks(page: Page, chances: NDArray[np.float32], signs: PageSigns) -> list[bool]:
    """Return, for each block, whether it belongs to the main content."""
    words = np.array([block.words for block in page.blocks])
    chances = average_over_templates(page, chances)
    keep = [bool(kept) for kept in chances >= limit(chances, words)]
    _complete_lists(page, keep)
    _complete_code(page, keep)
    _drop_copies(page, keep)
    _complete_tables(page, keep)
    if signs.article:
        _drop_comments(page, words, keep)
    return keep


def _complete_lists(page: Page, keep: list[bool]) -> None:
    """Keep a table or list as a whole if most of it is kept, because isolated rows mean little.

    Large tables and lists are excluded, because they may be layout tables or comment lists.
    """
    for number, name in enumerate(page.tags):
        share = _SHARE_OF_WHOLE.get(name)
        if share is None:
            continue
        first, end = page.firsts[number], page.ends[number]
        size = end - first
        if 2 < size <= _LONG_LIST and sum(keep[first:end]) >= share * size:
            keep[first:end] = [True] * size


def _complete_tables(page: Page, keep: list[bool]) -> None:
    """Keep a table of short cells as a whole if part of it, or the text on both sides, is kept.

    Without its other cells and the column names, a row is misleading.
    """
    for number, name in enumerate(page.tags):
        first, end = page.firsts[number], page.ends[number]
        if name != "table" or all(keep[first:end]):
            continue
        cells = page.blocks[first:end]
        linked = sum(cell.linked for cell in cells) > sum(cell.words for cell in cells) / 2
        before, after = keep[max(first - _BESIDE, 0) : first], keep[end : end + _BESIDE]
        some = sum(keep[first:end]) >= _SHARE_OF_TABLE * len(cells)
        if (
            (some or (any(before) and any(after) and not linked))
            and max(cell.words for cell in cells) <= _CELL_MOST
            and is_data_table(page.elements[number])
        ):
            keep[first:end] = [True] * (end - first)


def _complete_code(page: Page, keep: list[bool]) -> None:
    """Keep code near kept blocks, since menus contain no code."""
    kept = keep.copy()
    for number, block in enumerate(page.blocks):
        if page.tags[block.place] == "pre" and not kept[number]:
            section = max(page.parents[block.place], 0)
            beside = kept[max(number - 1, page.firsts[section]) : page.ends[section]][:3]
            before, after = keep[max(number - 2, 0) : number], kept[number + 1 : number + 3]
            keep[number] = any(beside) or (any(before) and any(after))


def keep_items(page: Page, chances: NDArray[np.float32], keep: list[bool]) -> None:
    """Keep the largest list of items if hardly anything is kept, as on a board or in a shop.

    The items are judged as a group, against a lower limit than single blocks.
    """
    words = np.array([block.words for block in page.blocks])
    if float(words[np.array(keep)].sum()) >= _FEW or float(words.sum()) < _BOARD_LEAST:
        return
    best, most = slice(0, 0), _ITEMS_SHARE * float(words.sum())
    for number, parent in enumerate(page.parents):
        inside = slice(page.firsts[parent], page.ends[parent])
        size = float(words[inside].sum())
        if page.alike[number] < _ITEMS or page.tags[number] not in _ITEM_TAGS or size <= most:
            continue
        if float((chances * words)[inside].sum()) >= _ITEMS_LEAST * size:
            best, most = inside, size
    keep[best] = [True] * (best.stop - best.start)


def _drop_comments(page: Page, words: NDArray[np.float64], keep: list[bool]) -> None:
    """Drop reader comments below an article, because they are sources in their own right.

    If the text above many comments is short, the comments are kept, because the text is probably
    the first post of a thread.
    """
    kept = np.array(keep)
    running = np.concatenate(([0.0], np.cumsum(words * kept)))
    comments = np.zeros(len(keep), bool)
    for names, first, end in zip(page.names, page.firsts, page.ends, strict=True):
        # an article may be marked as one that is open to comments
        part = float(running[end] - running[first])
        if not _COMMENTS.isdisjoint(names) and part < _COMMENTS_MOST * running[-1]:
            comments[first:end] = True
    above = float(words[kept & ~comments].sum())
    if above >= max(_ARTICLE_LEAST, _COMMENTED_LEAST * float(words[kept & comments].sum())):
        keep[:] = (kept & ~comments).tolist()


def _drop_copies(page: Page, keep: list[bool]) -> None:
    """Keep only the first of several identical long blocks with different parents.

    Pages repeat content for narrow windows, in expandable sections and in quotations. Short blocks
    next to a copy, such as headings and buttons, are dropped as well if they repeat those next to
    the original.
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
    """Yield the short blocks after (``step`` 1) or before (-1) a block, up to a long one."""
    number += step
    while 0 <= number < len(blocks) and blocks[number].words < _COPY_LEAST:
        yield number
        number += step


def is_shell(page: Page, chances: NDArray[np.float32], *, scripted: bool) -> bool:
    """Return whether the page has no main content, only menus and a footer.

    The criteria are stricter for pages without scripts, because the content of a small page may be
    just a line or two.
    """
    words = np.array([block.words for block in page.blocks])
    if float((chances * words).sum()) >= _SHELL_WORDS:
        return False
    best = float(chances.max())
    return best < (_SHELL_BEST if scripted else _BARE_SHELL_BEST) and (
        scripted or float(words.sum()) >= _BARE_SHELL_LEAST
    )


def limit(chances: NDArray[np.float32], words: NDArray[np.float64]) -> float:
    """Return the minimum probability for keeping a block.

    The threshold that maximizes the expected F1 score is half of that score (Lipton et al. 2014).
    On unclear pages, such as listings and forums, a lower limit is used, with the lowest limit on
    small pages, because losing relevant text is worse than keeping an extra line. On clear pages
    such as articles, where the unlikely blocks are teasers for other pages, the limit is higher.
    """
    order = np.argsort(-chances, kind="stable")
    expected = np.cumsum((chances * words)[order])
    hoped = float((2 * expected / (np.cumsum(words[order]) + expected[-1] + 1e-9)).max())
    share = _SHARE_OF_SURE_HOPE if hoped >= _SURE else _SHARE_OF_HOPE
    return max(_LEAST, share * hoped) * min(1.0, float(words.sum()) / _SMALL_PAGE)


# --- Removal of the other blocks, but not of the structure around kept ones

_CELLS = frozenset(("td", "th"))
_PRUNING_CONTAINERS = frozenset(
    ("article", "body", "center", "div", "form", "html", "main", "noscript", "section")
)


def prune(page: Page, keep: Sequence[bool]) -> Element:
    """Remove the unwanted blocks, and return the innermost element that contains the rest.

    ``keep`` has one flag per block, at least one of them True.
    """
    kept = [0, *accumulate(keep)]
    places = set(page.elements)
    held = [kept[end] - kept[first] for first, end in zip(page.firsts, page.ends, strict=True)]
    for block, wanted in zip(page.blocks, keep, strict=True):
        if not wanted and held[block.place]:
            _remove_run(block, page.elements[block.place], places)
    _remove_places(page, held)
    return _pruning_container(page, held)


def _remove_run(block: Block, place: Element, places: set[Element]) -> None:
    if block.before is None:
        place.text = None
        inner = place[0] if len(place) else None
    else:
        block.before.tail = None
        inner = block.before.getnext()
    while inner is not None and inner not in places:
        following = inner.getnext()
        place.remove(inner)
        inner = following


def _remove_places(page: Page, held: Sequence[int]) -> None:
    gone = [False] * len(held)
    for number, element in enumerate(page.elements):
        parent = page.parents[number]
        if parent < 0 or held[number]:
            continue
        gone[number] = True
        if gone[parent]:
            continue
        if page.tags[number] in _CELLS or (element.tail and not element.tail.isspace()):
            # an empty cell keeps its column, and an empty place separates paragraphs
            element.text = None
            del element[:]
        else:
            remove(element)


def _pruning_container(page: Page, held: Sequence[int]) -> Element:
    found = 0
    for number, name in enumerate(page.tags):
        # places are in page order: each that holds all kept blocks lies within the one before
        if held[number] == held[0] and name in _PRUNING_CONTAINERS:
            found = number
    return page.elements[found]


def main_content(root: Element, signs: PageSigns) -> Element | None:
    """Remove everything but the main content, and return the element that contains it.

    Return None if the page has no main content (see `is_shell`). The tree must already have been
    cleaned by `html_tree.remove_unseen`.
    """
    body = body_of(root)
    page = read_blocks(body)
    if not page.blocks:
        return body
    if page.is_cut:
        return marked_part(body)
    likely = chances(page, signs)
    shell = is_shell(page, likely, scripted=signs.scripted)
    keep = [False] * len(likely) if shell else kept_blocks(page, likely, signs)
    keep_items(page, likely, keep)
    if any(keep):
        return prune(page, keep)
    return None if shell else marked_part(body)


def chances(page: Page, signs: PageSigns) -> NDArray[np.float32]:
    """Return each block's probability of being main content."""
    forest, odds = reader_model()
    return forest.chances(matrix(page, signs, odds))


@cache
def reader_model() -> tuple[Forest, dict[str, float]]:
    """Load the decision trees and the log-odds table. Cached."""
    with np.load(resource_path("reader", "blocks.npz"), allow_pickle=False) as data:
        forest = Forest(data["features"], data["limits"], data["left_out"], data["values"])
        words = bytes(data["words"]).decode("utf-8").split("\n")
        odds = dict(zip(words, data["odds"].astype(float).tolist(), strict=True))
    return forest, odds
