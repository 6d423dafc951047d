"""Serves the window and closes it in good order."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from PySide6.QtCore import QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from desktop_agent.app import Session
from desktop_agent.resources import resource_path
from desktop_agent.ui.event_loop import WindowLoop
from desktop_agent.ui.garbage import WindowThreadGarbage
from desktop_agent.ui.mended_notice import MendedNotice
from desktop_agent.ui.notice import ExceptHook
from desktop_agent.ui.opening_application import OpeningApplication
from desktop_agent.ui.opening_session import open_or_tell
from desktop_agent.ui.readiness import Readiness
from desktop_agent.ui.shell import Shell
from desktop_agent.ui.single_instance import SingleInstance, bring_to_front
from desktop_agent.ui.theme import Theme
from desktop_agent.ui.translation import install
from desktop_agent.ui.window import MainWindow

_AT_REST_S = 8.0
"""Seconds after which the documents are looked at: nobody should wait for that at the start."""

_PAINTED_S = 1.5
"""Seconds after which runs are gone on with: the first look at the window is not for them."""


def run(app: QApplication, shell: Shell, instance: SingleInstance, file: str = "") -> int:
    """Fills the frame with the window and serves it until it is closed; gives the exit status.

    ``file`` is a run to be played.
    """
    app.setWindowIcon(QIcon(str(resource_path("icons", "logo.svg"))))
    session = open_or_tell(app)
    if session is None:
        return 1
    install(app, session.settings.appearance.language)
    loop = WindowLoop(app)
    loop.set_default_executor(ThreadPoolExecutor(thread_name_prefix="asyncio_window"))
    with asyncio.Runner(loop_factory=lambda: loop) as runner:
        return runner.run(serve(app, session, shell, instance, file))


async def serve(
    app: QApplication,
    session: Session,
    shell: Shell,
    instance: SingleInstance | None = None,
    file: str = "",
) -> int:
    """Shows the window of a session until it is closed, then ends all that is under way."""
    theme = Theme(app, session.settings.appearance)
    window = MainWindow(theme, session, shell)
    window.page.put(shell.typed)
    shell.take(window)
    if instance is not None:
        instance.raised.connect(partial(_come_forward, shell, window))
        instance.opened.connect(window.looking_back.play_file)
    if isinstance(app, OpeningApplication):
        app.opened.connect(window.looking_back.play_file)
    hook = ExceptHook(window)
    MendedNotice(window, session.mended)
    garbage = WindowThreadGarbage(
        window, lambda: window.page.conversation.busy or window.background.works
    )
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, context: _unhandled(hook, context))
    closed = asyncio.Event()
    shell.closing.connect(closed.set)
    # a dialog over a window that was put away is not the program's last
    app.lastWindowClosed.connect(lambda: closed.set() if shell.closed else None)
    app.commitDataRequest.connect(lambda _manager: closed.set())
    if shell.closed:  # before there was anyone to be told
        closed.set()
    else:
        QTimer.singleShot(
            0, lambda: window.tasks.start(_wake(window, session, shell), _nothing, _nothing)
        )
        if file:
            window.looking_back.play_file(file)
    try:
        await closed.wait()
    finally:
        shell.hide()
        await window.aclose()
        await session.aclose()
        hook.remove()
        garbage.stop()
        shell.deleteLater()
        theme.deleteLater()
    return 0


def _come_forward(shell: Shell, window: MainWindow, question: str) -> None:
    bring_to_front(shell)
    window.page.put(question)


async def _wake(window: MainWindow, session: Session, shell: Shell) -> None:
    """What can wait until the window has been painted."""
    window.refresh()
    window.look_for_models()
    window.tasks.start(session.tidy(), _nothing, _nothing)
    window.tasks.start(_keep_documents(session), _nothing, _nothing)
    window.tasks.start(_follow_runs(window, session, shell), _nothing, _nothing)
    Readiness(window, session)
    window.caretaker.begin()
    WindowThreadGarbage.leave_out_what_is_loaded()


async def _follow_runs(window: MainWindow, session: Session, shell: Shell) -> None:
    """Shows the tray, and goes on with runs that were left, once the window has been painted."""
    await asyncio.sleep(_PAINTED_S)
    from desktop_agent.ui.presence import Presence

    presence = Presence(window, shell)
    shell.stays = presence.stays
    shell.closing.connect(presence.leave)
    kept = (session.paths.run_list_file, session.paths.schedules_file)
    if await asyncio.to_thread(lambda: any(path.exists() for path in kept)):
        window.background.start()


async def _keep_documents(session: Session) -> None:
    """Indexes what has changed, once the window has come to rest."""
    await asyncio.sleep(_AT_REST_S)
    await session.keep_documents()


def _nothing(_result: object) -> None:
    """There is nobody to tell."""


def _unhandled(hook: ExceptHook, context: dict[str, Any]) -> None:
    error = context.get("exception")
    if isinstance(error, BaseException):
        hook.report(error)
    else:
        hook.report(RuntimeError(str(context.get("message", "unknown"))))
