"""While the network is off nothing is asked beyond this computer, whatever begins, and whenever."""

import random
import socket
from contextlib import ExitStack

import pytest
from PySide6.QtCore import Qt

from desktop_agent.app.session import open_session
from desktop_agent.frontends.ui import main
from tests.chaos.names import Names
from tests.servers.duckduckgo import FakeDuckDuckGo, Result
from tests.servers.loopback import serve as serve_app
from tests.servers.ollama import FakeOllama
from tests.ui.conftest import until
from tests.ui.test_main import begin, set_environment, the_window
from tests.ui.window.person import CTRL, ask, click, last_answer, press, write

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def world(app, tmp_path, monkeypatch):
    """The real program before a model here and an engine elsewhere, both of which count requests."""
    monkeypatch.setattr(main, "_PAINTED_S", 0.01)
    # so that `search.test` leads to the engine that runs here, and is beyond this computer by its name
    monkeypatch.setattr(socket, "getaddrinfo", Names(random.Random(1)))
    with ExitStack() as open_servers:
        model = FakeOllama(replies=["From memory."])
        engine = FakeDuckDuckGo([[Result("A page", "http://page.test/a", "What it says.")]] * 50)
        engine_url = open_servers.enter_context(serve_app(engine.app))
        model_url = open_servers.enter_context(serve_app(model.app))
        there = f"http://search.test:{engine_url.rpartition(':')[2]}/lite/"
        set_environment(monkeypatch, tmp_path, model_url, there)
        yield World(app, engine)


class World:
    def __init__(self, app, engine):
        self.app, self.engine = app, engine

    async def open(self):
        self.serving, self.shell = begin(self.app, open_session())
        return await the_window(self.shell)

    async def close(self):
        self.shell.close()
        assert await self.serving == 0


async def background_run(window, text):
    write(window, text)
    await press(window, Qt.Key.Key_Return, CTRL | ALT)
    await until(lambda: window.background.has_begun, seconds=30)
    await ended(window, text)


async def ended(window, text):
    def over():
        runs = [each for each in window.background.runs.all if each.question == text]
        return runs and all(each.state in ("answered", "insufficient", "failed") for each in runs)

    await until(over, seconds=60)


async def test_nothing_is_asked_while_the_network_is_off(world):
    window = await world.open()
    window.composer.mode.choose("evidence")
    await ask(window, "What does the first page say?")
    before = len(world.engine.requests)
    assert before > 0  # as long as the network is on
    window.commands["program.network"].action.trigger()
    await ask(window, "What does the second page say?")
    assert "web was not searched" in last_answer(window)
    await press(window, Qt.Key.Key_N, CTRL)
    window.composer.mode.choose("evidence")
    await ask(window, "What does the third page say?")
    await background_run(window, "What does the fourth page say?")
    await world.close()
    window = await world.open()
    assert window.commands["program.network"].action.isChecked()
    window.composer.mode.choose("evidence")
    await ask(window, "What does the fifth page say?")
    window.background.start()
    await until(lambda: window.background.has_begun, seconds=30)
    schedules = window.session.schedules
    when = schedules.read_when("every day at 7:00")
    schedule = await schedules.add("What does the sixth page say?", when, strategy="evidence")
    await schedules.run_now(schedule.id)
    await ended(window, "What does the sixth page say?")
    assert len(world.engine.requests) == before
    turn = window.page.conversation.history.last
    assert turn.answer.offline
    click(window.page.banner.buttons[0])
    await ask(window, "What does the seventh page say?")
    assert len(world.engine.requests) > before
    assert not window.page.conversation.history.last.answer.offline
    await world.close()
