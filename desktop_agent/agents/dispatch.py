"""Carries out parts that need each other: each as soon as what it needs is done."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Mapping
from typing import TypeVar

from desktop_agent.core.dependencies import order, ready

T = TypeVar("T")


async def dispatch(
    needs: Mapping[str, Collection[str]],
    work: Callable[[str, int], Awaitable[T]],
    *,
    at_once: int,
) -> dict[str, T]:
    """Gives the result of each name, in the order in which they ended.

    ``work`` carries out one name and is told how many rounds of parts are still to do (at least 1),
    so that it can share out the time; at most ``at_once`` are carried out beside each other.
    What it raises cancels the others and comes out in an `ExceptionGroup`.

    Raises:
        ValueError: a name is needed that is not there, or there is a circle.
    """
    order(needs)
    done: dict[str, T] = {}
    running: dict[asyncio.Task[T], str] = {}
    begun: set[str] = set()
    async with asyncio.TaskGroup() as group:
        while len(done) < len(needs):
            for name in ready(needs, begun, done)[: at_once - len(running)]:
                rounds = _rounds(needs, done, at_once)
                begun.add(name)
                running[group.create_task(_awaited(work(name, rounds)))] = name
            ended, _rest = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
            for task in ended:
                name = running.pop(task)
                if task.cancelled() or task.exception() is not None:
                    return done  # the group ends the others and raises
                done[name] = task.result()
    return done


async def _awaited(work: Awaitable[T]) -> T:
    return await work


def _rounds(needs: Mapping[str, Collection[str]], done: Collection[str], at_once: int) -> int:
    """Counts how many times in a row parts have to be waited for, those that run now included."""
    left = {name: [each for each in before if each not in done] for name, before in needs.items()}
    for name in done:
        del left[name]
    rounds, over = 0, set(done)
    while left:
        now = [name for name, before in left.items() if all(each in over for each in before)]
        for name in now[:at_once]:
            over.add(name)
            del left[name]
        rounds += 1
    return max(1, rounds)
