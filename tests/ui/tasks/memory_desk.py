"""A desk whose runs are written down: real values, and whoever watches is told of every change."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from desktop_agent.core.events import Event
from desktop_agent.core.research import Question
from desktop_agent.core.runs import ENDED, RunOrigin, RunRecord, Sleeping

NOW = 1_800_000_000.0
Listener = Callable[[Event | None], object]


class MemoryLive:
    """A run whose events are told by a test."""

    background = True

    def __init__(self, run_id: str, question: Question) -> None:
        self.run_id = run_id
        self.question = question
        self._told: list[Event] = []
        self._listeners: list[Listener] = []

    def tell(self, *events: Event | None) -> None:
        """Lets events happen; None is the end."""
        for event in events:
            if event is not None:
                self._told.append(event)
            for listener in tuple(self._listeners):
                listener(event)

    def listen(self, listener: Listener) -> Sequence[Event]:
        self._listeners.append(listener)
        return tuple(self._told)

    def leave(self, listener: Listener) -> None:
        self._listeners.remove(listener)


class MemoryDesk:
    """Keeps runs in memory; a test changes them with `put`."""

    def __init__(self, *runs: RunRecord) -> None:
        self.runs = {run.run_id: run for run in runs}
        self.lives: dict[str, MemoryLive] = {}
        self.asked: list[tuple[Question, RunOrigin]] = []
        self.watchers: list[Callable[[RunRecord], None]] = []
        self.handed: list[str] = []

    def put(self, run: RunRecord) -> None:
        """Adds or changes a run, and tells who watches."""
        self.runs[run.run_id] = run
        for watcher in tuple(self.watchers):
            watcher(run)

    def change(self, run_id: str, **fields: object) -> None:
        """Changes fields of a run; there may be none of this id any more, as in the desk."""
        if run_id in self.runs:
            self.put(replace(self.runs[run_id], **fields))  # type: ignore[arg-type]  # whatever fields a test names

    def begin_live(self, run_id: str, question: str = "") -> MemoryLive:
        """Makes a run one that tells events."""
        asked = Question(question or self.runs[run_id].question)
        self.lives[run_id] = MemoryLive(run_id, asked)
        return self.lives[run_id]

    def events_file(self, run_id: str) -> Path | None:
        """Nothing is recorded here."""

    async def open(self) -> None:
        """Nothing was left over."""

    async def enqueue(self, question: Question, origin: RunOrigin, **fields: Any) -> RunRecord:
        await asyncio.sleep(0)
        self.asked.append((question, origin))
        usual: dict[str, Any] = {
            "asked": "2027-01-15T09:00:00+00:00",
            "strategy": question.strategy,
            "model": question.model,
            "budget_s": question.budget_s or 300.0,
        }
        run_id = f"asked-{len(self.asked)}"
        self.put(RunRecord(run_id, question.text, "queued", origin, **usual, **fields))
        return self.runs[run_id]

    def live(self, run_id: str) -> MemoryLive | None:
        return self.lives.get(run_id)

    async def get(self, run_id: str) -> RunRecord | None:
        return self.runs.get(run_id)

    async def question(self, run_id: str) -> Question | None:
        run = self.runs.get(run_id)
        return Question(run.question, run.strategy, model=run.model) if run is not None else None

    async def list(self, most: int = 200) -> tuple[RunRecord, ...]:
        await asyncio.sleep(0)
        newest = sorted(self.runs.values(), key=lambda run: run.asked, reverse=True)
        return tuple(newest[:most])

    def watch(self, watcher: Callable[[RunRecord], None]) -> Callable[[], None]:
        self.watchers.append(watcher)
        return lambda: self.watchers.remove(watcher) if watcher in self.watchers else None

    def pause(self, run_id: str) -> None:
        sleeping = Sleeping("sleep-1", "manual", NOW, NOW + 3600, by_person=True)
        self.change(run_id, state="asleep", sleeping=sleeping)

    def resume(self, run_id: str) -> None:
        self.change(run_id, state="running", sleeping=None)

    async def stop(self, run_id: str) -> None:
        await asyncio.sleep(0)
        if run_id in self.runs and self.runs[run_id].state not in ENDED:
            self.change(run_id, state="stopped", ended="2027-01-15T09:10:00+00:00")

    async def forget(self, run_id: str) -> None:
        await asyncio.sleep(0)
        self.runs.pop(run_id, None)

    def background(self, run_id: str) -> None:
        self.handed.append(run_id)

    async def aclose(self) -> None:
        """Nothing is under way."""
