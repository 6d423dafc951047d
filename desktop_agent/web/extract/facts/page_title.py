"""The title of a page, without the name of its site.

What a page is called stands in up to four places, which differ: ``<title>`` has the site's name
and words for search engines, ``og:title`` those for sharing, and ``<h1>`` may be a slogan or the
site's own name. The heading that ``<title>`` or ``og:title`` repeats is right nine times in ten.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Final
from urllib.parse import urlsplit

from desktop_agent.web.extract.facts.meta_tags import MetaTags
from desktop_agent.web.extract.readable import one_line
from desktop_agent.web.extract.tree import html_tree
from desktop_agent.web.extract.tree.html_tree import Element

MAX_TITLE: Final = 300
"""Characters; what is longer is cut."""

_SEPARATOR = re.compile(
    r"\s[-\u2013\u2014|\u00b7\u2022\u00bb\u00ab\u203a~/\\]{1,2}\s|\s?[|\u00bb\uff5c]\s?|\s?::\s?"
)
_NO_WORD = re.compile(r"[\W_]+")
_HEADINGS = 6
_SHORTEST_LABEL = 4  # letters of a host's label that may be a part of the site's name
_HEADLINE = 3  # words; fewer are a rubric: "News", "Tides"
_SHARED = 0.4  # of the words of the shorter one
_SLOGAN = 14  # letters that a name may have beside that label


class _Site:
    """How to know the name of the site a page is of, from its names and its host."""

    def __init__(self, names: Sequence[str], url: str) -> None:
        self._names = {_words(name) for name in names}
        try:
            labels = (urlsplit(url).hostname or "").split(".")[:-1]
        except ValueError:
            labels = []
        self._labels = {_joined(label) for label in labels if len(label) > 2} - {"www", "com"}

    def is_named(self, text: str) -> bool:
        """True when a text is the site's name, perhaps with a word or two beside it."""
        joined = _joined(text)
        if not joined or _words(text) in self._names:
            return True
        return any(
            label == joined
            or (len(label) >= _SHORTEST_LABEL and label in joined and len(joined) < len(label) + _SLOGAN)
            or (len(joined) >= _SHORTEST_LABEL and joined in label and 2 * len(joined) >= len(label))
            for label in self._labels
        )  # fmt: skip

    def stripped(self, title: str) -> str:
        """Gives a title without the site's name, and what follows it, at its end; or its beginning."""
        places = [(match.start(), match.end()) for match in _SEPARATOR.finditer(title)]
        ends = [*(start for start, _ in places[1:]), len(title)]
        for (start, end), to in zip(places, ends, strict=False):
            if title[:start].strip() and (
                self.is_named(title[end:]) or self.is_named(title[end:to])
            ):
                return title[:start]
        if places and self.is_named(title[: places[0][0]]):
            return title[places[0][1] :]
        return title


def page_title(
    root: Element, tags: MetaTags, names: Sequence[str], url: str, *, article: bool
) -> str:
    """Gives the title of a tree as it was parsed; ``names`` are those of the site.

    On an ``article`` a heading that is worded otherwise than the ``<title>`` is the headline; on
    other pages (shops, services) it is mostly a slogan.
    """
    site = _Site(names, url)
    head = head_title(root)
    graph = one_line("".join(tags.get("og:title", ())[:1]), MAX_TITLE)
    headings = list(_headings(root))
    repeated = {_words(part) for title in (head, graph) for part in parts_of_title(title)} - {""}
    for heading in headings:
        if _words(heading) in repeated and not site.is_named(heading):
            return heading
    head, graph = site.stripped(head), site.stripped(graph)
    if graph and _words(graph) == _words(head):
        alike = (heading for heading in headings[:3] if article and _alike(heading, graph))
        return next(alike, graph)
    if len(headings) == 1 and _is_headline(headings[0]) and not site.is_named(headings[0]):
        return headings[0]
    told = [*filter(None, (graph, head)), *headings[:1]]
    return next((title for title in told if not site.is_named(title)), next(iter(told), ""))


def _is_headline(heading: str) -> bool:
    return len(_words(heading).split()) >= _HEADLINE


def _alike(heading: str, title: str) -> bool:
    one, other = set(_words(heading).split()), set(_words(title).split())
    return _is_headline(heading) and len(one & other) >= _SHARED * min(len(one), len(other))


def head_title(root: Element) -> str:
    """Gives the text of ``<title>`` on one line."""
    found = root.find(".//head/title")
    return "" if found is None else one_line(html_tree.text_of(found), MAX_TITLE)


def parts_of_title(title: str) -> Iterator[str]:
    """Yields the whole title, and all that its separators (`` | ``, `` - ``) cut it into."""
    yield title
    places = [(match.start(), match.end()) for match in _SEPARATOR.finditer(title)][:8]
    for start, end in places:
        yield title[:start]
        yield title[end:]
    for (_, start), (end, _) in pairwise(places):
        yield title[start:end]


def _headings(root: Element) -> Iterator[str]:
    found = 0
    for element in root.iter("h1"):
        text = one_line(html_tree.text_of(element), MAX_TITLE)
        if text:
            yield text
            found += 1
            if found == _HEADINGS:
                return


def _words(text: str) -> str:
    return " ".join(_NO_WORD.sub(" ", text.casefold()).split())


def _joined(text: str) -> str:
    return _NO_WORD.sub("", text.casefold())
