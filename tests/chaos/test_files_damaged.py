"""Any file of the program is damaged while it is closed: it says so, keeps the file, and goes on."""

import random
from datetime import UTC, datetime
from pathlib import Path

import pytest

from desktop_agent.app.session import Session
from desktop_agent.core.errors import AgentError, SettingsError
from desktop_agent.core.research import Discovery, Question
from desktop_agent.core.runs import RunRecord
from desktop_agent.storage.paths import find_paths
from desktop_agent.storage.runs import RunList, UnfinishedRuns
from tests.chaos.disk_left import read_left
from tests.chaos.frame import Chaos, fault
from tests.chaos.saved import lost
from tests.end2end.world import World
from tests.unit.storage.conversations.runs import assert_whole

WAYS = ("flipped bytes", "a page of zeros", "torn off", "garbage", "nothing in it", "a text")


def damage(path: Path, dice: random.Random, way: str = "") -> bytes:
    """Damages a file, one of `WAYS`; gives what it holds then."""
    data = bytearray(path.read_bytes())
    way = way or dice.choice(WAYS)
    size = max(1, len(data))
    match way:
        case "flipped bytes":
            for _ in range(dice.choice((1, 3, 50))):
                if data:
                    data[dice.randrange(len(data))] ^= 1 << dice.randrange(8)
        case "a page of zeros":
            start = dice.randrange(size) // 4096 * 4096
            data[start : start + 4096] = bytes(len(data[start : start + 4096]))
        case "torn off":
            del data[dice.randrange(size) :]
        case "garbage":
            start = dice.randrange(size)
            end = min(len(data), start + dice.choice((16, 4096, 40_000)))
            data[start:end] = dice.randbytes(end - start)
        case "nothing in it":
            data.clear()
        case _:
            data[:] = b"This is no such file. \xff\xfe\x00 " * dice.choice((1, 400))
    path.write_bytes(data)
    return bytes(data)


_MCP = '{"mcpServers": {"time": {"command": "time-server", "args": [], "enabled": false}}}'

_SPARE = (
    "data/ledger.jsonl",
    "config/mcp-decisions.json",
    "config/window.ini",
    "cache/engine-rests.json",
    "logs/desktop-agent.jsonl",
)
"""What the program can do without: nothing needs to be said of it."""

_TALK = ("conversation ", "draft ", "question ", "answer ")
KINDS: dict[str, tuple[str, tuple[str, ...]]] = {
    "conversations": ("data/conversations.db", _TALK),
    "the journal of the conversations": ("data/conversations.db-wal", _TALK),
    "the list of background runs": ("data/runs.db", ("background run ",)),
    "the index of documents": ("data/knowledge/index.db", ()),
    "the list of documents": ("data/knowledge/catalogue.db", ("document ", "passages ")),
    "discoveries": ("data/discoveries.jsonl", ("discovery ",)),
    "schedules": ("data/schedules.json", ("schedule ",)),
    "a template": ("data/templates/*.json", ("template own-",)),
    "what the program can do without": ("data/ledger.jsonl", ()),
    "a snapshot": ("data/snapshots/*/*.txt", ("snapshot ",)),
    "what is known of a snapshot": ("data/snapshots/*/*.jsonl", ()),
    "a recording": ("data/runs/*.jsonl", ("recording ",)),
    "an unfinished run": ("data/unfinished/*.jsonl", ("background run ", "conversation ")),
    "the MCP servers": ("config/mcp.json", ()),
}


DAMAGE = "gets flipped bytes, zeros, garbage, an end torn off, or is emptied"


