"""Code in a page to markdown: spans, and fenced blocks with their language."""

import re
from collections.abc import Iterator

from desktop_agent.web.extract.tree.html_tree import Element, remove, tag

# how highlighters write the language into a class: Prism and CommonMark, highlight.js, GitHub,
# Sphinx, SyntaxHighlighter, Hexo
_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language-|lang-|highlight-source-|highlight-(?!\s|text\b|default\b)|brush:\s*)"
    r"([a-z0-9+#._-]{1,20})",
    re.IGNORECASE,
)
_PANDOC = re.compile(r"^\s*sourceCode\s+([a-z0-9+#._-]{1,20})", re.IGNORECASE)
_GUTTER = re.compile(
    r"(?:^|[\s_-])(?:gutter|lineno|linenos|line-?numbers?-rows|linenodiv)\b", re.IGNORECASE
)
_NOT_A_LANGUAGE = frozenset(("none", "plain", "plaintext", "text", "nohighlight", "wrapper"))
_RUN = re.compile(r"`+")


def fenced(element: Element) -> list[str]:
    """Gives a fenced block, or nothing for one without code; line numbers are left out."""
    for inner in list(element.iter()):
        if inner is not element and _GUTTER.search(inner.get("class") or ""):
            remove(inner)
    code = raw_text(element).strip("\n").rstrip()
    if not code.strip():
        return []
    longest = max((len(run) for run in _RUN.findall(code)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}{_language(element)}\n{code}\n{fence}"]


def code_span(text: str) -> str:
    """Gives a code span; its marks outnumber those within (CommonMark, section 6.1)."""
    code = " ".join(text.split())
    if not code:
        return " " if text else ""
    longest = max((len(run) for run in _RUN.findall(code)), default=0)
    mark = "`" * (longest + 1)
    gap = " " if code[0] == "`" or code[-1] == "`" else ""
    return f"{mark}{gap}{code}{gap}{mark}"


def raw_text(element: Element) -> str:
    """Gives the text within as it stands, spaces and all."""
    return "".join(_raw_parts(element))


def _raw_parts(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        if tag(child) == "br":
            yield "\n"
        yield from _raw_parts(child)
        yield child.tail or ""


def _language(element: Element) -> str:
    around = [element, *element.iterfind(".//code")][:2]
    parent = element.getparent()
    while parent is not None and len(around) < 5 and tag(parent) in {"div", "figure", "td", "tr"}:
        around.append(parent)
        parent = parent.getparent()
    for place in around:
        named = place.get("data-lang") or place.get("data-language") or ""
        classes = place.get("class") or ""
        found = _LANGUAGE.search(classes) or _PANDOC.match(classes)
        language = (named or (found[1] if found else "")).lower()
        if language and language not in _NOT_A_LANGUAGE and language.isprintable():
            return language[:20]
    return ""
