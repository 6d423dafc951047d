"""GSM8K: word problems with one number as their answer, as JSON Lines.

Source: K. Cobbe et al. (2021), arXiv 2110.14168; an answer is its working, then ``#### n``.
"""

import re
from pathlib import Path

from desktop_agent.bench.datasets.rows import json_rows
from desktop_agent.bench.item import DataSet, Item

_EXPECTED = 'JSON Lines with {"question": …, "answer": "… #### number"} on each line'
_FINAL = re.compile(r"####\s*(-?[\d.,]*\d)")


def read(path: Path) -> DataSet:
    """Reads the file; raises `AgentError`, which names the line."""
    items = []
    for row in json_rows(path, _EXPECTED):
        final = _FINAL.search(row.text("answer"))
        if final is None:
            row.place.refuse("'answer' does not end with #### and a number")
        items.append(Item(str(row.number), row.text("question"), final[1], "number"))
    return DataSet("gsm8k", tuple(items))
