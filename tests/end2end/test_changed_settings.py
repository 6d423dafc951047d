"""Settings that are changed while the program runs: nothing of the earlier ones stays behind."""

import asyncio
import gc
import os
from collections.abc import AsyncIterator
from contextlib import suppress

import psutil
import pytest

from desktop_agent.app.session import Session
from desktop_agent.core.events import Event, RunFinished, TextDelta
from desktop_agent.core.research import Question
from tests.end2end.world import of, play
from tests.servers.loopback import serve
from tests.servers.model_reply import Reply
from tests.servers.pages import PagesServer

ASKED = Question("What do pumps deliver?", strategy="quick")
ANSWER = Reply(text="They deliver 2.6 units of heat for one of power. " * 4, between_s=0.001)


@pytest.fixture
async def session(make_world) -> AsyncIterator[Session]:
    async with make_world(replies=lambda _request: ANSWER).opened() as session:
        yield session


async def test_a_run_that_was_begun_by_earlier_settings_goes_on_to_its_end(session):
    run = session.ask(ASKED)
    events: list[Event] = []
    async for event in run.events():
        if isinstance(event, TextDelta) and not of(events, TextDelta):
            session.change_setting("llm.temperature", 0.5)
        events.append(event)
    assert of(events, RunFinished)[0].status == "answered"


def readers() -> set[int]:
    found = set()
    for process in psutil.Process().children():
        # another test's may end meanwhile, or wait for its parent
        with suppress(psutil.NoSuchProcess):
            if "extract" in " ".join(process.cmdline()):
                found.add(process.pid)
    return found


async def test_a_page_is_read_after_a_change_by_the_same_process_as_before(session):
    with serve(PagesServer().app) as base:
        await session.fetch(f"{base}/article", "text", None)
        before = readers()
        session.change_setting("search.count", 5)
        page = await session.fetch(f"{base}/article", "text", None)
        after = readers()
    assert "tidal range" in page.text
    assert len(before) == 1
    assert before == after


@pytest.mark.skipif(os.name != "posix", reason="counts descriptors")
async def test_ten_changes_leave_no_process_no_connection_and_no_thread(session):
    async def use(number: int) -> None:
        session.change_setting("llm.temperature", number / 20)
        assert of(await play(session, ASKED), RunFinished)[0].status == "answered"

    def held() -> tuple[int, int, int]:
        gc.collect()
        here = psutil.Process()
        return here.num_fds(), here.num_threads(), len(here.children())

    for number in range(3):
        await use(number)
    await asyncio.sleep(0.1)
    fds, threads, children = held()
    for number in range(3, 13):
        await use(number)
    await asyncio.sleep(0.1)
    now = held()
    assert now[0] <= fds + 2
    assert now[1] <= threads + 2
    assert now[2] == children
