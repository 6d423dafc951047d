"""Keeps the figures of benchmarks for the table of the documentation.

A figure is a line of JSON in the file that the environment variable ``FIGURES`` names; without the
variable nothing is kept. `packaging/docs/performance.py` makes the table of the lines.
"""

import datetime as dt
import json
import os
import platform
import sys
from functools import cache
from pathlib import Path
from typing import Any

import psutil

_BENCHMARKS = ("tests", "benchmarks")


def record(
    name: str,
    value: float,
    unit: str,
    limit: float | None = None,
    baseline: float | None = None,
) -> None:
    """Keeps one figure: its name in words, its value, and what it is held against in the same unit."""
    file = os.environ.get("FIGURES", "")
    if not file:
        return
    figure: dict[str, Any] = {
        "name": name,
        "part": _part(),
        "value": float(value),
        "unit": unit,
        "limit": limit,
        "baseline": baseline,
        "day": dt.datetime.now(dt.UTC).date().isoformat(),
        "machine": machine(),
    }
    with Path(file).open("a", encoding="utf-8") as lines:
        lines.write(json.dumps(figure) + "\n")


def _part() -> str:
    """Tells the folder below `tests/benchmarks` that the running test lies in; "" if it is in none."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").partition("::")[0]
    folders = Path(test).parts[:-1]
    return folders[2] if folders[:2] == _BENCHMARKS and len(folders) > 2 else ""


@cache
def machine() -> dict[str, Any]:
    """Tells the machine by what it has, without its name."""
    return {
        "processor": _processor(),
        "cores": psutil.cpu_count(logical=True),
        "memory_gib": round(psutil.virtual_memory().total / 2**30),
        "system": _system(),
        "python": platform.python_version(),
    }


def _processor() -> str:
    told = Path("/proc/cpuinfo")
    if told.is_file():
        for line in told.read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    return platform.processor() or platform.machine()


def _system() -> str:
    if sys.platform == "linux":
        try:
            return platform.freedesktop_os_release()["PRETTY_NAME"]
        except OSError:
            pass
    return f"{platform.system()} {platform.release()}"
