"""The program looks for updates when it is told to, and connects to nobody else; off is off.

In a process of its own, for the hook that sees every connection and look-up stays for good.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.security.socket_audit import audited
from tests.servers.update_repository import Served, UpdateRepository, serve_updates

SCENARIO = """
import asyncio, json, sys
from desktop_agent.app.session import open_session
from desktop_agent.core.errors import AgentError
from tests.security.socket_audit import recorded

async def main():
    session = open_session()
    updates = session.updates
    said = {"configured": updates.configured, "due": updates.due}
    try:
        if updates.due or sys.argv[1] == "insist":
            release = await updates.check()
            said["release"] = release.version if release else None
    except AgentError as error:
        said["fault"] = f"{type(error).__name__}: {error}"
    said["due_then"] = updates.due
    await session.aclose()
    return said, session.paths.ledger_file

with recorded() as calls:
    said, ledger = asyncio.run(main())
said["calls"] = sorted({call.host for call in calls})
lines = ledger.read_text().splitlines() if ledger.exists() else []
entries = [json.loads(line) for line in lines]
said["ledger"] = sorted({(each["host"], each["purpose"], each["outcome"]) for each in entries})
print(json.dumps(said))
"""


@pytest.fixture(scope="module")
def served() -> Iterator[Served]:
    repository = UpdateRepository()
    repository.publish()
    with serve_updates(repository) as server:
        yield server


def carry_out(home: Path, act: str, built: Path | None = None, **environ: str) -> dict[str, Any]:
    """Opens a session as a build with the resources of ``built`` would; gives what it did."""
    frozen = f"import sys; sys._MEIPASS = {str(built)!r}\n" if built else ""
    lines = audited("-c", frozen + SCENARIO, act, home=home, **environ)
    said: dict[str, Any] = json.loads(lines[-1])
    return said


def build(folder: Path, served: Served, url: str) -> Path:
    """Puts in what a builder puts in."""
    updates = folder / "resources" / "updates"
    updates.mkdir(parents=True)
    (updates / "root.json").write_bytes(served.repository.first_root)
    (updates / "channel.json").write_text(json.dumps({"url": url}))
    return folder


def test_a_build_without_signers_connects_to_nobody_even_when_it_is_asked_to(tmp_path: Path):
    said = carry_out(tmp_path, "insist", DESKTOP_AGENT_UPDATES__URL="https://updates.example.org")
    assert said == {
        "configured": False,
        "due": False,
        "due_then": False,
        "fault": "UpdateError: This build has no update address.",
        "calls": [],
        "ledger": [],
    }


def test_switched_off_it_is_never_due_and_no_connection_is_made(tmp_path: Path, served: Served):
    built = build(tmp_path / "built", served, served.url)
    off = {"DESKTOP_AGENT_UPDATES__CHECK": "false"}
    said = carry_out(tmp_path / "home", "daily", built, **off)
    assert (said["configured"], said["due"], said["calls"]) == (True, False, [])
    assert said["ledger"] == []


def test_offline_no_name_is_looked_up_and_the_ledger_says_what_was_refused(
    tmp_path: Path, served: Served
):
    built = build(tmp_path / "built", served, "https://updates.example.org")
    off = {"DESKTOP_AGENT_NETWORK__OFFLINE": "true"}
    said = carry_out(tmp_path / "home", "insist", built, **off)
    assert (said["due"], said["calls"]) == (False, [])
    assert said["fault"].startswith("Offline: The network is switched off")
    assert said["ledger"] == [["updates.example.org", "update", "refused"]]


def test_switched_on_it_asks_the_one_host_once_a_day_and_the_ledger_says_so(
    tmp_path: Path, served: Served
):
    built = build(tmp_path / "built", served, served.url)
    first = carry_out(tmp_path / "home", "daily", built)
    assert (first["due"], first["release"], first["due_then"]) == (True, None, False)
    assert first["calls"] == ["127.0.0.1"]
    assert first["ledger"] == [["127.0.0.1", "update", "ok"]]
    asked = len(served.repository.asked)
    again = carry_out(tmp_path / "home", "daily", built)
    assert (again["due"], again["calls"]) == (False, [])
    assert len(served.repository.asked) == asked
