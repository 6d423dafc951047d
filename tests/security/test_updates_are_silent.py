"""The program looks for updates when it is told to, and connects to nobody else; off is off.

In a process of its own, for the hook that sees every connection and look-up stays for good.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.security.socket_audit import audited
from tests.servers.update_repository import UpdateRepository, serve_updates

SCENARIO = """
import asyncio, json, os, sys
from desktop_agent.app.session import open_session
from desktop_agent.core.errors import AgentError
from desktop_agent.system import resources
from tests.security.socket_audit import recorded

async def look(insist):
    session = open_session()
    updates = session.updates
    said = {"configured": updates.configured, "due": updates.due}
    try:
        if updates.due or insist:
            release = await updates.check()
            said["release"] = release.version if release else None
    except AgentError as error:
        said["fault"] = f"{type(error).__name__}: {error}"
    said["due_then"] = updates.due
    await session.aclose()
    return said, session.paths.ledger_file

def carry_out(plan):
    os.environ.clear()
    os.environ.update(alike | plan["environ"])
    if plan["built"]:
        sys._MEIPASS = plan["built"]
        resources._root.cache_clear()
    with recorded() as calls:
        said, ledger = asyncio.run(look(plan["insist"]))
    said["calls"] = sorted({call.host for call in calls})
    lines = ledger.read_text().splitlines() if ledger.exists() else []
    entries = [json.loads(line) for line in lines]
    said["ledger"] = sorted({(each["host"], each["purpose"], each["outcome"]) for each in entries})
    return said

alike = dict(os.environ)
print(json.dumps([carry_out(plan) for plan in json.loads(sys.argv[1])]))
"""


def build(folder: Path, repository: UpdateRepository, url: str) -> str:
    """Puts in what a builder puts in; gives the folder of the build."""
    updates = folder / "resources" / "updates"
    updates.mkdir(parents=True)
    (updates / "root.json").write_bytes(repository.first_root)
    (updates / "channel.json").write_text(json.dumps({"url": url}))
    return str(folder)


def plan(home: Path, built: str = "", *, insist: bool = False, **environ: str) -> dict[str, Any]:
    """A session of the build, which looks for updates when it is due, or at any rate."""
    return {
        "environ": {"DESKTOP_AGENT_HOME": str(home), **environ},
        "built": built,
        "insist": insist,
    }


FAR = "https://updates.example.org"


@pytest.fixture(scope="module")
def said(tmp_path_factory) -> dict[str, dict[str, Any]]:
    """What each session did, one after the other in one process."""
    folder, repository = tmp_path_factory.mktemp("updates"), UpdateRepository()
    repository.publish()
    with serve_updates(repository) as served:
        near = build(folder / "near", repository, served.url)
        far = build(folder / "far", repository, FAR)
        off = {"DESKTOP_AGENT_UPDATES__CHECK": "false"}
        offline = {"DESKTOP_AGENT_NETWORK__OFFLINE": "true"}
        plans = {
            "no signers": plan(folder / "1", insist=True, DESKTOP_AGENT_UPDATES__URL=FAR),
            "off": plan(folder / "2", near, **off),
            "offline": plan(folder / "3", far, insist=True, **offline),
            "on": plan(folder / "4", near),
            "on again": plan(folder / "4", near),
        }
        told = json.dumps(list(plans.values()))
        lines = audited("-c", SCENARIO, told, home=folder)
    return dict(zip(plans, json.loads(lines[-1]), strict=True))


def test_a_build_without_signers_connects_to_nobody_even_when_it_is_asked_to(said):
    assert said["no signers"] == {
        "configured": False,
        "due": False,
        "due_then": False,
        "fault": "UpdateError: This build has no update address.",
        "calls": [],
        "ledger": [],
    }


def test_switched_off_it_is_never_due_and_no_connection_is_made(said):
    off = said["off"]
    assert (off["configured"], off["due"], off["calls"], off["ledger"]) == (True, False, [], [])


def test_offline_no_name_is_looked_up_and_the_ledger_says_what_was_refused(said):
    offline = said["offline"]
    assert (offline["due"], offline["calls"]) == (False, [])
    assert offline["fault"].startswith("Offline: The network is switched off")
    assert offline["ledger"] == [["updates.example.org", "update", "refused"]]


def test_switched_on_it_asks_the_one_host_once_a_day_and_the_ledger_says_so(said):
    first, again = said["on"], said["on again"]
    assert (first["due"], first["release"], first["due_then"]) == (True, None, False)
    assert first["calls"] == ["127.0.0.1"]
    assert first["ledger"] == [["127.0.0.1", "update", "ok"]]
    assert (again["due"], again["calls"]) == (False, [])
