"""Objects of JSON-LD and microdata to facts: nested ones become dotted names.

What pages repeat on every address (breadcrumbs, search boxes, logos) says nothing and is left out.
"""

import re
from collections.abc import Iterator, Sequence
from html import unescape
from typing import Any, Final

from desktop_agent.core.research import PageFact
from desktop_agent.web.extract.facts.json_ld import JsonObject
from desktop_agent.web.extract.readable import whole_words

MAX_DEPTH: Final = 4
"""Parts of a dotted name; what is nested deeper is left out."""

MAX_VALUE: Final = 500
"""Characters of a value; a longer one is cut at a word."""

_MAX_SUBJECT = 160
_MAX_NAME = 80
_MOST_ITEMS = 60  # of one list

_FURNITURE_TYPES = frozenset(
    (
        "BreadcrumbList", "Comment", "EntryPoint", "ImageObject", "ImageGallery", "ReadAction",
        "SearchAction", "SiteNavigationElement", "SpeakableSpecification", "UserComments", "ViewAction",
        "WPAdBlock", "WPFooter", "WPHeader", "WPSideBar", "WebSite",
    )
)  # fmt: skip
_FURNITURE_PROPERTIES = frozenset(
    (
        "breadcrumb", "comment", "contentUrl", "embedUrl", "encoding", "hasMerchantReturnPolicy",
        "hasPart", "image", "interactionStatistic", "isAccessibleForFree", "license", "logo",
        "mainEntityOfPage", "photo", "potentialAction", "primaryImageOfPage", "review", "reviews",
        "shippingDetails", "speakable", "thumbnail", "thumbnailUrl",
    )
)  # fmt: skip
_NAME_ALONE = frozenset(("isPartOf", "provider", "publisher", "sourceOrganization"))
_OWN_ADDRESSES = frozenset(("url", "sameAs"))  # worth a line of the object itself alone
_SAYS_LITTLE = _OWN_ADDRESSES | {"name", "description", "alternateName", "inLanguage"}
_BROAD_TYPES = frozenset(
    ("CreativeWork", "Intangible", "Organization", "Place", "Product", "Thing", "WebPage")
)
_OWNERS = frozenset(("Organization", "NewsMediaOrganization"))
_PAGE_TYPES = ("Article", "Page", "Posting", "Report")
_PAGE_TYPES_ALONE = frozenset(("HowTo", "Recipe", "Review", "VideoObject"))
_ENUMERATIONS = ("http://schema.org/", "https://schema.org/")
_NAMES = ("name", "headline", "title")
_MARKUP = re.compile(r"</?[A-Za-z][^<>]{0,300}>")


def type_name(item: JsonObject) -> str:
    """Gives the object's type without its vocabulary; of several the first that is not broad."""
    types = [
        kind.strip().rpartition("/")[2].rpartition("#")[2].rpartition(":")[2]
        for kind in _as_list(item.get("@type"))[:10]
        if isinstance(kind, str)
    ]
    narrow = [kind for kind in types if kind and kind not in _BROAD_TYPES]
    return (narrow or types or [""])[0][:_MAX_NAME]


def is_page(item: JsonObject) -> bool:
    """True when an object is the page or its text, not a thing that the page is about."""
    kind = type_name(item)
    return kind.endswith(_PAGE_TYPES) or kind in _PAGE_TYPES_ALONE


def linked_facts(objects: Sequence[JsonObject]) -> Iterator[PageFact]:
    """Yields the facts of the objects, each object's own before those of what is listed in it."""
    names = {
        item["@id"]: name_of(item)
        for item in objects
        if isinstance(item.get("@id"), str) and name_of(item)
    }
    for item in objects:
        if not _is_furniture(item):
            yield from _Flattening(names).facts(item, 0)


def name_of(item: JsonObject) -> str:
    """Gives the object's name or headline; empty where it has none."""
    for key in _NAMES:
        for value in _as_list(item.get(key))[:1]:
            text = value_text(value)
            if text:
                return text
    return ""


