"""Rewrite data tables, as opposed to layout tables, as plain grids.

A cell that spans several rows or columns is repeated in each, so that every row can be cited on its
own and every column has a header. A cell that spans a whole row is a title and is not repeated.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import TypeAlias

from desktop_agent.web.extract.html_tree import (
    HEADINGS,
    Element,
    flatten,
    new_element,
    tag,
    text_of,
)

_TOO_MUCH_FOR_A_CELL = (
    "article", "blockquote", "form", "h1", "h2", "h3", "hr", "main", "pre", "section", "table",
)  # fmt: skip
_MAX_COLUMNS = 60
_MAX_SPAN = 30
_MOST_HEADER_ROWS = 3
_MOST_REPEATED = 200  # characters; longer cells are not repeated
_MOST_REPEATED_IN_ALL = 100_000  # characters of a table's repeated cells
_MOST_ADDED = 4  # positions per cell of the page; beyond that, short rows are not padded

Row: TypeAlias = list[Element | None]


# --- Tables made of other elements, by role, style or class

_NAMED = {
    "table": "table", "grid": "table", "treegrid": "table", "row": "tr", "tr": "tr", "table-row": "tr",
    "cell": "td", "gridcell": "td", "td": "td", "col": "td", "column": "td", "table-cell": "td",
    "columnheader": "th", "rowheader": "th", "th": "th",
}  # fmt: skip
_DISPLAY = re.compile(r"display\s*:\s*(table(?:-row|-cell)?)\s*(?:;|!|$)")
_CLASS = re.compile(
    r"(?:^|[\s_-]|(?<=[a-z])(?=[A-Z]))(table|row|tr|cell|col|column|td|th)(?=\s|$)", re.IGNORECASE
)


def show_tables(root: Element) -> None:
    """Convert tables made of other elements, such as ``div``, to table elements.

    Must run before main content detection, so that rows are not mistaken for separate lines.
    """
    for table in list(root.iter("*")):
        if table.tag == "table" or _named(table) != "table":
            continue
        rows = [each for each in table.iterdescendants() if _named(each) == "tr"]
        if len(rows) < 2 or not all(_is_row(row, table) for row in rows):
            continue
        for row in rows:
            group = row.getparent()
            head = any("head" in (each.get("class") or "") for each in (row, group))
            for cell in row:
                cell.tag = "th" if head else _named(cell)
            row.tag = "tr"
            if group is not table:
                group.tag = "tbody"
        table.tag = "table"


def _named(element: Element) -> str:
    role, style, names = element.get("role"), element.get("style"), element.get("class")
    if role in _NAMED:
        return _NAMED[role]
    if style and (shown := _DISPLAY.search(style)):
        return _NAMED[shown[1]]
    return _named_by_class(names) if names else ""


@lru_cache(maxsize=4096)
def _named_by_class(names: str) -> str:
    """Return the tag that class names imply, or "". Cached, because elements share classes."""
    named = _CLASS.search(names)
    return "" if named is None else _NAMED[named[1].lower()]


def _is_row(row: Element, table: Element) -> bool:
    cells = [cell for cell in row if tag(cell)]
    return (
        table in (row.getparent(), row.getparent().getparent())
        and len(cells) > 1
        and all(tag(cell) != "a" and _named(cell) in {"td", "th"} for cell in cells)
    )


# --- Data tables as grids


def write_tables(root: Element) -> None:
    """Rewrite each data table as one row of ``th`` and rows of ``td``, all of equal width.

    Captions and full-width header rows become paragraphs before the table. Layout tables become
    ``div`` elements.
    """
    for table in list(root.iter("table")):
        if is_data_table(table):
            _write_table(table, spread([row for row in row_cells(table) if row]))
        else:
            table.tag = "div"
            for caption in table.findall("caption"):
                caption.tag = "p"


def row_cells(table: Element) -> list[list[Element]]:
    """Return the cells of each row in order, excluding those of nested tables."""
    rows = table.xpath("tr | thead/tr | tbody/tr | tfoot/tr")
    return [list(row.iterchildren("td", "th")) for row in rows]


def declared_header_rows(table: Element) -> int:
    """Return the number of rows in the first ``thead`` of a table."""
    head = table.find("thead")
    return 0 if head is None else len(head.findall("tr"))


def spread(cells: Sequence[Sequence[Element]]) -> list[Row]:
    """Return rows of equal width, repeating each cell at every position it spans.

    Positions without a cell are None. Once there are far more positions than cells, spans are
    ignored and rows are not padded.
    """
    left = _MOST_ADDED * sum(map(len, cells)) + 1000
    rows: list[dict[int, Element]] = [{} for _ in cells]
    for number, own in enumerate(cells):
        column = 0
        for cell in own:
            while column in rows[number]:
                column += 1
            across = span_of(cell, "colspan") if left > 0 else 1
            down = span_of(cell, "rowspan") if left > 0 else 1
            for row in rows[number : number + down]:
                row.update(dict.fromkeys(range(column, min(column + across, _MAX_COLUMNS)), cell))
            left -= across * down - 1
    width = max((max(row, default=-1) + 1 for row in rows), default=0)
    found: list[Row] = []
    for row in rows:
        left -= width - len(row)
        found.append([row.get(column) for column in range(width if left > 0 else max(row) + 1)])
    return found


def span_of(cell: Element, attribute: str) -> int:
    """Return a cell's ``colspan`` or ``rowspan``, capped at a maximum, or 1 if it is invalid."""
    span = cell.get(attribute) or ""
    if not (span.isascii() and span.isdigit() and len(span) < 5):
        return 1
    return min(max(1, int(span)), _MAX_SPAN)


