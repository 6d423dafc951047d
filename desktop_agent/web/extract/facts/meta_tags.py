"""Read page metadata, such as Open Graph (ogp.me), from ``<meta>`` elements."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import islice

from desktop_agent.core.research import FactOrigin, PageFact
from desktop_agent.core.text import whole_words
from desktop_agent.system.resources import toml_resource
from desktop_agent.web.extract.facts.linked_data import MAX_VALUE
from desktop_agent.web.extract.html_tree import Element

_MOST_TAGS = 500
_MAX_NAME = 60
_GRAPHS = ("og:", "article:", "music:", "book:", "profile:", "product:", "video:", "twitter:")
_PLAIN_TYPES = frozenset(("article", "blog", "object", "website"))
_PLAIN_FAMILIES = ("citation_", "dc.", "dcterms.", "parsely-", "sailthru.")
_SAID_TWICE = ("title", "description", "author", "abstract")

MetaTags = Mapping[str, list[str]]
"""Maps lower-case names to their contents; both are in page order."""


def meta_tags(root: Element) -> MetaTags:
    """Return the contents of the ``<meta>`` elements, grouped by lower-case name or property."""
    found: dict[str, list[str]] = {}
    for meta in islice(root.iter("meta"), _MOST_TAGS):
        name = meta.get("property") or meta.get("name") or meta.get("http-equiv")
        if not name and (prop := meta.get("itemprop") or "").startswith("date"):
            name = prop  # often outside of any microdata item
        content = whole_words(meta.get("content") or "", MAX_VALUE)
        if name and content:
            found.setdefault(whole_words(name, _MAX_NAME).lower(), []).append(content)
    return found


def meta_facts(tags: MetaTags) -> Iterator[PageFact]:
    """Yield facts from the meta tags, skipping URLs and duplicate titles."""
    titles: set[str] = set()
    for name, contents in tags.items():
        origin = _origin(name)
        if origin is None:
            continue
        for content in contents:
            is_plain = name == "og:type" and content.lower() in _PLAIN_TYPES
            if is_plain or content.startswith(("http://", "https://")):
                continue
            if name.endswith(_SAID_TWICE):
                if content in titles:
                    continue
                titles.add(content)
            yield PageFact(origin, "", name, content)


@cache
def _names(kind: str) -> tuple[str, ...]:
    return tuple(toml_resource("reader", "facts.toml")[kind])


def _origin(name: str) -> FactOrigin | None:
    if name.startswith(_GRAPHS):
        return None if name.startswith(_names("graph_furniture")) else "open_graph"
    if name.startswith(_PLAIN_FAMILIES):
        return None if name.startswith(_names("meta_furniture")) else "meta"
    return "meta" if name in _names("meta_names") else None


_LANGUAGE = re.compile(r"[a-z]{2,3}(?:[-_][a-z\d]+)*\b", re.IGNORECASE)


def page_language(root: Element, tags: MetaTags) -> str:
    """Return the first declared language, in lower case as in ``pt-br``, or "" if there is none."""
    said = [root.get("lang") or "", root.get("xml:lang") or ""]
    for name in ("og:locale", "content-language", "language", "dc.language"):
        said.extend(tags.get(name, ())[:1])
    found = filter(None, (_LANGUAGE.match(each.strip()) for each in said))
    return next((each[0].lower().replace("_", "-") for each in found), "")
