"""What happens in the frame, before the window is in it, is not lost."""

import asyncio

from PySide6.QtTest import QTest

from desktop_agent.frontends.ui.main import serve
from desktop_agent.frontends.ui.start import STATE_FILE
from desktop_agent.frontends.ui.window.shell import Shell
from tests.ui.conftest import until
from tests.ui.stage import Stage
from tests.ui.test_main import the_window


async def test_what_was_typed_into_the_frame_is_in_the_composer_to_go_on_with(app, tmp_path):
    stage = Stage(tmp_path, [])
    shell = Shell(stage.paths.config / STATE_FILE)
    shell.show()
    QTest.keyClicks(shell.focusWidget(), "Do heat pumps")
    serving = asyncio.create_task(serve(app, stage, shell))
    window = await the_window(shell)
    QTest.keyClicks(shell.focusWidget(), " work?")
    assert window.composer.edit.toPlainText() == "Do heat pumps work?"
    assert window.composer.edit.textCursor().atEnd()
    await until(window.sidebar.isVisible)
    await asyncio.sleep(0.3)  # a draft that was kept is read by then
    assert window.composer.edit.toPlainText() == "Do heat pumps work?"
    shell.close()
    assert await serving == 0


async def test_closing_the_frame_before_the_window_listens_ends_the_program(app, tmp_path):
    stage = Stage(tmp_path, [])
    shell = Shell(stage.paths.config / STATE_FILE)
    shell.show()
    shell.close()
    async with asyncio.timeout(10):
        assert await serve(app, stage, shell) == 0
    assert stage.closed
