"""Backups from somebody who means harm: refused with a reason, and nothing is changed."""

import dataclasses
import hashlib
import io
import json
import random
import stat
import struct
import zipfile
from collections.abc import Callable, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from desktop_agent.app.backups import Backups
from desktop_agent.core.errors import StorageError
from desktop_agent.knowledge.catalogue import FORM as CATALOGUE
from desktop_agent.knowledge.index.sqlite_schema import FORM as INDEX
from desktop_agent.storage.backup.restore import complete_restore
from desktop_agent.storage.conversations.schema import FORM
from desktop_agent.storage.database import DatabaseSchema
from desktop_agent.storage.runs import FORM as RUN_LIST
from tests.unit.storage.backup_contents import contents, database, fill, paths_of

GOOD = "data/snapshots/aa/aa.txt"
INFO = {"made": "2026-01-01T00:00:00+00:00", "version": "0.1.0"}


def manifest(members: Mapping[str, bytes], **changes: Any) -> bytes:
    rows = [[name, len(data), hashlib.sha256(data).hexdigest()] for name, data in members.items()]
    total = sum(len(data) for data in members.values())
    document = {
        "kind": "desktop-agent-backup",
        "format": 1,
        "info": {**INFO, "bytes": total},
        "databases": {},
        "members": rows,
    }
    return json.dumps({**document, **changes}).encode()


def packed(members: Mapping[str | zipfile.ZipInfo, bytes], listed: bytes) -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
        archive.writestr("manifest.json", listed)
    return whole.getvalue()


def holding(members: Mapping[str, bytes], **changes: Any) -> bytes:
    return packed(members, manifest(members, **changes))


def with_info(**values: Any) -> dict[str, Any]:
    return {"info": {**INFO, "bytes": 4, **values}}


def symlink() -> bytes:
    target = b"/etc/passwd"
    info = zipfile.ZipInfo(GOOD)
    info.create_system = 3
    info.external_attr = (stat.S_IFLNK | 0o777) << 16
    return packed({info: target}, manifest({GOOD: target}))


def lying_size() -> bytes:
    """Says in both places that a member is short, and is long."""
    data = b"0" * 3_000_000
    listed = json.loads(manifest({GOOD: data}))
    listed["members"][0][1] = listed["info"]["bytes"] = 10
    whole = bytearray(packed({GOOD: data}, json.dumps(listed).encode()))
    place = whole.index(b"PK\x01\x02")
    struct.pack_into("<L", whole, place + 24, 10)
    return bytes(whole)


def twice() -> bytes:
    whole = io.BytesIO()
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr(GOOD, b"good")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr(GOOD, b"good")
        archive.writestr("manifest.json", manifest({GOOD: b"good"}))
    return whole.getvalue()


def overlapping() -> bytes:
    """Many names for one large member."""
    data = b"0" * 5_000_000
    names = [f"data/snapshots/aa/{number}.txt" for number in range(50)]
    whole = bytearray(packed({names[0]: data}, b""))
    first = whole.index(b"PK\x01\x02")
    entry_end = whole.index(b"PK\x01\x02", first + 4)
    entry = bytes(whole[first:entry_end])
    entries = b"".join(
        entry.replace(names[0].encode(), name.encode())
        for name in names
        if len(name) == len(names[0])
    )
    size = len(entries)
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 10, 10, size, first, 0)
    return bytes(whole[:first]) + entries + end


def endless_directory() -> bytes:
    whole = bytearray(holding({GOOD: b"good"}))
    struct.pack_into("<HH", whole, len(whole) - 14, 0xFFFF, 0xFFFF)
    struct.pack_into("<L", whole, len(whole) - 10, 0xFFFFFFF0)
    return bytes(whole)


NAMES = (
    "../outside.txt", "data/../../outside.txt", "/etc/passwd", "data/snapshots/../../../x",
    "data\\snapshots\\x", "C:/x/y", "data/snapshots/c:evil", "data/snapshots/nul.txt",
    "data/snapshots/a\x00b", "data/snapshots/", "data//snapshots", "data/snapshots/trail. ",
    "data/components/lancedb/evil.py", "data/updates/root.json", "cache/x", "logs/x", "data",
    "data/snapshots/" + "x" * 500, "config/other.toml", "data/knowledge.lock",
    "data/conversations.db/x", "data/conversations.db-wal", "data/knowledge/lance/x", "data/runs",
)  # fmt: skip

