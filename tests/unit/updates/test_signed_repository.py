"""Finding and bringing signed files: what is kept, what is left, and what heals."""

import asyncio
import os
import threading
import time
from contextlib import nullcontext
from pathlib import Path

import pytest

from desktop_agent.app.updates import Place, SignedRepository
from desktop_agent.core.errors import UpdateError
from desktop_agent.web.downloads import Patience
from desktop_agent.web.ledger import watch_requests
from tests.security.update_world import PROGRAM, World
from tests.servers.update_repository import LINUX, UpdateRepository, contents, endless

NAME = f"releases/{LINUX}/desktop-agent-0.2.0.tar"


def repository(world: World, patience: Patience | None = None) -> SignedRepository:
    place = Place(world.honest.first_root, world.served.url)
    return SignedRepository(lambda: place, world.trust, nullcontext, patience=patience)


async def bring(world: World) -> Path:
    held = repository(world)
    target = await held.find(NAME)
    assert target is not None
    return await held.fetch(target, world.folder, lambda _there, _size: None)


async def test_a_file_is_brought_under_the_last_part_of_its_name_and_verified_the_next_time(world):
    def asked() -> int:
        return sum(each.startswith("/targets/") for each in world.honest.asked)

    path = await bring(world)
    assert path == world.folder / "desktop-agent-0.2.0.tar"
    assert path.read_bytes() == PROGRAM
    assert contents(world.folder) == [path.name]
    before = asked()
    await bring(world)
    assert asked() == before
    path.write_bytes(PROGRAM[:-1] + b"!")
    assert (await bring(world)).read_bytes() == PROGRAM
    world.honest.files["/targets/extra.txt"] = b"unsigned"
    assert await repository(world).find("extra.txt") is None


async def test_progress_is_told_in_the_callers_thread_and_what_has_changed_is_not_brought(world):
    told: list[tuple[int, int, str]] = []
    held = repository(world)
    target = await held.find(NAME)
    assert target is not None
    here = threading.current_thread().name
    await held.fetch(
        target,
        world.folder,
        lambda there, size: told.append((there, size, threading.current_thread().name)),
    )
    assert told[-1] == (len(PROGRAM), len(PROGRAM), here)
    assert {name for _, _, name in told} == {here}
    world.honest.release("0.2.0", b"another program")
    world.honest.publish()
    with pytest.raises(UpdateError, match="changed since it was offered"):
        await held.fetch(target, world.folder, lambda _there, _size: None)


@pytest.mark.parametrize("pause_s", [0.02, 20.0], ids=["while it comes", "while it is silent"])
async def test_who_is_cancelled_waits_for_the_end_and_nothing_is_left(world, pause_s):
    held = repository(world)
    target = await held.find(NAME)
    assert target is not None
    world.serve(world.program_path, endless(b"x", pause_s))
    begun = asyncio.Event()
    fetching = asyncio.create_task(
        held.fetch(target, world.folder, lambda _there, _size: begun.set())
    )
    await asyncio.wait_for(begun.wait(), 5)
    at = time.monotonic()
    fetching.cancel()
    with pytest.raises(asyncio.CancelledError):
        await fetching
    assert time.monotonic() - at < 5
    assert contents(world.folder) == []


async def test_what_a_killed_process_has_left_is_removed_and_what_another_writes_is_not(world):
    world.folder.mkdir()
    old = world.folder / ".desktop-agent-0.2.0.tar.0000.part"
    new = world.folder / ".desktop-agent-0.2.0.tar.1111.part"
    for each in (old, new):
        each.write_bytes(b"half")
    os.utime(old, (time.time() - 7200,) * 2)
    await bring(world)
    assert contents(world.folder) == [new.name, "desktop-agent-0.2.0.tar"]


# --- what is kept between visits


@pytest.mark.parametrize("noise", [b"", b"\0" * 64, b"{}", b'{"signed": {}, "signatures": []}'])
async def test_whatever_is_damaged_of_what_is_kept_the_next_visit_mends_it(world, noise):
    world.honest.rotate("timestamp")
    world.honest.publish()
    assert await repository(world).find(NAME)
    before = {each: (world.trust / each).read_bytes() for each in contents(world.trust)}
    for each in before:
        (world.trust / each).write_bytes(noise)
        assert await repository(world).find(NAME), each
    assert {each: (world.trust / each).read_bytes() for each in contents(world.trust)} == {
        **before,
        "lists.lock": noise,
    }


async def test_numbers_that_a_thief_has_driven_up_are_taken_back_by_new_keys(world):
    numbers = world.honest.timestamp.version, world.honest.snapshot.version
    world.honest.timestamp.version = world.honest.snapshot.version = 2**40
    world.honest.publish()
    assert await repository(world).find(NAME)
    world.honest.timestamp.version, world.honest.snapshot.version = numbers
    world.honest.publish()
    with pytest.raises(UpdateError, match="older than"):
        await repository(world).find(NAME)
    world.honest.rotate("timestamp")
    world.honest.rotate("snapshot")
    world.honest.publish()
    assert await repository(world).find(NAME)


async def test_a_build_of_other_signers_begins_anew_in_the_same_folder(world):
    for _ in range(3):
        world.honest.rotate("root")
        world.honest.publish()
    assert await repository(world).find(NAME)
    other = UpdateRepository()
    other.release("0.2.0", PROGRAM)
    other.publish()
    world.honest = world.served.repository = other
    found = await asyncio.gather(*(repository(world).find(NAME) for _ in range(4)))
    assert all(found), "four at once do not disturb each other"


# --- the network


async def test_each_request_is_in_the_ledger_under_its_purpose(world):
    heard = []
    stop = watch_requests(heard.append)
    try:
        await repository(world).find(NAME)
    finally:
        stop()
    assert len(heard) == len(world.honest.asked) == 4
    assert {(each.host, each.purpose, each.outcome) for each in heard} == {
        ("127.0.0.1", "update", "ok")
    }


async def test_a_place_or_a_folder_that_cannot_be_is_told(world):
    assert repository(world).host == "127.0.0.1"
    assert SignedRepository(lambda: None, world.trust, nullcontext).host == ""
    nobody = Place(world.honest.first_root, "http://127.0.0.1:9")
    with pytest.raises(UpdateError, match=r"No connection to 127\.0\.0\.1"):
        await SignedRepository(lambda: nobody, world.trust, nullcontext).find(NAME)
    world.folder.write_text("a file")
    with pytest.raises(UpdateError, match="cannot be written"):
        await bring(world)
    place = Place(world.honest.first_root, world.served.url)
    with pytest.raises(UpdateError, match=r"cannot be (made|opened|written)"):
        await SignedRepository(lambda: place, world.folder, nullcontext).find(NAME)
    world.honest.files = {"/metadata/1.root.json": world.honest.first_root}
    with pytest.raises(UpdateError, match=r"127\.0\.0\.1 does not give .* \(HTTP 404\)"):
        await repository(world).find(NAME)
