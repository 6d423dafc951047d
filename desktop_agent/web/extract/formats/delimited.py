"""CSV and its like (RFC 4180) as a markdown table, so that each row can be cited with its header."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, dropwhile, islice, takewhile
from typing import Final

_SEPARATORS: Final = "\t;|,"  # of two that fit as well, the one that is rarer in words and numbers
_SAMPLE: Final = 64 * 1024  # characters
_SAMPLE_ROWS: Final = 50
_ALIKE: Final = 0.6  # of the rows have as many cells
_MOST_COLUMNS: Final = 500  # what has more is no table that a person made
_MOST_ABOVE: Final = 10  # rows
_NUMBER: Final = re.compile(r"[-+\u2212]?[\d.,\s%]+(?:[eE][-+]?\d+)?")


def table_text(text: str) -> str:
    """Gives all rows as a markdown table, or the text as it stands where it is no table.

    The separator is found out. Line breaks within a cell become spaces. Lines above the table (a
    title, a source) stay above it. Where the first row is numbers alone, the columns are numbered.
    """
    separator, body = _told_separator(text)
    separator = separator or _separator(body)
    if not separator:
        return text
    try:
        return _table(row for row in _rows(body, separator) if any(row)) or text
    except csv.Error:  # a quote that never ends makes a cell beyond all bounds
        return text


def _table(rows: Iterator[list[str]]) -> str:
    head = list(islice(rows, _MOST_ABOVE + 1))
    above = list(takewhile(lambda row: sum(map(bool, row)) == 1, head[:_MOST_ABOVE]))
    head = head[len(above) :]
    if len(head) < 2:
        return ""
    width = 0
    lines = []
    for row in chain(head, rows):  # one by one: a million lists would not fit into the memory
        width = max(width, len(row))
        lines.append(_line(row))
    if not 2 <= width <= _MOST_COLUMNS:
        return ""
    titles = [f"Column {number}" for number in range(1, width + 1)]
    if not _is_numbers(head[0]):
        titles = [*head[0], *[""] * (width - len(head[0]))]
        del lines[0]
    ruler = "|" + " --- |" * width
    table = "\n".join([_line(titles), ruler, *lines])
    return "\n\n".join([*("".join(row) for row in above), table])


def _told_separator(text: str) -> tuple[str, str]:
    """Gives the separator that the first line names, as Excel writes it, and what follows."""
    first, _, rest = text.partition("\n")
    told = first.strip().strip('"')
    if len(told) == 5 and told.lower().startswith("sep=") and told[4] in _SEPARATORS:
        return told[4], rest
    return "", text


def _separator(text: str) -> str:
    """Gives the separator that gives the most rows as many cells; empty where none does."""
    sample = text[:_SAMPLE]
    if len(text) > _SAMPLE:
        sample = sample[: sample.rfind("\n") + 1]
    found = {}
    for separator in _SEPARATORS:
        if separator in sample:
            share = _share_alike(sample, separator)
            if share >= _ALIKE:
                found[separator] = share
    return max(found, key=lambda separator: found[separator], default="")


def _share_alike(sample: str, separator: str) -> float:
    try:
        widths = [len(row) for row in islice(_rows(sample, separator), _SAMPLE_ROWS) if any(row)]
    except csv.Error:
        return 0.0
    widths = list(dropwhile(lambda width: width == 1, widths))
    alike = Counter(width for width in widths if width > 1).most_common(1)
    return alike[0][1] / len(widths) if alike and alike[0][1] > 1 else 0.0


def _rows(text: str, separator: str) -> Iterator[list[str]]:
    for row in csv.reader(io.StringIO(text, newline=""), delimiter=separator):
        yield [" ".join(cell.split()) for cell in row]


def _line(row: Sequence[str]) -> str:
    line = " | ".join(row)
    if line.count("|") >= len(row):
        line = " | ".join(cell.replace("|", "\\|") for cell in row)
    return f"| {line} |"


def _is_numbers(row: Sequence[str]) -> bool:
    return all(_NUMBER.fullmatch(cell) for cell in row if cell)
