"""Calls of servers' tools that ask at the terminal, on a real pseudo terminal."""

import asyncio
import io
import json
import os
import sys

import pytest

from desktop_agent.core.events import ApprovalAsked, ApprovalGiven, RunFinished, SleepStarted
from desktop_agent.frontends.cli.ask import Approving, call_text, typed_lines
from desktop_agent.frontends.cli.rendering import waiting_line
from tests.turns import until

terminal_only = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo terminals")


class Terminal:
    """Takes the answers, and what is done to the text that streams meanwhile."""

    def __init__(self):
        self.approvals, self.answers, self.done = self, [], []

    def answer(self, run_id, call_id, decision):
        self.answers.append((call_id, decision))

    def pause(self):
        self.done.append("pause")

    def resume(self):
        self.done.append("resume")


def asked(call_id="c1", tool="convert_time", arguments='{"time": "12:30"}', **more):
    return ApprovalAsked(
        run_id="r1", call_id=call_id, server="time", tool=tool, arguments=arguments, **more
    )


@pytest.fixture
def typed(monkeypatch):
    """Gives what types into the terminal that is standard input."""
    keyboard, terminal = os.openpty()
    with os.fdopen(terminal, "r") as stdin:
        monkeypatch.setattr("sys.stdin", stdin)
        yield lambda text: os.write(keyboard, text.encode())
    os.close(keyboard)


@terminal_only
@pytest.mark.parametrize(
    ("typing", "answer"),
    [
        ("y\n", "once"),
        ("a\n", "always"),
        ("n\n", "declined"),
        ("\n", "declined"),
        ("V\n", "never"),
        ("what?\nyes\n", "once"),
        ("\x04", "declined"),  # the end of the input
    ],
)
async def test_what_is_typed_decides(typed, typing, answer, capsys):
    heard = Terminal()
    async with Approving(heard, heard) as approving:
        approving.hear(asked())
        typed(typing)
        await until(lambda: heard.answers)
        assert heard.answers == [("c1", answer)]
        await until(lambda: heard.done == ["pause", "resume"])
    told = capsys.readouterr()
    assert told.out == ""
    assert "time wants to use its tool convert_time." in told.err
    assert '"time": "12:30"' in told.err


@terminal_only
async def test_calls_are_asked_for_one_after_the_other(typed, capsys):
    heard = Terminal()
    async with Approving(heard) as approving:
        for call in ("c1", "c2", "c3"):
            approving.hear(asked(call, tool=call))
        await until(lambda: "tool c1" in capsys.readouterr().err)
        assert "tool c2" not in capsys.readouterr().err
        typed("y\n")
        await until(lambda: "tool c2" in capsys.readouterr().err)
        typed("a\n")
        await until(lambda: len(heard.answers) == 2)
        approving.hear(ApprovalGiven(run_id="r1", call_id="c3", answer="always"))
        await asyncio.sleep(0.05)
    assert heard.answers == [("c1", "once"), ("c2", "always")]  # what was said counts for c3 too


@terminal_only
async def test_the_end_of_the_run_ends_the_question(typed):
    heard = Terminal()
    async with Approving(heard, heard) as approving:
        approving.hear(asked())
        await until(lambda: heard.done)
        approving.hear(RunFinished(run_id="r1", status="stopped"))
        await until(lambda: heard.done == ["pause", "resume"])
        typed("y\n")
        await asyncio.sleep(0.05)
    assert heard.answers == []


async def test_where_nobody_can_be_asked_it_is_declined_and_said(monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO("y\n"))
    heard = Terminal()
    async with Approving(heard) as approving:
        approving.hear(asked())
    assert heard.answers == [("c1", "declined")]
    assert "nobody can be asked here" in capsys.readouterr().err


def test_the_question_shows_what_it_is_about_and_does_nothing_to_the_terminal():
    text = call_text(
        asked(
            arguments=json.dumps({"path": "/tmp/\x1b[2J\u202ex", "lines": "a\n" * 9000}),
            description="Reads.\nThen \x1b]0;title\x07 more",
            changed=True,
        )
    )
    assert "describes the tool differently than when you allowed it" in text
    assert "more characters)" in text
    assert not any(sign in text for sign in "\x1b\u202e\x07")
    assert "called with" not in call_text(asked(arguments="{}"))


# --- A run that sleeps


def started(mode, **more):
    return SleepStarted(mode=mode, seconds=90, sleep_id="z1", until=1000.0, **more)


def test_what_is_left_is_counted_down_and_never_below_nothing():
    told = [waiting_line(started("timer"), now) for now in (877.0, 939.6, 999.9, 2000.0)]
    assert told == [f"sleeping, {left} left" for left in ("2:03", "1:00", "0:00", "0:00")]
    assert waiting_line(started("manual", by_person=True), 990) == "paused, 0:10 left"


@terminal_only
async def test_lines_are_heard_until_the_terminal_is_closed(monkeypatch):
    heard = []
    terminal, keyboard = os.pipe()
    with os.fdopen(terminal) as stdin, monkeypatch.context() as patched:
        patched.setattr("sys.stdin", stdin)
        with typed_lines(heard.append):
            os.write(keyboard, b"x\n")
            await until(lambda: heard == ["x\n"])
            os.close(keyboard)
            await until(lambda: heard == ["x\n", ""])
            assert not asyncio.get_running_loop().remove_reader(terminal)
