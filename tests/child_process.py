"""A process for the length of a block, or to its end."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any


@contextmanager
def child_process(command: Sequence[str], **how: Any) -> Iterator[subprocess.Popen[Any]]:
    """Starts it, and ends it with the block however that ends.

    `subprocess.Popen` as a context waits for the process instead: a test that failed in the block
    would then never end, and no time limit would help.
    """
    with subprocess.Popen(command, **how) as process:
        try:
            yield process
        finally:
            process.kill()


def ended(
    command: Sequence[str | Path], *, timeout: float | None = 60, **how: Any
) -> subprocess.CompletedProcess[str]:
    """Runs it to its end, whatever that is, with what it prints kept as text."""
    return subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=timeout, **how
    )


def output_of(command: Sequence[str | Path], **how: Any) -> str:
    """Runs it to an end that must be a good one; gives what it printed."""
    done = ended(command, **how)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"[-6000:]
    return done.stdout
