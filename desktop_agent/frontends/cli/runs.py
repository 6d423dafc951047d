"""The ``runs`` command for background runs and the ``schedule`` command for scheduled questions."""

import asyncio
import re
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime

from desktop_agent.app.session import Session
from desktop_agent.core.citations import CITATION
from desktop_agent.core.conversations import StoredTurn
from desktop_agent.core.errors import AgentError
from desktop_agent.core.markdown import plain_text
from desktop_agent.core.runs import ENDED, RunRecord, Schedule
from desktop_agent.core.sentences import spans
from desktop_agent.core.terminal_text import plain_line
from desktop_agent.frontends.cli.interrupts import interrupts
from desktop_agent.frontends.cli.output import Exit, note, result, result_json
from desktop_agent.runs.recurrence import from_iso, rule_words, to_wall


async def runs(session: Session, options: Namespace) -> Exit:
    """Run the subcommand named by ``options.action``."""
    match options.action:
        case "stop":
            await _stop(session, options.id)
        case "work":
            return await _work(session)
        case _:
            await _list(session, as_json=options.json)
    return Exit.ANSWERED


async def wait_until_finished(session: Session, run_ids: Sequence[str]) -> tuple[RunRecord, ...]:
    """Wait until every run has ended or needs the user; return their records.

    Ctrl-C ends the wait.
    """
    changed, interrupted = asyncio.Event(), asyncio.Event()
    told: dict[str, str] = {}

    def tell(run: RunRecord) -> None:
        if run.run_id in run_ids and told.get(run.run_id) != run.state:
            told[run.run_id] = run.state
            note(f"{run.run_id}  {run.state}  {plain_line(run.question)}")
        changed.set()

    def interrupt() -> None:
        interrupted.set()
        changed.set()

    end_watching = session.runs.watch(tell)
    try:
        with interrupts(interrupt):
            while True:
                changed.clear()
                found = [await session.runs.get(each) for each in run_ids]
                known = tuple(run for run in found if run is not None)
                if interrupted.is_set() or not any(map(_goes_on, known)):
                    return known
                await changed.wait()
    finally:
        end_watching()


async def _work(session: Session) -> Exit:
    await session.runs.open()
    seen: dict[str, RunRecord] = {}
    while True:
        await session.schedules.run_due()
        left = [run.run_id for run in await session.runs.list() if _goes_on(run)]
        if not left:
            break
        ended = await wait_until_finished(session, left)
        seen.update({run.run_id: run for run in ended})
        if any(map(_goes_on, ended)):
            return Exit.INTERRUPTED
    for run in seen.values():
        _report(run)
    if not seen:
        note("Nothing is queued or due.")
    failed = any(run.state == "failed" for run in seen.values())
    return Exit.FAILED if failed else Exit.ANSWERED


def _report(run: RunRecord) -> None:
    result(f"{run.run_id}  {run.state}  {plain_line(run.question)}")
    if run.error:
        note(f"{run.run_id}: {plain_line(run.error)}")
    if run.state not in ENDED:
        note(f"{run.run_id} waits for you; open the window to go on with it.")


async def _list(session: Session, *, as_json: bool) -> None:
    every = await session.runs.list()
    for run in every:
        if as_json:
            result_json(asdict(run))
        else:
            result(f"{run.run_id}  {run.state}  {run.asked}  {plain_line(run.question)}")
    if not every and not as_json:
        note("There are no runs.")


async def _stop(session: Session, run_id: str) -> None:
    run = await session.runs.get(run_id)
    if run is None:
        raise AgentError(f"There is no run called {run_id}.", "See desktop-agent runs list.")
    if run.state in ENDED:
        note(f"{run_id} has ended already: {run.state}.")
        return
    await session.runs.stop(run_id)
    note(f"{run_id} is stopped.")


def _goes_on(run: RunRecord) -> bool:
    """Return whether a run can continue without the user."""
    sleep = run.sleeping
    by_person = sleep is not None and (sleep.by_person or sleep.mode == "manual")
    return run.state not in ENDED and run.state != "asking" and not by_person


# --- The ``schedule`` command

_TURNS = 20
"""Maximum number of turns to search for the latest answer and the one before it."""
_STATEMENT = 500
_CITED = re.compile(rf"\s*{CITATION.pattern}")
_STATUS = {"answered": Exit.ANSWERED, "insufficient": Exit.INSUFFICIENT, "failed": Exit.FAILED}


