"""A disk that is full or read-only is named, and what is on it can still be read and backed up."""

import os
from pathlib import Path

import pytest

from desktop_agent.core.errors import StorageError
from desktop_agent.core.research import Question
from tests.chaos.disk_room import read_only, small_disk
from tests.end2end.world import World, play

ANSWER = "Forty-seven metres, it is said."


@pytest.fixture
def world(make_world) -> World:
    return make_world(replies=lambda _request: ANSWER)


async def converse(world: World) -> str:
    async with world.opened() as session:
        made = await session.conversations.create("About the lighthouse")
        for text in ("How tall is it?", "Are you sure?"):
            question = Question(text, strategy="quick", conversation_id=made.id)
            await play(session, await session.conversations.begin_background_turn(question))
    return made.id


async def answers(world: World, conversation: str) -> tuple[list[str], list[str]]:
    """Return the answers of a conversation, and what the program says of its files."""
    async with world.opened() as session:
        assert [each.id for each in await session.conversations.list()] == [conversation]
        _found, outline = await session.conversations.open(conversation)
        turns = await session.conversations.turns([each.id for each in outline])
        assert await session.conversations.search("lighthouse")
        assert (await session.conversations.open(conversation, outline[0].id))[1] == outline
        with pytest.raises(StorageError) as refused:
            await session.conversations.create("New")
        said = [str(refused.value), *(each.message for each in session.file_problems.all)]
        return [turn.answer for turn in turns], said


def fill_whole(folder: Path) -> None:
    descriptor = os.open(folder / "filling", os.O_WRONLY | os.O_CREAT)
    try:
        for size in (1 << 16, 1 << 12, 1):
            with pytest.raises(OSError, match="No space left"):  # noqa: PT012 - until it is full
                while True:
                    os.write(descriptor, b"x" * size)
    finally:
        os.close(descriptor)


async def test_on_a_full_disk_every_command_names_it_and_conversations_are_read(world, tmp_path):
    with small_disk(world.home, "4m"):
        conversation = await converse(world)
        for log in (world.home / "logs").glob("*"):
            log.unlink()
        (world.home / "cache").mkdir(exist_ok=True)
        fill_whole(world.home)
        found, said = await answers(world, conversation)
        assert found == [ANSWER, ANSWER]
        assert any("the disk is full" in each.lower() for each in said)
        for arguments in (
            ("doctor",),
            ("ask", "How tall is it?", "--strategy", "quick"),
            ("diagnostics", str(world.home / "diagnostics.txt")),
            ("diagnostics", str(tmp_path / "diagnostics.txt")),
        ):
            done = world.run(*arguments)
            told = done.stdout + done.stderr
            assert "went wrong" not in told, (arguments, told)
            assert "Traceback" not in told
            if arguments[0] != "diagnostics" or done.returncode:
                assert "full" in told, (arguments, told)
            if arguments[0] == "ask":
                assert ANSWER in done.stdout, told
        assert "full" in (tmp_path / "diagnostics.txt").read_text()
        (world.home / "filling").unlink()
        async with world.opened() as session:
            await session.conversations.create("New")


@pytest.mark.parametrize("left", ["closed", "killed"])
async def test_on_a_read_only_disk_conversations_are_read_and_backed_up(world, tmp_path, left):
    conversation = await converse(world)
    data = world.home / "data"
    if left == "killed":  # its journals are there, and hold the last turn
        async with world.opened() as session:
            await session.conversations.save_draft("", "a draft")
            copies = {each: each.read_bytes() for each in data.glob("conversations.db*")}
        for path, content in copies.items():
            if path.suffix != ".lock":
                path.write_bytes(content)
        assert (data / "conversations.db-wal").stat().st_size
    backup = tmp_path / "elsewhere" / "all.agentbackup"
    with read_only(world.home):
        found, said = await answers(world, conversation)
        assert found == [ANSWER, ANSWER]
        assert all("the disk is read-only" in each.lower() for each in said)
        assert len(said) == 2
        done = world.run("backup", str(backup))
        assert done.returncode == 0, done.stderr
        assert "1 conversations" in done.stdout
        done = world.run("doctor")
        assert "read-only" in done.stdout + done.stderr
        done = world.run("ask", "How tall is it?", "--strategy", "quick")
        assert ANSWER in done.stdout
        assert "read-only" in done.stderr.lower()
        assert "went wrong" not in done.stderr
    there = str(tmp_path / "there")
    world.run("restore", str(backup), "--yes", DESKTOP_AGENT_HOME=there)
    world.environ["DESKTOP_AGENT_HOME"] = there
    async with world.opened() as session:
        (kept,) = await session.conversations.list()
        assert kept.turns == 2
        if left == "killed":
            assert await session.conversations.draft("") == "a draft"
