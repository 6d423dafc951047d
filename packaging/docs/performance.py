"""The table of the program's figures, from what `make bench` has recorded.

    python packaging/docs/performance.py FIGURES.jsonl [PAGE.md]

A line of FIGURES is one figure, as `tests/benchmarks/figures.py` writes it; of a name that was measured
more than once the newest counts. The machine is told by processor, cores, memory and system, never by
its name.
"""

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

PAGE = Path(__file__).parents[2] / "resources" / "docs" / "performance.md"

_HEAD = """# Performance

Figures of the program's own benchmarks (`make bench`). A *limit* is what the benchmark fails beyond; a
*baseline* is what the figure is held against in the same run. What is beyond its limit stands here as it
was measured.
"""
_PARTS = {
    "window": "The window",
    "": "Runs and conversations",
    "reader": "Reading pages",
    "knowledge": "Documents",
    "soak": "2,000 questions in a row",
}
"""Headings by the folder of the benchmarks, in the order of the page."""


def performance_page(lines: list[str]) -> str:
    """Gives the page as Markdown; lines that are no figure are passed over."""
    figures = {each["name"]: each for each in _read(lines)}
    if not figures:
        return _HEAD + "\nNo figures are recorded in this build. Measure your own: `make bench`.\n"
    by_machine: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for each in figures.values():
        by_machine[_machine(each["machine"])].append(each)
    return "\n".join(
        [_HEAD, *(_measured_on(machine, by_machine[machine]) for machine in sorted(by_machine))]
    )


def _read(lines: list[str]) -> list[dict[str, Any]]:
    read = []
    for line in lines:
        try:
            figure = json.loads(line)
            float(figure["value"]), figure["name"], figure["unit"], figure["machine"], figure["day"]
        except (ValueError, KeyError, TypeError):
            continue
        read.append(figure)
    return read


def _machine(told: dict[str, Any]) -> str:
    return (
        f"{told['processor']}, {told['cores']} cores, {told['memory_gib']} GiB, {told['system']}, "
        f"Python {told['python']}"
    )


def _measured_on(machine: str, figures: list[dict[str, Any]]) -> str:
    days = sorted({each["day"] for each in figures})
    when = days[0] if len(days) == 1 else f"{days[0]} to {days[-1]}"
    by_part = {part: [each for each in figures if _part_of(each) == part] for part in _PARTS}
    tables = [_table(_PARTS[part], found) for part, found in by_part.items() if found]
    return "\n".join([f"Measured {when} on: {machine}.\n", *tables])


def _part_of(figure: dict[str, Any]) -> str:
    told = str(figure.get("part", ""))
    return told if told in _PARTS else ""


def _table(heading: str, figures: list[dict[str, Any]]) -> str:
    rows = [
        f"| {each['name']} | {_told(each, 'value')} | {_told(each, 'limit')} "
        f"| {_told(each, 'baseline')} |"
        for each in sorted(figures, key=lambda each: str(each["name"]))
    ]
    head = [
        f"## {heading}\n",
        "| what | measured | limit | baseline |",
        "| --- | --- | --- | --- |",
    ]
    return "\n".join([*head, *rows, ""])


def _told(figure: dict[str, Any], key: str) -> str:
    value = figure.get(key)
    return "" if value is None else f"{_number(value)} {figure['unit']}".strip()


def _number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


def main() -> None:
    """Writes the page."""
    page = Path(sys.argv[2]) if len(sys.argv) > 2 else PAGE
    lines = Path(sys.argv[1]).read_text(encoding="utf-8").splitlines()
    page.write_text(performance_page(lines), encoding="utf-8")
    print(page)


if __name__ == "__main__":
    main()
