"""One fault with its dice: what was saved before, what was seen, what is left or lost after."""

import gc
import random
import threading
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest

from desktop_agent.app.session import Session
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import Event, Notice, RunFinished, SearchAttempt, ToolFinished
from desktop_agent.core.research import Question
from tests.chaos.clear_words import plain, unclear
from tests.chaos.saved import Saved, damaged, lost, read_saved, save_things
from tests.chaos.table import Row
from tests.end2end.world import World
from tests.forked import sockets_of_loaders

_POOLED = (
    *("asyncio_", "loopback", "ThreadPoolExecutor", "waitpid-", "AnyIO", "QDBus", "Thread-1 (run)"),
    "keyring",  # a call to one that hangs cannot be ended; its thread does not keep the program
)


def held(home: Path) -> Counter[str]:
    """Counts what is held now; files count where they are the program's own."""
    gc.collect()
    held: Counter[str] = Counter()
    for thread in threading.enumerate():
        if not thread.name.startswith(_POOLED) and thread.is_alive():
            held[f"thread {thread.name}"] += 1
    for child in psutil.Process().children():
        try:
            held[f"process {child.name()}"] += child.status() != psutil.STATUS_ZOMBIE
        except psutil.NoSuchProcess:
            continue
    links = Path("/proc/self/fd").iterdir() if Path("/proc/self/fd").is_dir() else ()
    for link in (each for each in links if each.name not in sockets_of_loaders()):
        try:
            target = str(link.readlink())
        except OSError:
            continue
        if target.startswith("socket:"):
            held["sockets"] += 1
        elif target.startswith("pipe:"):
            held["pipes"] += 1
        elif target.startswith(str(home)):
            held[f"file {Path(target).name}"] += 1
    return held


def left_over(home: Path, before: Counter[str], seconds: float = 5.0) -> list[str]:
    """Gives what is held beyond ``before``, once it had time to go."""
    deadline = time.monotonic() + seconds
    while True:
        more = held(home) - before
        if not more or time.monotonic() > deadline:
            return [f"{count} more {what}" for what, count in sorted(more.items())]
        time.sleep(0.05)


def fault(name: str, did: str, *values: object) -> object:
    """Gives a case of a test that has several faults; see the mark of that name."""
    return pytest.param(*values, id=name.replace(" ", "-"), marks=pytest.mark.fault(name, did))


class Chaos:
    """See the module. ``dice`` are the same for the same fault and seed.

    ``wrong`` collects what must not be (an unclear message, a leak, a run that is not whole): the
    test goes on to its end, and fails then with all of it.
    """

    def __init__(self, fault: str, seed: int, home: Path, folder: Path) -> None:
        self.fault = fault
        self.seed = seed
        self.dice = random.Random(f"{fault} {seed}")
        self.home = home
        self.folder = folder
        self.wrong: list[str] = []
        self.lost: list[str] = []
        self._saw: list[str] = []
        self._saved: Saved = {}

    # --- what was saved

    async def save(self, session: Session, *, documents: bool = False) -> None:
        """Saves some of everything through a session, and remembers it."""
        await save_things(session, self.dice, self.folder, documents=documents)
        self._saved = await read_saved(session)

    async def remember(self, session: Session) -> None:
        """Remembers what is saved now: from here on nothing of it may be lost."""
        self._saved = await read_saved(session)

    async def check(self, session: Session, *, but: Sequence[str] = ()) -> None:
        """Compares what is saved now with what was; ``but`` are beginnings of names not to look at."""
        now = await read_saved(session)
        gone = lost(self._saved, now)
        self.lost += [each for each in gone if not each.startswith(tuple(but))]

    async def check_again(self, world: World, *, but: Sequence[str] = ()) -> None:
        """Opens the program anew and compares; its databases must be whole."""
        async with self.opened(world) as session:
            await self.check(session, but=but)
        self.lost += damaged(self.home)

    # --- the program

    @asynccontextmanager
    async def opened(self, world: World, **overrides: object) -> AsyncIterator[Session]:
        """Opens the program, with what was left going on; nothing may leak by its end."""
        before = held(self.home)
        async with world.opened(**overrides) as session:
            await session.runs.open()
            yield session
        self.wrong += left_over(self.home, before)

    @asynccontextmanager
    async def at_work(
        self, world: World, *, documents: bool = False, but: Sequence[str] = (), **overrides: object
    ) -> AsyncIterator[Session]:
        """Opens the program with some of everything saved; at the end it is opened anew and compared."""
        async with self.opened(world, **overrides) as session:
            await self.save(session, documents=documents)
            yield session
        await self.check_again(world, but=but)

    async def fill(self, world: World, *, documents: bool = False, **overrides: object) -> None:
        async with self.opened(world, **overrides) as session:
            await self.save(session, documents=documents)

    async def answers(self, session: Session, question: Question | None = None) -> None:
        asked = question or Question("And?", strategy="quick")
        end = self.saw_run([event async for event in session.ask(asked).events()])
        assert end.status == "answered", end

    # --- what was seen

    def saw(self, text: str, remedy: str = "", *, sentence: bool = True) -> None:
        """A person was told this; a remedy is a sentence as well."""
        self._saw.append(plain(f"{text} {remedy}".strip(), str(self.home)))
        for each in (text, remedy) if remedy else (text,):
            fault = unclear(each, sentence=sentence)
            if fault:
                self.wrong.append(f"unclear ({fault}): {each!r}")

    def saw_error(self, error: AgentError) -> None:
        """A face was given this error; it must say what to do, or be plain without."""
        self.saw(error.message, error.remedy)

    def saw_run(self, events: Sequence[Event]) -> RunFinished:
        """A run was followed to its end; it must be whole, and say why it has failed."""
        if [event.seq for event in events] != list(range(len(events))):
            self.wrong.append("a run has gaps")
        times = [event.t for event in events]
        if times != sorted(times):
            self.wrong.append("the time of a run goes back")
        for event in events:
            if isinstance(event, Notice) and event.level == "warning":
                self.saw(event.text)
            elif isinstance(event, SearchAttempt) and event.detail:
                self._detail(event.detail)
            elif isinstance(event, ToolFinished) and not event.ok:
                self._detail(event.summary)
        last = events[-1] if events else None
        assert isinstance(last, RunFinished), "the run has no end"
        if last.status == "failed":
            self.saw(last.error, last.remedy)
            if not last.remedy:
                self.wrong.append(f"no remedy: {last.error!r}")
        return last

    def _detail(self, text: str) -> None:
        fault = unclear(text, sentence=False)
        if fault:
            self.wrong.append(f"unclear ({fault}): {text!r}")

    def saw_terminal(self, text: str) -> None:
        """A command has written this to stderr; each paragraph of the program's own is a message."""
        for line in text.splitlines():
            said = line.strip()
            if said.startswith("desktop-agent: "):
                self.saw(said.removeprefix("desktop-agent: "))
            elif said:
                self._detail(said)

    # --- the end

    def row(self, did: str, *, failed: bool) -> Row:
        saw, gone, wrong = tuple(dict.fromkeys(self._saw)), tuple(self.lost), tuple(self.wrong)
        return Row(self.fault, did, self.seed, saw, gone, wrong, failed or bool(gone or wrong))

    def judge(self) -> None:
        bad = [*(f"lost: {each}" for each in self.lost), *dict.fromkeys(self.wrong)]
        assert not bad, "\n".join(bad)
