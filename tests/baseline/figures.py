"""Times and memory, which differ each time and are only looked at."""

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

FILE = "figures.json"
_WINDOW = "tests/benchmarks/window/test_start.py"
_ROUNDS = 7


def record_figures(folder: Path) -> None:
    """Write how long ``--help`` takes, and what the benchmark of the window's start says."""
    figures = {"--help, seconds": statistics.median(_help() for _ in range(_ROUNDS))}
    with tempfile.TemporaryDirectory() as made:
        lines = Path(made, "figures.jsonl")
        command = [sys.executable, "-m", "pytest", "-n0", "-q", "-m", "benchmark", _WINDOW]
        environ = os.environ | {"FIGURES": str(lines)}
        subprocess.run(command, env=environ, stdout=subprocess.DEVNULL, check=False)
        for line in lines.read_text().splitlines() if lines.exists() else ():
            figure = json.loads(line)
            figures[f"{figure['name']}, {figure['unit']}"] = figure["value"]
    (folder / FILE).write_text(json.dumps(figures, indent=1, sort_keys=True))


def _help() -> float:
    began = time.perf_counter()
    subprocess.run(
        [sys.executable, "-m", "desktop_agent", "--help"], stdout=subprocess.DEVNULL, check=True
    )
    return round(time.perf_counter() - began, 3)
