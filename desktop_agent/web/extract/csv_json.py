"""Convert CSV and JSON to text that can be cited line by line."""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import chain, dropwhile, islice, takewhile
from typing import Final

_SEPARATORS: Final = "\t;|,"  # if several fit equally well, the first is used
_SAMPLE: Final = 64 * 1024  # characters
_SAMPLE_ROWS: Final = 50
_ALIKE: Final = 0.6  # minimum share of rows with the same number of cells
_MOST_COLUMNS: Final = 500  # tables with more are not made by hand
_MOST_ABOVE: Final = 10  # rows
_NUMBER: Final = re.compile(r"[-+\u2212]?[\d.,\s%]+(?:[eE][-+]?\d+)?")


def table_text(text: str) -> str:
    """Convert CSV to a Markdown table, or return the text unchanged if it is not tabular.

    The separator is detected. Line breaks inside cells become spaces. Lines before the table, such
    as a title or a source, are kept above it. A first row that contains only numbers is treated as
    data, and the columns are numbered.
    """
    separator, body = _declared_separator(text)
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
    for row in chain(head, rows):  # one at a time: a million lists would not fit into memory
        width = max(width, len(row))
        lines.append(_line(row))
    if not 2 <= width <= _MOST_COLUMNS:
        return ""
    titles = [f"Column {number}" for number in range(1, width + 1)]
    if not all(_NUMBER.fullmatch(cell) for cell in head[0] if cell):
        titles = [*head[0], *[""] * (width - len(head[0]))]
        del lines[0]
    ruler = "|" + " --- |" * width
    table = "\n".join([_line(titles), ruler, *lines])
    return "\n\n".join([*("".join(row) for row in above), table])


def _declared_separator(text: str) -> tuple[str, str]:
    """Return the separator from a ``sep=`` line, or "", and the remaining lines."""
    first, _, rest = text.partition("\n")
    declared = first.strip().strip('"')
    if len(declared) == 5 and declared.lower().startswith("sep=") and declared[4] in _SEPARATORS:
        return declared[4], rest
    return "", text


def _separator(text: str) -> str:
    """Return the separator that gives most rows the same number of cells, or ""."""
    sample = text[:_SAMPLE]
    if len(text) > _SAMPLE:
        sample = sample[: sample.rfind("\n") + 1]
    shares = {each: _share_alike(sample, each) for each in _SEPARATORS if each in sample}
    best = max(shares, key=shares.__getitem__, default="")
    return best if shares.get(best, 0) >= _ALIKE else ""


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


# --- JSON with one member per line

_LONG_LINE: Final = 400  # average characters per line; text with shorter lines already has a layout
_MOST_MARKS: Final = 800_000  # five megabytes have fewer, unless their values are single digits
_NUMBER_MARK: Final = "\0"  # numbers are kept as strings that begin so, exactly as written
_MARKED_NUMBER: Final = re.compile(r'"\\u0000([^"]*)"')
_PLAIN_LIST: Final = re.compile(r"\[\n[^\[\]{}]*\]")
_LINE_BREAK: Final = re.compile(r"\n *")


def json_text(text: str) -> str:
    r"""Format JSON with one member per line if its lines are long.

    Characters written as ``\uXXXX`` are decoded. Text that is not JSON, is too large, or contains a
    NUL character is returned unchanged.
    """
    has_layout = len(text) <= _LONG_LINE * (text.count("\n") + 1)
    if (
        (has_layout and "\\u" not in text)
        or "\\u0000" in text
        or sum(map(text.count, "{[,")) > _MOST_MARKS
    ):
        return text
    try:
        data = json.loads(text, parse_int=_NUMBER_MARK.__add__, parse_float=_NUMBER_MARK.__add__)
        laid_out = json.dumps(data, ensure_ascii=False, indent=1)
    except (ValueError, RecursionError):
        return text
    laid_out = _PLAIN_LIST.sub(lambda found: _LINE_BREAK.sub(" ", found[0]), laid_out)
    # half a surrogate pair is no character
    return _MARKED_NUMBER.sub(r"\1", laid_out).encode("utf-8", "replace").decode()


def is_json(text: str | bytes) -> bool:
    """Return whether ``text`` is valid JSON; bytes may be in UTF-8, UTF-16 or UTF-32."""
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True
