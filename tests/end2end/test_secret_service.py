"""A real GNOME keyring on a bus of its own: what crosses the bus when questions are asked."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.end2end.world import ROOT, MakeWorld, World
from tests.security.test_backup_archives import holding
from tests.servers.loopback import serve
from tests.servers.openai_compat import FakeOpenAI
from tests.servers.search_replies import Zero

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, ("gnome-keyring-daemon", "dbus-run-session", "dbus-monitor"))),
    reason="needs gnome-keyring-daemon, dbus-run-session and dbus-monitor",
)

AGENT = f'"{sys.executable}" -m desktop_agent'
WATCH = """
    dbus-monitor --session "interface='org.freedesktop.Secret.Service'" \
        "interface='org.freedesktop.Secret.Collection'" \
        "interface='org.freedesktop.Secret.Prompt'" >>"$HOME/bus" 2>/dev/null &
    until grep -q NameAcquired "$HOME/bus"; do sleep 0.05; done
"""
LOCKED = "gnome-keyring-daemon --start --components=secrets </dev/null >/dev/null 2>&1"
UNLOCKED = 'printf "\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1'
OWNED = (
    "dbus-send --session --print-reply --dest=org.freedesktop.DBus /org/freedesktop/DBus "
    "org.freedesktop.DBus.NameHasOwner string:org.freedesktop.secrets | grep -q true"
)
PROMPTING = ("CreateCollection", "Unlock", "Prompt", "CreateItem")


@pytest.fixture
def world(home: Path, make_world: MakeWorld) -> World:
    home.mkdir(parents=True, exist_ok=True)
    return make_world(replies=["Done."] * 9, tavily=[Zero()] * 9)


def on_a_bus(world: World, script: str) -> tuple[str, list[str]]:
    """Carry out a script under a bus of its own; return its output and the calls that it made."""
    environ = world.process_environ() | {"XDG_RUNTIME_DIR": str(world.home)}
    del environ["PYTHON_KEYRING_BACKEND"]
    done = subprocess.run(
        ["dbus-run-session", "--", "sh", "-c", f"{WATCH}\n{script}\nsleep 0.3"],
        cwd=ROOT,
        env=environ,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    bus = (world.home / "bus").read_text("utf-8", "replace")
    calls = [
        line.rsplit("member=", 1)[1].strip()
        for line in bus.splitlines()
        if line.startswith("method call") and "member=" in line
    ]
    return done.stdout + done.stderr, calls


def test_the_first_question_of_a_fresh_profile_prompts_for_nothing_and_searches(world: World):
    ask = f"{AGENT} ask 'What is it?' --strategy evidence --json"
    told, calls = on_a_bus(world, f"{LOCKED}\n{ask}\necho SECOND >>$HOME/bus\n{ask}")
    assert "ReadAlias" in calls  # a collection was looked for
    assert not set(calls).intersection(PROMPTING), calls
    assert '"search_attempt"' in told, told
    assert "password prompt" not in told
    # the second question leaves the keyring alone: nobody has stored a key
    second = (world.home / "bus").read_text("utf-8", "replace").split("SECOND")[1]
    assert "Secret" not in second
    known = json.loads((world.home / "config" / "keys.json").read_text())
    assert known["stored"] == []


def test_keys_of_an_earlier_version_are_found_and_nothing_is_unlocked_for_it(world: World):
    script = f"""
        {UNLOCKED}
        printf "tvly-old-1\\n" | {AGENT} keys set tavily
        printf "BSA-old-1\\n" | {AGENT} keys set brave
        {AGENT} keys remove brave
        rm "$HOME/config/keys.json"
        {AGENT} ask 'What is it?' --strategy evidence --json >/dev/null
        rm "$HOME/config/keys.json"
        : >"$HOME/bus"
        dbus-send --session --print-reply --dest=org.freedesktop.secrets /org/freedesktop/secrets \
            org.freedesktop.Secret.Service.Lock array:objpath:/org/freedesktop/secrets/collection/login
        echo "KEYS:"; {AGENT} keys list; {AGENT} doctor | grep keys
    """
    told, calls = on_a_bus(world, script)
    sent = [request.headers.get("authorization") for request in world.tavily.requests]
    assert set(sent) == {"Bearer tvly-old-1"}, told
    assert "KEYS:\ntavily\n" in told, told
    assert "stored in SecretService Keyring" in told
    assert "SecretService Keyring; tavily (keyring)" in told
    assert "SearchItems" in calls
    assert not set(calls).intersection(PROMPTING), calls
    files = [file for file in world.home.rglob("*") if file.is_file()]
    assert not [file for file in files if b"tvly-old-1" in file.read_bytes()]


def test_where_the_keyring_is_gone_a_remembered_key_makes_no_new_one(world: World):
    script = f"""
        printf "\\n" | gnome-keyring-daemon --unlock --foreground --components=secrets \
            >/dev/null 2>&1 &
        DAEMON=$!
        until {OWNED}; do sleep 0.05; done
        printf "tvly-old-1\\n" | {AGENT} keys set tavily
        kill -9 "$DAEMON"
        while {OWNED}; do sleep 0.05; done
        rm -r "$HOME/.local/share/keyrings"
        {LOCKED}
        : >"$HOME/bus"
        {AGENT} ask 'What is it?' --strategy evidence
        {AGENT} keys remove tavily
    """
    told, calls = on_a_bus(world, script)
    assert "No key for tavily is stored." in told
    assert "ReadAlias" in calls
    assert not set(calls).intersection(PROMPTING), calls


@pytest.mark.parametrize("earlier", [False, True], ids=["stored now", "stored by an old version"])
def test_a_stored_key_does_not_follow_a_restored_address(world: World, earlier: bool):
    stranger = FakeOpenAI(replies=["Stolen."] * 9)
    with serve(stranger.app) as url:
        settings = f'[llm]\nprovider = "openai"\nmodel = "m"\nopenai_url = "{url}/v1"\n'
        (world.home / "x.zip").write_bytes(holding({"config/settings.toml": settings.encode()}))
        script = f"""
            {UNLOCKED}
            printf "sk-mine-0123456789\\n" | {AGENT} keys set openai
            {'rm "$HOME/config/keys.json"' if earlier else ""}
            {AGENT} restore "$HOME/x.zip" --yes
            {AGENT} ask 'What is it?' --strategy quick
            echo "asked: $?"
            {AGENT} keys allow openai
            {AGENT} ask 'What is it?' --strategy quick
        """
        told, _calls = on_a_bus(world, script)
    before, _, after = told.partition("asked: 1")
    assert after, told
    assert "openai: " in before
    assert f"The key for openai may go to {url} from now on." in told
    assert f"is not sent to {url}" in told
    keys = [each.get("authorization") for each in stranger.headers]
    assert set(keys) == {"Bearer sk-mine-0123456789"}  # of the question after it was allowed
    assert stranger.paths == ["GET /v1/models", "POST /v1/chat/completions"]
