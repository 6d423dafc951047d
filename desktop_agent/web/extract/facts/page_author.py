"""Who wrote a page: from JSON-LD and microdata, meta tags, or the line below the headline."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain, islice
from typing import Any, Final

from desktop_agent.web.extract.facts.json_ld import JsonObject
from desktop_agent.web.extract.facts.linked_data import is_page, name_of, value_text
from desktop_agent.web.extract.facts.meta_tags import MetaTags
from desktop_agent.web.extract.readable import whole_words
from desktop_agent.web.extract.tree.html_tree import Element
from desktop_agent.web.extract.tree.inner_text import inner_text

MAX_AUTHOR: Final = 160
"""Characters of all names together."""

_MOST_AUTHORS = 6
_LONGEST_NAME = 80
_LONGEST_BYLINE = 120
_MOST_WORDS = 8  # of a name that is shown
_BYLINES_WITHIN = 3000  # elements
_LOOKED_AT = 12  # elements; a long page has an author box for each comment
_META = (
    "author", "article:author", "parsely-author", "citation_author", "dc.creator", "dcterms.creator",
    "sailthru.author", "byl", "cxenseparse:author", "twitter:data1",
)  # fmt: skip
_WRITTEN_BY = frozenset(("written by", "author", "by", "verfasst von", "écrit par", "escrito por"))
_BY = re.compile(
    r"(?:(?:written|posted|published|reviewed|story|words|article|guide|blog post)\s+)?by\b[:\s]*"
    r"|(?:written by|authors?|about the author|auteurs?|autore?s?|autora|autor(?:in)?|verfasst von"
    r"|geschrieben von|écrit par|publié par|scritto da|escrito por|publicado por|geschreven door"
    r"|napisane przez|автор|作者|文|撰文|執筆|著者|기자|글|بقلم|الكاتب)\s*[:\uff1a/\uff0f]\s*"
    r"|(?:von|par|por|da|di|door|przez)\s+(?-i:(?=[A-ZÀ-ÞĀ-ŽА-Я]))",
    re.IGNORECASE,
)
# what follows a name in a byline: a date, a time, a count, a way to follow
_AFTER = re.compile(
    r"\s*(?:[|\u2022\u00b7\u2013\u2014]|\s-\s|\b(?:published|updated|posted|last|on)\b|\bmin(?:ute)?s? read\b"
    r"|,?\s\d{1,3}\b|,\s(?:19|20)\d\d\b|\b(?:19|20)\d\d\b|\d{1,2}[./]\d|\b(?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]{0,6}\.?\s\d"
    r"|\bfollow\b|\bview all\b|\bsee full bio\b)",
    re.IGNORECASE,
)
_NO_NAME = re.compile(
    r"https?:|www\.|@\S{1,60}\.\w|\.(?:com|org|net)/|[{}<>=]|\d{5}", re.IGNORECASE
)
_BYLINE = re.compile(
    r"(?:written |posted |published |article |guide |words )?by\b|written by", re.IGNORECASE
)
_ORDERS = frozenset(
    ("sign in", "log in", "login", "get in touch", "subscribe", "share", "menu", "name")
)
_NOBODY = frozenset(
    ("admin", "administrator", "anonymous", "author", "by", "default", "editor", "guest", "none",
     "null", "unknown", "user", "webmaster", "website", "wordpress", "wpadmin")
)  # fmt: skip


def page_author(
    root: Element, objects: Sequence[JsonObject], tags: MetaTags, sites: Sequence[str]
) -> str:
    """Gives the names, apart by commas, of a tree as it was parsed; else "".

    A person counts before the site itself, which many pages declare: ``sites`` are its names.
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
    """Gives the names of the first object that is the page or its text and has any."""
    known = {item["@id"]: name_of(item) for item in objects if isinstance(item.get("@id"), str)}
    for item in objects:
        if is_page(item):
            entity = _as_list(item.get("mainEntity"))[0]
            for owner in (item, entity):
                if isinstance(owner, dict):
                    names = [_person(one, known) for one in _as_list(owner.get("author"))]
                    if any(map(_name, names)):
                        return names
    return ()


def _person(value: Any, known: dict[str, str]) -> str:
    if not isinstance(value, dict) or "@value" in value:
        return value_text(value)
    return name_of(value) or known.get(str(value.get("@id")), "")


def _in_meta(tags: MetaTags) -> Iterator[str]:
    for name in _META:
        if name == "twitter:data1":
            labels = tags.get("twitter:label1", ("",))
            if labels[0].lower() not in _WRITTEN_BY:
                continue
        found = [one for one in tags.get(name, ()) if _name(one)]
        if found:
            yield from found
            return


def _shown(root: Element) -> Iterator[str]:
    """Yields the first name that is marked as the author's, or stands in a line that begins with "by"."""
    body = root.find("body")
    start = root if body is None else body
    for element in chain(islice(_marked()(start), _LOOKED_AT), _bylines(start)):
        text = _first_line(element)
        login = "username" in (element.get("class") or "")
        if _is_namelike(_name(text), login=login) and _is_shown(element):
            yield text
            return


@cache
def _marked() -> Any:
    from lxml import etree

    return etree.XPath(
        "descendant::*[self::a or self::span or self::p or self::div or self::address or self::li"
        " or self::strong or self::cite or self::h4 or self::h5 or self::h6]"
        "[@rel='author' or contains(@class, 'author') or contains(@class, 'byline')"
        " or contains(@class, 'Byline') or contains(@class, 'Author')"
        " or contains(@class, 'username') or contains(@href, '/author/') or contains(@href, '/authors/')]"
    )


def _bylines(start: Element) -> Iterator[Element]:
    for element in islice(start.iter("p", "span", "div", "li", "h2", "h4", "h5"), _BYLINES_WITHIN):
        words = (element.text or "").strip()[:_LONGEST_BYLINE]
        if words and _BYLINE.match(words):
            yield element


def _first_line(element: Element) -> str:
    """Gives the words of a byline up to the comma or break after the name: a post or a date follows."""
    text = inner_text(element, _LONGEST_BYLINE)
    if len(text) > _LONGEST_BYLINE:
        return ""
    begun = _BY.match(text)
    start = begun.end() if begun else 0
    return text[:start] + text[start:].lstrip(" ,").partition(",")[0]


def _is_shown(element: Element) -> bool:
    above = islice(element.iterancestors(), 30)
    return not any(each.tag in {"form", "footer", "nav", "label"} for each in above)


def _name(text: str) -> str:
    """Gives the name in a byline without what stands around it; nothing where there is none."""
    text = whole_words(text, _LONGEST_BYLINE)
    begun = _BY.match(text)
    if begun:
        text = text[begun.end() :]
    after = _AFTER.search(text)
    if after:
        text = text[: after.start()]
    text = text.strip(" ,;:.|/-\u2013\u2014\u2022\u00b7").removeprefix("@")
    if len(text) < 2 or len(text) > _LONGEST_NAME or _NO_NAME.search(text):
        return ""
    return "" if text.lower() in _NOBODY else text


def _is_namelike(text: str, *, login: bool) -> bool:
    """Tells a name from other words in a byline; ``login`` is one that its owner has chosen."""
    words = text.split()
    if not words or text.endswith((":", "?", "!", "*")) or text.casefold() in _ORDERS:
        return False
    if words[0] == "the":  # team of a company
        words = words[1:5]
    return len(words) <= _MOST_WORDS and bool(words) and (login or not words[0][0].islower())


def _as_list(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value[:20] or [None]
    return [value]
