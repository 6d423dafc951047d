"""Everything as one file and back, byte for byte, while the program works."""

import asyncio
import errno
import json
import os
import shutil
import sys
import zipfile
from contextlib import closing
from pathlib import Path
from typing import Any

import apsw
import pytest

from desktop_agent.app.backups import Backups
from desktop_agent.core.errors import StorageError
from desktop_agent.storage.backup import archive
from desktop_agent.storage.backup.contents import items, sources
from desktop_agent.storage.backup.restore import complete_restore
from desktop_agent.storage.conversations.schema import FORM
from desktop_agent.storage.files import try_lock
from desktop_agent.storage.paths import Paths
from desktop_agent.storage.runs import FORM as RUN_LIST
from tests.unit.storage.backup_contents import contents, database, fill, paths_of, put

LEFT_OUT = {
    "cache", "logs", "crashes", "restoring", "update_trust", "engine_rests_file", "log_file",
    "config", "data", "keys_file", "search_model_file", "workspace",
}  # fmt: skip


def names_in(folder: Path) -> set[str]:
    return {each.name for each in folder.iterdir()}


async def backed_up(home: Path, target: Path) -> Path:
    await Backups(paths_of(home)).write(target)
    return target


def members(file: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


@pytest.mark.parametrize("seed", range(3))
async def test_what_is_restored_elsewhere_is_what_was_backed_up(tmp_path: Path, seed: int):
    paths = fill(tmp_path / "a", seed)
    file = await backed_up(tmp_path / "a", tmp_path / "x.agentbackup")
    there = fill(tmp_path / "b", seed + 1000)
    before = contents(there)
    backups = Backups(there)
    info = await backups.restore(file)
    assert contents(there) == before
    assert await backups.waiting()
    outcome = complete_restore(there)
    assert outcome is not None
    assert outcome.done
    assert contents(there) == contents(paths)
    assert info == await backups.look(file)
    assert complete_restore(there) is None
    kept = paths_of(Path(outcome.kept))._replace(config=Path(outcome.kept, "config"))
    assert contents(kept) == before


async def test_every_place_of_the_program_is_kept_or_left_out_on_purpose(tmp_path: Path):
    paths = paths_of(tmp_path)
    kept = {each.path for each in sources(paths, {})} | {each.path for each in items(paths)}
    names = {name for name in dir(Paths) if not name.startswith("_")} - {"count", "index"}
    missing = {name for name in names - LEFT_OUT if getattr(paths, name) not in kept}
    assert missing == set()
    assert not any(getattr(paths, name) in kept for name in LEFT_OUT)


async def test_keys_caches_logs_and_what_was_added_are_not_in_it(tmp_path: Path):
    paths = fill(tmp_path / "a", 3)
    secret = "sk-canary-0123456789"
    for place in (paths.cache / "c", paths.log_file, paths.update_trust / "r"):
        put(place, secret.encode())
    args = ["--token", secret, f"--api-key={secret}", "--fast"]
    env = {"API_KEY": secret, "PLAIN": "1", "KEPT": "${keyring:mcp:mine:KEPT}"}
    far = {"url": "https://example.org", "headers": {"Authorization": f"Bearer {secret}"}}
    servers = {"mine": {"command": "x", "args": args, "env": env}, "far": far}
    paths.mcp_file.write_text(json.dumps({"mcpServers": servers}))
    found = members(await backed_up(tmp_path / "a", tmp_path / "x.agentbackup"))
    assert not [name for name, data in found.items() if b"canary" in data]
    mine = json.loads(found["config/mcp.json"])["mcpServers"]["mine"]
    assert mine["env"]["PLAIN"] == "1"
    assert mine["env"]["API_KEY"] == "${keyring:mcp:mine:API_KEY}"
    assert mine["args"][-1] == "--fast"
    assert secret in paths.mcp_file.read_text()
    # one that cannot be understood is left out
    paths.mcp_file.write_text('{"mcpServers": {"a": {"env": {"KEY": "sk-canary"')
    assert "config/mcp.json" not in members(await backed_up(tmp_path / "a", tmp_path / "y"))


async def test_the_counts_are_those_of_what_is_in_it(tmp_path: Path):
    paths = paths_of(tmp_path / "a")
    row = (
        "INSERT INTO conversations (id, title, created, updated, deleted) VALUES (?, '', '', '', ?)"
    )
    with closing(database(paths.conversations_file, FORM)) as connection:
        connection.executemany(row, [("0", None), ("1", None), ("2", "2026-01-01")])
    put(paths.runs / "20260101T000000.000Z-a.jsonl", b"{}\n")
    put(paths.discoveries_file, b"{}\n{}\n{}\ntorn")
    put(paths.schedules_file, b'{"version": 1, "schedules": [{}, {}]}')
    put(paths.snapshots / "aa" / "aa.txt", b"text")
    put(paths.templates / "t.json", b"{}")
    info = await Backups(paths).write(tmp_path / "x")
    assert (info.conversations, info.runs, info.snapshots, info.discoveries) == (2, 1, 1, 3)
    assert (info.templates, info.schedules, info.folders, info.index) == (1, 2, 0, False)


async def test_lines_end_with_the_last_whole_one_and_locks_and_links_stay(tmp_path: Path):
    paths = paths_of(tmp_path / "a")
    run = paths.runs / "20260101T000000.000Z-a.jsonl"
    put(run, b'{"a": 1}\n{"b": ')
    put(paths.unfinished / "a.jsonl", b"nothing whole" * 20_000)
    put(paths.unfinished / "a.jsonl.lock", b"")
    put(paths.runs / ".half.tmp", b"x")
    put(tmp_path / "outside", b"secret")
    (paths.runs / "link.jsonl").symlink_to(tmp_path / "outside")
    found = members(await backed_up(tmp_path / "a", tmp_path / "x"))
    assert found.pop("manifest.json")
    assert found == {f"data/runs/{run.name}": b'{"a": 1}\n', "data/unfinished/a.jsonl": b""}


async def test_a_database_is_of_one_moment_while_it_is_written(tmp_path: Path):
    paths = paths_of(tmp_path / "a")
    connection = database(paths.run_list_file, RUN_LIST)
    connection.execute("CREATE TABLE pairs (a, b)")
    stop = asyncio.Event()

    async def write() -> None:
        while not stop.is_set():
            with connection:
                for _ in range(2):
                    connection.execute("INSERT INTO pairs VALUES (1, zeroblob(2000))")
            await asyncio.sleep(0.001)

    writing = asyncio.create_task(write())
    for number in range(3):
        await asyncio.sleep(0.02)
        file = await backed_up(tmp_path / "a", tmp_path / f"x{number}")
        put(tmp_path / f"{number}.db", members(file)["data/runs.db"])
        with closing(apsw.Connection(str(tmp_path / f"{number}.db"))) as copy:
            assert copy.execute("PRAGMA integrity_check").get == "ok"
            counts = copy.execute("SELECT count(*) % 2, count(*) > 0 FROM pairs").fetchall()
            assert counts == [(0, 1)]
    stop.set()
    await writing
    connection.close()


async def test_what_vanishes_meanwhile_is_no_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    paths = paths_of(tmp_path / "a")
    for number in range(5):
        put(paths.runs / f"2026010{number + 1}T000000.000Z-a.jsonl", b"{}\n")
    listed = os.scandir

    def scandir(folder: Any) -> Any:
        found = listed(folder)
        (paths.runs / "20260103T000000.000Z-a.jsonl").unlink(missing_ok=True)
        return found

    monkeypatch.setattr(archive.os, "scandir", scandir)
    assert (await Backups(paths).write(tmp_path / "x")).runs == 4


async def test_the_index_is_in_it_where_that_is_wanted(tmp_path: Path):
    from desktop_agent.knowledge.index.sqlite_schema import FORM as INDEX

    paths = paths_of(tmp_path / "a")
    database(paths.knowledge / "index.db", INDEX).close()
    put(paths.knowledge / "lance" / "x.lance", b"derived")
    without = await Backups(paths).write(tmp_path / "x")
    info = await Backups(paths).write(tmp_path / "y", index=True)
    assert (without.index, without.bytes, info.index) == (False, 0, True)
    assert set(members(tmp_path / "y")) == {"data/knowledge/index.db", "manifest.json"}


async def test_progress_comes_to_its_end_and_cancelled_it_leaves_what_was_there(tmp_path: Path):
    paths = fill(tmp_path / "a", 1)
    put(paths.snapshots / "aa" / "large.txt", os.urandom(5 << 20))
    target = tmp_path / "out" / "x"
    put(target, b"earlier")
    begun = asyncio.Event()
    writing = asyncio.create_task(Backups(paths).write(target, lambda _done, _all: begun.set()))
    await begun.wait()
    writing.cancel()
    with pytest.raises(asyncio.CancelledError):
        await writing
    assert target.read_bytes() == b"earlier"
    assert list(target.parent.iterdir()) == [target]
    told: list[tuple[int, int]] = []
    await Backups(paths).write(target, lambda done, total: told.append((done, total)))
    await asyncio.sleep(0)
    assert told == sorted(told)
    assert told[-1][0] == told[-1][1] > 0


@pytest.mark.skipif(sys.platform == "win32", reason="what is open cannot be removed there")
async def test_what_a_killed_backup_left_goes_with_the_next_and_one_at_work_stays(tmp_path: Path):
    fill(tmp_path / "home", 1)
    for name in ("killed00", "at_work0"):
        put(tmp_path / f".x.{name}" / "part", b"some of it")
        put(tmp_path / f".x.{name}" / "copy.db", b"some of it")
    put(tmp_path / ".x.another.file", b"not ours")
    with (tmp_path / ".x.at_work0" / "part").open("rb+") as part:
        try_lock(part.fileno())
        await backed_up(tmp_path / "home", tmp_path / "x")
    assert names_in(tmp_path) == {"home", "x", ".x.at_work0", ".x.another.file"}


async def test_a_full_disk_is_told_with_what_is_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    paths = fill(tmp_path / "a", 1)

    def full(_descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(StorageError, match=r"is full: the backup needs up to [\d,]+ MiB there"):
        await Backups(paths).write(tmp_path / "out" / "x")
    assert list((tmp_path / "out").iterdir()) == []


@pytest.fixture
async def backup(tmp_path: Path) -> Path:
    fill(tmp_path / "a", 4)
    return await backed_up(tmp_path / "a", tmp_path / "x.agentbackup")


async def test_a_disk_too_small_for_restoring_is_told_before_anything_is_written(
    tmp_path: Path, backup: Path, monkeypatch: pytest.MonkeyPatch
):
    there = fill(tmp_path / "b", 5)
    usage = shutil.disk_usage(tmp_path)
    monkeypatch.setattr(shutil, "disk_usage", lambda _path: usage._replace(free=1 << 20))
    with pytest.raises(StorageError, match=r"too little space: [\d,]+ MiB needed, 1 MiB"):
        await Backups(there).restore(backup)
    assert complete_restore(there) is None


async def test_a_backup_that_waits_can_be_given_up_and_of_two_the_later_counts(
    tmp_path: Path, backup: Path
):
    there = fill(tmp_path / "b", 5)
    before = contents(there)
    backups = Backups(there)
    await backups.restore(backup)
    await backups.give_up()
    assert not await backups.waiting()
    assert complete_restore(there) is None
    assert contents(there) == before
    other = fill(tmp_path / "c", 9)
    await backups.restore(backup)
    await backups.restore(await backed_up(tmp_path / "c", tmp_path / "y"))
    assert complete_restore(there) is not None
    assert contents(there) == contents(other)
