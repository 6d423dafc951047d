"""A process for the length of a block."""

import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
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
