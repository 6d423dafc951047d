"""Find the main content of a page.

A trained model estimates the probability that a text block is main content. Based on these
probabilities, blocks are kept or removed from the tree. If the model finds almost nothing because
the page is unlike its training data, the part that the page itself marks as main content is used.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from desktop_agent.system.resources import resource_path
from desktop_agent.web.extract.content.blocks import Block, Page, PageSigns, read_blocks
from desktop_agent.web.extract.content.features import matrix
from desktop_agent.web.extract.html_tree import Element, remove, tag

# --- The main part as marked by the page
#
# Used when the model finds nothing. Rules, in order: remove what pages mark as boilerplate
# (navigation, cookie banners, sharing, related links); then take the element that the page itself
# calls its main part, else the one that holds most of the words that are not links.

_FURNITURE_TAGS = frozenset(("nav", "aside", "footer", "menu"))
_FURNITURE_ROLES = frozenset(
    (
        "alertdialog", "banner", "complementary", "contentinfo", "dialog", "menu", "menubar",
        "navigation", "search", "toolbar",
    )
)  # fmt: skip
_FURNITURE_WORDS = frozenset(
    (
        "ad", "ads", "adsbygoogle", "advert", "advertisement", "advertising", "banner",
        "breadcrumb", "breadcrumbs", "captcha", "consent", "cookie", "cookies", "disqus", "footer",
        "gdpr", "lightbox", "login", "masthead", "menu", "modal", "nav", "navbar", "navigation",
        "newsletter", "offcanvas", "overlay", "pager", "pagination", "popup", "print", "promo",
        "promotion", "recommendations", "recommended", "related", "share", "sharedaddy", "sharing",
        "sidebar", "signup", "skip", "social", "sponsored", "subscribe", "subscription", "toc",
        "toolbar", "tooltip", "topbar", "widget",
    )
)  # fmt: skip
_WORD = re.compile(r"[a-z]+")
_FURNITURE_MOST = 0.3  # of the page's words; what holds more is the page, whatever its class says

_MAIN_IDS = (
    "mw-content-text", "bodyContent", "main-content", "maincontent", "main_content", "content",
    "main", "article", "primary", "page-content", "post-content", "entry-content",
)  # fmt: skip
_MAIN_CLASSES = (
    "entry-content", "post-content", "article-content", "article-body", "article__body",
    "post-body", "page-content", "main-content", "markdown-body", "rst-content", "mw-parser-output",
)  # fmt: skip
_CONTAINERS = frozenset(
    ("article", "body", "center", "div", "form", "html", "main", "noscript", "section", "td")
)
_PLAIN_LEAST = 0.1  # of the page's words that are no links, for those to count alone
_LINK_LISTS_MOST = 0.9  # of the main part's words
_MAIN_LEAST = 0.35  # of the page's words: below that the mark is on something smaller than the page


@dataclass(frozen=True, slots=True)
class _Weight:
    """The number of words in an element, and the number of those in links."""

    words: int
    linked: int

    @property
    def plain(self) -> int:
        return self.words - self.linked


_NOTHING = _Weight(0, 0)


class _Weights:
    """The weights of all elements of a tree, computed in one pass."""

    def __init__(self, root: Element) -> None:
        from lxml import etree

        self._of: dict[Element, _Weight] = {}
        for _, element in etree.iterwalk(root, events=("end",)):
            words, linked = _count(element.text), 0
            for child in element:
                inner = self._of.get(child, _NOTHING)
                words += inner.words + _count(child.tail)
                linked += inner.linked
            if tag(element) == "a" and element.get("href"):
                linked = words
            self._of[element] = _Weight(words, linked)

    def __getitem__(self, element: Element) -> _Weight:
        return self._of.get(element, _NOTHING)


def marked_part(body: Element) -> Element:
    """Remove boilerplate from the tree and return its main element.

    The result is never empty if the page has text. The tree must have been cleaned by
    `html_tree.remove_unseen`.
    """
    _remove_furniture(body)
    weights = _Weights(body)
    chosen = _marked_main(body, weights)
    if chosen is None:
        chosen = _densest(body, weights)
    _remove_link_lists(chosen, weights)
    return chosen


def body_of(root: Element) -> Element:
    """Return the body, or the root if libxml2 left unknown elements in the head."""
    head, body = root.find("head"), root.find("body")
    return root if body is None or (head is not None and len(head)) else body


def _remove_furniture(body: Element) -> None:
    weights = _Weights(body)
    most = weights[body].words * _FURNITURE_MOST
    for element in list(body.iter()):
        if element is body or not _is_furniture(element):
            continue
        inside_article = next(element.iterancestors("article"), None) is not None
        if weights[element].words <= most and not (tag(element) == "header" and inside_article):
            remove(element)


def _is_furniture(element: Element) -> bool:
    name = tag(element)
    if name in {"head", "body", "main", "article", "html"} or not name:
        return False
    if name in _FURNITURE_TAGS or element.get("role") in _FURNITURE_ROLES:
        return True
    if name == "header":
        return element.find(".//h1") is None
    if name in {"table", "tr", "td", "code", "pre", "span", "a", "p", "h1", "h2", "h3"}:
        return False
    named = f"{element.get('class') or ''} {element.get('id') or ''}".lower()
    words = _WORD.findall(named)
    return not _FURNITURE_WORDS.isdisjoint(words) or "visually-hidden" in named


def _marked_main(body: Element, weights: _Weights) -> Element | None:
    least = max(1, weights[body].words * _MAIN_LEAST)
    for candidates in _candidates(body):
        if not candidates:
            continue
        best = max(candidates, key=lambda element: weights[element].words)
        if weights[best].words >= least:
            return best
    return None


def _candidates(body: Element) -> list[list[Element]]:
    by_id: dict[str, Element] = {}
    for element in body.iterfind(".//*[@id]"):
        by_id.setdefault(element.get("id"), element)
    by_class = [
        element
        for element in body.iterfind(".//*[@class]")
        if not set(element.get("class").split()).isdisjoint(_MAIN_CLASSES)
    ]
    return [
        list(body.iterfind(".//article")),
        [by_id[name] for name in _MAIN_IDS[:2] if name in by_id],
        by_class,
        [*body.iterfind(".//main"), *body.iterfind(".//*[@role='main']")],
        [by_id[name] for name in _MAIN_IDS if name in by_id],
    ]


def _densest(body: Element, weights: _Weights) -> Element:
    """Descend into the tree while a single child contains nearly all words outside of links.

    On pages that consist almost entirely of links, the words in links count as well.
    """
    whole = weights[body]
    linked = whole.plain < whole.words * _PLAIN_LEAST

    def weight(element: Element) -> int:
        return weights[element].words if linked else weights[element].plain

    element = body
    while True:
        heir = max(element, key=weight, default=None)
        if heir is None or weight(heir) < max(1, weight(element) * 0.8):
            return _container(element)
        element = heir


def _container(element: Element) -> Element:
    """Return the element or its nearest ancestor outside of any list, table or text."""
    while tag(element) not in _CONTAINERS and element.getparent() is not None:
        element = element.getparent()
    return element


def _remove_link_lists(chosen: Element, weights: _Weights) -> None:
    """Remove blocks that contain only links, unless these links are the content of the page."""
    whole = weights[chosen].words
    found = {
        element
        for element in chosen.iter("ul", "ol", "div", "section")
        if element is not chosen and _is_link_list(element, weights[element], whole)
    }
    outermost = [e for e in found if found.isdisjoint(e.iterancestors())]
    if sum(weights[element].words for element in outermost) <= whole * _LINK_LISTS_MOST:
        for element in outermost:
            remove(element)


def _is_link_list(element: Element, weight: _Weight, whole: int) -> bool:
    if not weight.words or weight.words > whole * 0.15 or weight.linked < weight.words * 0.8:
        return False
    return sum(1 for _ in element.iter("a")) >= 4


def _count(text: str | None) -> int:
    return len(text.split()) if text else 0


# --- Decision trees, evaluated with numpy
#
# Trees are not walked. All comparisons of a tree are evaluated for all blocks at once; each "no"
# rules out the leaves on its yes side, and the first leaf not ruled out is the result (QuickScorer,
# Lucchese et al. 2015). This takes a few passes over plain arrays.

LEAVES: Final = 16
"""The maximum number of leaves per tree. A set of leaves is stored with one bit for each."""

_ALL: Final = (1 << LEAVES) - 1
_CHUNK: Final = 256  # blocks at a time: their answers stay in the processor's cache


@dataclass(frozen=True, slots=True)
class Forest:
    """A decision forest.

    Each tree has ``LEAVES - 1`` comparisons (feature <= limit) and leaf values.
    """

    features: NDArray[np.int16]  # trees x questions
    limits: NDArray[np.float32]  # trees x questions
    left_out: NDArray[np.uint16]  # trees x questions: the leaves that a no leaves possible
    values: NDArray[np.float32]  # trees x leaves

    def chances(self, matrix: NDArray[np.float32]) -> NDArray[np.float32]:
        """Return a probability from 0 to 1 for each column of a matrix of features x blocks."""
        parts = [
            self._sums(matrix[:, at : at + _CHUNK]) for at in range(0, matrix.shape[1], _CHUNK)
        ]
        sums = np.concatenate(parts) if parts else np.zeros(0, np.float32)
        return (1 / (1 + np.exp(-sums))).astype(np.float32)

    def _sums(self, matrix: NDArray[np.float32]) -> NDArray[np.float64]:
        trees, questions = self.features.shape
        no = matrix[self.features.ravel()] > self.limits.reshape(-1, 1)
        open_leaves = np.where(no, self.left_out.reshape(-1, 1), np.uint16(_ALL))
        open_leaves = open_leaves.reshape(trees, questions, -1)
        leaf = _first_leaf()[np.bitwise_and.reduce(open_leaves, axis=1)]
        found = np.take_along_axis(self.values, leaf, axis=1)
        return np.asarray(found.sum(axis=0, dtype=np.float64))


@cache
def _first_leaf() -> NDArray[np.intp]:
    """Return the number of the first leaf in every possible set of leaves, represented as bits."""
    sets = np.arange(_ALL + 1, dtype=np.int64)
    lowest = sets & -sets
    return np.where(sets, np.log2(np.maximum(lowest, 1)), 0).astype(np.intp)


@dataclass(frozen=True, slots=True)
class Model:
    """A trained model: decision trees, and the odds of words in element names and texts."""

    forest: Forest
    odds: dict[str, float]


def load_model(path: Path) -> Model:
    """Read a model written by `save_model`.

    Raises:
        OSError: the file cannot be read.
    """
    with np.load(path, allow_pickle=False) as data:
        forest = Forest(data["features"], data["limits"], data["left_out"], data["values"])
        words = bytes(data["words"]).decode("utf-8").split("\n")
        odds = dict(zip(words, data["odds"].astype(float).tolist(), strict=True))
    return Model(forest, odds)


def save_model(path: Path, model: Model) -> None:
    """Write a model without using pickle. The same model always produces the same bytes."""
    words = "\n".join(model.odds).encode("utf-8")
    forest = model.forest
    with path.open("wb") as file:
        np.savez_compressed(
            file,
            features=forest.features,
            limits=forest.limits,
            left_out=forest.left_out,
            values=forest.values,
            words=np.frombuffer(words, np.uint8),
            odds=np.array(list(model.odds.values()), np.float16),
        )


# --- Blocks of one template: all titles of teasers, all texts of posts, ...
#
# Either all or none of them are main content, and each single estimate has an error.

_SHARE_OF_GROUP: Final = 0.5
_SUREST: Final = 1e-6  # of a chance to be wrong, so that its odds stay finite


def average_over_templates(page: Page, chances: NDArray[np.float32]) -> NDArray[np.float32]:
    """Move each block's log-odds halfway to the mean of its template, weighted by length."""
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
    """Return the template number of each block.

    Blocks with the same path of names share a template.
    """
    known: dict[tuple[int, tuple[str, ...]], int] = {}
    of_place: list[int] = []
    for names, parent in zip(page.names, page.parents, strict=True):
        path = of_place[parent] if parent >= 0 else -1
        of_place.append(known.setdefault((path, names), len(known)))
    return np.array([of_place[block.place] for block in page.blocks], np.intp)


