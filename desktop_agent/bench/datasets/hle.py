"""Humanity's Last Exam: hard questions of many subjects, the ones without an image alone.

Source: L. Phan et al. (2025), arXiv 2501.14249. It is published as Parquet; an export of its rows as
JSON Lines or as a JSON array is read.
"""

import re
from pathlib import Path

from desktop_agent.bench.datasets.rows import Row, json_rows
from desktop_agent.bench.item import AnswerKind, DataSet, Item

_EXPECTED = (
    'JSON Lines or a JSON array of {"id", "question", "image", "answer", "answer_type"}, exported '
    "from the published Parquet"
)
_LETTER = re.compile(r"[A-Za-z]")


def read(path: Path) -> DataSet:
    """Reads the file; raises `AgentError`, which names the line or entry."""
    items: list[Item] = []
    pictured = 0
    for row in json_rows(path, _EXPECTED):
        if row.values.get("image"):
            pictured += 1
            continue
        items.append(
            Item(
                id=row.id("id"),
                question=row.text("question"),
                gold=row.text("answer"),
                kind=_kind(row),
            )
        )
    total = pictured + len(items)
    told = (
        f"{pictured:,} of {total:,} questions have an image and were left out" if pictured else ""
    )
    return DataSet("hle", tuple(items), told)


def _kind(row: Row) -> AnswerKind:
    told = row.values.get("answer_type", "exactMatch")
    if told not in ("exactMatch", "multipleChoice"):
        row.place.refuse(f"'answer_type' is {str(told)[:40]!r}")
    lettered = told == "multipleChoice" and _LETTER.fullmatch(row.text("answer"))
    return "choice" if lettered else "text"
