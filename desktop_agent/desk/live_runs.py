"""The runs that are under way in this process: begun, played, kept."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import replace
from typing import Any

from desktop_agent.core.background import KnownRun, Sleeping
from desktop_agent.core.events import RunFinished
from desktop_agent.core.research import Question
from desktop_agent.desk.asking import Asker, GoesOn, ask
from desktop_agent.desk.kept_run import learnt_line, sleep_line
from desktop_agent.desk.live_run import LiveRun
from desktop_agent.desk.run_book import RunBook, told
from desktop_agent.desk.task_ends import OwnTasks
from desktop_agent.storage.unfinished import UnfinishedFile
from desktop_agent.tools.run_memory import RunMemory

_COURTESY_S = 60.0
"""The longest that a background run waits, before each model call, for an answer in the chat."""

BeginTask = Callable[[str, Question], Awaitable[str]]


class LiveRuns:
    """Begins runs and keeps what is to outlive the program.

    ``begin_task`` adds a background run for a run (its id) and gives its id; ``room`` is called when
    there may be room for another.
    """

    def __init__(
        self, asker: Asker, book: RunBook, begin_task: BeginTask, room: Callable[[], object]
    ) -> None:
        self._asker = asker
        self._book = book
        self._begin_task = begin_task
        self._room = room
        self._live: dict[str, LiveRun] = {}
        self._plays: dict[str, asyncio.Task[None]] = {}
        self._chores: set[asyncio.Task[None]] = set()
        self._chat_rests = asyncio.Event()
        self._chat_rests.set()

    def __contains__(self, run_id: object) -> bool:
        return run_id in self._live

    def get(self, run_id: str) -> LiveRun | None:
        """Gives a run that is under way."""
        return self._live.get(run_id)

    @property
    def working(self) -> int:
        """How many work in the background; what sleeps does not."""
        return sum(live.background and not live.asleep for live in self._live.values())

    @property
    def in_background(self) -> int:
        """How many are under way in the background, asleep or not."""
        return sum(live.background for live in self._live.values())

    def begin(
        self,
        known: KnownRun,
        question: Question,
        *,
        file: UnfinishedFile | None = None,
        goes_on: GoesOn | None = None,
    ) -> LiveRun:
        """Begins a run; with a ``file`` it goes on after the program was closed."""
        live = self._made(known, question, goes_on)
        if file is not None:
            self._keep_in(live, file)
        self._live[live.run_id] = live
        live.asked.sleep.on_asleep = lambda sleeping: self._fell_asleep(live, sleeping)
        self._plays[live.run_id] = asyncio.create_task(
            self._carry_out(live), name=f"playing {live.run_id}"
        )
        self._look_at_chat()
        self._changed(live)
        return live

    def to_background(self, live: LiveRun) -> None:
        """Keeps a run of the chat from now on, so that it goes on after the program was closed."""
        live.background = True
        self._book.ends.began(live.run_id)
        self._look_at_chat()
        self.chore(self._keep(live))

    def chore(self, work: Coroutine[Any, Any, None]) -> None:
        """Carries out what nobody waits for."""
        task = asyncio.create_task(work)
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def idle(self) -> None:
        """Waits until nothing is under way."""
        while waiting := (*self._plays.values(), *self._chores):
            await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)

    async def aclose(self) -> None:
        """Leaves what is kept for the next time, and ends the rest to its last event."""
        while self._chores:  # what is about to be kept is kept first
            await asyncio.wait(tuple(self._chores))
        for live in tuple(self._live.values()):
            if live.file is not None:
                live.suspend()
            else:
                live.stop()
        await self.idle()

    def _made(self, known: KnownRun, question: Question, goes_on: GoesOn | None = None) -> LiveRun:
        def tasks(run_id: str, memory: RunMemory) -> OwnTasks:
            async def begin(text: str, strategy: str) -> str:
                own = replace(question, text=text, strategy=strategy, history=(), attachments=())
                own = replace(own, review_plan=False, bare=False)
                return await self._begin_task(run_id, own)

            return OwnTasks(self._book.ends, memory, begin)

        asked = ask(
            self._asker,
            question,
            run_id=known.run_id,
            tasks=tasks,
            give_way=lambda: self._give_way(known.run_id),
            goes_on=goes_on,
        )
        return LiveRun(
            asked,
            known,
            self._changed,
            background=question.background or goes_on is not None,
            before=goes_on.before.events if goes_on is not None else (),
        )

    async def _carry_out(self, live: LiveRun) -> None:
        finished: RunFinished | None = None
        try:
            finished = await live.play()
        finally:
            del self._live[live.run_id], self._plays[live.run_id]
            self._look_at_chat()
            if live.background:
                self.chore(self._put_away(live, finished))
            self._room()

    async def _put_away(self, live: LiveRun, finished: RunFinished | None) -> None:
        if finished is not None:
            await self._book.keep_end(live.known)
        else:
            await self._book.update(live.known)
        if live.file is not None:
            with told("the file of a run stays"):
                # what was suspended keeps its file, and goes on at the next start
                await asyncio.to_thread(live.file.close if finished is None else live.file.remove)

    async def _keep(self, live: LiveRun) -> None:
        with told("a run would not outlive the program"):
            await self._book.add(live.known, live.question)
            file = await self._book.make_file(live.known, live.question)
            if live.run_id in self._live:
                self._keep_in(live, file)
                self._book.tell(live.known)
            else:  # it has ended meanwhile
                await asyncio.to_thread(file.remove)
                await self._book.keep_end(live.known)

    def _keep_in(self, live: LiveRun, file: UnfinishedFile) -> None:
        live.file = file
        live.asked.keep_unfinished()
        live.asked.memory.keep(lambda learnt: live.write(learnt_line(learnt)))
        if live.known.sleeping is not None:
            live.write(sleep_line(live.known.sleeping))

    def _fell_asleep(self, live: LiveRun, sleeping: Sleeping | None) -> None:
        live.fell_asleep(sleeping)
        if live.file is not None:
            live.write(sleep_line(sleeping))
            self.chore(self._book.update(live.known))
        elif sleeping is not None and not live.background:
            self.to_background(live)
        self._room()

    async def _give_way(self, run_id: str) -> None:
        """A run in the background waits while somebody waits for an answer in the chat."""
        live = self._live.get(run_id)
        if live is not None and live.background:
            with suppress(TimeoutError):
                async with asyncio.timeout(_COURTESY_S):
                    await self._chat_rests.wait()

    def _look_at_chat(self) -> None:
        if any(not live.background for live in self._live.values()):
            self._chat_rests.clear()
        else:
            self._chat_rests.set()

    def _changed(self, live: LiveRun) -> None:
        if live.background:
            self._book.tell(live.known)