ATTACKS: dict[str, Callable[[], bytes]] = {
    **{f"the name {name[:40]!r}": (lambda name=name: holding({name: b"evil"})) for name in NAMES},
    "a link": symlink,
    "a member longer than it says": lying_size,
    "another content": lambda: packed({GOOD: b"evil"}, manifest({GOOD: b"good"})),
    "a member twice": twice,
    "members over each other": overlapping,
    "a directory of gigabytes": endless_directory,
    "nothing": bytes,
    "no zip": lambda: b"hello" * 1000,
    "no list": lambda: packed({GOOD: b"good"}, b"{}"),
    "a list that is none": lambda: packed({GOOD: b"good"}, b"\xff" * 40),
    "a deep list": lambda: packed({GOOD: b"good"}, b"[" * 60_000),
    "a list of something else": lambda: holding({GOOD: b"good"}, kind="other"),
    "a member that is not listed": lambda: packed({GOOD: b"good"}, manifest({})),
    "a listed member that is not there": lambda: packed({}, manifest({GOOD: b"good"})),
    "sizes that do not add up": lambda: holding({GOOD: b"good"}, **with_info(bytes=99)),
    "numbers below nought": lambda: holding({GOOD: b"good"}, **with_info(runs=-1)),
    "numbers that are none": lambda: holding({GOOD: b"good"}, **with_info(runs="many")),
    "no format": lambda: holding({GOOD: b"good"}, format=True),
    "a database that is none": lambda: holding(
        {"data/conversations.db": b"no database"}, databases={"data/conversations.db": 1}
    ),
    "a database without a version": lambda: holding({"data/conversations.db": b"no database"}),
    "a comment at its end": lambda: holding({GOOD: b"good"}) + b"x" * 40,
}  # fmt: skip


def beside(folder: Path) -> list[str]:
    return sorted(each.name for each in folder.iterdir())


@pytest.mark.parametrize("attack", ATTACKS)
async def test_what_no_backup_ever_is_is_refused_and_nothing_changes(tmp_path, attack):
    paths = fill(tmp_path / "home", 1)
    before = contents(paths)
    around = beside(tmp_path)
    file = tmp_path / "home" / "evil.agentbackup"
    file.write_bytes(ATTACKS[attack]())
    with pytest.raises(StorageError) as refused:
        await Backups(paths).restore(file)
    assert refused.value.message
    assert refused.value.remedy
    assert complete_restore(paths) is None
    assert contents(paths) == before
    assert beside(tmp_path) == around
    assert not list((tmp_path / "home").glob("data.restoring.*g"))


async def test_every_changed_byte_is_noticed_or_harmless(tmp_path):
    fill(tmp_path / "a", 1)
    await Backups(paths_of(tmp_path / "a")).write(tmp_path / "x")
    whole = (tmp_path / "x").read_bytes()
    good = contents(paths_of(tmp_path / "a"))
    chance = random.Random(5)
    there = paths_of(tmp_path / "b")
    there.data.mkdir(parents=True)
    refused = 0
    for _ in range(30):
        damaged = bytearray(whole)
        damaged[chance.randrange(len(whole))] ^= 1 << chance.randrange(8)
        (tmp_path / "y").write_bytes(damaged[: chance.choice((len(whole), len(whole) - 100))])
        try:
            await Backups(there).restore(tmp_path / "y")
        except StorageError:
            refused += 1
        else:
            complete_restore(there)
            assert contents(there) == good
    assert refused > 20


async def test_a_newer_format_is_told_and_an_older_list_is_read(tmp_path):
    paths = fill(tmp_path / "home", 1)
    file = tmp_path / "x"
    newer = with_info(version="9.9")["info"]
    file.write_bytes(holding({GOOD: b"good"}, format=2, info=newer))
    with pytest.raises(
        StorageError, match=r"newer version of Desktop Agent \(9\.9\).*Update"
    ) as refused:
        await Backups(paths).look(file)
    assert refused.value.remedy
    file.write_bytes(holding({GOOD: b"good"}))  # which says nothing of counts, as an older one
    assert (await Backups(paths).restore(file)).runs == 0
    outcome = complete_restore(paths)
    assert outcome is not None
    assert outcome.done
    assert (paths.data / "snapshots" / "aa" / "aa.txt").read_bytes() == b"good"


