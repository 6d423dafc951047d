"""A damaged database: it is kept under another name, and what can be read of it is in use again."""

import asyncio
import dataclasses
import random
import sys
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Any

import apsw
import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.maintenance import RepairedFile
from desktop_agent.storage.conversations.schema import FORM
from desktop_agent.storage.conversations.store import ConversationStore
from desktop_agent.storage.database import Database
from desktop_agent.storage.runs import FORM as RUN_LIST
from tests.unit.storage.conversations.runs import ask, assert_whole

PAGE = 4096


@pytest.fixture
def path(quick_folder: Path) -> Path:
    return quick_folder / "conversations.db"


async def filled(path: Path, conversations: int = 6, turns: int = 4) -> None:
    store = ConversationStore(path)
    for number in range(conversations):
        made = await store.create(f"Title{number}")
        for turn in range(turns):
            await ask(store, made.id, f"Question{number}x{turn}", f"word{number}x{turn} " * 300)
    await store.save_draft("", "A draft")
    await store.aclose()


async def read(path: Path) -> tuple[set[str], dict[str, str], list[RepairedFile], str]:
    told: list[Any] = []
    store = ConversationStore(path, on_problem=told.append)
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
async def test_a_file_whose_beginning_is_gone_is_saved_whole(path, bytes_of_it: int):
    await filled(path)
    titles, answers, _told, _draft = await read(path)
    kept = damage(path, 0, bytes_of_it, b"\0")
    *after, (repaired,), draft = await read(path)
    assert (after, draft) == ([titles, answers], "A draft")
    assert path.with_name(repaired.kept).read_bytes() == kept
    assert repaired.saved
    assert repaired.saved > 30


async def test_a_damaged_file_that_another_process_uses_stays_where_it_is(path):
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


async def test_a_new_file_in_the_place_of_the_open_one_is_used(path):
    await filled(path)
    one, two = ConversationStore(path), ConversationStore(path)
    assert len(await one.list()) == len(await two.list()) == 6
    damage(path, 0, PAGE, b"\0")
    await one.aclose()
    assert len(await two.list()) == 6
    await two.aclose()


WAYS = ("a page of zeros", "torn off", "flipped bits", "tables' first pages")


