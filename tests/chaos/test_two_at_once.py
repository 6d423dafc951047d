"""Two of the program at once, and what a killed or a foreign one has left behind."""

import asyncio
import fcntl
import json
import os
import random
import socket
import sys
from contextlib import ExitStack
from pathlib import Path

import pytest

from desktop_agent.core.errors import AgentError
from desktop_agent.core.research import Question
from tests.chaos.disk_left import read_left
from tests.end2end.world import play


@pytest.mark.fault(
    "Two terminals and a window at once",
    "two `ask` commands run while a session asks, saves and changes the same files",
)
async def test_several_at_once_share_everything(chaos, world):
    async with chaos.at_work(world) as session:
        commands = [
            asyncio.create_task(asyncio.to_thread(world.run, "ask", "--strategy", "quick", text))
            for text in ("And 0?", "And 1?")
        ]
        count = 0
        while not all(each.done() for each in commands):
            count += 1
            made = await session.conversations.create(f"At once {count}")
            await session.conversations.save_draft(made.id, f"draft {count}")
            question = Question(f"What of {count}?", strategy="quick")
            chaos.saw_run(await play(session, question))
        for done in await asyncio.gather(*commands):
            chaos.saw_terminal(done.stderr) if done.returncode else None
            assert done.returncode == 0, done.stderr
        titles = {each.title for each in await session.conversations.list()}
        assert {f"At once {number}" for number in range(1, count + 1)} <= titles
        await chaos.check(session)


_WRITER = """
import asyncio, sys
from desktop_agent.app.session import open_session
from desktop_agent.core.research import Discovery

async def main(name):
    session = open_session()
    for number in range(30):
        finding = Discovery("2026-01-01T00:00:00+00:00", f"{name} {number}", "It is so.")
        await asyncio.to_thread(session.discoveries.append, finding)
        await session.conversations.create(f"{name} {number}")
        await asyncio.to_thread(session.change_setting, "search.count", 2 + number % 18)
        await session.schedules.add(f"{name} {number}?", session.schedules.read_when("every day at 9"))
    await session.aclose()

asyncio.run(main(sys.argv[1]))
"""


@pytest.mark.fault(
    "Two processes that save the same files",
    "two processes add findings, conversations, schedules and settings; one is killed at random",
)
async def test_what_two_processes_save_is_all_there(chaos, world):
    await chaos.fill(world)
    environ, told = world.process_environ(), asyncio.subprocess.PIPE
    writers = [
        await asyncio.create_subprocess_exec(
            sys.executable, "-c", _WRITER, name, env=environ, stderr=told
        )
        for name in ("one", "two")
    ]
    await asyncio.sleep(1.0 + chaos.dice.random())
    if writers[0].returncode is None:
        writers[0].kill()
    (_out, _), (_out, said) = [await each.communicate() for each in writers]
    assert writers[1].returncode == 0, said
    async with chaos.opened(world) as session:
        findings = {each.title for each in session.discoveries.read().items}
        titles = {each.title for each in await session.conversations.list()}
        asked = {each.question for each in await session.schedules.list()}
        for number in range(30):
            if not {f"two {number}"} <= findings & titles or f"two {number}?" not in asked:
                chaos.lost.append(f"what the second saved as {number}")
        await chaos.check(session, but=("setting search.count",))
    await chaos.check_again(world, but=("setting search.count",))


@pytest.mark.fault(
    "Locks that were left behind",
    "lock files of killed processes and of another user lie about, and the socket is a file",
)
async def test_locks_that_nobody_holds_keep_nobody_out(chaos, world):
    await chaos.fill(world)
    for file in leave_locks(chaos.home, chaos.dice):
        if os.geteuid() == 0:
            os.chown(file, 65534, 65534)
    async with chaos.opened(world) as session:
        await chaos.check(session)
        await chaos.answers(session)
        await session.conversations.create("New")
    await chaos.check_again(world)


def leave_locks(home: Path, dice: random.Random) -> list[Path]:
    """Leaves the lock files of processes that are gone."""
    dead = 2**22 - dice.randrange(1000)
    names = {
        "config/instance.lock": f"{dead}\ndesktop-agent\n{socket.gethostname()}\n\n\n",
        "config/instance.socket": "",
        "config/settings.toml.lock": "",
        "data/discoveries.jsonl.lock": "",
        "data/schedules.json.lock": "",
        "data/conversations.db.0123456789abcdef.lock": "",
        "data/knowledge/index.lock": json.dumps({"pid": dead}),
    }
    left = []
    for name, text in names.items():
        if dice.random() < 0.8:
            file = home / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
            left.append(file)
    return left


@pytest.mark.fault(
    "A lock that another process never lets go",
    "another process holds the lock of a file for as long as the program runs",
)
async def test_a_lock_that_is_held_is_told_of(chaos, world):
    await chaos.fill(world)
    file, do = chaos.dice.choice(
        (("config/settings.toml", "setting"), ("data/schedules.json", "schedule"))
    )
    held = os.open(chaos.home / f"{file}.lock", os.O_RDWR | os.O_CREAT, 0o600)
    fcntl.flock(held, fcntl.LOCK_EX)
    try:
        async with chaos.opened(world) as session:
            left, told = await read_left(session)
            assert left
            assert not told
            try:
                if do == "setting":
                    await asyncio.to_thread(session.change_setting, "search.count", 3)
                else:
                    when = session.schedules.read_when("every day at 9")
                    await session.schedules.add("And?", when)
                chaos.wrong.append("the lock was not minded")
            except AgentError as error:
                chaos.saw_error(error)
    finally:
        os.close(held)
    await chaos.check_again(world)


_QT_SAYS = ("This plugin does not support raise()", "QStandardPaths: XDG_RUNTIME_DIR not set")


@pytest.mark.fault(
    "Two windows at once",
    "the window is started two or three times within a fifth of a second, locks and sockets of "
    "killed ones lie about",
)
async def test_two_starts_give_one_window(chaos, world):
    await chaos.fill(world)
    leave_locks(chaos.home, chaos.dice)
    started = []
    with ExitStack() as stack:
        for _ in range(chaos.dice.randint(2, 3)):
            started.append(stack.enter_context(world.start_window("rest", "3")))
            await asyncio.sleep(chaos.dice.random() * 0.2)
        ends = [await asyncio.to_thread(each.communicate, timeout=60) for each in started]
    shown = sum(out.count("window") for out, _said in ends)
    for each, (_out, said) in zip(started, ends, strict=True):
        assert each.returncode == 0, said
        lines = [line for line in said.splitlines() if not line.startswith(_QT_SAYS)]
        if text := "\n".join(lines).strip():
            chaos.wrong.append(f"a start has written {text[-300:]!r}")
    assert shown == 1
    chaos.saw("The one window came to the front.")
    await chaos.check_again(world)
