import subprocess
import sys

import pytest

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="a process cannot send itself Ctrl-C alone there"
)

PRELUDE = """
import asyncio, os, signal, sys, time
from desktop_agent.cli.interrupts import interrupts
def press(): os.kill(os.getpid(), signal.SIGINT)
"""


def run(script: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-c", PRELUDE + script],
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


def test_the_first_ctrl_c_asks_to_stop_and_what_runs_goes_on():
    done = run("""
async def main():
    stopped = asyncio.Event()
    before = signal.getsignal(signal.SIGINT)
    with interrupts(stopped.set):
        asyncio.get_running_loop().call_later(0.05, press)
        await stopped.wait()
        print("asked to stop")
    print("went on", signal.getsignal(signal.SIGINT) == before)
asyncio.run(main())
""")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "asked to stop\nwent on True\n"


def test_the_second_ctrl_c_ends_the_program_at_once_even_when_the_loop_is_stuck():
    done = run("""
async def main():
    with interrupts(lambda: print("asked to stop", flush=True)):
        press()
        await asyncio.sleep(0.05)
        asyncio.get_running_loop().run_in_executor(None, time.sleep, 15)
        press()
        print("not reached")
asyncio.run(main())
""")
    assert done.returncode == 130
    assert done.stdout == "asked to stop\n"
