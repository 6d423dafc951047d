"""Detect a page's site name, title and author."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import chain, islice, pairwise
from typing import Any, Final
from urllib.parse import urlsplit

from desktop_agent.core.text import one_line, whole_words
from desktop_agent.system.resources import resource_pattern, toml_resource
from desktop_agent.web.extract import html_tree
from desktop_agent.web.extract.facts.linked_data import (
    JsonObject,
    as_list,
    first_of,
    is_page,
    name_of,
    names_by_id,
    type_name,
    value_text,
)
from desktop_agent.web.extract.facts.meta_tags import MetaTags
from desktop_agent.web.extract.html_tree import Element, inner_text

# --- Site name

MAX_NAME: Final = 80  # maximum characters of a name; longer texts are slogans


def site_names(objects: Sequence[JsonObject], tags: MetaTags) -> tuple[str, ...]:
    """Return the site names declared by the page, most reliable first."""
    said = filter(None, dict.fromkeys(_said(objects, tags)))
    addresses = ("http:", "https:", "@")
    return tuple(each for each in said if len(each) <= MAX_NAME and not each.startswith(addresses))


def _said(objects: Sequence[JsonObject], tags: MetaTags) -> Iterator[str]:
    yield from tags.get("og:site_name", ())[:1]
    for item in objects:
        if type_name(item) == "WebSite":
            yield name_of(item)
    names = names_by_id(objects)
    for item in objects:
        if is_page(item):
            yield _person(first_of(item.get("publisher")), names)
    yield from tags.get("application-name", ())[:1]


# --- Title, without the name of the site
#
# A page's title is in up to four places that differ: ``<title>`` contains the site's name and words
# for search engines, ``og:title`` those for sharing, and ``<h1>`` may be a slogan or the site's own
# name. The heading repeated by ``<title>`` or ``og:title`` is right nine times in ten.

MAX_TITLE: Final = 300  # maximum characters of a title; longer titles are cut

_SEPARATOR = re.compile(
    r"\s[-\u2013\u2014|\u00b7\u2022\u00bb\u00ab\u203a~/\\]{1,2}\s|\s?[|\u00bb\uff5c]\s?|\s?::\s?"
)
_NO_WORD = re.compile(r"[\W_]+")
_HEADINGS = 6
_SHORTEST_LABEL = 4  # letters of a host's label that may be a part of the site's name
_HEADLINE = 3  # words; shorter headings name a section ("News", "Tides")
_SHARED = 0.4  # of the words of the shorter text
_SLOGAN = 14  # letters that a name may have in addition to that label


class _Site:
    """Recognizes a site's name in titles by its declared names and its host."""

    def __init__(self, names: Sequence[str], url: str) -> None:
        self._names = {_words(name) for name in names}
        try:
            labels = (urlsplit(url).hostname or "").split(".")[:-1]
        except ValueError:
            labels = []
        self._labels = {_joined(label) for label in labels if len(label) > 2} - {"www", "com"}

    def is_named(self, text: str) -> bool:
        """Return whether the text is roughly the site's name or host, or contains no words."""
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
        """Return a title without the site's name.

        The name is removed from the start of the title, or from its end with any text after it.
        """
        places = [match.span() for match in _SEPARATOR.finditer(title)]
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
    """Return the page title from an unmodified tree; ``names`` are the site's names.

    On an ``article``, a heading similar to ``<title>`` is preferred, because it is the headline. On
    other pages, such as those of shops, headings are usually slogans.
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
    """Return the text of ``<title>`` on one line."""
    found = root.find(".//head/title")
    return "" if found is None else one_line(html_tree.text_of(found), MAX_TITLE)


def parts_of_title(title: str) -> Iterator[str]:
    """Yield the full title, then its parts between separators such as `` | `` and `` - ``."""
    yield title
    places = [match.span() for match in _SEPARATOR.finditer(title)][:8]
    for start, end in places:
        yield title[:start]
        yield title[end:]
    for (_, start), (end, _) in pairwise(places):
        yield title[start:end]


def _headings(root: Element) -> Iterator[str]:
    texts = (one_line(html_tree.text_of(each), MAX_TITLE) for each in root.iter("h1"))
    return islice(filter(None, texts), _HEADINGS)


def _words(text: str) -> str:
    return " ".join(_NO_WORD.sub(" ", text.casefold()).split())


def _joined(text: str) -> str:
    return _NO_WORD.sub("", text.casefold())


MAX_AUTHOR: Final = 160  # maximum characters of all author names together
_MOST_AUTHORS = 6
_LONGEST_NAME = 80
_LONGEST_BYLINE = 120
_MOST_WORDS = 8  # of a displayed name
_BYLINES_WITHIN = 3000  # elements
_LOOKED_AT = 12  # elements; a long page has an author box for each comment
_pattern = partial(resource_pattern, ("reader", "facts.toml"), flags=re.IGNORECASE)
_MAY_BE_MARKED = (
    "a", "address", "cite", "div", "h4", "h5", "h6", "li", "p", "span", "strong",
)  # fmt: skip
_MARKED = re.compile("[aA]uthor|[bB]yline|username")


def page_author(
    root: Element, objects: Sequence[JsonObject], tags: MetaTags, sites: Sequence[str]
) -> str:
    """Return the comma-separated author names from an unmodified tree, or "".

    Names of people take precedence over ``sites``, the names of the site, which many pages declare
    as the author.
    """
    own = {site.casefold() for site in sites}
    fallback = ""
    for said in (_declared(objects), _in_meta(tags), _shown(root)):
        names = list(dict.fromkeys(filter(None, map(_name, said))))[:_MOST_AUTHORS]
        found = whole_words(", ".join(names), MAX_AUTHOR)
        if names and not own.issuperset(name.casefold() for name in names):
            return found
        fallback = fallback or found
    return fallback


def _declared(objects: Sequence[JsonObject]) -> Iterable[str]:
    """Return the author names of the first object that describes the page and has an author."""
    known = names_by_id(objects)
    for item in objects:
        if is_page(item):
            for owner in (item, first_of(item.get("mainEntity"))):
                if isinstance(owner, dict):
                    names = [_person(one, known) for one in as_list(owner.get("author"))]
                    if any(map(_name, names)):
                        return names
    return ()


def _person(value: Any, known: dict[str, str]) -> str:
    if not isinstance(value, dict) or "@value" in value:
        return value_text(value)
    return name_of(value) or known.get(str(value.get("@id")), "")


def _in_meta(tags: MetaTags) -> Iterator[str]:
    for name in toml_resource("reader", "facts.toml")["author_tags"]:
        if name == "twitter:data1":
            labels = tags.get("twitter:label1", ("",))
            if labels[0].lower() not in toml_resource("reader", "facts.toml")["written_by"]:
                continue
        found = [one for one in tags.get(name, ()) if _name(one)]
        if found:
            yield from found
            return


def _shown(root: Element) -> Iterator[str]:
    """Yield the first visible byline that looks like a name.

    Elements marked as the author are searched before lines that begin with "by" or similar words.
    """
    start = html_tree.body_or_root(root)
    for element in chain(islice(_marked(start), _LOOKED_AT), _bylines(start)):
        text = _first_line(element)
        login = "username" in (element.get("class") or "")
        above = islice(element.iterancestors(), 30)
        if _is_namelike(_name(text), login=login) and not any(
            each.tag in {"form", "footer", "nav", "label"} for each in above
        ):
            yield text
            return


def _marked(start: Element) -> Iterator[Element]:
    for element in start.iter(*_MAY_BE_MARKED):
        names, target = element.get("class"), element.get("href")
        if (
            (names and _MARKED.search(names))
            or (target and ("/author/" in target or "/authors/" in target))
            or element.get("rel") == "author"
        ):
            yield element


def _bylines(start: Element) -> Iterator[Element]:
    byline = _pattern("bylines")
    for element in islice(start.iter("p", "span", "div", "li", "h2", "h4", "h5"), _BYLINES_WITHIN):
        words = (element.text or "").strip()[:_LONGEST_BYLINE]
        if words and byline.match(words):
            yield element


def _first_line(element: Element) -> str:
    """Return a byline up to the first comma or line break, or "" if its text is too long."""
    text = inner_text(element, _LONGEST_BYLINE)
    if len(text) > _LONGEST_BYLINE:
        return ""
    begun = _pattern("before_name").match(text)
    start = begun.end() if begun else 0
    return text[:start] + text[start:].lstrip(" ,").partition(",")[0]


def _name(text: str) -> str:
    """Strip the words around the name in a byline; return "" if there is no name."""
    text = whole_words(text, _LONGEST_BYLINE)
    begun = _pattern("before_name").match(text)
    if begun:
        text = text[begun.end() :]
    after = _pattern("after_name").search(text)
    if after:
        text = text[: after.start()]
    text = text.strip(" ,;:.|/-\u2013\u2014\u2022\u00b7").removeprefix("@")
    if len(text) < 2 or len(text) > _LONGEST_NAME or _pattern("no_name").search(text):
        return ""
    return "" if text.lower() in toml_resource("reader", "facts.toml")["not_authors"] else text


def _is_namelike(text: str, *, login: bool) -> bool:
    """Return whether a byline looks like a name; only a ``login`` may start in lower case."""
    words = text.split()
    if (
        not words
        or text.endswith((":", "?", "!", "*"))
        or text.casefold() in toml_resource("reader", "facts.toml")["orders"]
    ):
        return False
    if words[0] == "the":  # team of a company
        words = words[1:5]
    return len(words) <= _MOST_WORDS and bool(words) and (login or not words[0][0].islower())
