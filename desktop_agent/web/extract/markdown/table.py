"""Tables of a page: told apart from those that only lay the page out, and written as GFM tables.

A cell that spans rows or columns stands in each of them, as in `table_facts`: a row can then be
cited by itself, and each column has its header. One across the whole table (the title of a part)
stands once.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from desktop_agent.web.extract.html_tree import Element, tag

_TOO_MUCH_FOR_A_CELL = (
    "article", "blockquote", "form", "h1", "h2", "h3", "hr", "main", "pre", "section", "table",
)  # fmt: skip
MAX_COLUMNS = 60
_MAX_SPAN = 30
_MOST_HEADER_ROWS = 3
_MOST_REPEATED = 200  # characters of a cell that is repeated; a longer one is text
_MOST_REPEATED_IN_ALL = 100_000  # characters of a table's repeated cells
_MOST_ADDED = 4  # places for each cell that is written: short rows are not filled up beyond that

Row: TypeAlias = list[Element | None]


class FlatTable(NamedTuple):
    """A table of texts: what stands above it, its header and its rows, all of one width."""

    titles: list[str]
    header: list[str]
    rows: list[list[str]]


def table_rows(table: Element) -> list[Row] | None:
    """Return the rows of a table of data, a cell in all places that it spans; None for a layout table.

    Places that no cell covers are None.
    """
    if (table.get("role") or "") in {"presentation", "none"}:
        return None
    own = [[cell for cell in row if tag(cell) in {"td", "th"}] for row in row_elements(table)]
    own = [row for row in own if row]
    width = max((sum(span_of(cell, "colspan") for cell in row) for row in own), default=0)
    if width < 2 or width > MAX_COLUMNS:
        return None
    told = table.find("caption") is not None or any(
        tag(cell) == "th" for row in own for cell in row
    )
    if (not told and len(own) < 2) or any(holds_a_page(cell) for row in own for cell in row):
        return None
    return _spread(own)


def flatten(table: Element, rows: Sequence[Row], text_of: Callable[[Element], str]) -> FlatTable:
    """Return the table's texts; several rows of headers become one.

    A table whose first row has its header in its first cell alone (the box beside an
    encyclopaedia's article) has an empty header: no row of it names the columns.
    """
    rows = list(rows)
    width = max(map(len, rows))
    texts = {cell: text_of(cell) for row in rows for cell in row if cell is not None}
    titles = []
    while len(rows) > 1 and width > 1 and len(_distinct(rows[0])) == 1 and _is_header(rows[0]):
        titles += [texts[cell] for cell in _distinct(rows[0]) if texts[cell]]
        rows.pop(0)
    headers = rows[: _header_count(table, rows)]
    header = [_column_name(headers, column, texts) for column in range(width)] if headers else []
    written = _written(rows[len(headers) :], texts, width)
    written = [row for row in written if any(row)]
    if not headers and rows and not _names_itself(rows[0]):
        header = written.pop(0) if written else []
    return FlatTable(titles, header or [""] * width, written)


def row_elements(table: Element) -> list[Element]:
    """Return the table's own rows, in the order in which they stand; none of a table within."""
    found = []
    for child in table:
        if tag(child) == "tr":
            found.append(child)
        elif tag(child) in {"thead", "tbody", "tfoot"}:
            found.extend(row for row in child if tag(row) == "tr")
    return found


def write_table(flat: FlatTable) -> str:
    """Return a GFM table."""
    lines = [_line(flat.header), "|" + " --- |" * len(flat.header), *map(_line, flat.rows)]
    return "\n".join(lines)


def span_of(cell: Element, attribute: str) -> int:
    """Return how many columns (``colspan``) or rows (``rowspan``) a cell covers, within reason."""
    span = cell.get(attribute) or ""
    if not (span.isascii() and span.isdigit() and len(span) < 5):
        return 1
    return min(max(1, int(span)), _MAX_SPAN)


def holds_a_page(cell: Element) -> bool:
    """True when a cell holds what no table of data has in a cell: the page is laid out by it."""
    return next(cell.iter(*_TOO_MUCH_FOR_A_CELL), None) is not None


def _line(row: Sequence[str]) -> str:
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


def _spread(own: Sequence[Sequence[Element]]) -> list[Row]:
    """Puts each cell in all its places, as long as those are not many more than the cells."""
    left = _MOST_ADDED * sum(map(len, own)) + 1000
    below: dict[int, tuple[Element, int]] = {}  # column: what hangs into it, for how many rows
    rows: list[Row] = []
    for cells in own:
        row: Row = []
        hanging, below = below, {}
        for cell in cells:
            _hang(row, hanging, below)
            down = span_of(cell, "rowspan") - 1
            for _ in range(
                min(span_of(cell, "colspan") if left > 0 else 1, MAX_COLUMNS - len(row))
            ):
                if down and left > 0:
                    below[len(row)] = cell, down
                row.append(cell)
        _hang(row, hanging, below)
        left -= len(row) - len(cells)
        rows.append(row)
    width = max(map(len, rows))
    for row in rows:
        left -= width - len(row)
        row.extend([None] * (width - len(row) if left > 0 else 0))
    return rows


def _hang(
    row: Row, hanging: dict[int, tuple[Element, int]], below: dict[int, tuple[Element, int]]
) -> None:
    """Puts the cells of rows above into the next places where they hang."""
    while len(row) in hanging and len(row) < MAX_COLUMNS:
        cell, rows_left = hanging.pop(len(row))
        if rows_left > 1:
            below[len(row)] = cell, rows_left - 1
        row.append(cell)


def _written(rows: Sequence[Row], texts: dict[Element, str], width: int) -> list[list[str]]:
    """Return the texts of the rows; what is repeated has a limit."""
    left = _MOST_REPEATED_IN_ALL
    seen: set[Element] = set()
    written = []
    for row in rows:
        across = len(row) == width > 1 and len(_distinct(row)) == 1 and None not in row
        line = []
        for cell in row:
            text = "" if cell is None else texts[cell]
            if cell in seen:
                left -= len(text)
                text = "" if across or left < 0 or len(text) > _MOST_REPEATED else text
            elif cell is not None:
                seen.add(cell)
            line.append(text)
        written.append(line)
    return written


def _header_count(table: Element, rows: Sequence[Row]) -> int:
    """Counts the rows at the top that name the columns; none when there is nothing below them."""
    head = table.find("thead")
    told = 0 if head is None else len(row_elements([head]))
    count = 0
    for row in rows[:_MOST_HEADER_ROWS]:
        if count >= told and not _is_header(row):
            break
        count += 1
    return count if count < len(rows) else min(1, len(rows))


def _is_header(row: Row) -> bool:
    return all(cell is None or tag(cell) == "th" for cell in row)


def _names_itself(row: Row) -> bool:
    cells = _distinct(row)
    return len(cells) > 1 and tag(cells[0]) == "th" and not any(tag(c) == "th" for c in cells[1:])


def _column_name(headers: Sequence[Row], column: int, texts: dict[Element, str]) -> str:
    cells = [row[column] for row in headers if column < len(row)]
    return " ".join(dict.fromkeys(texts[cell] for cell in cells if cell is not None)).strip()


def _distinct(row: Row) -> list[Element]:
    return list(dict.fromkeys(cell for cell in row if cell is not None))
