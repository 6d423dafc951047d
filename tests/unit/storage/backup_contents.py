"""Homes full of things, and what is in them."""

import json
import random
import string
from pathlib import Path
from typing import Any

import apsw

from desktop_agent.knowledge.catalogue import FORM as CATALOGUE
from desktop_agent.storage.conversations.schema import FORM as CONVERSATIONS
from desktop_agent.storage.database import DatabaseSchema
from desktop_agent.storage.paths import Paths, find_paths
from desktop_agent.storage.runs import FORM as RUN_LIST


def paths_of(home: Path) -> Paths:
    return find_paths({"DESKTOP_AGENT_HOME": str(home)})


def database(path: Path, form: DatabaseSchema) -> apsw.Connection:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA journal_mode = WAL").fetchall()
    connection.execute("PRAGMA synchronous = OFF").fetchall()
    for step in form.steps:
        connection.execute(step).fetchall()
    connection.execute(f"PRAGMA application_id = {form.application_id}").fetchall()
    connection.execute(f"PRAGMA user_version = {len(form.steps)}").fetchall()
    return connection


def fill(home: Path, seed: int) -> Paths:
    """Fills a home at random; some things are missing, some are large, some are being written."""
    chance = random.Random(seed)
    paths = paths_of(home)
    for folder in (paths.config, paths.data):
        folder.mkdir(parents=True)
    if chance.random() < 0.9:
        _conversations(paths, chance)
    if chance.random() < 0.7:
        _run_list(paths, chance)
    if chance.random() < 0.6:
        _catalogue(paths, chance)
    _files(paths, chance)
    return paths


def _conversations(paths: Paths, chance: random.Random) -> None:
    connection = database(paths.conversations_file, CONVERSATIONS)
    for key in range(1, 1 + chance.randrange(20)):
        connection.execute(
            "INSERT INTO conversations (key, id, title, created, updated)"
            " VALUES (?, ?, ?, '2026-01-01', '2026-01-02')",
            (key, f"c{key}", text(chance)),
        )
        for _ in range(chance.randrange(4)):
            turn = connection.execute(
                "INSERT INTO turns (conversation, status, question_chars, asked)"
                " VALUES (?, 'done', 3, '2026') RETURNING id",
                (key,),
            ).get
            texts = (turn, text(chance), text(chance))
            connection.execute("INSERT INTO turn_texts VALUES (?, ?, ?, NULL)", texts)
            connection.execute(
                "INSERT INTO attachments (turn, name, media_type, text, data, note)"
                " VALUES (?, 'n', 'm', '', ?, '')",
                (turn, chance.randbytes(chance.choice((10, 5000)))),
            )
    connection.close()


def _run_list(paths: Paths, chance: random.Random) -> None:
    connection = database(paths.run_list_file, RUN_LIST)
    for key in range(chance.randrange(10)):
        row = (f"r{key}", "done", str(key), text(chance), text(chance))
        connection.execute("INSERT INTO runs VALUES (?, ?, ?, ?, ?)", row)
    connection.close()


def _catalogue(paths: Paths, chance: random.Random) -> None:
    connection = database(paths.knowledge / "catalogue.db", CATALOGUE)
    connection.execute("INSERT INTO collections VALUES ('d', 'D', 'd', 'files')")
    for key in range(chance.randrange(1, 5)):
        connection.execute(
            "INSERT INTO sources (collection, kind, path) VALUES ('d', 'folder', ?)",
            (f"/somewhere/{key}".encode(),),
        )
    connection.close()


def _files(paths: Paths, chance: random.Random) -> None:
    for place in (paths.settings_file, paths.config / "window.ini", paths.schedules_file):
        if chance.random() < 0.7:
            place.write_bytes(chance.randbytes(chance.choice((0, 30, 3000))))
    if chance.random() < 0.5:
        servers = {"mcpServers": {"s": {"command": "x", "args": ["-v"], "env": {"A": "b"}}}}
        paths.mcp_file.write_text(json.dumps(servers))
    for place in (paths.discoveries_file, paths.ledger_file):
        if chance.random() < 0.8:
            place.write_bytes(lines(chance))
    for number in range(chance.randrange(5)):
        put(paths.runs / f"2026010{number + 1}T000000.000Z-run_{number}.jsonl", lines(chance))
    for number in range(chance.randrange(3)):
        put(paths.unfinished / f"u{number}.jsonl", lines(chance))
    for _ in range(chance.randrange(5)):
        name = f"{chance.getrandbits(256):064x}"
        text_file = paths.snapshots / name[:2] / f"{name}.txt"
        put(text_file, chance.randbytes(chance.choice((0, 9, 4000))))
        put(text_file.with_suffix(".jsonl"), lines(chance))
    for number in range(chance.randrange(3)):
        put(paths.templates / f"mon-modèle-{number}.json", text(chance).encode())


def put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


def lines(chance: random.Random) -> bytes:
    each = (json.dumps({"t": text(chance)}).encode() + b"\n" for _ in range(chance.randrange(8)))
    return b"".join(each)


def text(chance: random.Random) -> str:
    letters = string.ascii_letters + " \n'\"{}äöü漢字🙂"
    return "".join(chance.choices(letters, k=chance.choice((1, 20, 400))))


def contents(paths: Paths) -> dict[str, Any]:
    """All that the person has: files by their bytes, databases by what is in them."""
    found: dict[str, Any] = {}
    for root in (paths.config, paths.data):
        for path in sorted(root.rglob("*")):
            if path.is_dir() or path.name.endswith((".lock", "-wal", "-shm")):
                continue
            if path.name.startswith("."):  # a file that was not put in its place before the kill
                continue
            name = path.relative_to(root.parent).as_posix()
            found[name] = _rows(path) if path.suffix == ".db" else path.read_bytes()
    found.pop("config/keys.json", None)  # of this machine: what its keyring holds
    if servers := found.get("config/mcp.json"):
        found["config/mcp.json"] = _servers(servers)
    return found


def _servers(data: bytes) -> Any:
    """What is configured; whether it is confirmed is another matter."""
    document = json.loads(data)
    for server in document.get("mcpServers", {}).values():
        server.pop("confirmed", None)
    return document


def _rows(path: Path) -> dict[str, Any]:
    connection = apsw.Connection(str(path))
    tables = connection.execute(
        "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'index') ORDER BY name"
    ).fetchall()
    found: dict[str, Any] = {str(name): sql for name, sql in tables}
    found["version"] = connection.execute("PRAGMA user_version").get
    for name, sql in tables:
        if sql and str(sql).startswith("CREATE TABLE") and "_index_" not in str(name):
            rows = connection.execute(f'SELECT * FROM "{name}"').fetchall()
            found[f"rows of {name}"] = sorted(map(repr, rows))
    connection.close()
    return found