async def schedule(session: Session, options: Namespace) -> Exit:
    """Run the subcommand named by ``options.action``."""
    match options.action:
        case "add":
            await _add(session, options)
        case "remove":
            question = (await session.schedules.get(options.id)).question
            await session.schedules.remove(options.id)
            note(f"“{plain_line(question)}” is asked no more.")
        case "run":
            return await _run(session, options.id)
        case "changes":
            await _changes(session, options.id)
        case _:
            await _schedule_list(session, as_json=options.json)
    return Exit.ANSWERED


async def _add(session: Session, options: Namespace) -> None:
    schedules = session.schedules
    when = schedules.read_when(options.when)
    added = await schedules.add(
        options.question,
        when,
        strategy=options.strategy,
        model=options.model,
        budget_s=options.budget,
    )
    times = [_local(session, moment) for moment in schedules.upcoming(when)]
    result(added.id)
    note(f"{rule_words(added.rule)}; next: {', then '.join(times)}.")
    note("It is asked while the window is open, or by: desktop-agent runs work")


async def _schedule_list(session: Session, *, as_json: bool) -> None:
    every = await session.schedules.list()
    if as_json:
        for each in every:
            result_json(asdict(each))
        return
    for each in every:
        said = (each.id, rule_words(each.rule), _next(session, each), plain_line(each.question))
        result("  ".join(said))
    if not every:
        note("No question is scheduled.")


async def _run(session: Session, schedule_id: str) -> Exit:
    await session.runs.open()
    run = await session.schedules.run_now(schedule_id)
    ended = next(iter(await wait_until_finished(session, [run.run_id])), run)
    await session.schedules.settled()
    if ended.answer:
        result(ended.answer)
    if ended.error:
        note(ended.error)
    last, before = await _last_two(session, schedule_id)
    if last is not None and before is not None:
        _note_changes(session, before, last)
    return _STATUS.get(ended.state, Exit.INTERRUPTED)


async def _changes(session: Session, schedule_id: str) -> None:
    last, before = await _last_two(session, schedule_id)
    if last is None:
        note("It has no answer yet.")
    elif before is None:
        note(f"It has one answer, of {_day(session, last.asked)}; there is none before it.")
    else:
        new, gone = _note_changes(session, before, last)
        for sign, statements in (("+", new), ("-", gone)):
            for each in statements:
                result(f"{sign} {plain_line(each, _STATEMENT)}")


def _note_changes(
    session: Session, before: StoredTurn, last: StoredTurn
) -> tuple[list[str], list[str]]:
    """Tell how many statements are new or gone since the earlier answer, and return them."""
    earlier, later = _statements(before.answer), _statements(last.answer)
    new = [each for each in later if each not in earlier]
    gone = [each for each in earlier if each not in later]
    said = [f"{len(new)} new statement{'' if len(new) == 1 else 's'}"] if new else []
    said += [f"{len(gone)} gone"] if gone else []
    note(f"Since {_day(session, before.asked)}: {', '.join(said) or 'Nothing new'}.")
    return new, gone


def _statements(answer: str) -> dict[str, None]:
    """Return an answer's sentences, list items and table rows, without their citations."""
    text = plain_text(_CITED.sub("", answer))
    return {
        " ".join(line[start:end].split()): None
        for line in text.splitlines()
        for start, end in spans(line, 0, len(line))
    }


async def _last_two(
    session: Session, schedule_id: str
) -> tuple[StoredTurn | None, StoredTurn | None]:
    """Return the newest answer, and the one before it to the same question, if there are any."""
    schedule = await session.schedules.get(schedule_id)
    if not schedule.conversation_id:
        return None, None
    outline = await session.conversations.outline(schedule.conversation_id)
    turns = await session.conversations.turns([each.id for each in outline[-_TURNS:]])
    answered = [each for each in turns if each.status == "answered" and each.answer.strip()]
    last = answered[-1] if answered else None
    same = [each for each in answered[:-1] if last and each.question == last.question]
    return last, same[-1] if same else None


def _next(session: Session, schedule: Schedule) -> str:
    moment = from_iso(schedule.next_at)
    if not schedule.enabled:
        return "off"
    return f"next {_local(session, moment)}" if moment is not None else "over"


def _local(session: Session, moment: datetime) -> str:
    return to_wall(moment, session.schedules.clock.zone).strftime("%Y-%m-%d %H:%M")


def _day(session: Session, moment: str) -> str:
    found = from_iso(moment)
    return _local(session, found) if found is not None else moment
