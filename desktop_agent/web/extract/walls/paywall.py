"""Whether a page gives only the beginning of a text that is paid for."""

import re
from collections.abc import Iterator
from itertools import chain, islice

from desktop_agent.web.extract.facts.access import Access
from desktop_agent.web.extract.tree import html_tree
from desktop_agent.web.extract.tree.html_tree import Element
from desktop_agent.web.extract.walls.phrases import pattern
from desktop_agent.web.extract.walls.signs import weight

_PREVIEW = 3500  # weight; few previews are longer
_PAID_PART = 1500  # weight of a paid part that is there
_LONG_PREVIEW = 2 * _PREVIEW
_SHORT_PREVIEW = 2000
_MOST_OF_IT = 0.7  # of the words that a page says it has
_FEW = 20  # elements of one class
_LETTERS_A_WORD = 6
_LONGEST_NOTE = 240  # characters
_MOST_PARTS = 60  # texts within an element; a note has a few
# parts of the words of every note, quick to look for; in the case in which markup has them
_STEMS = (
    "ontinue reading", "eep reading", "inish reading", "o read the", "nlock", "ubscribers",
    "ubscription", "ubscribe to", "ubscribe and", "ubscribe now", "aying members", "r members",
    "eiterlesen", "lesen", "bonn", "uscr", "ssinante", "assine", "leia", "bbon", "continuare",
    "abonnee", "verder", "prenumer", "czytaj", "subskryb", "подпис", "会員", "有料", "続き", "订阅",
    "付费", "訂閱", "会员", "유료", "구독", "للمشتركين",
)  # fmt: skip
_POP_UP = re.compile(r"modal|pop-?up|overlay|lightbox", re.IGNORECASE)
_ABOVE = 30  # elements around a note
_BLOCKS = ("p", "h2", "h3", "h4", "h5", "div", "section", "li", "strong", "span", "a")
_SELECTOR = re.compile(r"[\w-]{0,20}([.#])([\w-]{1,60})")


def is_preview(markup: str, text: str, access: Access) -> bool:
    """True when the page says itself that more is to be had for money, and what is here is short.

    ``text`` is what was read of ``markup``. Much of what is declared as paid for is served whole all
    the same: for search engines, to first readers, in countries where it costs nothing. So the
    declaration alone tells little.
    """
    size = weight(text)
    if access.paid and access.words:
        # the second for scripts without spaces between words
        return 0 < max(len(text.split()), size // _LETTERS_A_WORD) < _MOST_OF_IT * access.words
    if not 0 < size < (_LONG_PREVIEW if access.paid else _PREVIEW):
        return False
    if not access.paid and not any(stem in markup for stem in _STEMS):
        return False
    seen = html_tree.parse(markup)  # once more: the note is no part of what was read
    html_tree.remove_unseen(seen)
    if not access.paid:
        return _has_note(seen)
    return not _is_served(seen, access.selectors) and (size < _SHORT_PREVIEW or _has_note(seen))


def _is_served(seen: Element, selectors: tuple[str, ...]) -> bool:
    """True when the part that is paid for is there, and long."""
    found = [element for selector in selectors for element in _selected(seen, selector)]
    return any(weight(html_tree.text_of(element)) >= _PAID_PART for element in found[:_FEW])


def _selected(root: Element, selector: str) -> Iterator[Element]:
    """Yields what a selector by class or id stands for; others are not understood."""
    match = _SELECTOR.fullmatch(selector)
    if match is None:
        return
    name = match[2]
    for element in root.iter():
        if match[1] == "#":
            if element.get("id") == name:
                yield element
        elif name in (element.get("class") or "").split():
            yield element


def _has_note(seen: Element) -> bool:
    note = pattern("paywall")
    return any(
        note.match(_folded(_beginning(element))) and not _pops_up(element)
        for element in seen.iter(*_BLOCKS)
    )


def _pops_up(element: Element) -> bool:
    """True within what scripts show over a page: offers of newsletters say the same of free texts."""
    around = chain((element,), islice(element.iterancestors(), _ABOVE))
    return any(_POP_UP.search((each.get("class") or "")[:300]) for each in around)


def _beginning(element: Element) -> str:
    """Gives the words of a short element; nothing of a long one, of which little is read."""
    parts: list[str] = []
    size = 0
    for part in element.itertext():
        parts.append(part)
        size += len(part.strip())
        if size > _LONGEST_NOTE or len(parts) == _MOST_PARTS:
            return ""
    return " ".join("".join(parts).split())


def _folded(text: str) -> str:
    return text.casefold().replace("\u2019", "'")
