import subprocess
import sys

import pytest

from tests.child_process import ended

pytestmark = pytest.mark.skipif(
    sys.platform == "win32", reason="a process cannot send itself Ctrl-C alone there"
)

PRELUDE = """
import asyncio, os, signal, sys, time
from desktop_agent.frontends.cli.interrupts import interrupts
def press(): os.kill(os.getpid(), signal.SIGINT)
"""


def run(script: str) -> subprocess.CompletedProcess[str]:
    return ended([sys.executable, "-c", PRELUDE + script], timeout=20)


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


def test_a_signal_that_no_wait_is_broken_off_by_wakes_the_loop_all_the_same():
    # another thread gets it here: for the loop that is as if it had come just before the wait
    done = run("""
import threading
from desktop_agent.frontends.cli.interrupts import wake_loop_on_signals

async def main():
    other = threading.Thread(target=time.sleep, args=(8,), daemon=True)
    other.start()
    press = lambda: signal.pthread_kill(other.ident, signal.SIGINT)
    threading.Timer(0.3, press).start()
    with wake_loop_on_signals():
        try:
            await asyncio.get_running_loop().create_future()
        finally:
            print(f"{time.monotonic() - began:.0f} s")

began = time.monotonic()
try:
    asyncio.run(main())
except KeyboardInterrupt:
    print("interrupted", signal.set_wakeup_fd(-1))
""")
    assert done.returncode == 0, done.stderr
    assert done.stdout == "0 s\ninterrupted -1\n"
