"""Opening and closing the program: in good order, whatever is under way."""

import asyncio
import subprocess
import sys
import textwrap

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop_agent.ui.main import serve
from desktop_agent.ui.notice import ExceptHook
from desktop_agent.ui.window import MainWindow
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.stage import Stage


def the_window():
    return next(
        w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow) and w.isVisible()
    )


async def test_closing_the_window_during_a_run_stops_and_records_it(app, tmp_path):
    stage = Stage(tmp_path, [*scenes.drafting()[:5], float("inf")])
    serving = asyncio.create_task(serve(app, stage))
    await asyncio.sleep(0.1)
    window = the_window()
    window.ask("q")
    await until(lambda: len(stage.runs) and len(stage.runs[0].played) > 3)
    window.close()
    assert await serving == 0
    assert stage.runs[0].played[-1].status == "stopped"
    assert stage.closed


async def test_an_unexpected_error_becomes_a_notice_and_is_logged(open_window, caplog):
    window = open_window([])
    hook = ExceptHook(window)
    try:
        QTimer.singleShot(0, _fail)
        await until(lambda: window.findChild(QMessageBox) is not None)
        box = window.findChild(QMessageBox)
        assert "ZeroDivisionError" in box.text()
        assert "Traceback" not in box.text() + box.informativeText()
        assert "unexpected error" in caplog.text
        caplog.clear()
        box.accept()
    finally:
        hook.remove()


def _fail():
    raise ZeroDivisionError


PROGRAM = """
import sys
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication
from desktop_agent.ui import main
from desktop_agent.ui.window import MainWindow

def window():
    return next(w for w in QApplication.topLevelWidgets() if isinstance(w, MainWindow))

def ask():
    window().ask("What is new?")

QTimer.singleShot({ask_ms}, ask) if {ask_ms} else None
QTimer.singleShot({close_ms}, lambda: window().close())
QTimer.singleShot(60_000, lambda: sys.exit(9))
sys.exit(main.run())
"""


def run_program(home, *, ask_ms, close_ms, environ):
    program = textwrap.dedent(PROGRAM).format(ask_ms=ask_ms, close_ms=close_ms)
    return subprocess.run(
        [sys.executable, "-X", "dev", "-W", "error", "-c", program],
        env=environ,
        capture_output=True,
        text=True,
        timeout=90,
        check=False,
    )
