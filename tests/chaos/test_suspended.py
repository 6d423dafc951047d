"""The laptop is suspended for a while: the program stands still, and the world does not."""

import json
import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable

import pytest

from tests.chaos.frame import Chaos
from tests.chaos.outside import LONG, SHORT, open_outside
from tests.chaos.wire import FAULTS, Mood, Wire

pytestmark = pytest.mark.skipif(os.name != "posix", reason="SIGSTOP")

ENVIRON = {
    f"DESKTOP_AGENT_{section.upper()}__{name.upper()}": str(value)
    for section, name, value in ((*key.split("__", 1), value) for key, value in SHORT.items())
}


def suspend(process: subprocess.Popen[str], meanwhile: Callable[[], None], seconds: float) -> None:
    """Stops a process for a while, as the system does with all of them."""
    process.send_signal(signal.SIGSTOP)
    meanwhile()
    time.sleep(seconds)
    process.send_signal(signal.SIGCONT)


def sleep_in_the_middle(chaos: Chaos, process: subprocess.Popen[str], wire: Wire) -> None:
    """Suspends the program once or twice at random moments."""
    dice = chaos.dice
    for _ in range(dice.randint(1, 2)):
        mood: Mood = dice.choice(["open", *FAULTS])
        time.sleep(dice.uniform(0.05, 0.6))
        if process.poll() is not None:
            return
        suspend(process, lambda mood=mood: wire.set(mood), dice.uniform(0.8, 1.6))
        time.sleep(dice.uniform(0.0, 0.3))
        wire.set("open")


@pytest.mark.fault(
    "Laptop suspended, terminal",
    "SIGSTOP of the program for about a second at random moments of an answer, twice at most, with "
    "time limits shorter than that; meanwhile connections are left, reset, half closed or stalled",
)
async def test_the_terminal_goes_on_after_a_sleep_of_the_laptop(chaos):
    with open_outside(chaos.home, between_s=0.01, text=LONG) as outside:
        await chaos.fill(outside.world)
        with Wire(outside.world.environ["DESKTOP_AGENT_LLM__OLLAMA_URL"]) as wire:
            environ = ENVIRON | {"DESKTOP_AGENT_LLM__OLLAMA_URL": wire.url}
            asked = outside.question(chaos.dice)
            words = ("ask", asked.text, "--json", "--strategy", asked.strategy)
            with outside.world.start(*words, **environ) as process:
                process.stdout.readline()  # it has begun
                thread = threading.Thread(target=sleep_in_the_middle, args=(chaos, process, wire))
                thread.start()
                lines = process.stdout.read().splitlines()
                error = process.stderr.read()
                thread.join()
                process.wait(60)
        chaos.saw_terminal(error)
        last = json.loads(lines[-1])
        assert last["type"] == "run_finished", last
        if last["status"] == "failed":
            chaos.saw(last["error"], last["remedy"])
        else:
            assert last["status"] in ("answered", "insufficient"), last
        assert process.returncode in (0, 1, 3), (process.returncode, error)
        await chaos.check_again(outside.world)


@pytest.mark.fault(
    "Laptop suspended, window",
    "the same with the window (offscreen), which is then closed",
)
async def test_the_window_goes_on_after_a_sleep_of_the_laptop(chaos):
    with open_outside(chaos.home, between_s=0.01, text=LONG) as outside:
        await chaos.fill(outside.world)
        with Wire(outside.world.environ["DESKTOP_AGENT_LLM__OLLAMA_URL"]) as wire:
            environ = ENVIRON | {"DESKTOP_AGENT_LLM__OLLAMA_URL": wire.url}
            asked = "Tell me of the museum"
            with outside.world.start_window("ask", asked, **environ) as process:
                ready = process.stdout.readline()
                assert ready == "asked\n", process.stderr.read()
                thread = threading.Thread(target=sleep_in_the_middle, args=(chaos, process, wire))
                thread.start()
                told = process.stdout.readline()
                thread.join()
                process.wait(60)
                errors = process.stderr.read()
        shown = json.loads(told or "{}")
        assert shown, errors
        for text in (*shown["cards"], *shown["boxes"]):
            chaos.saw(text)
        if not shown["cards"]:
            assert "word79" in shown["answer"], shown
        assert process.returncode == 0, errors
        assert "Traceback" not in errors
        # what was typed came behind the draft, and both were sent
        await chaos.check_again(outside.world, but=["draft of a new conversation"])
