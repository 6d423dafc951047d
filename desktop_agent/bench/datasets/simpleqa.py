"""SimpleQA: short questions of fact, as CSV.

Source: J. Wei et al. (2024), arXiv 2411.04368; the columns are metadata, problem and answer.
"""

import csv
import io
from pathlib import Path

from desktop_agent.bench.datasets.rows import Place, Row, read_text
from desktop_agent.bench.item import DataSet, Item

_EXPECTED = "CSV with the columns metadata, problem and answer"


def read(path: Path) -> DataSet:
    """Reads the file; raises `AgentError`, which names the line."""
    lines = csv.reader(io.StringIO(read_text(path, _EXPECTED), newline=""), strict=True)
    items: list[Item] = []
    began = 1
    try:
        header = [name.strip() for name in next(lines)]
        missing = [name for name in ("problem", "answer") if name not in header]
        if missing:
            Place(path, "line 1", _EXPECTED).refuse(f"there is no column {missing[0]!r}")
        began = lines.line_num + 1
        for cells in lines:
            place = Place(path, f"line {began}", _EXPECTED)
            began = lines.line_num + 1
            if not cells:
                continue
            if len(cells) != len(header):
                place.refuse(f"it has {len(cells)} cells where the first line has {len(header)}")
            row = Row(place, len(items) + 1, dict(zip(header, cells, strict=True)))
            items.append(Item(str(row.number), row.text("problem"), row.text("answer"), "text"))
    except csv.Error as error:
        Place(path, f"line {began}", _EXPECTED).refuse(f"it is no CSV ({error})")
    return DataSet("simpleqa", tuple(items))