def value_text(value: Any) -> str:
    """Gives a value that is no object as text; empty for objects, lists and null."""
    if isinstance(value, dict):
        value = value.get("@value")
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if not isinstance(value, str):
        return ""
    if value.startswith(_ENUMERATIONS):
        value = value.rpartition("/")[2]
    text = value[: 8 * MAX_VALUE]
    if "&" in text:
        text = unescape(text)
    if "<" in text:
        text = _MARKUP.sub(" ", text)
    return whole_words(text, MAX_VALUE)


class _Flattening:
    """Of one object of a page; ``names`` are those of the objects that others refer to."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def facts(self, item: JsonObject, depth: int) -> Iterator[PageFact]:
        subject = _subject(item)
        listed: list[JsonObject] = []
        for name, value in self._properties(item, "", depth, listed):
            yield PageFact("json_ld", subject, name, value)
        for inner in listed:
            yield from self.facts(inner, depth + 1)

    def _properties(
        self, item: JsonObject, path: str, depth: int, listed: list[JsonObject]
    ) -> Iterator[tuple[str, str]]:
        for key, value in item.items():
            word = whole_words(key, _MAX_NAME)
            if not word or key.startswith("@") or key in _FURNITURE_PROPERTIES:
                continue
            if key in _OWN_ADDRESSES and (path or is_page(item)):
                continue
            name = f"{path}{word}"
            values = [_unwrapped(inner) for inner in _as_list(value)[:_MOST_ITEMS]]
            for inner in values:
                if not isinstance(inner, dict) or "@value" in inner:
                    yield from _pair(name, value_text(inner))
                elif depth + 1 < MAX_DEPTH:
                    several = len(values) > 1
                    yield from self._nested(inner, name, depth, listed, several=several)

    def _nested(
        self, item: JsonObject, name: str, depth: int, listed: list[JsonObject], *, several: bool
    ) -> Iterator[tuple[str, str]]:
        """Yields an object's properties; one of several that has a name is put on ``listed``.

        So the date of each album in a list stays with that album.
        """
        kind, own_name = type_name(item), name_of(item)
        if kind in _FURNITURE_TYPES:
            return
        if kind == "PropertyValue" and own_name:
            for value in _as_list(item.get("value"))[:_MOST_ITEMS]:
                yield from _pair(f"{name}.{own_name[:_MAX_NAME]}", value_text(value))
            return
        if name.rpartition(".")[2] in _NAME_ALONE or not own_name:
            referred = self._names.get(str(item.get("@id")), "")
            yield from _pair(f"{name}.name", own_name or referred)
        if name.rpartition(".")[2] in _NAME_ALONE:
            return
        if several and own_name:
            yield f"{name}.name", own_name
            listed.append(item)
        else:
            yield from self._properties(item, f"{name}.", depth + 1, listed)


def _unwrapped(value: Any) -> Any:
    """Gives what an entry of a list stands for; its place in the list goes without saying."""
    if not isinstance(value, dict) or type_name(value) != "ListItem":
        return value
    inner = value.get("item")
    if isinstance(inner, dict):
        return inner
    return {key: said for key, said in value.items() if key != "position"}


def _pair(name: str, value: str) -> Iterator[tuple[str, str]]:
    if value:
        yield name, value


def _subject(item: JsonObject) -> str:
    kind, name = type_name(item), name_of(item)
    text = f"{kind}: {name}" if kind and name else kind or name
    return whole_words(text, _MAX_SUBJECT)


def _is_furniture(item: JsonObject) -> bool:
    kind = type_name(item)
    if kind in _FURNITURE_TYPES or kind == "ListItem":
        return True
    said = {key for key in item if not key.startswith("@")} - _FURNITURE_PROPERTIES
    return kind in _OWNERS and said <= _SAYS_LITTLE


def _as_list(value: Any) -> list[Any]:
    if isinstance(value, dict):
        inner = value.get("@list", value.get("@set"))
        value = value if inner is None else inner
    return value if isinstance(value, list) else [value]
