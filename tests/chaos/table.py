"""The table of faults: rows that tests leave behind, as a page of the documentation.

CHAOS_ROWS=rows.jsonl pytest -m "not live" tests/chaos
python -m tests.chaos.table rows.jsonl resources/docs/chaos.md
"""

import json
import os
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path

_SHOWN = 6
"""Most different messages that a row shows."""


@dataclass(frozen=True, slots=True)
class Row:
    """What one seed of one fault has come to."""

    fault: str
    did: str
    seed: int
    saw: tuple[str, ...]
    lost: tuple[str, ...]
    wrong: tuple[str, ...]
    failed: bool = False


def write_row(row: Row) -> None:
    """Adds a row to the file that ``CHAOS_ROWS`` names, if any."""
    file = os.environ.get("CHAOS_ROWS", "")
    if file:
        with Path(file).open("a", encoding="utf-8") as out:
            out.write(json.dumps(asdict(row), ensure_ascii=False) + "\n")


def make_page(rows: Iterable[Row]) -> str:
    faults: dict[str, list[Row]] = {}
    for row in rows:
        faults.setdefault(row.fault, []).append(row)
    lines = [
        "# Faults",
        "",
        "Each fault is played over the whole program at random moments, once for each seed. After",
        "it the program is opened again, and all that was saved before is read back: conversations,",
        "finished answers, drafts, settings, discoveries, pages, templates, schedules, recordings",
        "and the index of documents. `make chaos` makes this table.",
        "",
        "| Fault | What was done | Seeds | What the user saw | What was lost |",
        "| --- | --- | --- | --- | --- |",
    ]
    for name, each in sorted(faults.items()):
        seeds = len({row.seed for row in each})
        saw = _counted([text for row in each for text in dict.fromkeys(row.saw)])
        missing = sorted({text for row in each for text in (*row.lost, *row.wrong)})
        failed = sum(row.failed for row in each)
        told = "; ".join(missing) or ("nothing" if not failed else f"{failed} seeds failed")
        cells = (name, each[0].did, str(seeds), saw or "the answer, as ever", told)
        lines.append("| " + " | ".join(_cell(cell) for cell in cells) + " |")
    return "\n".join(lines) + "\n"


def _counted(texts: list[str]) -> str:
    order = sorted(set(texts), key=lambda text: (-texts.count(text), text))
    shown = [f"“{text}”" for text in order[:_SHOWN]]
    more = len(order) - _SHOWN
    return "<br>".join([*shown, f"and {more} more" if more > 0 else ""]).removesuffix("<br>")


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def main(rows: str, page: str) -> None:
    found: dict[tuple[str, int], Row] = {}
    for line in Path(rows).read_text("utf-8").splitlines():
        row = Row(**json.loads(line))
        found[row.fault, row.seed] = row
    Path(page).write_text(make_page(found.values()), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:3])
