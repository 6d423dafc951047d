"""The name of the site that a page is of."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from desktop_agent.web.extract.facts.json_ld import JsonObject
from desktop_agent.web.extract.facts.linked_data import is_page, name_of, type_name, value_text
from desktop_agent.web.extract.facts.meta_tags import MetaTags
from desktop_agent.web.extract.readable import whole_words

MAX_NAME: Final = 80
"""Characters; what is longer is a slogan."""


def site_names(objects: Sequence[JsonObject], tags: MetaTags) -> tuple[str, ...]:
    """Gives what the page calls its site, the best first: Open Graph, JSON-LD, meta tags."""
    said = dict.fromkeys(_said(objects, tags))
    return tuple(name for name in said if _is_name(name))


def _said(objects: Sequence[JsonObject], tags: MetaTags) -> Iterator[str]:
    yield from tags.get("og:site_name", ())[:1]
    for item in objects:
        if type_name(item) == "WebSite":
            yield name_of(item)
    names = {item["@id"]: name_of(item) for item in objects if isinstance(item.get("@id"), str)}
    for item in objects:
        if is_page(item):
            yield _publisher(item.get("publisher"), names)
    yield from tags.get("application-name", ())[:1]


def _publisher(value: Any, names: dict[str, str]) -> str:
    if isinstance(value, list):
        value = value[0] if value else None
    if isinstance(value, dict):
        return name_of(value) or names.get(str(value.get("@id")), "")
    return value_text(value)


def _is_name(name: str) -> bool:
    return bool(name) and len(name) <= MAX_NAME and not name.startswith(("http:", "https:", "@"))


def site_name(names: Sequence[str]) -> str:
    """Gives the best of `site_names`, or nothing."""
    return whole_words(names[0], MAX_NAME) if names else ""
