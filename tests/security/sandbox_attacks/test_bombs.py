"""Code that wants too much time, memory or room, or lies: it ends, and the program is as it was."""

import asyncio
import os
import time

import psutil
import pytest

from desktop_agent.core.settings import SandboxSettings
from desktop_agent.tools.sandbox.base import MOST_CODE, MOST_OUTPUT, Execution
from desktop_agent.tools.sandbox.layers import LayeredSandbox
from tests.security.sandbox_attacks.bombs import BOMBS, Bomb
from tests.turns import Turns

_SECONDS = 60.0  # which most never take; a busy machine may
_SHORT = 0.3  # for what ends by the clock alone
_MAY = 15.0  # for what may end by it
_GRACE = 2.5  # of a busy machine
_MOST_GROWTH = 48 * 1024 * 1024  # of the program, whatever the code does
_PARTS = 6


@pytest.mark.parametrize("part", range(_PARTS))
async def test_every_bomb_ends_in_time_and_leaves_nothing(part, run_in, request):
    layer = request.node.callspec.params["run_in"]
    wrong: dict[str, str] = {}
    await run_in("1", 30.0)
    before = psutil.Process().memory_info().rss

    async def explode(bomb: Bomb) -> None:
        allowed = _allowed(bomb, layer)
        if allowed.startswith("timeout"):
            seconds = _SHORT
        else:
            seconds = _MAY if "timeout" in allowed else _SECONDS
        began = time.monotonic()
        ended = await run_in(bomb.code, seconds)
        late = time.monotonic() - began - seconds
        fault = _fault(ended, allowed, late)
        if fault:
            wrong[bomb.name] = fault

    mine = BOMBS[part::_PARTS]
    for first in range(0, len(mine), 2):
        await asyncio.gather(*map(explode, mine[first : first + 2]))
    assert wrong == {}
    assert psutil.Process().memory_info().rss - before < _MOST_GROWTH
    ended = await run_in("6 * 7", 30.0)
    assert ended.value == "42"


def _allowed(bomb: Bomb, layer: str) -> str:
    if layer == "monty":
        return f"{bomb.small or bomb.ends + ' error'} refused"
    return bomb.ends


def _fault(ended: Execution, allowed: str, late: float) -> str:
    if ended.status not in allowed.split():
        return f"ended as {ended.status}: {(ended.error or ended.value)[-200:]}"
    if late > _GRACE:
        return f"took {late:.1f} s longer than it may"
    if len(ended.output.encode()) > 3 * MOST_OUTPUT or len(ended.value + ended.error) > 60_000:
        return "said too much"
    return "" if ended.ok or ended.error else "gave no reason"


async def test_nothing_runs_on_after_the_layer_is_closed(tmp_path):
    before = _processes()
    sandbox = LayeredSandbox(SandboxSettings())
    threads = "import threading\ndef f():\n    while True: pass\nthreading.Thread(target=f).start()"
    await sandbox.run(threads, timeout_s=2)
    await sandbox.run("while True: pass", timeout_s=0.3)
    await sandbox.aclose()
    await _gone(before)


async def test_cancelling_ends_the_code_at_once(run_in):
    await run_in("1", 30.0)
    before = _processes()
    for code in ("while True: pass", "x = 9**9**9 if [] else sum(range(10**12))"):
        task = asyncio.create_task(run_in(code, 60.0))
        await asyncio.sleep(0.3)
        began = Turns()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert began.seconds < 0.5
        await _gone(before, busy=True)


@pytest.mark.parametrize(
    "code",
    ["#" * (10 * 1024 * 1024), "x = 1\n" * 1_000_000, "'" + "x" * MOST_CODE + "'"],
    ids=["a comment", "lines", "a text"],
)
async def test_code_of_megabytes_is_refused_unread(code, tmp_path):
    sandbox = LayeredSandbox(SandboxSettings())
    began = Turns()
    ended = await sandbox.run(code)
    await sandbox.aclose()
    assert ended.status == "error"
    assert "longer than" in ended.error
    assert began.seconds < 1


async def test_half_a_character_in_the_code_is_told_with_its_line(tmp_path):
    sandbox = LayeredSandbox(SandboxSettings())
    ended = await sandbox.run("x = 1\ny = '\ud800'")
    await sandbox.aclose()
    assert ended.status == "error"
    assert "line 2" in ended.error


async def test_a_memory_bomb_stays_within_its_memory(run_in):
    await run_in("1", 30.0)
    most = 0
    task = asyncio.create_task(
        run_in("x = []\nwhile True:\n    x.append('x' * 100_000 + str(len(x)))\n", 20.0)
    )
    while not task.done():
        await asyncio.sleep(0.01)
        most = max(most, sum(_memory(each) for each in psutil.Process().children(recursive=True)))
    assert (await task).status == "memory"
    assert most < (128 + 256) * 1024 * 1024  # with the interpreters themselves


def _memory(process: psutil.Process) -> int:
    try:
        if process.cmdline() == psutil.Process().cmdline():  # forked from us, and not yet another
            return 0
        return int(process.memory_info().rss)
    except psutil.Error:
        return 0


def _processes() -> set[int]:
    return {each.pid for each in psutil.Process(os.getpid()).children(recursive=True)}


async def _gone(before: set[int], *, busy: bool = False) -> None:
    """Waits until nothing runs that did not before; with ``busy``, nothing that computes."""
    for _ in range(100):
        new = [psutil.Process(pid) for pid in _processes() - before if psutil.pid_exists(pid)]
        if not [each for each in new if not busy or _computes(each)]:
            return
        await asyncio.sleep(0.02)
    raise AssertionError(f"still there: {new}")


def _computes(process: psutil.Process) -> bool:
    try:
        return process.cpu_percent(0.05) > 50
    except psutil.Error:
        return False