async def test_a_database_of_a_newer_program_is_refused(tmp_path):
    paths = paths_of(tmp_path / "home")
    connection = database(paths.conversations_file, FORM)
    connection.execute(f"PRAGMA user_version = {len(FORM.steps) + 1}").fetchall()
    connection.close()
    await Backups(paths).write(tmp_path / "x")
    for backups in (Backups(paths).look, Backups(paths).restore):
        with pytest.raises(StorageError, match="newer version of Desktop Agent"):
            await backups(tmp_path / "x")


async def test_a_database_that_lies_of_its_version_is_refused(tmp_path):
    paths = paths_of(tmp_path / "home")
    connection = database(paths.conversations_file, FORM)
    connection.execute("PRAGMA user_version = 99").fetchall()
    connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    connection.close()
    data = paths.conversations_file.read_bytes()
    name = "data/conversations.db"
    (tmp_path / "x").write_bytes(holding({name: data}, databases={name: 1}))
    with pytest.raises(StorageError, match="written by a newer"):
        await Backups(paths).restore(tmp_path / "x")


ENDLESS = "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n) SELECT "
HOSTILE: dict[str, tuple[str, ...]] = {
    "an endless view": (
        "DROP TABLE {first}",
        f"CREATE VIEW {{first}} AS {ENDLESS} x AS key, x AS id, x AS name FROM n",
    ),
    "an endless trigger": (
        f"CREATE TRIGGER t AFTER INSERT ON {{first}} BEGIN SELECT ({ENDLESS} count(*) FROM n); END",
    ),
    "a trigger that deletes": (
        "CREATE TRIGGER t AFTER INSERT ON {first} BEGIN DELETE FROM {first}; END",
    ),
    "another table": ("CREATE TABLE more (x)",),
    "an index over an expression": ("CREATE INDEX i ON {first} (hex({key}))",),
    "a column that is computed": (
        "ALTER TABLE {first} ADD COLUMN more INTEGER AS (length(zeroblob(900000000)))",
    ),
    "a column less": ("DROP INDEX IF EXISTS runs_open", "ALTER TABLE {last} DROP COLUMN {column}"),
    "a table less": ("DROP TABLE {last}",),
    "no version": ("CREATE VIEW v AS SELECT 1", "PRAGMA user_version = 0"),
}
DATABASES: dict[str, tuple[DatabaseSchema, str, str, str]] = {
    "data/conversations.db": (FORM, "conversations", "turn_texts", "plain"),
    "data/runs.db": (RUN_LIST, "runs", "runs", "question"),
    "data/knowledge/catalogue.db": (CATALOGUE, "collections", "state", "paused"),
    "data/knowledge/index.db": (INDEX, "documents", "gone", "chunk"),
}


@pytest.mark.parametrize(("attack", "name"), list(zip(HOSTILE, cycle(DATABASES), strict=False)))
async def test_a_database_with_any_table_but_the_programs_own_is_refused(tmp_path, name, attack):
    form, first, last, column = DATABASES[name]
    key = "run_id" if first == "runs" else "id"
    connection = database(tmp_path / "evil.db", form)
    connection.execute("PRAGMA journal_mode = DELETE").fetchall()
    for statement in HOSTILE[attack]:
        change = statement.format(first=first, last=last, column=column, key=key)
        connection.execute(change).fetchall()
    connection.close()
    data = (tmp_path / "evil.db").read_bytes()
    (tmp_path / "x").write_bytes(holding({name: data}, databases={name: len(form.steps)}))
    paths = fill(tmp_path / "home", 1)
    before = contents(paths)
    with pytest.raises(StorageError, match=f"its {name} has tables") as refused:
        await Backups(paths).restore(tmp_path / "x")
    assert "nothing was changed" in refused.value.remedy
    assert complete_restore(paths) is None
    assert contents(paths) == before


@pytest.mark.parametrize("name", DATABASES)
async def test_databases_of_every_version_of_the_program_are_taken(tmp_path, name):
    form = DATABASES[name][0]
    for version in range(1, len(form.steps) + 1):
        file = tmp_path / f"{version}.db"
        connection = database(file, dataclasses.replace(form, steps=form.steps[:version]))
        connection.execute("PRAGMA optimize(0x10002)").fetchall()
        connection.execute("ANALYZE").fetchall()
        connection.execute("PRAGMA journal_mode = DELETE").fetchall()
        connection.close()
        whole = holding({name: file.read_bytes()}, databases={name: version})
        (tmp_path / "x").write_bytes(whole)
        await Backups(paths_of(tmp_path / "home")).restore(tmp_path / "x")
