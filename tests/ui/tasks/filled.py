"""A session with scheduled questions and their answers in the real stores."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime

from desktop_agent.core.events import AnswerGiven, RunFinished, RunStarted
from desktop_agent.runs.schedules import Clock, Schedules
from desktop_agent.storage.conversations.store import ConversationStore
from desktop_agent.storage.schedules import ScheduleStore
from tests.unit.schedules.world import Desk

NOW = datetime(2026, 11, 22, 18, 30, tzinfo=UTC)
QUESTION = "What is new about heat pumps in cold winters?"
FIRST = """Modern air-source heat pumps deliver **2.5 kWh** of heat per kWh at −10 °C [1].

- The grant in Finland ends in June 2026 [2].
- Noise is what most complaints are about [3].
"""
SECOND = """A field test over two winters in Norway found a seasonal figure of 2.9 [1].

Modern air-source heat pumps deliver **2.7 kWh** of heat per kWh at −10 °C [2].

- The grant in Finland ends in June 2027 [4].
- A propane model is sold from January on and reaches −28 °C [3].
"""


async def answered(store: ConversationStore, conversation_id: str, question: str, text: str) -> int:
    """Adds a turn with its answer; gives its id."""
    turns = await store.outline(conversation_id)
    parent = turns[-1].id if turns else None
    turn = await store.begin_turn(conversation_id, question, parent_id=parent)
    recorder = store.recorder(turn.id)
    for event in (
        RunStarted(question=question, strategy="quick", provider="p", model="qwen3:4b", budget_s=1),
        AnswerGiven(text=text),
        RunFinished(status="answered"),
    ):
        recorder.write(event)
    await asyncio.to_thread(recorder.close)
    return turn.id


async def fill(session) -> None:
    """Gives a session schedules: one with two answers, one with a note, one off, one missed."""
    folder = session.conversations.path.parent
    session.clock = Clock(lambda: NOW)
    session.schedule_desk = Desk()
    session.store = ScheduleStore(folder / "schedules.json")
    schedules = session.schedules = Schedules(session.store, session.schedule_desk, session.clock)
    weekly = await schedules.add(
        QUESTION, schedules.read_when("every Monday 8:00"), strategy="deep"
    )
    place = await session.conversations.create(QUESTION)
    for text in (FIRST, SECOND):
        await answered(session.conversations, place.id, QUESTION, text)
    session.store.update(weekly.id, lambda kept: replace(kept, conversation_id=place.id))
    await schedules.add(
        "Which versions of Python get fixes now?", schedules.read_when("daily 7:30")
    )
    off = await schedules.add(
        "What do people say about the new timetable?", schedules.read_when("every 2 hours")
    )
    await schedules.enable(off.id, on=False)


def miss(session) -> None:
    """Lets one have been missed five times while the program was closed.

    One that is due would be asked, should the window look at the schedules just then.
    """
    session.store.update(session.store.load()[1].id, lambda kept: replace(kept, missed=5))
