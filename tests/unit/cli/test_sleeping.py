"""A run that sleeps, in the terminal."""

import asyncio
import os

from desktop_agent.core.events import SleepStarted
from desktop_agent.frontends.cli.ask import listen_for_enter, resumes
from desktop_agent.frontends.cli.rendering import waiting_line


def started(mode, **more):
    return SleepStarted(mode=mode, seconds=90, sleep_id="z1", until=1000.0, **more)


def test_what_is_left_is_counted_down_and_never_below_nothing():
    told = [waiting_line(started("timer"), now) for now in (877.0, 939.6, 999.9, 2000.0)]
    assert told == [f"sleeping, {left} left" for left in ("2:03", "1:00", "0:00", "0:00")]
    assert waiting_line(started("manual", by_person=True), 990) == "paused, 0:10 left"


async def test_enter_resumes_and_other_keys_do_not():
    resumed = []
    terminal, keyboard = os.pipe()
    loop = asyncio.get_running_loop()
    end = listen_for_enter(loop, terminal, lambda: resumed.append(loop.time()))
    try:
        os.write(keyboard, b"x")
        await asyncio.sleep(0.02)
        assert resumed == []
        os.write(keyboard, b"\n")
        await asyncio.sleep(0.02)
        assert len(resumed) == 1
        os.close(keyboard)
        await asyncio.sleep(0.02)  # a closed terminal is not listened to
        assert len(resumed) == 1
        assert not loop.remove_reader(terminal)
    finally:
        end()
        os.close(terminal)


async def test_without_a_terminal_nobody_is_listened_to(monkeypatch):
    terminal, keyboard = os.pipe()
    with os.fdopen(terminal, encoding="utf-8") as nobody, os.fdopen(keyboard, "w"):
        monkeypatch.setattr("sys.stdin", nobody)
        with resumes(lambda: None):
            assert not asyncio.get_running_loop().remove_reader(terminal)
