"""``schedule add``, ``list``, ``remove``, ``run`` and ``changes``."""

from argparse import Namespace
from dataclasses import asdict
from datetime import datetime

from desktop_agent.app import Session
from desktop_agent.cli.exit_status import Exit
from desktop_agent.cli.output import note, result, result_json
from desktop_agent.cli.plain_text import one_line
from desktop_agent.cli.runs import until_over
from desktop_agent.core.answer_changes import AnswerChanges
from desktop_agent.core.errors import AgentError
from desktop_agent.core.local_time import from_iso, to_wall
from desktop_agent.core.recurrence_words import rule_words
from desktop_agent.core.repeated_answers import RepeatedAnswer, last_answer
from desktop_agent.core.schedule import Schedule

_TURNS = 20
"""Newest turns among which an answer and the one before it are looked for."""
_STATEMENT = 500
_STATUS = {
    "answered": Exit.ANSWERED,
    "insufficient": Exit.INSUFFICIENT,
    "failed": Exit.FAILED,
}


async def schedule(session: Session, options: Namespace) -> Exit:
    """Does what ``options.action`` says."""
    match options.action:
        case "add":
            await _add(session, options)
        case "remove":
            await _remove(session, options.id)
        case "run":
            return await _run(session, options.id)
        case "changes":
            await _changes(session, options.id)
        case _:
            await _list(session, as_json=options.json)
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
    note(f"{_words(added)}; next: {', then '.join(times)}.")
    note("It is asked while the window is open, or by: desktop-agent runs work")


async def _list(session: Session, *, as_json: bool) -> None:
    every = await session.schedules.list()
    if as_json:
        for each in every:
            result_json(asdict(each))
        return
    for each in every:
        said = (each.id, _words(each), _next(session, each), one_line(each.question))
        result("  ".join(said))
    if not every:
        note("No question is scheduled.")


async def _remove(session: Session, schedule_id: str) -> None:
    removed = await session.schedules.remove(schedule_id)
    if removed is None:
        raise AgentError(
            f"There is no schedule called {schedule_id}.", "See desktop-agent schedule list."
        )
    note(f"“{one_line(removed.schedule.question)}” is asked no more.")


async def _run(session: Session, schedule_id: str) -> Exit:
    await session.desk.open()
    run = await session.schedules.run_now(schedule_id)
    ended = next(iter(await until_over(session, [run.run_id])), run)
    await session.schedules.settled()
    if ended.answer:
        result(ended.answer)
    if ended.error:
        note(ended.error)
    found = await _last(session, await _named(session, schedule_id))
    if found is not None and found.changes is not None:
        note(f"Since {_day(session, found.since)}: {found.changes.line()}.")
    return _STATUS.get(ended.state, Exit.INTERRUPTED)


async def _changes(session: Session, schedule_id: str) -> None:
    found = await _last(session, await _named(session, schedule_id))
    if found is None:
        note("It has no answer yet.")
    elif found.changes is None:
        note(f"It has one answer, of {_day(session, found.asked)}; there is none before it.")
    else:
        note(f"Since {_day(session, found.since)}: {found.changes.line()}.")
        _print(found.changes)


def _print(changes: AnswerChanges) -> None:
    for added in changes.added:
        result(f"+ {one_line(added.text, _STATEMENT)}")
    for changed in changes.changed:
        result(f"~ {one_line(changed.after.text, _STATEMENT)}")
        result(f"  was: {one_line(changed.before.text, _STATEMENT)}")
    for gone in changes.gone:
        result(f"- {one_line(gone.text, _STATEMENT)}")


async def _last(session: Session, schedule: Schedule) -> RepeatedAnswer | None:
    if not schedule.conversation_id:
        return None
    outline = await session.conversations.outline(schedule.conversation_id)
    turns = await session.conversations.turns([each.id for each in outline[-_TURNS:]])
    return last_answer(turns)


async def _named(session: Session, schedule_id: str) -> Schedule:
    every: tuple[Schedule, ...] = await session.schedules.list()
    for each in every:
        if each.id == schedule_id:
            return each
    raise AgentError(
        f"There is no schedule called {schedule_id}.", "See desktop-agent schedule list."
    )


def _words(schedule: Schedule) -> str:
    return rule_words(schedule.rule)


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
