"""The file: made, updated, shared, damaged."""

from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.storage.conversations.schema import FORM
from desktop_agent.storage.conversations.store import ConversationStore
from desktop_agent.storage.database import Database, DatabaseSchema
from tests.unit.storage.conversations.runs import simple_run

SECOND = "ALTER TABLE conversations ADD COLUMN colour TEXT NOT NULL DEFAULT 'grey'"


def with_step(step: str) -> DatabaseSchema:
    return replace(FORM, steps=(*FORM.steps, step))


def title_and_colour(connection: apsw.Connection) -> tuple[object, ...] | None:
    return connection.execute("SELECT title, colour FROM conversations").fetchone()


async def test_an_older_file_is_copied_and_brought_up_to_date_or_not_changed_at_all(path: Path):
    old = ConversationStore(path)
    await old.create("Kept")
    await old.aclose()
    failing = Database(path, with_step(f"{SECOND}; SELECT nonsense FROM nowhere"))
    with pytest.raises(StorageError, match="nowhere"):
        await failing.read(title_and_colour)
    await failing.aclose()
    again = ConversationStore(path)
    assert [each.title for each in await again.list()] == ["Kept"]
    await again.aclose()
    for copy in path.parent.glob("*.version-*"):
        copy.unlink()
    for _ in range(2):  # the second time there is nothing to do
        new = Database(path, with_step(SECOND))
        assert await new.read(title_and_colour) == ("Kept", "grey")
        await new.aclose()
    (copy,) = path.parent.glob(f"*.version-{len(FORM.steps)}-*")
    assert copy.stat().st_mode & 0o077 == 0
    earlier = Database(copy, FORM)
    assert await earlier.read(lambda c: c.execute("SELECT title FROM conversations").get) == "Kept"
    await earlier.aclose()
    behind = ConversationStore(path)
    with pytest.raises(StorageError, match=rf"version {len(FORM.steps) + 1}.*Update"):
        await behind.list()
    await behind.aclose()


async def as_of_version(path: Path, steps: int) -> ConversationStore:
    """Opens a file with a conversation that the program made when it had so many steps."""
    earlier = Database(path, replace(FORM, steps=FORM.steps[:steps]))
    row = "INSERT INTO conversations (id, title, created, updated) VALUES ('a', 'Old', '', '')"
    await earlier.write(lambda c: c.execute(row).fetchall())
    await earlier.aclose()
    return ConversationStore(path)


async def test_conversations_of_the_first_version_search_in_documents(path: Path):
    store = await as_of_version(path, 1)
    assert [(each.title, each.documents) for each in await store.list()] == [("Old", True)]
    assert not (await store.change("a", documents=False)).documents
    assert not (await store.get("a")).documents
    assert not (await store.create("New", documents=False)).documents
    await store.aclose()


async def test_conversations_from_before_there_were_servers_use_those_that_are_on(path: Path):
    store = await as_of_version(path, 2)
    assert [(each.title, each.servers) for each in await store.list()] == [("Old", None)]
    assert (await store.change("a", servers=("time", "files"))).servers == ("time", "files")
    assert (await store.change("a", title="Older")).servers == ("time", "files")
    assert (await store.change("a", servers=())).servers == ()
    assert (await store.get("a")).servers == ()  # none at all is another thing than no choice
    assert (await store.change("a", servers=None)).servers is None
    new = await store.create("New", servers=("time",))
    assert new.servers == (await store.get(new.id)).servers == ("time",)
    # a choice that is no list is no choice
    broken = "UPDATE conversations SET servers = '{'"
    await store.write(lambda c: c.execute(broken).fetchall())
    assert (await store.get(new.id)).servers is None
    await store.aclose()


async def test_a_turn_that_runs_elsewhere_is_left_alone_until_that_store_is_gone(path: Path):
    one = ConversationStore(path)
    made = await one.create("Shared")
    turn = await one.begin_turn(made.id, "Q", parent_id=None)
    one.recorder(turn.id, "run-1")
    so_far = simple_run("half an answer")[:3]
    two = ConversationStore(path, recorded=lambda _run_id: so_far)
    assert [each.status for each in await two.outline(made.id)] == ["running"]
    one._owner.release()  # as the system does when a process dies
    assert [each.status for each in await two.outline(made.id)] == ["interrupted"]
    assert (await two.turns([turn.id]))[0].answer == "half an "
    await one.aclose()
    await two.aclose()
    assert [each.name for each in path.parent.iterdir()] == [path.name]
