"""Whom a build trusts, where and when it looks, and which version is offered."""

import json
import time
from pathlib import Path

import pytest

from desktop_agent.app.update_client import checked_url
from desktop_agent.app.updates import DAY_S, LastUpdateCheck, find_place, this_build, this_system
from desktop_agent.core.errors import UpdateError
from tests.security.update_world import World
from tests.servers.update_repository import LINUX


def over(world: World, later: float) -> bool:
    """Whether it is time to look again, so many seconds from now."""
    return LastUpdateCheck(world.home / "look.json", lambda: time.time() + later).over


async def offered(world: World, running: str) -> str:
    release = await world.program(running).check()
    return release.version if release else ""


@pytest.mark.parametrize("running", ["0.2.0", "1.0", "0.10.0"])
async def test_neither_this_version_nor_an_older_one_is_offered(world, running):
    assert await offered(world, running) == ""


async def test_a_preview_is_offered_to_who_runs_one_and_to_nobody_else(world):
    name = world.honest.release("0.3.0rc1", b"preview")  # among the others by mistake
    world.honest.publish()
    assert await offered(world, "0.2.0") == ""
    world.honest.announce({"tar": name}, list_name="preview")
    world.honest.release("0.2.0", b"stable")
    world.honest.publish()
    assert await offered(world, "0.1.0") == "0.2.0"
    assert await offered(world, "0.2.0") == ""
    assert await offered(world, "0.2.0rc2") == "0.3.0rc1"
    world.honest.release("0.3.0", b"deb", kind="deb")
    world.honest.release("0.3.0", b"exe", kind="exe", system="windows-amd64")
    world.honest.publish()
    assert await offered(world, "0.1.0") == "", "this one was unpacked from a tar"
    world.honest.release("0.3.0", b"at last")
    world.honest.publish()
    assert await offered(world, "0.3.0rc1") == "0.3.0"


async def test_a_version_that_is_none_and_a_file_that_is_missing_are_told(world):
    world.honest.release("newest", b"x")
    world.honest.publish()
    with pytest.raises(UpdateError, match=r"'newest' isn't a valid version"):
        await world.program().check()
    world.honest.announce({"tar": f"releases/{LINUX}/nothing.tar"})
    world.honest.publish()
    with pytest.raises(UpdateError, match="listed but missing"):
        await world.program().check()


async def test_it_is_looked_once_a_day_and_after_a_fault_once_an_hour(world):
    program = world.program()
    assert program.due
    await program.check()
    assert not program.due
    assert not world.program().due, "it is kept"
    assert not over(world, DAY_S - 60)
    assert over(world, DAY_S + 60)
    assert over(world, -60), "the clock was set back"
    del world.honest.files["/metadata/timestamp.json"]
    with pytest.raises(UpdateError):
        await world.program().check()
    assert not over(world, 3000)
    assert over(world, 3700)


@pytest.mark.parametrize(
    "kept", [b"", b"\0\0", b"[]", b'{"at": "x", "wait": 1}', b'{"at": 1e99, "wait": 1e99}', b"NaN"]
)
def test_a_damaged_note_of_the_last_look_is_no_look(tmp_path, kept):
    file = tmp_path / "look.json"
    file.write_bytes(kept)
    assert LastUpdateCheck(file).over
    LastUpdateCheck(file).note(failed=False)
    assert not LastUpdateCheck(file).over
    assert set(json.loads(file.read_bytes())) == {"at", "wait"}


def write_build(folder: Path, root: bytes, channel: object = None) -> None:
    (folder / "root.json").write_bytes(root)
    if channel is not None:
        (folder / "channel.json").write_text(json.dumps(channel))


@pytest.mark.parametrize(
    ("root", "channel"),
    [(b"{}", None), (b"", {"url": "https://updates.example.org"}), (b"{}", {"url": ["x"]})],
)
def test_a_build_without_signers_or_an_address_has_no_place(tmp_path, root, channel):
    assert find_place(" ", tmp_path) is None
    write_build(tmp_path, root, channel)
    assert find_place(" ", tmp_path) is None


def test_the_persons_own_address_comes_before_that_of_the_build(tmp_path):
    write_build(tmp_path, b"{}", {"url": "https://updates.example.org"})
    named, own = find_place("", tmp_path), find_place(" https://mirror.example.org ", tmp_path)
    assert named is not None
    assert own is not None
    assert (named.url, own.url) == ("https://updates.example.org", "https://mirror.example.org")
    assert named.root == own.root == b"{}", "a mirror has no say in who is trusted"


@pytest.mark.parametrize(
    "url",
    [
        "http://updates.example.org",
        "http://127.0.0.1.example.org",
        "updates.example.org",
        "https://user:word@updates.example.org",
        "https://[",
    ],
)
def test_an_address_that_is_not_encrypted_or_none_is_refused(url):
    with pytest.raises(UpdateError, match=r"only over https|valid update address"):
        checked_url(url)


def test_https_and_this_machine_are_taken_and_a_build_tells_its_system_and_kind():
    assert checked_url("https://updates.example.org/a/") == "https://updates.example.org/a"
    assert checked_url("http://[::1]:8080") == "http://[::1]:8080"
    assert checked_url("http://localhost:8080") == "http://localhost:8080"
    build = this_build()
    assert build.system == this_system()
    assert build.system.count("-") == 1
    assert build.kind in {"tar", "deb", "exe", "dmg"}
