"""Loaders for workbooks and delimited text (CSV), with one part per group of rows."""

import io
import re
import time
from collections.abc import Iterable, Iterator, Sequence
from datetime import date, datetime
from typing import Any, Final

from desktop_agent.core.text import one_line, readable
from desktop_agent.knowledge.loaders.archive import Archive, properties
from desktop_agent.knowledge.loaders.document import (
    MAX_CHARS,
    Composer,
    Loaded,
    file_types,
    suffix_of,
)
from desktop_agent.knowledge.loaders.text import load_prose, text_in
from desktop_agent.web.extract.csv_json import table_text

# --- Row groups, each a small table below the header
#
# With the header in its text, each passage can be understood by itself.

_GROUP: Final = 430  # approximate tokens; a group fits into a chunk of the default size
_TOKEN: Final = re.compile(r"\d{1,3}|[^\W\d]{1,6}|[^\w\s]")
_MOST_ROWS: Final = 100


def row_line(cells: Sequence[str]) -> str:
    """Format a row of a Markdown table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def add_rows(
    composer: Composer, header: str, columns: int, rows: Iterable[tuple[int, str]], label: str = ""
) -> None:
    """Add rows in parts of limited size, each containing consecutive rows.

    ``rows`` yields the 1-based number and text of each row. ``header`` is a Markdown row, and
    ``label`` is the heading of each part.
    """
    title = f"## {label}\n\n" if label else ""
    head = f"{title}{header}\n|{' --- |' * columns}\n"
    above = _tokens(head)
    # a header of many columns is not worth repeating for a few rows
    most = 2 * above if above > _GROUP // 2 else _GROUP - above
    group: list[str] = []
    first = size = 0
    for number, line in rows:
        tokens = _tokens(line)
        if group and (
            size + tokens > most or len(group) >= _MOST_ROWS or number != first + len(group)
        ):
            composer.add(head + "\n".join(group), label=label, first_line=first)
            group, size = [], 0
            if composer.full:
                return
        if not group:
            first = number
        group.append(line)
        size += tokens
    if group:
        composer.add(head + "\n".join(group), label=label, first_line=first)


def _tokens(line: str) -> int:
    return len(_TOKEN.findall(line)) + 1


# --- CSV and similar formats, by groups of rows

_HEAD: Final = re.compile(r"(.*?)^(\| [^\n]* \|)\n(\|(?: --- \|)+)\n", re.MULTILINE | re.DOTALL)


def load_delimited(body: bytes, name: str) -> Loaded:
    """Load a table with one part per group of rows, or as prose if the text is not a table.

    Row numbering includes the header.
    """
    text = readable(text_in(body, name))[:MAX_CHARS]
    table = table_text(text)
    media_type = file_types().tables.get(suffix_of(name), "text/csv")
    head = _HEAD.match(table) if table is not text else None
    if head is None:
        return load_prose(text, name, media_type)
    above, header, ruler = head.groups()
    composer = Composer()
    composer.add(above)
    title = above.strip().partition("\n")[0]
    has_header = not header.startswith("| Column 1 |")
    first = len(above.split("\n\n")) + has_header
    columns = ruler.count("|") - 1
    add_rows(composer, header, columns, _numbered(table, head.end(), first))
    return composer.loaded(title or name, media_type, kind="table")


def _numbered(table: str, at: int, number: int) -> Iterator[tuple[int, str]]:
    while at < len(table):
        end = table.find("\n", at)
        end = len(table) if end < 0 else end
        yield number, table[at:end]
        at, number = end + 1, number + 1


# --- Workbooks, by groups of rows

_MEDIA_TYPE: Final = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_MAX_CELLS: Final = 10_000_000
"""Maximum cells to read, including empty ones; a crafted sheet may claim 17 billion."""
_READING_S: Final = 30.0
_XLSX_MOST_ROWS: Final = 1_048_576  # of Excel; a crafted row number would be counted up to
_MOST_COLUMNS: Final = 1000  # tables with more are not made by hand
_MOST_ABOVE: Final = 20

Row = tuple[int, list[str]]


class Budget:
    """The number of cells and the time left for reading a workbook."""

    def __init__(self) -> None:
        self._cells = _MAX_CELLS
        self._until = time.monotonic() + _READING_S
        self.spent = False

    def take(self, cells: int) -> bool:
        """Deduct cells from the budget; return False once it is exhausted."""
        self._cells -= cells + 1
        self.spent = self.spent or self._cells < 0 or time.monotonic() > self._until
        return not self.spent


def load_xlsx(body: bytes, archive: Archive, name: str) -> Loaded:
    """Load a workbook with one part per group of rows, labelled with the sheet's name.

    Rows are numbered as in the sheet, and the header is the first row with more than one cell.
    Formulas are replaced with their values, formatted as in the sheet.
    """
    import openpyxl

    archive.refuse_declarations()
    book = openpyxl.load_workbook(
        io.BytesIO(body), read_only=True, data_only=True, keep_links=False
    )
    composer, budget = Composer(), Budget()
    try:
        for sheet in book.worksheets:
            sheet.reset_dimensions()  # the declared size of a sheet may be wrong
            add_sheet(composer, one_line(sheet.title, 100), _rows(sheet.iter_rows(), budget))
            if budget.spent or composer.full:
                break
    finally:
        book.close()
    title, day = properties(archive)
    note = "Not all of its cells were read: there are too many." if budget.spent else ""
    return composer.loaded(title or name, _MEDIA_TYPE, kind="table", date=day, note=note)


def _rows(rows: Iterable[Sequence[Any]], budget: Budget) -> Iterator[Row]:
    """Yield the number and cells of each non-empty row."""
    for number, row in enumerate(rows, 1):
        if not budget.take(len(row)) or number > _XLSX_MOST_ROWS:
            return
        cells = [_shown(cell) for cell in row[:_MOST_COLUMNS]]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            yield number, cells


def add_sheet(composer: Composer, label: str, rows: Iterator[Row]) -> None:
    """Add a sheet in parts of limited size, each of which repeats the header."""
    above: list[str] = []
    header: Row | None = None
    for number, cells in rows:
        if sum(map(bool, cells)) > 1 or len(above) >= _MOST_ABOVE:
            header = number, cells
            break
        above.append(" ".join(filter(None, cells)))
    if above:
        composer.add(f"## {label}\n\n" + "\n".join(above), label=label)
    if header is None:
        return
    number, cells = header
    add_rows(composer, row_line(cells), len(cells), _lines(rows, number, cells), label)


def _lines(rows: Iterator[Row], number: int, header: list[str]) -> Iterator[tuple[int, str]]:
    empty = True
    for row, cells in rows:
        empty = False
        yield row, row_line([*cells, *[""] * (len(header) - len(cells))])
    if empty:  # a single row is not a header
        yield number, row_line(header)


def _shown(cell: Any) -> str:
    """Return the text of a cell as a spreadsheet shows it, but with dates in ISO 8601."""
    value = cell.value
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).upper()
    if isinstance(value, int | float):
        return formatted(value, cell.number_format)
    if isinstance(value, datetime) and not (value.hour or value.minute or value.second):
        return value.date().isoformat()
    if isinstance(value, datetime | date):
        return value.isoformat(" ") if isinstance(value, datetime) else value.isoformat()
    return " ".join(str(value).split())


# --- Number formats (ECMA-376, part 1, section 18.8.31)

_LONGEST_FORMAT: Final = 255
_SPACING: Final = re.compile(r"[_*].|\[(?:\$([^\]-]*)[^\]]*|[^\]]*)\]")
"""Widths and fillings, colours and conditions; and currencies such as ``[$€-407]``."""
_NUMBER: Final = re.compile(
    r"([^#0?@/]*)([#0?][#0?,]*)(?:\.([#0?]*))?(?! *[eE/]|[ #0?]*/)([^#0?@/]*)"
)


def formatted(value: float, number_format: str) -> str:
    """Format a number like its cell: percent, decimals, thousands, padding and units.

    Other formats, such as fractions, leave the number unchanged.
    """
    sections = number_format.split(";")
    section = sections[1] if value < 0 and len(sections) > 1 and sections[1] else sections[0]
    bare = _SPACING.sub(lambda found: found[1] or "", section).replace('"', "").replace("\\", "")
    found = _NUMBER.fullmatch(bare) if len(bare) <= _LONGEST_FORMAT else None
    if found is None:
        return f"{value:.15g}"
    before, whole, decimals, after = found[1], found[2], found[3] or "", found[4]
    number = abs(value) if section is not sections[0] else value
    number *= 100 if "%" in before + after else 1
    text = f"{number:{',' if ',' in whole.rstrip(',') else ''}.{len(decimals)}f}"
    digits, point, rest = text.partition(".")
    least = decimals.count("0")
    rest = rest[:least] + rest[least:].rstrip("0")
    sign, digits = ("-", digits[1:]) if digits.startswith("-") else ("", digits)
    return f"{sign}{before}{digits.zfill(whole.count('0'))}{point if rest else ''}{rest}{after}".strip()
