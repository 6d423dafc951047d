"""Extract code spans and code blocks from a page, without line numbers or copy buttons."""

import re
from functools import partial
from itertools import islice
from typing import Final

from desktop_agent.system.resources import resource_pattern
from desktop_agent.web.extract.html_tree import (
    BLOCKS,
    HEADINGS,
    Element,
    has_fewer_words,
    remove,
    tag,
    text_of,
)
from desktop_agent.web.extract.markdown.table import row_cells

_CODE: Final = ("code", "kbd", "samp", "tt")
_class = partial(resource_pattern, ("reader", "code_classes.toml"))
_NAME = re.compile(r"[a-z0-9+#._-]{1,20}")
_TOOL_LEAST: Final = 8  # words; a longer text is no label
_BOX_MOST_UP: Final = 3
_AROUND = frozenset(("div", "figure", "td", "tr", "table", "tbody", "pre"))
_INVISIBLE = re.compile("[\u200b\u2060\ufeff]+")
_BACKTICKS = re.compile(r"`+")


def show_code(root: Element) -> None:
    """Rewrite code laid out as a table or as one element per line into ``pre`` elements.

    Must run before main content detection, so that code blocks are kept whole.
    """
    for pre in list(root.iter("pre")):
        if next(pre.iterdescendants(*BLOCKS), None) is not None:
            _write_block(pre, _raw_text(pre))
    for table in list(root.iter("table")):
        code = _code_of_table(table)
        if code is not None:
            _write_block(table, code)
    for box in _boxes_of_lines(root):
        _write_block(box, _raw_text(box))
    for pre in list(root.iter("pre")):
        before = pre.getprevious()
        beside = before is not None and tag(before) == "pre" and not (before.tail or "").strip()
        if beside and text_of(before) == text_of(pre):  # in the colours of another theme
            remove(pre)


def write_code(root: Element) -> None:
    """Replace code with text-only ``code`` and ``pre`` elements.

    The ``language`` attribute of a ``pre`` element is its programming language.
    """
    for element in list(root.iter("pre", *_CODE)):
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
    """Append an element's code to ``parts``, skipping line numbers and buttons."""
    if element.text:
        parts.append(element.text)
    for child in element:
        if tag(child) == "br":
            parts.append("\n")
        elif not is_gutter(child) and not is_tool(child):
            line = tag(child) in BLOCKS
            if line and not _ends_line(parts, 0):
                parts.append("\n")
            start = len(parts)
            _collect(child, parts)
            if line and (start == len(parts) or not _ends_line(parts, start)):
                parts.append("\n")
        if child.tail:
            parts.append(child.tail)


def _ends_line(parts: list[str], start: int) -> bool:
    return len(parts) <= start or parts[-1].endswith("\n")


def is_tool(element: Element) -> bool:
    """Return whether an element is a short label or button next to a heading or code."""
    return (
        _class("tool").search(element.get("class") or "") is not None
        and has_fewer_words(element, _TOOL_LEAST)
        and next(element.iter("pre", *HEADINGS), None) is None
    )


def _boxes_of_lines(root: Element) -> list[Element]:
    """Return the innermost elements that hold all lines of code highlighted without ``pre``.

    Each line may be wrapped in another element, for example together with its line number.
    """
    lines: dict[Element, int] = {}
    one_line = _class("one_line")
    for line in root.iter("*"):
        names = line.get("class")
        if names and one_line.search(names) and _is_code_around(line):
            box = line.getparent()
            if len(box) - sum(map(is_gutter, box)) == 1:
                box = box.getparent()
            lines[box] = lines.get(box, 0) + 1
    return [box for box, count in lines.items() if count > 1 and tag(box) not in {"html", "body"}]


def _is_code_around(line: Element) -> bool:
    around = list(islice(line.iterancestors(), _BOX_MOST_UP))
    return not any(tag(each) == "pre" for each in around) and any(
        tag(each) == "code" or _class("box").search(each.get("class") or "") for each in around
    )


def _code_of_table(table: Element) -> str | None:
    """Return the code in a table with line numbers, or None for other tables."""
    rows = row_cells(table)
    if not rows or not 1 < len(rows[0]) < 5:
        return None
    if len(rows) == 1:
        numbers = [_line_numbers(cell) for cell in rows[0]]
        codes = [cell for cell, count in zip(rows[0], numbers, strict=True) if count < 0]
        if len(codes) != 1:
            return None
        code = _raw_text(codes[0])
        numbered = code.strip("\n").count("\n") + 1 in numbers and max(numbers) > 1
        shown = any(map(is_gutter, rows[0])) or next(table.iter("pre", "code"), None) is not None
        return code if numbered or shown else None
    if not any(map(is_gutter, rows[0])):
        return None
    lines = ["".join(_raw_text(cell) for cell in row if not is_gutter(cell)) for row in rows]
    return "\n".join(line.strip("\n") for line in lines)


def is_gutter(cell: Element) -> bool:
    """Return whether an element contains line numbers."""
    return (
        bool(_class("gutter").search(cell.get("class") or ""))
        or cell.get("data-line-number") is not None
    )


def _line_numbers(cell: Element) -> int:
    """Count the line numbers in a cell, or return -1 if it contains other text."""
    words = "".join(f" {text}" for text in cell.itertext()).split()
    return len(words) if is_gutter(cell) or all(map(str.isdecimal, words)) else -1


def _language_of(element: Element) -> str:
    """Return the programming language declared on or near the element, or ""."""
    around = [element, *element.iterfind(".//code")][:2]
    parent = element.getparent()
    while parent is not None and len(around) < 7 and tag(parent) in _AROUND:
        around.append(parent)
        parent = parent.getparent()
    return next(filter(None, map(_named_language, around)), "")


def _named_language(element: Element) -> str:
    for attribute in ("language", "data-lang", "data-language", "data-enlighter-language"):
        named = (element.get(attribute) or "").lower()
        if _NAME.fullmatch(named):
            return named
    found = _class("language").search(element.get("class") or "")
    return found[1].lower() if found else ""
