"""The program on 22 November 2026, at noon: dates are said, and weigh in what counts as current."""

import os
import shutil
import subprocess
import tempfile
import time
from functools import cache
from pathlib import Path

_NOON = 1_795_348_800
_SOURCE = Path(__file__).with_name("clock.c")


def clock_environ(*, stands_still: bool = False) -> dict[str, str]:
    """Return what a child process needs so that it starts at noon; nothing without a C compiler."""
    here = "BASELINE_CLOCK" in os.environ
    library = os.environ["LD_PRELOAD"] if here else _library()
    if not library:
        return {}
    passes = os.environ["BASELINE_CLOCK"] if here else str(_NOON - int(time.time()))
    return {"LD_PRELOAD": library, "BASELINE_CLOCK": f"={_NOON}" if stands_still else passes}


@cache
def _library() -> str:
    compiler = shutil.which("cc")
    if compiler is None:
        return ""
    made = Path(
        tempfile.gettempdir(), f"baseline-clock-{os.getuid()}-{_SOURCE.stat().st_mtime_ns}.so"
    )
    if not made.exists():
        part = made.with_suffix(f".{os.getpid()}")
        command = [compiler, "-O2", "-shared", "-fPIC", str(_SOURCE), "-o", str(part)]
        subprocess.run(command, check=True)
        part.replace(made)
    return str(made)
