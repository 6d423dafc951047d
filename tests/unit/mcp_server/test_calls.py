"""Calls at work, and every way in which they end."""

import asyncio

import anyio
import pytest

from desktop_agent.core.errors import AgentError
from desktop_agent.frontends.mcp_server.server import Calls


class Work:
    """Works until it is stopped, and then needs a few turns of the loop to put things away."""

    def __init__(self) -> None:
        self.began = asyncio.Event()
        self.put_away = False

    async def carry_out(self) -> str:
        self.began.set()
        try:
            await asyncio.sleep(30)
        finally:
            for _ in range(5):
                await asyncio.sleep(0)
            self.put_away = True
        return "done"


async def test_what_the_work_gives_is_given_and_what_it_raises_is_raised():
    async def give() -> str:
        return "done"

    async def fail() -> str:
        raise AgentError("It is broken.")

    calls = Calls()
    assert await calls.carry_out(give()) == "done"
    with pytest.raises(AgentError, match="It is broken"):
        await calls.carry_out(fail())


async def test_a_caller_that_is_cancelled_again_and_again_waits_until_all_is_put_away():
    calls, work = Calls(), Work()
    async with anyio.create_task_group() as group:  # which cancels as the SDK does
        group.start_soon(calls.carry_out, work.carry_out())
        await work.began.wait()
        group.cancel_scope.cancel()
    assert work.put_away


async def test_closing_stops_all_and_their_callers_are_told():
    calls, works = Calls(), [Work(), Work()]
    callers = [asyncio.ensure_future(calls.carry_out(work.carry_out())) for work in works]
    await asyncio.gather(*(work.began.wait() for work in works))
    await calls.aclose()
    assert all(work.put_away for work in works)
    for caller in callers:
        with pytest.raises(AgentError, match="was stopped"):
            await caller


async def test_what_comes_after_closing_is_refused_and_never_begins():
    calls, work = Calls(), Work()
    await calls.aclose()
    with pytest.raises(AgentError, match="was stopped"):
        await calls.carry_out(work.carry_out())
    assert not work.began.is_set()


async def test_a_client_that_is_gone_ends_the_work():
    calls, work = Calls(), Work()

    async def gone() -> bool:
        return work.began.is_set()

    with pytest.raises(AgentError, match="nobody waits"):
        await calls.carry_out(work.carry_out(), gone)
    assert work.put_away
