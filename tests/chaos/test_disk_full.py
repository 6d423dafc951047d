"""The disk fills up while the program works, and there is room again later."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest

from desktop_agent.app.session import Session
from desktop_agent.core.errors import AgentError
from desktop_agent.core.research import Discovery, Question
from tests.chaos.disk_room import Room, small_disk
from tests.chaos.frame import Chaos, fault
from tests.end2end.world import World, build_world, play
from tests.servers.ollama import Reply

_LONG = " ".join(f"word{number}" for number in range(800))

Work = Callable[[Chaos, Session], Awaitable[None]]


@asynccontextmanager
async def full(chaos: Chaos) -> AsyncIterator[tuple[World, Room]]:
    """A home on a small disk of its own, with some of everything saved."""
    slow = Reply(text=_LONG, between_s=0.0005)
    with small_disk(chaos.home) as room, build_world(chaos.home, replies=lambda _: slow) as world:
        await chaos.fill(world, documents=True)
        yield world, room


async def fill_soon(chaos: Chaos, room: Room) -> None:
    await asyncio.sleep(chaos.dice.random() * 0.6)
    await asyncio.to_thread(room.fill, chaos.dice.choice((0, 4096, 20_000)))


async def ask(chaos: Chaos, session: Session) -> None:
    question = Question("Why, while the disk fills up?", strategy="quick")
    asked = await session.conversations.begin_background_turn(question)
    chaos.saw_run(await play(session, asked))


async def index(chaos: Chaos, session: Session) -> None:
    papers = chaos.folder / "more"
    papers.mkdir()
    for number in range(20):
        (papers / f"paper{number}.md").write_text(f"# Paper {number}\n\n" + _LONG * 3)
    await session.knowledge.add([papers])
    progress = await session.knowledge.wait()
    if progress.note:
        chaos.saw(progress.note, sentence=False)  # a command ends it


async def keep(chaos: Chaos, session: Session) -> None:
    for number in range(400):
        now = "2026-01-01T00:00:00+00:00"
        finding = Discovery(now, f"More {number}", "It is so. " * 100)
        await asyncio.to_thread(session.discoveries.append, finding)
        await asyncio.to_thread(session.change_setting, "search.count", 2 + number % 18)
        await session.schedules.add(f"And {number}?", session.schedules.read_when("every day at 9"))
        await session.conversations.save_draft("", f"draft {number} " * 500)
        if number % 50 == 0:
            await session.backups.write(chaos.home / "backup.zip", lambda _done, _all: None)


WORKS: tuple[tuple[str, str, Work], ...] = (
    ("answering", "an answer is being given and recorded", ask),
    ("indexing", "twenty documents are being indexed", index),
    ("saving", "settings, drafts, findings, schedules and a backup are being saved", keep),
)


@pytest.mark.parametrize(
    "work",
    [
        fault(
            f"Disk full while {name}",
            f"a disk of 48 MB fills up at a random moment while {did}, then has room again",
            work,
        )
        for name, did, work in WORKS
    ],
)
async def test_a_full_disk_costs_nothing_that_was_saved(chaos, work):
    async with full(chaos) as (world, room):
        async with chaos.opened(world) as session:
            filling = asyncio.create_task(fill_soon(chaos, room))
            try:
                await work(chaos, session)
            except AgentError as error:
                chaos.saw_error(error)
            await filling
            await try_all(chaos, session)
            await asyncio.to_thread(room.empty)
            await ask(chaos, session)
            await chaos.check(session, but=("setting search.count", "draft of a new"))
        await chaos.check_again(world, but=("setting search.count", "draft of a new"))


async def try_all(chaos: Chaos, session: Session) -> None:
    """What is done on a full disk is refused in a sentence, or works."""
    finding = Discovery("2026-01-01T00:00:00+00:00", "Full", "It is so. " * 2_000)
    tries: list[Callable[[], Awaitable[object]]] = [
        lambda: session.conversations.create("New"),
        lambda: session.conversations.save_draft("", "a long draft " * 4_000),
        lambda: asyncio.to_thread(session.discoveries.append, finding),
        lambda: asyncio.to_thread(session.change_setting, "search.count", 7),
        lambda: session.schedules.add("And?", session.schedules.read_when("every day at 9")),
        session.conversations.list,
    ]
    for each in tries:
        try:
            await each()
        except AgentError as error:
            chaos.saw_error(error)