# --- Which blocks to keep, given their probabilities

_SHARE_OF_HOPE: Final = 0.42
_LEAST: Final = 0.1
_MOST: Final = 0.45
_SMALL_PAGE: Final = 250.0  # words
_SHARE_OF_WHOLE: Final = {"table": 0.5, "ul": 0.7, "ol": 0.7, "dl": 0.7}
_LONG_LIST: Final = 400  # blocks
_COPY_LEAST: Final = 12  # words
# a repeated description or cell belongs to each function or row it describes
_NO_COPIES: Final = frozenset(("dd", "pre", "td", "th"))
_SHELL_BEST: Final = 0.25  # chance of the likeliest block
_BARE_SHELL_BEST: Final = 0.1
_BARE_SHELL_LEAST: Final = 100.0  # words
_SHELL_WORDS: Final = 8.0  # that can be expected to be main content


def kept_blocks(page: Page, chances: NDArray[np.float32]) -> list[bool]:
    """Return for each block whether it is kept."""
    words = np.array([block.words for block in page.blocks])
    chances = average_over_templates(page, chances)
    keep = [bool(kept) for kept in chances >= limit(chances, words)]
    _complete_lists(page, keep)
    _complete_code(page, keep)
    _drop_copies(page, keep)
    return keep


def _complete_lists(page: Page, keep: list[bool]) -> None:
    """Keep a whole table or list if most of it is kept, because single rows are meaningless.

    Large ones are excluded, because they may contain the layout of an old page or its comments.
    """
    for number, name in enumerate(page.tags):
        share = _SHARE_OF_WHOLE.get(name)
        if share is None:
            continue
        first, end = page.firsts[number], page.ends[number]
        size = end - first
        if 2 < size <= _LONG_LIST and sum(keep[first:end]) >= share * size:
            keep[first:end] = [True] * size


