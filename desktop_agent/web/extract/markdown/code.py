"""Extract code spans and code blocks from a page, without line numbers and copy buttons."""

import re
from functools import cache
from typing import Final

from desktop_agent.system.resources import toml_resource
from desktop_agent.web.extract.html_tree import BLOCKS, Element, tag
from desktop_agent.web.extract.markdown.table import row_cells

_CODE: Final = ("code", "kbd", "samp", "tt")
# how highlighters write the language into a class: Prism and CommonMark, highlight.js, GitHub,
# Sphinx, Rouge, Chroma, SyntaxHighlighter, Enlighter
_LANGUAGE = re.compile(
    r"(?:^|\s)(?:language-|lang-|highlight-source-|highlight-(?!\s|text\b|default\b)|brush:\s*)"
    r"([a-z0-9+#._-]{1,20})",
    re.IGNORECASE,
)
_PANDOC = re.compile(r"^\s*sourceCode\s+([a-z0-9+#._-]{1,20})", re.IGNORECASE)
_BESIDE = re.compile(
    r"(?:^|\s)(?:hljs|highlight|code|src|prettyprint|syntaxhighlighter|de1)(?=\s|$)", re.IGNORECASE
)
_NAME = re.compile(r"[a-z0-9+#._-]{1,20}")
_GUTTER = re.compile(
    r"(?:^|[\s_-])(?:gutter|lineno|linenos|line-?numbers?-rows|line-?number|linenodiv|blob-num"
    r"|ln-numbers|ln|lnt)(?=\s|$)",
    re.IGNORECASE,
)
_TOOL = re.compile(
    r"(?:^|[\s_-])(?:copy|clipboard|copybtn|copy-?button|toolbar|code__nav)(?=\s|$)", re.IGNORECASE
)
_NOT_A_LANGUAGE = frozenset(("none", "plain", "plaintext", "text", "nohighlight", "wrapper"))
_AROUND = frozenset(("div", "figure", "td", "tr", "table", "tbody", "pre"))
_LINES = frozenset(("div", "p", "li", "tr"))
_INVISIBLE = re.compile("[\u200b\u2060\ufeff]+")
_BACKTICKS = re.compile(r"`+")


def write_code(root: Element) -> None:
    """Replace code with ``code`` or ``pre`` elements that contain only text.

    The ``language`` attribute of a ``pre`` element is its programming language.
    """
    codes = list(root.iter("pre", *_CODE))
    for table in list(root.iter("table")):
        code = _code_of_table(table)
        if code is not None:
            _write_block(table, code)
    for element in codes:
        if tag(element) == "pre" or next(element.iterdescendants(*BLOCKS, "br"), None) is not None:
            _write_block(element, _raw_text(element))
        else:
            _leave_only(element, "code", _raw_text(element))


def fenced(code: str, language: str) -> str:
    """Return code as a fenced Markdown block, or "" if it is empty."""
    code = _INVISIBLE.sub("", code).replace("\r\n", "\n").replace("\r", "\n").strip("\n").rstrip()
    if not code.strip():
        return ""
    fence = "`" * max(3, _longest_run(code) + 1)
    return f"{fence}{language}\n{code}\n{fence}"


def code_span(text: str) -> str:
    """Return text as a Markdown code span, with as many backticks as needed (CommonMark, 6.1)."""
    code = " ".join(_INVISIBLE.sub("", text).split())
    if not code:
        return " " if text else ""
    mark = "`" * (_longest_run(code) + 1)
    gap = " " if code[0] == "`" or code[-1] == "`" else ""
    return f"{mark}{gap}{code}{gap}{mark}"


def _longest_run(code: str) -> int:
    return max(map(len, _BACKTICKS.findall(code)), default=0)


def _write_block(element: Element, code: str) -> None:
    element.set("language", _language_of(element))
    _leave_only(element, "pre", code)


def _leave_only(element: Element, name: str, text: str) -> None:
    element.tag, element.text = name, text
    del element[:]


def _raw_text(element: Element) -> str:
    parts: list[str] = []
    _collect(element, parts)
    return "".join(parts)


def _collect(element: Element, parts: list[str]) -> None:
    """Append all text to ``parts``, descending at most `html_tree.MAX_DEPTH` levels."""
    if element.text:
        parts.append(element.text)
    for child in element:
        name = tag(child)
        if name == "br":
            parts.append("\n")
        elif not _is_tool(child):
            _end_line(parts, name)
            _collect(child, parts)
            _end_line(parts, name)
        if child.tail:
            parts.append(child.tail)


def _end_line(parts: list[str], name: str) -> None:
    if name in _LINES and parts and parts[-1] and not parts[-1].endswith("\n"):
        parts.append("\n")


def _is_tool(element: Element) -> bool:
    classes = element.get("class")
    return bool(classes) and (_GUTTER.search(classes) or _TOOL.search(classes)) is not None


def _code_of_table(table: Element) -> str | None:
    """Return the code in a table with a line number column, or None for other tables."""
    rows = row_cells(table)
    if not rows or not 1 < len(rows[0]) < 5:
        return None
    if len(rows) == 1:
        codes = [cell for cell in rows[0] if not _numbers_lines(cell) and not _is_gutter(cell)]
        shown = any(map(_is_gutter, rows[0])) or next(table.iter("pre", "code"), None) is not None
        return _raw_text(codes[0]) if shown and len(codes) == 1 else None
    if not any(map(_is_gutter, rows[0])):
        return None
    lines = ["".join(_raw_text(cell) for cell in row if not _is_gutter(cell)) for row in rows]
    return "\n".join(line.strip("\n") for line in lines)


def _is_gutter(cell: Element) -> bool:
    return bool(_GUTTER.search(cell.get("class") or "")) or cell.get("data-line-number") is not None


def _numbers_lines(cell: Element) -> bool:
    return all(word.isdigit() for text in cell.itertext() for word in text.split())


def _language_of(element: Element) -> str:
    """Return the programming language declared on or near the element, or "" if there is none."""
    around = [element, *element.iterfind(".//code")][:2]
    parent = element.getparent()
    while parent is not None and len(around) < 7 and tag(parent) in _AROUND:
        around.append(parent)
        parent = parent.getparent()
    return next(filter(None, map(_named_language, around)), "")


def _named_language(element: Element) -> str:
    for attribute in ("data-lang", "data-language", "data-enlighter-language"):
        named = (element.get(attribute) or "").lower()
        if _NAME.fullmatch(named) and named not in _NOT_A_LANGUAGE:
            return named
    classes = element.get("class") or ""
    found = _LANGUAGE.search(classes) or _PANDOC.match(classes)
    language = found[1].lower() if found else ""
    if not language and _BESIDE.search(classes):
        language = next((name for name in classes.lower().split() if name in _languages()), "")
    return "" if language in _NOT_A_LANGUAGE else language


@cache
def _languages() -> frozenset[str]:
    """Return the language names that highlighters use as class names without a prefix."""
    return frozenset(toml_resource("reader", "code.toml")["languages"])
