"""The window while the program works hard: an answer streams, a person types, and heavy work goes on.

All of it is real but for the other ends of the connections, which are servers on loopback in a process
of their own, as they are in life. The time that the window's thread itself computes has the limits.
"""

import asyncio
import multiprocessing
import time
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import count
from multiprocessing import resource_tracker

import pytest
from PySide6.QtCore import QAbstractEventDispatcher
from PySide6.QtTest import QTest

from desktop_agent.app.session import open_session
from desktop_agent.core.errors import AgentError
from desktop_agent.core.events import AnswerGiven, RunFinished, RunStarted
from desktop_agent.frontends.ui.main import serve as serve_window
from desktop_agent.frontends.ui.start import STATE_FILE
from desktop_agent.frontends.ui.window.main_window import MainWindow
from desktop_agent.frontends.ui.window.shell import Shell
from tests.benchmarks.figures import record
from tests.servers.duckduckgo import FakeDuckDuckGo, Result, Results
from tests.servers.loopback import serve_all
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama
from tests.servers.pages import Document, PagesServer
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.test_smoothness import Heartbeat, long_answer

pytestmark = [pytest.mark.benchmark, pytest.mark.timeout(300)]

P99_S, MOST_S = 0.008, 0.016
PAGE_BYTES = 5 * 1024 * 1024 - 1
FILES, FILE_CHARS = 1_000, 4_000
TURNS_A_CONVERSATION = 20
SEARCHES = 8
LEAST_S = 8
KEY_S = 0.08
WORDS = "heat pump winter boiler cold "


class Ticks(Heartbeat):
    """Keeps the CPU time of this thread in each turn of the event loop."""

    def __init__(self):
        super().__init__()
        self.ticks = []
        self._tick_began = 0.0
        self._dispatcher = QAbstractEventDispatcher.instance()

    def __enter__(self):
        self._tick_began = time.thread_time()
        self._dispatcher.awake.connect(self._tick)
        return super().__enter__()

    def __exit__(self, *about):
        self._dispatcher.awake.disconnect(self._tick)
        super().__exit__(*about)

    def _tick(self):
        now = time.thread_time()
        self.ticks.append(now - self._tick_began)
        self._tick_began = now


def of(values, share):
    return sorted(values)[min(len(values) - 1, int(len(values) * share))] * 1000


