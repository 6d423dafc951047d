"""A damaged database: it is kept under another name, and what can be read of it is in use again."""

import asyncio
import random
import sys
from pathlib import Path

import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.mended import Mended
from desktop_agent.storage.conversations.store import ConversationStore
from tests.unit.storage.conversations.runs import ask

PAGE = 4096


async def filled(path: Path, conversations: int = 6, turns: int = 4) -> None:
    store = ConversationStore(path)
    for number in range(conversations):
        made = await store.create(f"Title{number}")
        for turn in range(turns):
            await ask(store, made.id, f"Question{number}x{turn}", f"word{number}x{turn} " * 300)
    await store.save_draft("", "A draft")
    await store.aclose()


async def read(path: Path) -> tuple[set[str], dict[str, str], list[Mended], str]:
    told: list[Mended] = []
    store = ConversationStore(path, mended=told.append)
    titles, answers = set(), {}
    for each in await store.list():
        titles.add(each.title)
        outline = await store.outline(each.id)
        for turn in await store.turns([entry.id for entry in outline]):
            answers[turn.question] = turn.answer
        await store.search(each.title)
    draft = await store.draft("")
    await store.aclose()
    return titles, answers, told, draft


def damage(path: Path, first: int, last: int, fill: bytes) -> bytes:
    data = bytearray(path.read_bytes())
    data[first:last] = (fill * (last - first))[: last - first]
    path.write_bytes(data)
    return bytes(data)


@pytest.mark.parametrize("bytes_of_it", [16, 100, PAGE])
async def test_a_file_whose_beginning_is_gone_is_saved_whole(
    tmp_path: Path, bytes_of_it: int
) -> None:
    path = tmp_path / "conversations.db"
    await filled(path)
    before = await read(path)
    kept = damage(path, 0, bytes_of_it, b"\0")
    after = await read(path)
    assert after[0] == before[0]
    assert after[1] == before[1]
    assert after[3] == "A draft"
    (mended,) = after[2]
    assert path.with_name(mended.kept).read_bytes() == kept
    assert mended.saved
    assert mended.saved > 30


async def test_of_a_file_with_damaged_pages_all_else_is_saved_and_found(tmp_path: Path) -> None:
    path = tmp_path / "conversations.db"
    await filled(path, 8, 6)
    before = await read(path)
    pages = path.stat().st_size // PAGE
    dice = random.Random(3)
    for _ in range(6):
        page = dice.randrange(1, pages)
        damage(path, page * PAGE, (page + 1) * PAGE, b"\xa5")
    after = await read(path)
    assert len(after[2]) == 1
    whole = {question for question, answer in after[1].items() if before[1].get(question) == answer}
    assert len(whole) > len(before[1]) / 2
    store = ConversationStore(path)
    hits = await store.search(next(iter(whole)))
    await store.aclose()
    assert hits


async def test_a_file_that_is_no_database_is_set_aside_and_nothing_of_it_is_lost(
    tmp_path: Path,
) -> None:
    path = tmp_path / "conversations.db"
    path.write_bytes(b"this is not a database at all" * 100)
    titles, _answers, (mended,), _draft = await read(path)
    assert titles == set()
    assert path.with_name(mended.kept).read_bytes().startswith(b"this is not")
    assert "conversations.db was damaged" in mended.message
    assert "Nothing in it could be read" in mended.remedy


async def test_damage_that_is_met_while_working_is_mended_and_the_work_is_done(
    tmp_path: Path,
) -> None:
    path = tmp_path / "conversations.db"
    await filled(path)
    told: list[Mended] = []
    store = ConversationStore(path, mended=told.append)
    await store.list()
    for page in range(1, path.stat().st_size // PAGE):
        damage(path, page * PAGE, (page + 1) * PAGE, b"\0")
    made = await store.create("New")
    await ask(store, made.id, "Q", "A")
    titles = [each.title for each in await store.list()]
    await store.check()
    await store.aclose()
    assert told
    assert "New" in titles


async def test_a_damaged_file_that_another_process_uses_stays_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "conversations.db"
    await filled(path)
    holder = await asyncio.create_subprocess_exec(
        sys.executable,
        "-c",
        "import apsw, sys; c = apsw.Connection(sys.argv[1]); c.execute('select count(*) from turns').get;"
        "c.execute('pragma journal_mode').get; print(1, flush=True); sys.stdin.read()",
        str(path),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert holder.stdout is not None
    await holder.stdout.readline()
    damaged = damage(path, 0, PAGE, b"\0")
    store = ConversationStore(path)
    try:
        with pytest.raises(StorageError, match="in use by another process"):
            await store.list()
        assert path.read_bytes() == damaged
    finally:
        await holder.communicate(b"")
    assert len(await store.list()) == 6
    await store.aclose()


async def test_a_new_file_in_the_place_of_the_open_one_is_used(tmp_path: Path) -> None:
    path = tmp_path / "conversations.db"
    await filled(path)
    one, two = ConversationStore(path), ConversationStore(path)
    assert len(await one.list()) == len(await two.list()) == 6
    damage(path, 0, PAGE, b"\0")
    await one.aclose()
    assert len(await two.list()) == 6
    await two.aclose()
