"""From the composer through the real desk to the list of runs, the message, and the tray."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_agent.app.session import open_session
from desktop_agent.frontends.ui import main
from tests.servers.loopback import serve as serve_app
from tests.servers.ollama import FakeOllama
from tests.ui.conftest import until
from tests.ui.runs.test_presence import SpokenTray
from tests.ui.stage import Stage
from tests.ui.test_main import begin, running, set_environment, the_window
from tests.ui.window.person import press

CTRL_ALT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier


@pytest.fixture(autouse=True)
def _at_once(monkeypatch):
    monkeypatch.setattr(main, "_PAINTED_S", 0.01)


async def test_a_question_is_asked_in_the_background_and_its_end_is_told(
    app, tmp_path, monkeypatch
):
    model = FakeOllama(replies=["Because blue light is scattered more."])
    with serve_app(model.app) as url:
        set_environment(monkeypatch, tmp_path, url, url)
        monkeypatch.setenv("DESKTOP_AGENT_NETWORK__OFFLINE", "true")
        async with running(app, open_session()) as window:
            window.composer.strategy.choose("quick")
            QTest.keyClicks(window.composer.edit, "Why is the sky blue?")
            await press(window, Qt.Key.Key_Return, CTRL_ALT)
            await until(lambda: window.background.has_begun, seconds=30)
            await until(lambda: window.background.runs.all, seconds=30)
            await until(lambda: not window.background.runs.active, seconds=30)
            (run,) = window.background.runs.all
            assert (run.state, run.origin) == ("answered", "person"), run
            assert "scattered" in run.answer
            window.middle.open("runs", lambda page: page.show_run(run.run_id))
            await until(lambda: window.middle.is_built("runs"), seconds=30)
            page = window.middle.page("runs")
            await until(lambda: page.pane.view.current_id == run.run_id)
            await press(window, Qt.Key.Key_Return)
            await until(lambda: window.page.conversation.id == run.conversation_id)
            await until(lambda: window.chat.last is not None)
            await until(lambda: "scattered" in window.chat.last.body.toPlainText())
            window.commands["view.runs"].action.trigger()
            await press(window, Qt.Key.Key_Delete)
            await until(page.pane.empty.isVisible)
            for _attempt in range(200):
                if not await window.session.runs.list():
                    break
                await asyncio.sleep(0.02)
            assert await window.session.runs.list() == ()


async def test_a_window_put_into_the_tray_comes_back_and_quit_ends_it(app, theme, tmp_path):
    stage = Stage(tmp_path, [float("inf")])
    stage.change_setting("background.keep_in_tray", True)
    serving, shell = begin(app, stage)
    window = await the_window(shell)
    await until(lambda: shell.stays is not bool)
    presence = shell.stays.__self__
    presence.tray = SpokenTray(theme, presence)
    window.background.has_schedules = lambda: True
    shell.close()
    assert not shell.isVisible()
    assert len(presence.tray.said) == 1
    await asyncio.sleep(0.05)
    assert not serving.done()
    presence.come_back()
    assert shell.isVisible()
    shell.close()
    assert not shell.isVisible()
    window.commands["program.quit"].action.trigger()
    assert await serving == 0
