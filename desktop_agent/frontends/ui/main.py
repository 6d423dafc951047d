"""Run the main window until it is closed, then shut down cleanly."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QEventLoop, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMessageBox, QWidget

from desktop_agent.app.session import Session, open_session, set_settings_aside
from desktop_agent.core.errors import AgentError, SettingsFileError
from desktop_agent.core.maintenance import FileProblem, FileProblems
from desktop_agent.core.settings import AppearanceSettings
from desktop_agent.frontends.ui.widgets.error_dialog import ExceptHook, show_error
from desktop_agent.frontends.ui.widgets.formulas import Formulas
from desktop_agent.frontends.ui.widgets.tasks import ignore
from desktop_agent.frontends.ui.widgets.theme import Theme
from desktop_agent.frontends.ui.widgets.translation import install, localized
from desktop_agent.frontends.ui.window.event_loop import WindowLoop, WindowThreadGarbage
from desktop_agent.frontends.ui.window.main_window import MainWindow
from desktop_agent.frontends.ui.window.shell import Shell
from desktop_agent.frontends.ui.window.single_instance import (
    OpeningApplication,
    SingleInstance,
    bring_to_front,
)
from desktop_agent.system.resources import resource_path

# --- Opening the session, and showing errors before there is a window


def open_session_or_show_error(app: QApplication) -> Session | None:
    """Open the session, or show an error and return None.

    If the settings file is damaged, the user may move it aside and continue with the defaults.
    """
    try:
        while True:
            try:
                return open_session()
            except SettingsFileError as error:
                if not _wants_usual_settings(app, error):
                    return None
                set_settings_aside()
    except AgentError as error:
        _tell(app, show_error(None, error.message, error.remedy))
        return None


def _wants_usual_settings(app: QApplication, error: SettingsFileError) -> bool:
    tr = partial(QCoreApplication.translate, "Start")
    offer = tr("Or reset the settings. The old file is kept with “damaged” in its name.")
    box = show_error(None, error.message, f"{localized(error.remedy)} {offer}")
    usual = box.addButton(tr("Reset settings"), QMessageBox.ButtonRole.AcceptRole)
    box.button(QMessageBox.StandardButton.Ok).setText(tr("Close"))
    chosen: list[bool] = []
    box.buttonClicked.connect(lambda button: chosen.append(button is usual))
    _tell(app, box)
    return chosen == [True]


def _tell(app: QApplication, box: QMessageBox) -> None:
    loop = QEventLoop()
    Theme(app, AppearanceSettings())
    box.finished.connect(loop.quit)
    loop.exec()


# --- Notices of damaged files


def show_file_problems(window: QWidget, files: FileProblems) -> None:
    """Show an error dialog for each damaged file. Files may be reported from any thread."""
    loop = asyncio.get_running_loop()

    def found(problem: FileProblem) -> None:
        loop.call_soon_threadsafe(show_error, window, problem.message, problem.remedy)

    for each in files.listen(found):
        found(each)


# --- Preloading when the user starts to type or read


def preload_on_use(window: MainWindow, session: Session) -> None:
    """Load the question-answering code when the user types, opens a chat or starts a run.

    Loading takes about a second, which is less than it takes to type a question. Deferring it saves
    memory.
    """
    begun: list[bool] = []
    edit = window.composer.edit

    def load_lexers() -> None:
        from desktop_agent.frontends.ui.markdown import code_highlight

        code_highlight.load_lexers()

    async def load() -> None:
        await session.warm_up()
        await asyncio.to_thread(load_lexers)
        WindowThreadGarbage.leave_out_what_is_loaded()

    def begin(used: object) -> None:
        if used and not begun:
            begun.append(True)
            window.tasks.start(load(), failed=ignore)

    edit.textChanged.connect(lambda: begin(not edit.document().isEmpty()))
    window.page.conversation.shown.connect(begin)
    window.runs.running_changed.connect(begin)
    begin(not edit.document().isEmpty())  # the user may have typed before the window was loaded


_AT_REST_S = 8.0
"""Delay in seconds before documents are checked, so that startup is not slowed down."""

_PAINTED_S = 1.5
"""Delay in seconds before runs are resumed, so that the first paint is not delayed."""


def run(app: QApplication, shell: Shell, instance: SingleInstance, file: str = "") -> int:
    """Run the main window in ``shell`` until it is closed; return the exit status."""
    app.setWindowIcon(QIcon(str(resource_path("icons", "logo.svg"))))
    session = open_session_or_show_error(app)
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
    """Show the session's window until it is closed, then end all background work and return 0."""
    theme = Theme(app, session.settings.appearance)
    formulas = theme.formulas = Formulas(theme)
    window = MainWindow(theme, session, shell)
    window.page.put(shell.typed.rstrip("\n"))  # Enter in the frame sends nothing
    shell.take(window)
    if instance is not None:
        instance.raised.connect(partial(bring_to_front, shell))
        instance.opened.connect(window.replay.play_file)
    if isinstance(app, OpeningApplication):
        app.opened.connect(window.replay.play_file)
    hook = ExceptHook(window)
    show_file_problems(window, session.file_problems)
    garbage = WindowThreadGarbage(
        window, lambda: window.page.conversation.busy or window.background.works
    )
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, context: _unhandled(hook, context))
    closed = asyncio.Event()
    shell.closing.connect(closed.set)
    # a dialog over a window hidden in the tray is not the program's last window
    app.lastWindowClosed.connect(lambda: closed.set() if shell.closed else None)
    app.commitDataRequest.connect(lambda _manager: closed.set())
    if shell.closed:  # before its signal was connected
        closed.set()
    else:
        QTimer.singleShot(0, lambda: window.tasks.start(_wake(window, session, shell)))
        if file:
            window.replay.play_file(file)
    try:
        await closed.wait()
    finally:
        shell.hide()
        await window.aclose()
        await formulas.aclose()
        await session.aclose()
        hook.remove()
        garbage.stop()
        shell.deleteLater()
        theme.deleteLater()
    return 0


async def _wake(window: MainWindow, session: Session, shell: Shell) -> None:
    """Start work that can wait until the window has been painted."""
    window.refresh()
    window.look_for_models()
    window.tasks.start(session.tidy(), failed=ignore)
    window.tasks.start(_keep_documents(session), failed=ignore)
    window.tasks.start(_follow_runs(window, session, shell))
    preload_on_use(window, session)
    window.notices.begin()
    WindowThreadGarbage.leave_out_what_is_loaded()


async def _follow_runs(window: MainWindow, session: Session, shell: Shell) -> None:
    await asyncio.sleep(_PAINTED_S)
    from desktop_agent.frontends.ui.window.tray import TrayController

    presence = TrayController(window, shell)
    shell.stays = presence.stays
    shell.closing.connect(presence.leave)
    kept = (session.paths.run_list_file, session.paths.schedules_file)
    if await asyncio.to_thread(lambda: any(path.exists() for path in kept)):
        window.background.start()


async def _keep_documents(session: Session) -> None:
    await asyncio.sleep(_AT_REST_S)
    await session.keep_documents()


def _unhandled(hook: ExceptHook, context: dict[str, Any]) -> None:
    error = context.get("exception") or RuntimeError(str(context.get("message", "unknown")))
    hook.report(error)
