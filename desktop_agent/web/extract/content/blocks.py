"""Split a page into text blocks, and read the metadata that indicates its type.

In this package, a *place* is an element that forms a block in the page's layout. A *block* is a run
of text and inline elements directly inside a place, up to the next nested place. Both are listed in
document order, so the blocks inside a place are contiguous.
"""

import re
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final

from desktop_agent.web.extract.html_tree import BLOCKS, Element, holders, tag

# --- Declared page kinds

KINDS: Final = ("Article", "Product", "og:product", "DiscussionForumPosting", "BreadcrumbList")
"""The kinds of pages to detect; the trained model relies on their order."""

_ARTICLES = ("Article", "og:article")
_THREADS = ("DiscussionForumPosting", "QAPage")
_TYPE = re.compile(r'"@type"\s*:\s*"([A-Za-z]+)"')


@dataclass(frozen=True, slots=True)
class PageSigns:
    """Page metadata used as model features.

    ``kinds`` is a subset of `KINDS`, based on og:type and schema.org types. ``scripted`` is True if
    the page contains scripts, which may load its content. ``article`` is True if the page is
    declared to be an article but not a forum thread.
    """

    title: str
    url: str
    kinds: frozenset[str] = frozenset()
    scripted: bool = False
    article: bool = False


def page_signs(root: Element, markup: str, title: str, url: str) -> PageSigns:
    """Read the metadata from a tree parsed from ``markup``, before any elements are removed."""
    kinds = set(_TYPE.findall(markup))
    if any(kind.endswith("Article") or kind == "BlogPosting" for kind in kinds):
        kinds.add("Article")
    for meta in root.iter("meta"):
        if meta.get("property") == "og:type":
            kinds.add("og:" + (meta.get("content") or "").partition(".")[0].lower())
    scripted = root.find(".//script") is not None
    article = not kinds.isdisjoint(_ARTICLES) and kinds.isdisjoint(_THREADS)
    return PageSigns(title, url, frozenset(kinds.intersection(KINDS)), scripted, article)


MOST_BLOCKS: Final = 12_000  # maximum number of blocks; pages with more are logs, dumps or attacks
_PLACES: Final = (BLOCKS | {"caption"}) - {"dialog", "footnote", "frame"}
# scripts written without spaces: two characters count as a word
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]"
)
_COMMAS = re.compile("[,;\u060c\u061b\u3001\uff0c\uff1b]")
_ENDINGS = ".!?\u2026\u061f\u06d4\u0964\u3002\uff01\uff1f"
_STOPS = re.compile(f"[{_ENDINGS}](?=\\s|$|[\"'\u201d\u2019)\u3000-\uffef])")
_PRICE = re.compile(r"[$€£¥₹]\s?\d|\d\s?(?:[$€£¥₹]|EUR|USD|kr\b)")
_DIGIT = re.compile(r"\d")
# separators and arrows occur in breadcrumbs, menus and "read more"
_MARKS = re.compile("[|/\u00a9\u00ae\u00ab\u00bb\u2039\u203a\u2190\u2192\u00b7\u2022]")
_NAME = re.compile(r"[A-Z]?[a-z]{2,}|[A-Z]{2,}")
_HEAD = 400  # characters of a block that are looked at for digits, prices and marks
_FIRST_WORDS = 60


@dataclass(slots=True)
class Block:
    """A run of text inside a layout element.

    ``before`` is the nested element directly before it, or None.
    """

    place: int
    before: Element | None
    text: str
    words: float = 0.0
    linked: float = 0.0  # words that are links
    links: int = 0
    images: int = 0

    def signs(self) -> tuple[float, ...]:
        """Return the text features in the order expected by the trained model."""
        text, head = self.text, self.text[:_HEAD]
        words = text.split(None, _FIRST_WORDS)[:_FIRST_WORDS]
        some = len(words) or 1
        return (
            len(text),
            len(_COMMAS.findall(text)),
            len(_STOPS.findall(text)),
            text[-1:] != "" and text[-1] in _ENDINGS,
            text[-1:] in {":", "\uff1a"},
            text[:1].isupper(),
            len(_DIGIT.findall(head)) / (len(head) or 1),
            sum(map(str.isupper, words)) / some,
            sum(map(str.istitle, words)) / some,
            len(_PRICE.findall(head)),
            len(_MARKS.findall(head)),
            len(text) / (self.words or 1),
        )


