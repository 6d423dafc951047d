"""Rewrite data tables, as opposed to layout tables, as plain grids.

A cell that spans several rows or columns is repeated in each of them. Each row can then be cited on
its own, and each column has a header. A cell that spans a whole row is a title and is not repeated.
"""

from collections.abc import Sequence
from typing import TypeAlias

from desktop_agent.web.extract.html_tree import Element, flatten, new_element, tag, text_of

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


def write_tables(root: Element) -> None:
    """Rewrite each data table as one row of ``th`` and rows of ``td``, all of equal width.

    The caption and any full-width header rows become paragraphs before the table. Layout tables
    become ``div`` elements.
    """
    for table in list(root.iter("table")):
        rows = _data_rows(table)
        if rows is None:
            table.tag = "div"
            for caption in table.findall("caption"):
                caption.tag = "p"
        else:
            _write_table(table, rows)


def row_elements(table: Element) -> list[Element]:
    """Return the table's own rows in order, excluding those of nested tables."""
    found = []
    for child in table:
        if tag(child) == "tr":
            found.append(child)
        elif tag(child) in {"thead", "tbody", "tfoot"}:
            found.extend(row for row in child if tag(row) == "tr")
    return found


def row_cells(table: Element) -> list[list[Element]]:
    """Return the cells of each row, excluding those of nested tables."""
    return [[cell for cell in row if tag(cell) in {"td", "th"}] for row in row_elements(table)]


def spread(cells: Sequence[Sequence[Element]]) -> list[Row]:
    """Return rows of equal width, with each cell repeated at every position that it spans.

    Positions without a cell are None. Once there are far more positions than cells, spans are
    ignored and rows are not padded.
    """
    left = _MOST_ADDED * sum(map(len, cells)) + 1000
    below: dict[
        int, tuple[Element, int]
    ] = {}  # column: the cell that extends into it, and the rows left
    rows: list[Row] = []
    for own in cells:
        row: Row = []
        hanging, below = below, {}
        for cell in own:
            _hang(row, hanging, below)
            down = span_of(cell, "rowspan") - 1
            across = span_of(cell, "colspan") if left > 0 else 1
            for _ in range(min(across, _MAX_COLUMNS - len(row))):
                if down and left > 0:
                    below[len(row)] = cell, down
                row.append(cell)
        _hang(row, hanging, below)
        left -= len(row) - len(own)
        rows.append(row)
    width = max(map(len, rows), default=0)
    for row in rows:
        left -= width - len(row)
        row.extend([None] * (width - len(row) if left > 0 else 0))
    return rows


def _hang(
    row: Row, hanging: dict[int, tuple[Element, int]], below: dict[int, tuple[Element, int]]
) -> None:
    """Append the cells of earlier rows that continue at the next columns of this row.

    ``hanging`` contains these cells by column, and ``below`` receives those that also continue in
    the next row.
    """
    while len(row) in hanging and len(row) < _MAX_COLUMNS:
        cell, rows_left = hanging.pop(len(row))
        if rows_left > 1:
            below[len(row)] = cell, rows_left - 1
        row.append(cell)


def span_of(cell: Element, attribute: str) -> int:
    """Return a cell's ``colspan`` or ``rowspan``, capped at a maximum, or 1 if it is invalid."""
    span = cell.get(attribute) or ""
    if not (span.isascii() and span.isdigit() and len(span) < 5):
        return 1
    return min(max(1, int(span)), _MAX_SPAN)


def holds_a_page(cell: Element) -> bool:
    """Return whether a cell contains elements that appear only in layout tables."""
    return next(cell.iter(*_TOO_MUCH_FOR_A_CELL), None) is not None


def is_presentation(table: Element) -> bool:
    """Return whether the table's ``role`` declares it a layout table."""
    return table.get("role") in {"presentation", "none"}


def _data_rows(table: Element) -> list[Row] | None:
    """Return the rows of a data table, or None for a layout table."""
    if is_presentation(table):
        return None
    own = [row for row in row_cells(table) if row]
    width = max((sum(span_of(cell, "colspan") for cell in row) for row in own), default=0)
    if not 2 <= width <= _MAX_COLUMNS or any(holds_a_page(cell) for row in own for cell in row):
        return None
    named = table.find("caption") is not None or any(tag(c) == "th" for row in own for c in row)
    return spread(own) if named or len(own) > 1 else None


def _write_table(table: Element, rows: list[Row]) -> None:
    """Rewrite the table as a header row and body rows.

    If only the first cell of the first row is a header, as in an infobox, no row names the columns,
    and the header row is left empty.
    """
    for cell in table.iter("caption", "td", "th"):
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
    """Return the element's content as a paragraph, in bold unless part of it is already bold."""
    paragraph = new_element("p")
    element.tag, element.tail = "span" if element.find(".//b") is not None else "b", None
    paragraph.append(element)
    return paragraph


def _body(rows: Sequence[Row], width: int) -> list[list[Element]]:
    """Return rows of plain cells; a spanning cell's text is repeated at each position it covers."""
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
    """Count the header rows at the top. If no other rows follow, count at most one."""
    head = table.find("thead")
    declared = 0 if head is None else len(row_elements([head]))
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
