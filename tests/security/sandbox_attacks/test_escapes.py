"""What code in the sandbox reaches of this machine: nothing."""

import asyncio
import json
import os
import sys

import psutil
import pytest

from desktop_agent.core.settings import SandboxSettings
from desktop_agent.tools.sandbox.base import Execution
from desktop_agent.tools.sandbox.bubblewrap import bubblewrap_command, find_bubblewrap, run_jailed
from tests.child_process import ended
from tests.security.sandbox_attacks.attack import SECRET, World
from tests.security.sandbox_attacks.attacks import ALL, OPEN_AIR
from tests.security.sandbox_attacks.conftest import full_python


def _got_out(ended: Execution, world: World) -> str:
    said = f"{ended.output}\n{ended.value}\n{ended.error}"
    if SECRET in said:
        return "told the secret"
    if "ESCAPED" in f"{ended.output}{ended.value}":
        return f"printed {ended.output[:200]!r}"
    if world.written.exists():
        return "wrote a file"
    if world.reached:
        return f"reached {world.reached}"
    return ""


def test_there_are_at_least_forty_attempts():
    assert sum(map(len, ALL.values())) >= 40


@pytest.mark.parametrize("kind", ALL)
async def test_no_attempt_gets_out(kind, run_in, world):
    out: dict[str, str] = {}

    async def attempt(name: str) -> None:
        ended = await run_in(world.aim(ALL[kind][name]), 5.0)
        how = _got_out(ended, world)
        if how:
            out[name] = how

    names = list(ALL[kind])
    for first in range(0, len(names), 2):
        await asyncio.gather(*map(attempt, names[first : first + 2]))
    assert out == {}


@pytest.mark.skipif(sys.platform != "linux", reason="others do not let us look")
@pytest.mark.usefixtures("world")
async def test_no_process_of_the_sandbox_holds_the_key(run_in):
    await run_in("1", 30.0)
    task = asyncio.create_task(run_in("while True: pass", 1.5))
    await asyncio.sleep(0.7)
    looked = psutil.Process().children(recursive=True)
    held = [each for each in looked if SECRET in each.environ().values()]
    await task
    assert looked
    assert held == []


@pytest.mark.parametrize("kind", ["files", "environment", "network", "inside"])
async def test_the_outer_wall_alone_hides_files_the_key_and_every_server(kind, world):
    await (await full_python(SandboxSettings())).aclose()
    bubblewrap = find_bubblewrap()
    assert bubblewrap is not None
    command = bubblewrap_command(bubblewrap)
    out: dict[str, bytes] = {}
    for name, code in ALL[kind].items():
        request = {"code": world.aim(code), "lock_down": False, "most_output": 10**5}
        ended = await run_jailed(command, json.dumps(request).encode(), 10.0, set())
        if SECRET.encode() in ended.output + ended.stderr:
            out[name] = bytes(ended.output)
    assert out == {}
    assert world.reached == []
    assert not world.written.exists()


@pytest.mark.skipif(sys.platform != "linux", reason="they are written for Linux")
@pytest.mark.parametrize("kind", ALL)
def test_the_attempts_succeed_where_nothing_holds_code_in(kind, world):
    """Else the test above would tell nothing."""
    failed: dict[str, str] = {}
    for name, code in OPEN_AIR[kind].items():
        done = ended(
            [sys.executable, "-I", "-c", world.aim(code)],
            env={"PLANTED_KEY": SECRET, "PATH": os.environ["PATH"]},
            timeout=20,
        )
        if "ESCAPED" not in done.stdout:
            failed[name] = (done.stdout + done.stderr)[-300:]
    assert failed == {}
