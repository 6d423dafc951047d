"""A schedule as the list shows it, with what has come of it."""

from collections.abc import Sequence
from dataclasses import dataclass

from desktop_agent.core.errors import AgentError
from desktop_agent.core.repeated_answers import RepeatedAnswer, last_answer
from desktop_agent.core.schedule import Schedule
from desktop_agent.ui import change_words
from desktop_agent.ui.conversation_store import Conversations
from desktop_agent.ui.localized import localized
from desktop_agent.ui.schedules import words
from desktop_agent.ui.schedules.session import ScheduleSession
from desktop_agent.ui.strategy_words import strategies

_TURNS = 12
"""Newest turns among which an answer and the one before it are looked for."""


@dataclass(frozen=True, slots=True)
class ScheduleRow:
    """``note`` says why nothing was asked the last time; ``result`` is the last answer."""

    schedule: Schedule
    note: str = ""
    result: RepeatedAnswer | None = None

    @property
    def how(self) -> str:
        """When it is asked, and how it is answered."""
        names = {each.name: each.title for each in strategies()}
        name = self.schedule.strategy
        strategy = names.get(name, name) if name != "auto" else ""
        parts = (words.rule(self.schedule.rule), strategy, words.line(self.schedule.model))
        return " · ".join(part for part in parts if part)

    @property
    def outcome(self) -> str:
        """What has come of it."""
        if self.note:
            return localized(self.note)
        if self.result is None:
            return words.tr("No answer yet")
        if self.result.changes is None:
            return words.tr("First answer: {0}").format(change_words.day(self.result.asked))
        return change_words.since(self.result.since, self.result.changes)

    @property
    def spoken(self) -> str:
        """The row as a screen reader says it."""
        asked = words.next_time(self.schedule)
        return ". ".join((words.line(self.schedule.question), self.how, asked, self.outcome))


async def read_rows(session: ScheduleSession) -> tuple[ScheduleRow, ...]:
    """Reads all schedules with their last answers; raises `AgentError` for the schedules alone."""
    every: Sequence[Schedule] = await session.schedules.list()
    return tuple(
        [
            ScheduleRow(
                each, session.schedules.note(each.id), await _last(session.conversations, each)
            )
            for each in every
        ]
    )


async def _last(conversations: Conversations, schedule: Schedule) -> RepeatedAnswer | None:
    if not schedule.conversation_id:
        return None
    try:
        outline = await conversations.outline(schedule.conversation_id)
        turns = await conversations.turns([each.id for each in outline[-_TURNS:]])
    except AgentError:  # it was deleted: the schedule goes on without it
        return None
    return last_answer(turns)
