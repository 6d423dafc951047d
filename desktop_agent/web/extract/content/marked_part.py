"""The part of a page that it marks as its main one itself.

For pages that the learned reader makes nothing of. Rules, in order: what pages mark as furniture goes (navigation, cookie banners, sharing, related
links); then the element that the page itself calls its main part, else the one that holds most of
the words that are not links.
"""

import re
from dataclasses import dataclass

from desktop_agent.web.extract.tree.html_tree import Element, remove, tag

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
    """How many words an element holds, and how many of them are links."""

    words: int
    linked: int

    @property
    def plain(self) -> int:
        return self.words - self.linked


_NOTHING = _Weight(0, 0)


class _Weights:
    """The weights of all elements of a tree, taken in one pass."""

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
    """Takes furniture out of the tree and gives its main element; never an empty one of a page with text.

    The tree must have been through `html_tree.remove_unseen`.
    """
    _remove_furniture(body)
    weights = _Weights(body)
    chosen = _marked_main(body, weights)
    if chosen is None:
        chosen = _densest(body, weights)
    _remove_link_lists(chosen, weights)
    return chosen


def body_of(root: Element) -> Element:
    """Gives the body, or all where libxml2 left elements that it does not know in the head."""
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
    """Goes down as long as one child holds nearly all words that are not links.

    On a page that is nearly all links, they count as well.
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
    """Gives the element or the nearest one around it that is no part of a list, table or text."""
    while tag(element) not in _CONTAINERS and element.getparent() is not None:
        element = element.getparent()
    return element


def _remove_link_lists(chosen: Element, weights: _Weights) -> None:
    """Drops blocks that are links alone, unless such blocks are what the page is about."""
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