def _complete_code(page: Page, keep: list[bool]) -> None:
    """Keep code directly before or after a kept block in the same section.

    This is safe, because menus contain no code.
    """
    kept = keep.copy()
    for number, block in enumerate(page.blocks):
        if page.tags[block.place] == "pre" and not kept[number]:
            section = max(page.parents[block.place], 0)
            beside = kept[max(number - 1, page.firsts[section]) : page.ends[section]][:3]
            keep[number] = any(beside)


def _drop_copies(page: Page, keep: list[bool]) -> None:
    """Keep only the first of several long blocks with the same text in different parts of the page.

    Pages repeat content for narrow windows, in expandable texts and in quotations of posts. Short
    blocks next to a copy, such as its heading or a button, are dropped too if they also occur next
    to the original.
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
    """Yield the neighbors of a block in one direction while they are too short to be copies."""
    number += step
    while 0 <= number < len(blocks) and blocks[number].words < _COPY_LEAST:
        yield number
        number += step


def is_shell(page: Page, chances: NDArray[np.float32], *, scripted: bool) -> bool:
    """Return whether the page has no main content, only menus and a footer.

    This is more likely if the page runs scripts. Without scripts, the model must be more certain
    and the page must be larger, because one or two lines on a bare page are its content.
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
    It is near 0.5 on clear pages such as articles, and lower on pages such as listings and forums,
    where the model is less certain. The actual limit is lower still, because losing relevant text
    is worse than keeping an extra line. It is lowest on small pages, which contain little noise.
    """
    order = np.argsort(-chances, kind="stable")
    expected = np.cumsum((chances * words)[order])
    hoped = 2 * expected / (np.cumsum(words[order]) + expected[-1] + 1e-9)
    best = float(np.clip(hoped.max() * _SHARE_OF_HOPE, _LEAST, _MOST))
    return best * min(1.0, float(words.sum()) / _SMALL_PAGE)


# --- The tree without the other blocks; the structure around kept blocks stays

_CELLS = frozenset(("td", "th"))
_PRUNING_CONTAINERS = frozenset(
    ("article", "body", "center", "div", "form", "html", "main", "noscript", "section")
)


def prune(page: Page, keep: Sequence[bool]) -> Element:
    """Remove all other blocks from the tree, and return the innermost container of the kept ones.

    ``keep`` contains one flag per block. At least one of them must be True.
    """
    kept = [0]
    for wanted in keep:
        kept.append(kept[-1] + wanted)
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
            _empty(element)
        else:
            remove(element)


def _empty(element: Element) -> None:
    element.text = None
    for child in list(element):
        element.remove(child)


def _pruning_container(page: Page, held: Sequence[int]) -> Element:
    found = 0
    for number, name in enumerate(page.tags):
        # places are in page order: each that holds all kept blocks lies within the one before
        if held[number] == held[0] and name in _PRUNING_CONTAINERS:
            found = number
    return page.elements[found]


def main_content(root: Element, signs: PageSigns) -> Element | None:
    """Remove everything but the main content from the tree, and return its element.

    Returns None if the page is an empty shell to be filled by scripts, with nothing but menus and a
    footer. The tree must have been cleaned by `html_tree.remove_unseen`.
    """
    body = body_of(root)
    page = read_blocks(body)
    if not page.blocks:
        return body
    if page.is_cut:
        return marked_part(body)
    likely = chances(page, signs)
    if is_shell(page, likely, scripted=signs.scripted):
        return None
    keep = kept_blocks(page, likely)
    if not any(keep):
        return marked_part(body)
    return prune(page, keep)


def chances(page: Page, signs: PageSigns) -> NDArray[np.float32]:
    """Return for each block of a page the probability that it is main content."""
    model = reader_model()
    return model.forest.chances(matrix(page, signs, model.odds))


@cache
def reader_model() -> Model:
    """Load the trained model once per process.

    Calling this early saves the first page the loading time.
    """
    return load_model(resource_path("reader", "blocks.npz"))
