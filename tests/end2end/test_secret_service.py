"""A real GNOME keyring on a bus of its own: what crosses the bus when questions are asked."""

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from subprocess import PIPE, Popen

import pytest

from tests.child_process import child_process
from tests.end2end.world import Ended, World, wait_for
from tests.security.test_backup_archives import holding
from tests.servers.loopback import serve
from tests.servers.openai_compat import FakeOpenAI
from tests.servers.search_replies import Zero

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("gnome-keyring-daemon", "dbus-run-session", "dbus-monitor"))),
    reason="needs gnome-keyring-daemon, dbus-run-session and dbus-monitor",
)

LOCKED = "gnome-keyring-daemon --start --components=secrets </dev/null >/dev/null 2>&1"
UNLOCKED = 'printf "\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1'
OWNED = (
    "dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus "
    "org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true"
)
FOREGROUND = f"""
    printf "\\n" | gnome-keyring-daemon --unlock --foreground --components=secrets >/dev/null 2>&1 &
    echo $! >"$HOME/daemon"
    until {OWNED}; do sleep 0.01; done
"""
LOCK = (
    "dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets "
    "org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login"
)
MARK = (
    "dbus-send --session --dest=org.freedesktop.DBus /org/freedesktop/DBus "
    "org.freedesktop.Secret.Service.Mark"
)
WATCHED = ("Service", "Collection", "Prompt")
PROMPTING = {"CreateCollection", "Unlock", "Prompt", "CreateItem"}
EVIDENCE = ("ask", "What is it?", "--strategy", "evidence")
QUICK = ("ask", "What is it?", "--strategy", "quick")


@dataclass
class Bus:
    """A bus of its own, on which the program and the keyring speak; all that crosses it is kept."""

    world: World
    daemon: Popen[str]
    told: list[str] = field(default_factory=list)

    def shell(self, script: str) -> None:
        subprocess.run(
            ["sh", "-c", script], env=self.world.process_environ(), timeout=60, check=False
        )

    def agent(self, *arguments: str, stdin: str = "") -> Ended:
        return self.world.run(*arguments, stdin=stdin)

    def set_key(self, name: str, key: str) -> None:
        done = self.agent("keys", "set", name, stdin=f"{key}\n")
        assert "stored in SecretService Keyring" in done.stdout + done.stderr

    def calls(self) -> list[str]:
        """The methods that were called, once the monitor has written of one that is called now."""
        self.shell(MARK)
        written = self.world.home / "bus"
        wait_for(lambda: "member=Mark" in written.read_text("utf-8", "replace"))
        text = written.read_text("utf-8", "replace").partition("member=Mark")[0]
        os.truncate(written, 0)
        self.told += re.findall(r"^method call.*member=(\w+)", text, re.MULTILINE)
        return self.told

    def forget_calls(self) -> None:
        self.calls()
        self.told.clear()


@contextmanager
def on_a_bus(world: World) -> Iterator[Bus]:
    home = world.home
    home.mkdir(parents=True, exist_ok=True)
    del world.environ["PYTHON_KEYRING_BACKEND"]
    world.environ["XDG_RUNTIME_DIR"] = str(home)
    daemon = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    rules = [f"interface='org.freedesktop.Secret.{each}'" for each in WATCHED]
    with (
        child_process(daemon, env=world.process_environ(), stdout=PIPE, text=True) as process,
        (home / "bus").open("a") as written,
    ):
        world.environ["DBUS_SESSION_BUS_ADDRESS"] = process.stdout.readline().strip()
        monitor = ["dbus-monitor", "--session", *rules]
        with child_process(monitor, env=world.process_environ(), stdout=written):
            wait_for(lambda: "NameAcquired" in (home / "bus").read_text())
            yield Bus(world, process)


@pytest.fixture
def bus(make_world) -> Iterator[Bus]:
    with on_a_bus(make_world(replies=["Done."] * 9, tavily=[Zero()] * 9)) as bus:
        yield bus


