"""Opens the window and closes it in good order."""

import asyncio
import os
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

os.environ.setdefault("QT_API", "pyside6")  # qasync would try the other bindings first

import qasync
from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from desktop_agent.app import Session, open_session
from desktop_agent.core.errors import SettingsError
from desktop_agent.core.settings import AppearanceSettings
from desktop_agent.resources import resource_path
from desktop_agent.ui.garbage import WindowThreadGarbage
from desktop_agent.ui.markdown.code_highlight import load_lexers
from desktop_agent.ui.notice import ExceptHook, show_error
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.window import MainWindow


def run() -> int:
    """Shows the window until it is closed; gives the exit status.

    An application that exists already is used: there can be only one in a process.
    """
    app = QApplication.instance() or QApplication(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("Desktop Agent")
    app.setDesktopFileName("desktop-agent")
    app.setWindowIcon(QIcon(str(resource_path("icons", "logo.svg"))))
    # the last window closing must not end the loop before the run has been stopped and recorded
    app.setQuitOnLastWindowClosed(False)
    try:
        session = open_session()
    except SettingsError as error:
        return _refuse(app, error)
    loop = qasync.QEventLoop(app)
    loop.set_default_executor(ThreadPoolExecutor(thread_name_prefix="asyncio_window"))
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(serve(app, session))


async def serve(app: QApplication, session: Session) -> int:
    """Shows the window of a session until it is closed, then ends all that is under way."""
    theme = Theme(app, session.settings.appearance)
    window = MainWindow(theme, session)
    hook = ExceptHook(window)
    garbage = WindowThreadGarbage(window)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, context: _unhandled(hook, context))
    closed = asyncio.Event()
    window.closing.connect(closed.set)
    app.lastWindowClosed.connect(closed.set)
    app.commitDataRequest.connect(lambda _manager: closed.set())
    window.show()
    QTimer.singleShot(0, lambda: window.tasks.start(_wake(window, session), _nothing, _nothing))
    try:
        await closed.wait()
    finally:
        window.hide()
        await window.aclose()
        await session.aclose()
        hook.remove()
        garbage.stop()
        window.deleteLater()
        theme.deleteLater()
    return 0


async def _wake(window: MainWindow, session: Session) -> None:
    """What can wait until the window has been painted."""
    window.discoveries.refresh()
    await session.warm_up()
    window.look_for_models()
    await asyncio.to_thread(load_lexers)
    WindowThreadGarbage.leave_out_what_is_loaded()


def _nothing(_result: object) -> None:
    """There is nobody to tell."""


def _unhandled(hook: ExceptHook, context: dict[str, Any]) -> None:
    error = context.get("exception")
    if isinstance(error, BaseException):
        hook.report(error)
    else:
        hook.report(RuntimeError(str(context.get("message", "unknown"))))


def _refuse(app: QApplication, error: SettingsError) -> int:
    """Says what is wrong with the settings: there is no window to say it in."""
    loop = QEventLoop()
    Theme(app, AppearanceSettings())
    show_error(None, error.message, error.remedy).finished.connect(loop.quit)
    loop.exec()
    return 1