def holds_a_page(cell: Element) -> bool:
    """Return whether a cell contains elements found only in layout tables."""
    return any(
        tag(part) not in HEADINGS or text_of(part) != text_of(cell)
        for part in cell.iter(*_TOO_MUCH_FOR_A_CELL)
    )


def is_presentation(table: Element) -> bool:
    """Return whether the table's ``role`` declares it a layout table."""
    return table.get("role") in {"presentation", "none"}


def is_data_table(table: Element) -> bool:
    """Return whether a table contains data rather than page layout."""
    if is_presentation(table):
        return False
    own = [row for row in row_cells(table) if row]
    width = max((sum(span_of(cell, "colspan") for cell in row) for row in own), default=0)
    if not 2 <= width <= _MAX_COLUMNS or any(holds_a_page(cell) for row in own for cell in row):
        return False
    named = table.find("caption") is not None or any(tag(c) == "th" for row in own for c in row)
    return named or len(own) > 1


def _write_table(table: Element, rows: list[Row]) -> None:
    """Rewrite the table as a header row and body rows.

    If no row names the columns, as in an infobox, the header row is left empty.
    """
    for cell in table.iter("caption", "td", "th"):
        for heading in cell.iter(*HEADINGS):
            cell.set("heading", heading.tag)
        flatten(cell)
    caption = table.find("caption")
    titles = [] if caption is None else [caption]
    while len(rows) > 1 and len(_distinct(rows[0])) == 1 and _is_header(rows[0]):
        titles += _distinct(rows.pop(0))
    headers = rows[: _header_count(table, rows)]
    width = max(map(len, rows))
    body = [row for row in _body(rows[len(headers) :], width) if any(map(text_of, row))]
    if headers:
        header = [_column_header(headers, column) for column in range(width)]
    elif body and not _names_itself(rows[0]):
        header = body.pop(0)
    else:
        header = [new_element("th") for _ in range(width)]
    grid = new_element("table")
    for row, name in [(header, "th"), *((row, "td") for row in body)]:
        line = new_element("tr")
        for cell in row:
            cell.tag, cell.tail = name, None
            line.append(cell)
        grid.append(line)
    table.tag = "div"
    table.text = None
    table[:] = [_title(title) for title in titles]
    if any(map(text_of, header)) or body:
        table.append(grid)


def _title(element: Element) -> Element:
    paragraph = new_element(element.get("heading") or "p")
    plain = paragraph.tag != "p" or element.find(".//b") is not None
    element.tag, element.tail = "span" if plain else "b", None
    paragraph.append(element)
    return paragraph


def _body(rows: Sequence[Row], width: int) -> list[list[Element]]:
    """Return rows of plain cells, repeating the text of spanning cells."""
    left = _MOST_REPEATED_IN_ALL
    seen: set[Element] = set()
    body = []
    for row in rows:
        across = len(row) == width and None not in row and len(_distinct(row)) == 1
        line = []
        for cell in row:
            if cell is None or cell in seen:
                text = "" if cell is None or across else text_of(cell)
                left -= len(text)
                line.append(
                    new_element("td", text if left > 0 and len(text) <= _MOST_REPEATED else "")
                )
            else:
                seen.add(cell)
                line.append(cell)
        body.append(line)
    return body


def _header_count(table: Element, rows: Sequence[Row]) -> int:
    """Return the number of header rows at the top, but at most one if no other rows follow."""
    declared = declared_header_rows(table)
    count = 0
    for row in rows[:_MOST_HEADER_ROWS]:
        if count >= declared and not _is_header(row):
            break
        count += 1
    return count if count < len(rows) else min(1, len(rows))


def _column_header(headers: Sequence[Row], column: int) -> Element:
    cells = [row[column] for row in headers if column < len(row) and row[column] is not None]
    before = headers[0][max(column - 1, 0) : column]
    if len(headers) == 1 and cells and cells != before:
        return cells[0]
    return new_element("th", " ".join(dict.fromkeys(map(text_of, cells))))


def _is_header(row: Row) -> bool:
    return all(cell is None or tag(cell) == "th" for cell in row)


def _names_itself(row: Row) -> bool:
    cells = _distinct(row)
    return len(cells) > 1 and tag(cells[0]) == "th" and not any(tag(c) == "th" for c in cells[1:])


def _distinct(row: Row) -> list[Element]:
    return list(dict.fromkeys(cell for cell in row if cell is not None))