def hostile_page():
    """Nested as deep as fits, with a table and long lines in it."""
    one = b"<div><blockquote><ul><li><table><tr><td><p>The pump delivers 2.6 units.<span>"
    return (b"<html><body>" + one * (PAGE_BYTES // len(one)))[:PAGE_BYTES]


def started(question):
    return RunStarted(question=question, strategy="quick", provider="ollama", model="m", budget_s=1)


class Program:
    """The whole program, opened on servers of its own."""

    def __init__(self, session, window, web, folder):
        self.session, self.window, self.web, self.folder = session, window, web, folder
        self._number = count()

    async def idle(self):
        """Nothing but the answer and the typing."""

    async def pages(self):
        """Three hostile pages of the most bytes that are read, at once."""

        async def read(number):
            with suppress(AgentError):
                await self.session.fetch(f"{self.web}/hostile?{number}", "markdown", None)

        await asyncio.gather(*(read(next(self._number)) for _ in range(3)))

    async def files(self):
        """Reads files, and keeps a turn of each, which are indexed for the full-text search."""
        store = self.session.conversations
        paths = await asyncio.to_thread(self._write_files)
        here = None
        for number, path in enumerate(paths):
            if number % TURNS_A_CONVERSATION == 0:
                here, parent = await store.create(f"Files from {path.stem}"), None
            file = await self.session.read_file(path)
            turn = await store.begin_turn(here.id, f"What is in {path.name}?", parent_id=parent)
            parent = turn.id
            recorder = store.recorder(turn.id)
            recorder.write(started(path.name))
            recorder.write(AnswerGiven(text=file.text))
            recorder.write(RunFinished(status="answered"))
            await asyncio.to_thread(recorder.close)

    async def searches(self):
        """Eight searches at once, three times."""
        for _ in range(3):
            asked = [
                self.session.search(f"heat pump {next(self._number)}", 10, lambda _attempt: None)
                for _ in range(SEARCHES)
            ]
            for report in await asyncio.gather(*asked):
                assert report.hits

    async def all(self):
        """All at the same time; the worker reads the files after the pages."""
        await asyncio.gather(self.pages(), self.searches(), self.files())

    def _write_files(self):
        made = []
        for number in range(FILES):
            path = self.folder / f"file-{next(self._number)}.txt"
            path.write_text((f"Pump number {number} in the cold of winter. " * 100)[:FILE_CHARS])
            made.append(path)
        return made


def serve_outside(pipe):
    """The other ends of the connections; tells its addresses and goes when the pipe is closed."""
    found = [
        Result(f"Pumps {n}", f"https://example.org/{n}", "They deliver 2.6 units. " * 8)
        for n in range(30)
    ]
    answer = scenes.pieces(long_answer(200_000), 4)
    ollama = FakeOllama(models=["m"], replies=lambda _request: Reply(text=answer, between_s=0.0012))
    pages = PagesServer({"/hostile": Document(hostile_page())})
    with serve_all(ollama.app, FakeDuckDuckGo([Results(found)]).app, pages) as urls:
        pipe.send(urls)
        with suppress(EOFError):
            pipe.recv()


@contextmanager
def outside(serve):
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    process = context.Process(target=serve, args=(there,))
    process.start()
    there.close()
    try:
        yield here.recv()
    finally:
        here.close()
        process.join(10)
        resource_tracker._resource_tracker._stop()  # a process that would stay, and be counted


@asynccontextmanager
async def opened(app, folder, serve=serve_outside, **environ):
    """``serve`` is what stands at the other ends; ``environ`` are settings by their variable."""
    with outside(serve) as (ollama, duckduckgo, web):
        session = open_session(
            environ={
                "DESKTOP_AGENT_HOME": str(folder / "home"),
                "DESKTOP_AGENT_LLM__OLLAMA_URL": ollama,
                "DESKTOP_AGENT_SEARCH__ENGINES": '["duckduckgo"]',
                "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_URL": FakeDuckDuckGo.url(duckduckgo),
                "DESKTOP_AGENT_SEARCH__DUCKDUCKGO_INTERVAL_S": "0",
                "DESKTOP_AGENT_FETCH__ALLOW_HOSTS": '["127.0.0.1"]',
                "PYTHON_KEYRING_BACKEND": "keyring.backends.fail.Keyring",
                **environ,
            }
        )
        shell = Shell(session.paths.config / STATE_FILE)
        shell.show()
        serving = asyncio.create_task(serve_window(app, session, shell))
        await until(lambda: isinstance(shell.centralWidget(), MainWindow))
        window = shell.centralWidget()
        await until(lambda: window.composer.model.name, seconds=30)
        files = folder / "files"
        files.mkdir()
        try:
            yield Program(session, window, web, files)
        finally:
            shell.close()
            assert await serving == 0


async def type_words(window):
    field = window.sidebar.head.search
    while True:
        for letter in WORDS:
            QTest.keyClicks(field, letter)
            await asyncio.sleep(KEY_S)
        field.clear()


@pytest.mark.parametrize("load", ["idle", "pages", "files", "searches", "all"])
async def test_the_window_stays_smooth_under_load(app, tmp_path, load):
    async with opened(app, tmp_path) as program:
        window = program.window
        await program.session.warm_up()
        window.ask("How well do heat pumps do in the cold?", "quick")
        await until(lambda: len(window.chat.last.body.markdown) > 2_000, seconds=30)
        before = len(window.chat.last.body.markdown)
        typing = asyncio.create_task(type_words(window))
        began = time.monotonic()
        with Ticks() as heart:
            await getattr(program, load)()
            await asyncio.sleep(max(0.0, began + LEAST_S - time.monotonic()))
        typing.cancel()
        span = time.monotonic() - began
        streamed = len(window.chat.last.body.markdown) - before
        window.page.conversation.stop()
        await until(lambda: not window.page.conversation.busy)
    assert streamed > 300 * span
    record(
        f"Window under load ({load}): a tick, p99", of(heart.ticks, 0.99), "ms", limit=P99_S * 1e3
    )
    assert of(heart.ticks, 0.99) <= P99_S * 1000
    assert of(heart.ticks, 1) <= MOST_S * 1000
