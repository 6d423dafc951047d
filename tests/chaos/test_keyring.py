"""The keyring is locked, vanishes, or never answers, while keys are read or stored."""

import asyncio
import shutil
import time
from pathlib import Path

import pytest
from pydantic import SecretStr

from desktop_agent.core.errors import AgentError, KeyStoreError
from desktop_agent.core.events import Notice
from desktop_agent.storage import secrets
from desktop_agent.storage.key_record import KeyRecord
from tests.chaos.faulty_keyring import FAULTS, FaultyKeyring, use_faulty_keyring
from tests.chaos.frame import Chaos
from tests.chaos.outside import SHORT, ask, at
from tests.end2end.test_secret_service import FOREGROUND, LOCKED, on_a_bus
from tests.end2end.world import Ended, of

WORDS = ("ask", "What is it?", "--strategy", "quick")
QUICKER = (
    "from desktop_agent.storage import secrets; secrets._PATIENCE_S = 2.0; "
    "secrets._PERSON_PATIENCE_S = 2.0; import keyring.core, sys; from desktop_agent.__main__ import main; "
    "sys.exit(main(sys.argv[1:]))"
)
"""The program, with little patience: what it loads of the keyring is there before."""
SERVICE_AT_HAND = shutil.which("gnome-keyring-daemon") and shutil.which("dbus-run-session")


@pytest.fixture
def fault(tmp_path, monkeypatch) -> Path:
    """The file that says how the keyring fails; it does not, while the file is not there."""
    monkeypatch.setattr(secrets, "_PATIENCE_S", 0.3)
    monkeypatch.setattr(secrets, "_PERSON_PATIENCE_S", 0.5)
    return use_faulty_keyring(monkeypatch, tmp_path / "fault", tavily="tvly-stored")


@pytest.mark.fault(
    "Keyring locked, gone, or silent",
    "the keyring is locked, cannot be opened, loses its connection, refuses, answers garbage or "
    "never, from before a run, in it, or while a key is stored; then it works again",
)
async def test_a_keyring_that_fails_costs_no_answer_and_no_key(chaos, outside, fault):
    dice = chaos.dice
    how, when = dice.choice(FAULTS), dice.choice(["before", "in", "storing"])
    KeyRecord(chaos.home / "config" / "keys.json").add(["tavily"])
    async with chaos.opened(outside.world, **SHORT) as session:
        await chaos.save(session)
        question = outside.question(dice)
        if when == "before":
            _break(fault, how)
        after = dice.randrange(1, 10) if when == "in" else 0
        events = await ask(session, question, at(after, lambda: _break(fault, how)))
        end = chaos.saw_run(events)
        assert end.status in ("answered", "insufficient"), end
        if when == "before":
            told = [each.text for each in of(events, Notice) if "key" in each.text.lower()]
            assert told, "a run says that keys could not be read"
        _break(fault, how)
        await _try_all(chaos, session, how)
        began = time.monotonic()
    if time.monotonic() - began > 5:
        chaos.wrong.append("the program does not end while the keyring is silent")
    _break(fault, "")
    assert FaultyKeyring.keys["tavily"] == "tvly-stored"
    async with chaos.opened(outside.world, **SHORT) as session:
        await asyncio.to_thread(session.keys.set, "brave", SecretStr("BSA-new"))
        held = {key.name for key in await asyncio.to_thread(session.keys.names)}
        assert held == {"tavily", "brave"}
        await chaos.check(session)


async def _try_all(chaos: Chaos, session, how: str) -> None:
    """Does all that asks the keyring, and takes down what is said."""
    for work in (
        lambda: session.keys.set("brave", SecretStr("BSA-new")),
        lambda: session.keys.remove("tavily"),
        session.keys.ask_for_names,
    ):
        try:
            await asyncio.to_thread(work)
        except KeyStoreError as error:
            chaos.saw_error(error)
        else:
            chaos.wrong.append(f"a keyring that {how} was not told of")
    for check in await session.doctor():
        if check.name == "keys":
            chaos.saw(check.text, check.remedy)
    try:
        await session.check_key("tavily")
    except AgentError as error:
        chaos.saw_error(error)


def _break(file: Path, how: str) -> None:
    file.write_text(how)


@pytest.mark.fault(
    "Keyring silent for ever",
    "a command of the terminal asks while the keyring never answers; it is then interrupted or waits",
)
def test_the_terminal_ends_though_the_keyring_never_answers(chaos, outside, fault):
    fault.write_text("hangs")
    KeyRecord(chaos.home / "config" / "keys.json").add(["tavily"])
    done = outside.world.run_anew(
        *WORDS,
        code=QUICKER,
        PYTHON_KEYRING_BACKEND="tests.chaos.faulty_keyring.FaultyKeyring",
        KEYRING_FAULT=str(fault),
    )
    assert done.returncode == 0, done.stderr
    assert "five thousand years" in done.stdout
    waits, goes_on, _rest = done.stderr.partition("continuing without them")
    assert "Waiting for your system's password prompt…" in waits
    assert goes_on
    chaos.saw_terminal(done.stderr)


@pytest.mark.skipif(not SERVICE_AT_HAND, reason="needs gnome-keyring-daemon and dbus-run-session")
@pytest.mark.fault(
    "Secret Service dies",
    "a real GNOME keyring under a D-Bus session of its own: the daemon or the bus is killed or stopped "
    "between two commands, or was never there",
)
def test_a_secret_service_that_dies_is_told_of(chaos, outside):
    how = chaos.dice.choice(["kill daemon", "stop daemon", "kill bus", "locked"])
    faults = {
        "kill daemon": 'kill -9 "$(cat "$HOME/daemon")"; sleep 0.2',
        "stop daemon": 'kill -STOP "$(cat "$HOME/daemon")"',
        "locked": f'kill -9 "$(cat "$HOME/daemon")"; sleep 0.2; {LOCKED}',
    }

    def agent(*words: str, stdin: str = "") -> Ended:
        return outside.world.run_anew(*words, code=QUICKER, stdin=stdin)

    with on_a_bus(outside.world) as bus:
        bus.shell(FOREGROUND)
        agent("keys", "set", "tavily", stdin="tvly-secret-3\n")
        if how == "kill bus":
            bus.daemon.kill()
        else:
            bus.shell(faults[how])
        listed = agent("keys", "list")
        stored = agent("keys", "set", "tavily", stdin="tvly-secret-4\n")
        answered = agent(*WORDS)
        bus.shell('kill -9 "$(cat "$HOME/daemon")"')
    assert "five thousand years" in answered.stdout, answered
    chaos.saw_terminal(listed.stdout + listed.stderr + stored.stderr + answered.stderr)
