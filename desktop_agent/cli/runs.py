"""``runs list``, ``stop`` and ``work``: runs that go on by themselves."""

import asyncio
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict

from desktop_agent.app import Session
from desktop_agent.cli.exit_status import Exit
from desktop_agent.cli.interrupts import interrupts
from desktop_agent.cli.output import note, result, result_json
from desktop_agent.cli.plain_text import one_line
from desktop_agent.core.background import ENDED, KnownRun
from desktop_agent.core.errors import AgentError


async def runs(session: Session, options: Namespace) -> Exit:
    """Does what ``options.action`` says."""
    match options.action:
        case "stop":
            await _stop(session, options.id)
        case "work":
            return await _work(session)
        case _:
            await _list(session, as_json=options.json)
    return Exit.ANSWERED


async def until_over(session: Session, run_ids: Sequence[str]) -> tuple[KnownRun, ...]:
    """Waits until runs have ended, or wait for the person; gives them as they are then.

    The first Ctrl-C ends the waiting: what is at work goes on when the program is opened again.
    """
    changed, interrupted = asyncio.Event(), asyncio.Event()
    told: dict[str, str] = {}

    def tell(run: KnownRun) -> None:
        if run.run_id in run_ids and told.get(run.run_id) != run.state:
            told[run.run_id] = run.state
            note(f"{run.run_id}  {run.state}  {one_line(run.question)}")
        changed.set()

    def interrupt() -> None:
        interrupted.set()
        changed.set()

    end_watching = session.desk.watch(tell)
    try:
        with interrupts(interrupt):
            while True:
                changed.clear()
                found = [await session.desk.get(each) for each in run_ids]
                known = tuple(run for run in found if run is not None)
                if interrupted.is_set() or not any(map(_goes_on, known)):
                    return known
                await changed.wait()
    finally:
        end_watching()


async def _work(session: Session) -> Exit:
    await session.desk.open()
    seen: dict[str, KnownRun] = {}
    while True:
        await session.schedules.run_due()
        left = [run.run_id for run in await session.desk.list() if _goes_on(run)]
        if not left:
            break
        ended = await until_over(session, left)
        seen.update({run.run_id: run for run in ended})
        if any(map(_goes_on, ended)):
            return Exit.INTERRUPTED
    for run in seen.values():
        _report(run)
    if not seen:
        note("Nothing is queued or due.")
    failed = any(run.state == "failed" for run in seen.values())
    return Exit.FAILED if failed else Exit.ANSWERED


def _report(run: KnownRun) -> None:
    result(f"{run.run_id}  {run.state}  {one_line(run.question)}")
    if run.error:
        note(f"{run.run_id}: {one_line(run.error)}")
    if run.state not in ENDED:
        note(f"{run.run_id} waits for you; open the window to go on with it.")


async def _list(session: Session, *, as_json: bool) -> None:
    every = await session.desk.list()
    for run in every:
        if as_json:
            result_json(asdict(run))
        else:
            result(f"{run.run_id}  {run.state}  {run.asked}  {one_line(run.question)}")
    if not every and not as_json:
        note("There are no runs.")


async def _stop(session: Session, run_id: str) -> None:
    run = await session.desk.get(run_id)
    if run is None:
        raise AgentError(f"There is no run called {run_id}.", "See desktop-agent runs list.")
    if run.state in ENDED:
        note(f"{run_id} has ended already: {run.state}.")
        return
    await session.desk.stop(run_id)
    note(f"{run_id} is stopped.")


def _goes_on(run: KnownRun) -> bool:
    """True for a run that will end without the person."""
    by_person = run.sleeping is not None and (
        run.sleeping.by_person or run.sleeping.mode == "manual"
    )
    return run.state not in ENDED and run.state != "asking" and not by_person
