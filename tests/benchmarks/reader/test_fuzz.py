"""Ten minutes of coverage-guided fuzzing find no page that crashes, hangs or swells the extractor.

What a finding was stays in the test's temporary folder.
"""

import os
import sys
from pathlib import Path

import pytest

from tests.child_process import ended

SECONDS = int(os.environ.get("READER_FUZZ_SECONDS", "600"))
_ROOT = Path(__file__).parents[3]

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(SECONDS + 300)]


@pytest.mark.skipif(sys.platform != "linux", reason="the fuzzer runs on Linux alone")
def test_the_fuzzer_finds_nothing(tmp_path):
    for arguments in (
        ["--seconds", str(SECONDS), "--folder", str(tmp_path)],
        ["--again", str(tmp_path)],
    ):
        command = [sys.executable, "-m", "tests.benchmarks.reader.fuzz", *arguments]
        done = ended(command, timeout=None, cwd=_ROOT, errors="replace")
        told = done.stdout + done.stderr
        print("\n".join(line for line in told.splitlines() if line.startswith(("stat::", "Done"))))
        assert done.returncode == 0, told[-6000:]