async def fill(chaos: Chaos, world: World, pattern: str) -> None:
    """Saves some of everything, closes the program, and sees to it that there is such a file."""
    paths = find_paths(world.environ)
    crashed: dict[Path, bytes] = {}
    async with chaos.opened(world) as session:
        await chaos.save(session, documents="knowledge" in pattern)
        if pattern.endswith("-wal"):
            for file in paths.data.glob("conversations.db*"):
                if file.name.endswith((".db", "-wal")):
                    crashed[file] = file.read_bytes()
    now = datetime.now(UTC).isoformat()
    question = Question("What was I about to ask?", strategy="quick")
    known = RunRecord("0123abcd", question.text, "answered", "person", now, ended=now)
    runs = RunList(paths.run_list_file)
    await runs.add(known, question)
    await runs.aclose()
    if "unfinished" in pattern:
        file = UnfinishedRuns(paths.unfinished).begin("4567abcd")
        file.write({"sleeping": None})
        file.close()
    for name, text in (
        ("config/mcp.json", _MCP),
        ("config/mcp-decisions.json", "[]\n"),
        ("config/window.ini", "[General]\nside=1\nshade=dark\n"),
        ("cache/engine-rests.json", '{"duckduckgo": 1.0}'),
        ("logs/desktop-agent.jsonl", '{"message": "It is logged."}\n'),
    ):
        file = chaos.home / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    for file, data in crashed.items():
        file.write_bytes(data)


@pytest.mark.parametrize(
    ("pattern", "own"),
    [fault(f"Damaged: {name}", f"`{kind[0]}` {DAMAGE}", *kind) for name, kind in KINDS.items()],
)
async def test_a_damaged_file_costs_at_most_what_stood_in_it(chaos, world, pattern, own):
    await fill(chaos, world, pattern)
    file = chaos.dice.choice(sorted(chaos.home.glob(pattern)))
    data = damage(file, chaos.dice)
    if pattern in _SPARE:
        for each in _SPARE[1:]:
            damage(chaos.home / each, chaos.dice)
    async with chaos.opened(world) as session:
        left, told = await read_left(session)
        for error in told:
            chaos.saw_error(error)
            if file.stem not in str(error):
                chaos.wrong.append(f"{file.name} is not named: {error}")
        if said := left.get("told of templates"):
            chaos.saw(said)
        for problem in session.file_problems.all:
            chaos.saw(problem.message, problem.remedy)
            if (path := Path(problem.path)).name in (file.name, file.name.removesuffix("-wal")):
                kept = path.parent.glob(f"{problem.kept}*")
                if file.suffix == ".db" and data not in [each.read_bytes() for each in kept]:
                    chaos.wrong.append("the damaged file was changed")
        gone = lost(chaos._saved, left)
        chaos.lost += [each for each in gone if not each.startswith(own)]
        await chaos.answers(session)
        await write_again(chaos, session, file)
        await chaos.remember(session) if not told else None
    kept = {each.read_bytes() for each in file.parent.iterdir() if each.is_file()}
    if file.suffix in (".json", ".txt", ".toml") and data not in kept and data.strip():
        chaos.wrong.append(f"the damaged {file.name} was written over")


async def write_again(chaos: Chaos, session: Session, file: Path) -> None:
    """What is written to the damaged file afterwards is kept, or is refused in a sentence."""
    try:
        match file.name:
            case "conversations.db" | "conversations.db-wal":
                made = await session.conversations.create("New")
                assert (await session.conversations.get(made.id)).title == "New"
                assert_whole(session.paths.conversations_file)
            case "schedules.json":
                await session.schedules.add("New?", session.schedules.read_when("every day at 9"))
            case "discoveries.jsonl":
                now = datetime.now(UTC).isoformat()
                session.discoveries.append(Discovery(now, "New", "It is new."))
                assert "New" in {each.title for each in session.discoveries.read().items}
            case "mcp.json":
                await session.servers.states()
            case _:
                return
    except AgentError as error:
        chaos.saw_error(error)


@pytest.mark.fault("Damaged: the settings", f"`config/settings.toml` {DAMAGE}")
async def test_damaged_settings_are_named_and_never_written_over(chaos, world):
    async with chaos.opened(world) as session:
        await chaos.save(session)
    file = chaos.home / "config/settings.toml"
    whole = file.read_bytes()
    data = damage(file, chaos.dice)
    try:
        async with chaos.opened(world) as session:
            left, told = await read_left(session)
            chaos.lost += [e for e in lost(chaos._saved, left) if not e.startswith("setting ")]
            assert not told
    except SettingsError as error:
        chaos.saw_error(error)
        named = str(file) in error.message and bool(error.remedy)
        chaos.wrong += [] if named else [f"the file or the remedy is not named: {error}"]
        chaos.wrong += [] if file.read_bytes() == data else ["it was written over"]
    file.write_bytes(whole)
    await chaos.check_again(world)
