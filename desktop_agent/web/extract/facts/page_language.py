"""The language that a page says it is in."""

import re

from desktop_agent.web.extract.facts.meta_tags import MetaTags
from desktop_agent.web.extract.tree.html_tree import Element

# BCP 47: language, script, region; variants and extensions say nothing that matters here
_TAG = re.compile(
    r"([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|\d{3}))?(?![a-z\d])", re.IGNORECASE
)


def page_language(root: Element, tags: MetaTags) -> str:
    """Gives the BCP 47 tag in its usual case (``en``, ``pt-BR``, ``zh-Hant-TW``), or nothing."""
    said = [root.get("lang") or "", root.get("xml:lang") or ""]
    for name in ("og:locale", "content-language", "language", "dc.language"):
        said.extend(tags.get(name, ())[:1])
    return next(filter(None, map(_normalised, said)), "")


def _normalised(text: str) -> str:
    match = _TAG.match(text.strip())
    if match is None:
        return ""
    language, script, region = match.groups()
    parts = [language.lower(), (script or "").title(), (region or "").upper()]
    return "-".join(filter(None, parts))
