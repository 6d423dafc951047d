"""Folders that mean ill are indexed as far as they can be, and bounded."""

import os
import shutil
import socket
import sys
from pathlib import Path
from urllib.parse import unquote_to_bytes, urlsplit

import pytest

from tests.child_process import ended
from tests.unit.knowledge.world import World, found, updated

ROOT = Path(__file__).parents[4]
pytestmark = pytest.mark.skipif(os.name != "posix", reason="made of what POSIX has")


async def test_a_huge_file_is_reported_without_being_read_until_the_limit_is_higher(world: World):
    with (world.documents / "huge.txt").open("wb") as file:
        file.truncate(1 << 30)
    world.write("large.txt", "walrus " * 152_000)
    async with world.indexed() as base:
        assert world.opened == []
        problem, _ = await base.problems()
        assert problem.reason == "huge.txt is larger than 1 MiB."
        assert "knowledge.max_file_mb" in problem.remedy
        world.set(max_file_mb=2)
        await updated(base)
        assert len(await base.problems()) == len(await base.documents()) == 1


async def test_links_pipes_sockets_and_devices_do_no_harm(world: World):
    world.write("deep/a.md", "walrus")
    (world.root / "outside.md").write_text("walrus")
    for name, target in {
        "deep/up": world.documents,
        "self": Path("self"),
        "self.md": Path("self.md"),
        "gone.md": Path("nothing.md"),
        "outside.md": world.root / "outside.md",
        "inside.md": Path("deep/a.md"),
        "null.md": Path(os.devnull),
    }.items():
        (world.documents / name).symlink_to(target)
    os.mkfifo(world.documents / "pipe.md")
    with socket.socket(socket.AF_UNIX) as listener:
        here = Path.cwd()
        os.chdir(world.documents)  # the path of a socket may be no longer than 108 bytes
        try:
            listener.bind("socket.md")
        finally:
            os.chdir(here)
        async with world.indexed() as base:
            assert base.progress.total == 2
            assert sorted(await found(base, "walrus")) == ["a.md", "inside.md"]
            assert await base.problems() == ()


def text_at(url: str) -> str:
    return Path(os.fsdecode(unquote_to_bytes(urlsplit(url).path))).read_text()


async def test_names_of_no_encoding_are_indexed_shown_told_and_opened_again(world: World):
    exact = [b"caf\xe9\xff.md", b"caf\xe9\xfe.md", b"line\nbreak\x1b[31m.md", b"\\xe9.md"]
    odd = world.root / os.fsdecode(b"b\xfccher")
    world.documents = odd
    odd.mkdir()
    for number, name in enumerate(exact):
        world.write(os.fsdecode(name), f"walrus{number}")
    world.write(os.fsdecode(b"caf\xe9.pdf"), "%PDF-1.7 and no more")
    async with world.open() as base:
        (source,) = await base.add([odd])
        assert source.path.endswith("b\\xfccher")
        assert (await base.wait()).problems == 1
        (problem,) = await base.problems()
        assert problem.path.endswith("caf\\xe9.pdf")
        records = {record.key: record for record in await base.documents()}
        assert len(records) == 4
        for record in records.values():
            record.path.encode()
            record.title.encode()
            assert text_at(record.url) == await base.text(record.key)
        assert "caf\\xe9\\xff.md" in await found(base, "walrus0")
        assert len((await base.search("walrus0")).hits) == 1
        (odd / os.fsdecode(exact[0])).unlink()
        world.opened.clear()
        assert (await updated(base)).removed == 1
        assert world.opened == []
        assert len(await base.documents()) == 3
        await base.remove_source(source.id)
        assert await found(base, "walrus1") == []


_IN_CHILD = """
import asyncio, sys
from pathlib import Path
from tests.unit.knowledge.world import World, updated

async def tell(base):
    await base.wait()
    print(sorted(Path(each.path).name for each in await base.documents()))
    print([(Path(each.path).name, each.reason) for each in await base.problems()])

async def main():
    world = World(Path(sys.argv[1]))
    async with world.open() as base:
        await base.add([world.documents])
        await tell(base)
        (world.documents / "locked").chmod(0)
        (world.documents / "open.md").chmod(0)
        base.update()
        await tell(base)

asyncio.run(main())
"""


def test_what_may_not_be_read_is_reported_and_what_was_read_is_kept(world: World):
    world.write("locked/a.md", "walrus")
    world.write("secret.md", "narwhal").chmod(0)
    world.write("open.md", "beluga")
    command = [sys.executable, "-c", _IN_CHILD, str(world.root)]
    if os.geteuid() == 0:  # who may read everything, unless that right is taken away
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            pytest.skip("root may read everything, and there is no setpriv here")
        command = [setpriv, "--bounding-set=-dac_override,-dac_read_search", *command]
    done = ended(command, cwd=ROOT)
    (world.documents / "locked").chmod(0o700)
    assert done.returncode == 0, done.stderr
    first, denied, second, then = done.stdout.splitlines()
    assert first == "['a.md', 'open.md']"
    assert denied == "[('secret.md', 'secret.md cannot be read: Permission denied.')]"
    assert second == first
    assert "The folder locked can't be opened: Permission denied." in then