def test_the_first_question_of_a_fresh_profile_prompts_for_nothing_and_searches(bus):
    bus.shell(LOCKED)
    asked = bus.agent(*EVIDENCE, "--json")
    assert '"search_attempt"' in asked.stdout, asked
    assert "password prompt" not in asked.stderr
    assert "ReadAlias" in bus.calls()  # a collection was looked for
    assert not PROMPTING.intersection(bus.calls())
    bus.forget_calls()
    bus.agent(*EVIDENCE, "--json")
    assert bus.calls() == []  # nobody has stored a key
    known = json.loads((bus.world.home / "config" / "keys.json").read_text())
    assert known["stored"] == []


def test_keys_of_an_earlier_version_are_found_and_nothing_is_unlocked_for_it(bus):
    kept = bus.world.home / "config" / "keys.json"
    bus.shell(UNLOCKED)
    bus.set_key("tavily", "tvly-older")
    bus.set_key("tavily", "tvly-old-1")
    bus.set_key("brave", "BSA-old-1")
    bus.agent("keys", "remove", "brave")
    kept.unlink()
    bus.agent(*EVIDENCE, "--json")
    kept.unlink()
    bus.forget_calls()
    bus.shell(LOCK)
    assert bus.agent("keys", "list").stdout == "tavily\n"
    assert "SecretService Keyring; tavily (keyring)" in bus.agent("doctor").stdout
    sent = [request.headers.get("authorization") for request in bus.world.tavily.requests]
    assert set(sent) == {"Bearer tvly-old-1"}
    assert "SearchItems" in bus.calls()
    assert not PROMPTING.intersection(bus.calls())
    files = [file for file in bus.world.home.rglob("*") if file.is_file()]
    assert not [file for file in files if b"tvly-old-1" in file.read_bytes()]


def test_where_the_keyring_is_gone_a_remembered_key_makes_no_new_one(bus):
    bus.shell(FOREGROUND)
    bus.set_key("tavily", "tvly-old-1")
    bus.shell(
        f"""
        kill -9 "$(cat "$HOME/daemon")"
        while {OWNED}; do sleep 0.01; done
        rm -r "$HOME/.local/share/keyrings"
        {LOCKED}
        """
    )
    bus.forget_calls()
    bus.agent(*EVIDENCE)
    assert "No key for tavily is stored." in bus.agent("keys", "remove", "tavily").stderr
    assert "ReadAlias" in bus.calls()
    assert not PROMPTING.intersection(bus.calls())


@pytest.mark.parametrize("earlier", [False, True], ids=["stored now", "stored by an old version"])
def test_a_stored_key_does_not_follow_a_restored_address(bus, earlier):
    stranger = FakeOpenAI(replies=["Stolen."] * 9)
    home = bus.world.home
    with serve(stranger.app) as url:
        settings = f'[llm]\nprovider = "openai"\nmodel = "m"\nopenai_url = "{url}/v1"\n'
        (home / "x.zip").write_bytes(holding({"config/settings.toml": settings.encode()}))
        bus.shell(UNLOCKED)
        bus.set_key("openai", "sk-mine-0123456789")
        if earlier:
            (home / "config" / "keys.json").unlink()
        restored = bus.agent("restore", str(home / "x.zip"), "--yes")
        refused = bus.agent(*QUICK)
        assert refused.returncode == 1
        assert stranger.paths == []
        allowed = bus.agent("keys", "allow", "openai")
        bus.agent(*QUICK)
    assert "openai: " in restored.stdout + restored.stderr
    assert f"was not sent to {url}" in refused.stderr
    assert f"The key for openai may go to {url} from now on." in allowed.stdout + allowed.stderr
    keys = [each.get("authorization") for each in stranger.headers]
    assert set(keys) == {"Bearer sk-mine-0123456789"}  # of the question after it was allowed
    assert stranger.paths == ["GET /v1/models", "POST /v1/chat/completions"]