@dataclass(slots=True)
class Page:
    """The layout elements and text blocks of a page.

    The lists of element data are parallel, with one entry per layout element.
    """

    elements: list[Element] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    names: list[tuple[str, ...]] = field(default_factory=list)  # see `place_names`
    parents: list[int] = field(default_factory=list)
    depths: list[int] = field(default_factory=list)
    firsts: list[int] = field(default_factory=list)  # index of the first block inside
    ends: list[int] = field(default_factory=list)  # index after the last block inside
    alike: list[int] = field(default_factory=list)  # with the same tag and class
    siblings: list[int] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)

    @property
    def is_cut(self) -> bool:
        return len(self.blocks) > MOST_BLOCKS


def read_blocks(body: Element) -> Page:
    """Split a tree cleaned by `html_tree.remove_unseen` into layout elements and text blocks."""
    reader = _Reader(holders(body, _PLACES))
    reader.read(body, -1, 0, 1, 1, linked=False)
    return reader.page


def place_names(element: Element) -> tuple[str, ...]:
    """Return an element's tag, role and property, followed by the words in its class and id."""
    get = element.get
    named = f"{get('class') or ''} {get('id') or ''}"[:300]
    return _place_names(element.tag, get("role"), get("itemprop"), named)


@lru_cache(maxsize=4096)
def _place_names(tag: str, role: str | None, prop: str | None, named: str) -> tuple[str, ...]:
    """Return the names of a place. Cached, because many elements share the same names."""
    found = [f"<{tag}>"]
    if role:
        found.append(f"role={role.lower()[:40]}")
    if prop:
        found.append(f"prop={prop.lower()[:40]}")
    found.extend(word.lower() for word in _NAME.findall(named))
    return tuple(dict.fromkeys(found))


def count_words(text: str) -> float:
    """Count words; in scripts without spaces, two characters count as one word."""
    words = len(text.split())
    if not text.isascii():
        words += len(_UNSPACED.findall(text)) // 2
    return words


class _Reader:
    """Collects the text blocks of a page, descending at most `html_tree.MAX_DEPTH` levels."""

    def __init__(self, holders: set[Element]) -> None:
        self.page = Page()
        self._holders = holders

    def read(
        self, element: Element, parent: int, depth: int, alike: int, siblings: int, *, linked: bool
    ) -> None:
        page, holders = self.page, self._holders
        if page.is_cut:
            return
        linked = linked or _is_link(element)
        here = len(page.elements)
        page.elements.append(element)
        page.tags.append(tag(element))
        page.names.append(place_names(element))
        page.parents.append(parent)
        page.depths.append(depth)
        page.firsts.append(len(page.blocks))
        page.ends.append(0)
        page.alike.append(alike)
        page.siblings.append(siblings)
        children = list(element)
        inner = [child for child in children if child in holders]
        kinds = Counter([(child.tag, child.get("class")) for child in inner]) if inner else {}
        block = Block(here, None, "")
        run = [element.text or ""]
        for child in children:
            if child in holders:
                self._end(block, run, linked=linked)
                same = kinds[child.tag, child.get("class")]
                self.read(child, here, depth + 1, same, len(inner), linked=linked)
                block, run = Block(here, child, ""), [child.tail or ""]
            else:
                _add(child, block, run)
                run.append(child.tail or "")
        self._end(block, run, linked=linked)
        page.ends[here] = len(page.blocks)

    def _end(self, block: Block, run: list[str], *, linked: bool) -> None:
        block.text = " ".join("".join(run).split())
        if block.text or block.images:
            block.words = count_words(block.text)
            block.linked = block.words if linked else min(block.words, block.linked)
            self.page.blocks.append(block)


def _is_link(element: Element) -> bool:
    """Return whether the element is a link; custom elements with an ``href`` count."""
    name = tag(element)
    return name == "a" or ("-" in name and element.get("href") is not None)


def _add(child: Element, block: Block, run: list[str]) -> None:
    name = tag(child)
    if name == "br":
        run.append(" ")
        return
    text = "".join(child.itertext()) if len(child) else child.text or ""
    run.append(text)
    if name == "img":
        block.images += 1
    elif _is_link(child):
        block.links += 1
        block.linked += count_words(text)
        block.images += len(child) > 0 and child.find(".//img") is not None
    elif len(child):
        for inner in child.iter("a", "img"):
            if inner.tag == "img":
                block.images += 1
            else:
                block.links += 1
                block.linked += count_words("".join(inner.itertext()))
