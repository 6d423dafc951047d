"""An HTML element to plain, safe HTML: structure and absolute links, nothing that acts or loads."""

from desktop_agent.web.extract.markdown.links import absolute
from desktop_agent.web.extract.tree.html_tree import Element, tag

_KEPT = frozenset(("alt", "colspan", "rowspan", "start", "lang", "dir", "title"))
_UNWRAPPED = frozenset(
    ("font", "span", "form", "label", "picture", "noscript", "figure", "center", "source", "wbr")
)


def to_html(element: Element, base_url: str) -> str:
    """Gives the element's HTML; images keep their alternative text and lose their address."""
    from lxml import etree

    for inner in list(element.iter()):
        if tag(inner):
            _strip(inner, base_url)
    etree.strip_tags(element, *_UNWRAPPED)
    text: str = etree.tostring(element, method="html", encoding="unicode", with_tail=False)
    return text


def _strip(element: Element, base_url: str) -> None:
    target = absolute(base_url, element.get("href") or "") if tag(element) == "a" else ""
    language = [
        name for name in (element.get("class") or "").split() if name.startswith("language-")
    ]
    kept = {name: value for name, value in element.attrib.items() if name in _KEPT}
    if target:
        kept["href"] = target
    if language and tag(element) in {"code", "pre"}:
        kept["class"] = language[0]
    element.attrib.clear()  # one by one fails on a name like "{x", taken for a namespace
    element.attrib.update(kept)
