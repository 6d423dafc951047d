"""The microdata of a page (WHATWG HTML, section 5.2) as objects in the form of JSON-LD."""

from functools import cache
from typing import Any

from desktop_agent.web.extract.facts.json_ld import JsonObject
from desktop_agent.web.extract.tree.html_tree import Element, tag
from desktop_agent.web.extract.tree.inner_text import inner_text

_VOCABULARY = "schema.org/"
_MOST_PROPERTIES = 2000
_MOST_TEXT = 600  # characters of one value
# where the standard takes the value from, in place of the text
_VALUE_ATTRIBUTE = {
    "a": "href", "area": "href", "audio": "src", "data": "value", "embed": "src", "iframe": "src",
    "img": "src", "link": "href", "meter": "value", "object": "data", "source": "src",
    "track": "src", "video": "src",
}  # fmt: skip


def microdata_objects(root: Element) -> list[JsonObject]:
    """Gives the outermost items of the schema.org vocabulary, in page order."""
    marked = _marked()(root)
    items: dict[Element, JsonObject] = {}
    outermost: list[JsonObject] = []
    for element in marked:
        if element.get("itemscope") is not None:
            kind = element.get("itemtype") or ""
            items[element] = {"@type": kind.split()} if _VOCABULARY in kind else {}
            if items[element] and element.get("itemprop") is None:
                outermost.append(items[element])
    properties = [element for element in marked if element.get("itemprop")] if outermost else []
    for element in properties[:_MOST_PROPERTIES]:
        owner = next((items[e] for e in element.iterancestors() if e in items), None)
        if owner is not None:
            value = items[element] if element in items else _value(element)
            for name in element.get("itemprop").split()[:4]:
                owner.setdefault(name, []).append(value)
    return outermost


@cache
def _marked() -> Any:
    from lxml import etree

    return etree.XPath("descendant::*[@itemscope or @itemprop]")


def _value(element: Element) -> str:
    content = element.get("content")  # on any element: not in the standard, and much used
    if content is None and tag(element) == "time":
        content = element.get("datetime")
    if content is None and tag(element) in _VALUE_ATTRIBUTE:
        content = element.get(_VALUE_ATTRIBUTE[tag(element)])
    return inner_text(element, _MOST_TEXT) if content is None else str(content)
