"""A program that is killed leaves no code running."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psutil
import pytest

from tests.child_process import child_process

_PROGRAM = """
import asyncio, pathlib, sys
from desktop_agent.core.settings import SandboxSettings
from desktop_agent.tools.sandbox.layers import LayeredSandbox

async def main():
    sandbox = LayeredSandbox(SandboxSettings())
    await sandbox.start()
    print("ready", flush=True)
    await asyncio.gather(sandbox.run("while True: pass"), sandbox.run("import heapq\\nwhile True: pass"))

asyncio.run(main())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it is looked at as Linux shows processes")
def test_code_ends_with_a_program_that_is_killed(tmp_path):
    with child_process(
        [sys.executable, "-c", _PROGRAM, str(tmp_path)],
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
    ) as program:
        assert program.stdout.readline() == b"ready\n"
        time.sleep(0.5)
        started = psutil.Process(program.pid).children(recursive=True)
        assert started
        os.kill(program.pid, signal.SIGKILL)
        _, alive = psutil.wait_procs(started, timeout=5)
    assert alive == []


@pytest.mark.usefixtures("processes_anew")
def test_a_frozen_program_starts_itself_as_the_worker():
    with child_process(
        [sys.executable, "-m", "desktop_agent", "--code-worker", "64"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=Path(__file__).parents[3],
        start_new_session=True,
    ) as worker:
        assert worker.stdin is not None
        assert worker.stdout.read(8 + len("ready")).endswith(b"ready")
        worker.stdin.close()
        assert worker.wait(10) in (0, -9)
