"""What a page says of its own kind, in its head and its address."""

import re
from dataclasses import dataclass
from typing import Final

from desktop_agent.web.extract.tree.html_tree import Element

KINDS: Final = ("Article", "Product", "og:product", "DiscussionForumPosting", "BreadcrumbList")
"""What is looked for; the learned reader counts on their order."""

_TYPE = re.compile(r'"@type"\s*:\s*"([A-Za-z]+)"')


@dataclass(frozen=True, slots=True)
class PageSigns:
    """``kinds`` are some of `KINDS`: its og:type, and the schema.org types that it holds.

    ``scripted`` when it runs scripts, which may be what fills it.
    """

    title: str
    url: str
    kinds: frozenset[str] = frozenset()
    scripted: bool = False


def page_signs(root: Element, markup: str, title: str, url: str) -> PageSigns:
    """Reads a tree as it was parsed from ``markup``, before anything is taken out of it."""
    kinds = set(_TYPE.findall(markup))
    if any(kind.endswith("Article") or kind == "BlogPosting" for kind in kinds):
        kinds.add("Article")
    for meta in root.iter("meta"):
        if meta.get("property") == "og:type":
            kinds.add("og:" + (meta.get("content") or "").partition(".")[0].lower())
    scripted = root.find(".//script") is not None
    return PageSigns(title, url, frozenset(kinds.intersection(KINDS)), scripted)
