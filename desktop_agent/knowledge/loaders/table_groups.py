"""Rows of a table in groups, each a small table with the header above it.

A row alone says little: with its header in the text, each passage can be understood by itself.
"""

import re
from collections.abc import Iterable, Sequence
from typing import Final

from desktop_agent.knowledge.loaders.composing import Composer

_GROUP: Final = 430  # tokens, roughly: a chunk of the default size holds a group
_TOKEN: Final = re.compile(r"\d{1,3}|[^\W\d]{1,6}|[^\w\s]")
_MOST_ROWS: Final = 100


def row_line(cells: Sequence[str]) -> str:
    """Gives a row of a markdown table."""
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def add_rows(
    composer: Composer, header: str, columns: int, rows: Iterable[tuple[int, str]], label: str = ""
) -> None:
    """Adds rows, given with their numbers from 1, a part for each group.

    Numbers within a group follow on each other. ``header`` is a row of markdown; ``label``, where
    there is one, stands above each group as a heading.
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