@pytest.fixture(scope="module")
def talks(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A file of conversations with one to six turns each, branches, attachments and long answers."""
    path = tmp_path_factory.mktemp("talks") / "conversations.db"

    async def talk() -> None:
        store = ConversationStore(path)
        for number in range(12):
            made = await store.create(f"Title{number}")
            parent = None
            for turn in range(1 + number % 6):
                text = f"word{number}x{turn} " * (1_500 if turn == 1 else 120)
                asked = f"Question{number}x{turn}"
                if turn == 3:  # a second answer beside the third
                    await ask(store, made.id, f"{asked}-before", text, parent=parent)
                parent = await ask(store, made.id, asked, text, parent=parent)
        await store.aclose()

    asyncio.run(talk())
    return path.read_bytes()


def damaged_in(way: str, data: bytes, dice: random.Random) -> bytes:
    damaged = bytearray(data)
    pages = len(data) // PAGE
    match way:
        case "a page of zeros":
            for _ in range(dice.choice((1, 1, 3))):
                start = dice.randrange(1, pages) * PAGE
                damaged[start : start + PAGE] = bytes(PAGE)
        case "torn off":
            del damaged[dice.randrange(PAGE, len(damaged)) :]
        case "flipped bits":
            for _ in range(dice.choice((1, 3, 30))):
                damaged[dice.randrange(len(damaged))] ^= 1 << dice.randrange(8)
        case _:
            tables = ("conversations", "turns", "turn_texts", "event_parts")
            for table in dice.sample(tables, dice.choice((1, 2, 3))):
                start = (first_page(data, table) - 1) * PAGE
                damaged[start : start + PAGE] = bytes(PAGE)
    return bytes(damaged)


def rows_of(data: bytes, query: str) -> list[Any]:
    with closing(apsw.Connection(":memory:")) as connection:
        # a file in memory has no journal beside it (bytes 18 and 19 of the header)
        connection.deserialize("main", data[:18] + b"\1\1" + data[20:])
        return connection.execute(query).fetchall()


def first_page(data: bytes, table: str) -> int:
    return int(rows_of(data, f"SELECT rootpage FROM sqlite_schema WHERE name = '{table}'")[0][0])


def lies_on_a_whole_page(text: str, data: bytes, damaged: bytes) -> bool:
    """Return whether a text that fits on a page lies on one that the damage has not met."""
    at = data.find(text.encode())
    page = slice(at // PAGE * PAGE, at // PAGE * PAGE + PAGE)
    within = at + len(text.encode()) <= page.stop
    return within and damaged[page] == data[page]


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("seed", range(3))
async def test_damaged_conversations_of_several_turns_open_with_every_text_that_can_be_read(
    path, talks: bytes, way: str, seed: int
):
    rows = rows_of(talks, "SELECT turn, question, answer FROM turn_texts")
    texts = {turn: (question, answer) for turn, question, answer in rows}
    path.write_bytes(damaged := damaged_in(way, talks, random.Random(f"{way} {seed}")))
    told: list[Any] = []
    store = ConversationStore(path, on_problem=told.append)
    found: dict[int, tuple[str, str]] = {}
    for _ in range(2):  # while it is read for the first time, damage is met
        for conversation in await store.list():
            for entry in await store.outline(conversation.id):
                beside = await store.siblings(conversation.id, entry.id)
                for turn in await store.turns([each.id for each in beside]):
                    found[turn.id] = (turn.question, turn.answer)
            await store.search(conversation.title)
    made = await store.create("New")
    await ask(store, made.id, "And now?", "It is so.")
    if told:
        assert_whole(path)
    await store.aclose()
    readable = {
        turn for turn, (_, answer) in texts.items() if lies_on_a_whole_page(answer, talks, damaged)
    }
    lost = {turn for turn in readable if found.get(turn) != texts[turn]}
    assert not lost, f"{len(lost)} of {len(readable)} texts that can be read are lost"
    if told:
        assert path.with_name(told[0].kept).read_bytes() == damaged


async def test_a_bit_that_has_flipped_anywhere_costs_no_other_turn_and_no_error_of_python(
    quick_folder: Path, talks: bytes
):
    dice = random.Random(11)
    bits = [(dice.randrange(len(talks)), dice.randrange(8)) for _ in range(8)]
    words = talks.index(b"word3x1 word3x1") + 5_000
    (an_id,) = rows_of(talks, "SELECT CAST(id AS BLOB) FROM conversations")[3]
    names = [talks.index(each) for each in (b"question_chars INTEGER", b"Title3", an_id)]
    # of a text, of the tables' own description, of a title, and of an id
    bits += [(words, 7), *((at, bit) for at in names for bit in (0, 7))]
    rows = rows_of(talks, "SELECT question, answer FROM turn_texts")
    for number, (at, bit) in enumerate(bits):
        path = quick_folder / f"{number}" / "conversations.db"
        path.parent.mkdir()
        flipped = bytearray(talks)
        flipped[at] ^= 1 << bit
        path.write_bytes(flipped)
        await read(path)
        _titles, answers, _told, _draft = await read(path)
        lost = [question for question, answer in rows if answers.get(question) != answer]
        shown = {question for question, _ in rows if not question.endswith("-before")}
        assert len(shown.intersection(lost)) <= 1, (at, bit)


def rows_in(connection: apsw.Connection, table: str) -> object:
    return connection.execute(f"SELECT count(*) FROM {table}").get


async def test_where_the_repair_fails_what_was_copied_is_kept(path):
    await filled(path)

    def fail(connection: apsw.Connection) -> None:
        connection.execute("DELETE FROM turns").fetchall()
        connection.execute("INSERT INTO drafts VALUES ('', '')").fetchall()  # there is one

    damage(path, 0, PAGE, b"\0")
    told: list[Any] = []
    database = Database(path, dataclasses.replace(FORM, settle=fail), on_problem=told.append)
    for table, rows in (("conversations", 6), ("turns", 24), ("turn_texts", 24), ("drafts", 1)):
        assert await database.read(partial(rows_in, table=table)) == rows
    await database.aclose()
    (repaired,) = told
    assert isinstance(repaired, RepairedFile)
    assert not repaired.whole


async def test_what_was_removed_for_good_does_not_come_back_by_a_repair(path):
    await filled(path, 4, 3)
    store = ConversationStore(path)
    for number in range(8):
        made = await store.create("Removed")
        await ask(store, made.id, "Of a secret?", f"The secret is {number}. " * 200)
        if number % 2:
            await store.delete(made.id)
            await store.purge(-1)
    await store.aclose()
    for table in ("turns", "turn_texts", "event_parts"):
        first = (first_page(path.read_bytes(), table) - 1) * PAGE
        damage(path, first, first + PAGE, b"\0")
    _titles, _answers, told, _draft = await read(path)
    assert told
    rows = rows_of(path.read_bytes(), "SELECT answer FROM turn_texts")
    found = {answer.split(".")[0] for (answer,) in rows if "secret" in answer}
    assert found == {f"The secret is {number}" for number in range(0, 8, 2)}


async def test_of_a_list_of_runs_what_lies_between_damaged_pages_is_saved(quick_folder: Path):
    path = quick_folder / "runs.db"
    rows = [(f"r{number}", "answered", str(number), "k" * 300, "q" * 300) for number in range(200)]
    database = Database(path, RUN_LIST)
    await database.write(lambda c: c.executemany("INSERT INTO runs VALUES (?,?,?,?,?)", rows))
    await database.aclose()
    for page in (15, 25):
        damage(path, page * PAGE, (page + 1) * PAGE, b"\0")
    database = Database(path, RUN_LIST)
    await database.read(lambda c: c.execute("SELECT * FROM runs").fetchall())
    saved = await database.read(partial(rows_in, table="runs"))
    await database.aclose()
    assert isinstance(saved, int)
    assert 200 - 2 * PAGE // 600 - 2 <= saved < 200
