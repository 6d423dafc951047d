"""Tables of a page: told apart from those that only lay the page out, and written as GFM tables."""

from desktop_agent.web.extract.tree.html_tree import Element, tag

_TOO_MUCH_FOR_A_CELL = frozenset(
    ("article", "blockquote", "form", "h1", "h2", "h3", "hr", "main", "pre", "section", "table")
)
MAX_COLUMNS = 60
_MAX_SPAN = 30


def table_rows(table: Element) -> list[list[Element | None]] | None:
    """Gives the cells of a table of data, None where one spans on; None for a layout table."""
    if (table.get("role") or "") in {"presentation", "none"}:
        return None
    rows = [_cells(row) for row in row_elements(table)]
    rows = [row for row in rows if row]
    width = max((len(row) for row in rows), default=0)
    if width < 2 or width > MAX_COLUMNS:
        return None
    told = table.find(".//th") is not None or table.find("caption") is not None
    if not told and len(rows) < 2:
        return None
    for row in rows:
        if any(cell is not None and holds_a_page(cell) for cell in row):
            return None
        row.extend([None] * (width - len(row)))
    return rows


def row_elements(table: Element) -> list[Element]:
    """Gives the table's own rows, in the order in which they stand; none of a table within."""
    found = []
    for child in table:
        if tag(child) == "tr":
            found.append(child)
        elif tag(child) in {"thead", "tbody", "tfoot"}:
            found.extend(row for row in child if tag(row) == "tr")
    return found


def write_table(rows: list[list[str]]) -> str:
    """Gives a GFM table whose first row is the header."""
    lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    lines.insert(1, "|" + " --- |" * len(rows[0]))
    return "\n".join(lines)


def span_of(cell: Element, attribute: str) -> int:
    """Gives how many columns (``colspan``) or rows (``rowspan``) a cell covers, within reason."""
    span = cell.get(attribute) or ""
    if not (span.isascii() and span.isdigit() and len(span) < 5):
        return 1
    return min(max(1, int(span)), _MAX_SPAN)


def holds_a_page(cell: Element) -> bool:
    """True when a cell holds what no table of data has in a cell: the page is laid out by it."""
    return any(tag(inner) in _TOO_MUCH_FOR_A_CELL for inner in cell.iter())


def _cells(row: Element) -> list[Element | None]:
    found: list[Element | None] = []
    for cell in row:
        if tag(cell) in {"td", "th"}:
            found.append(cell)
            found.extend([None] * (span_of(cell, "colspan") - 1))
    return found
