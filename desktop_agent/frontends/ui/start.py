"""Application startup: show a placeholder window, then load the main window into it."""

import gc
import importlib
import os
import sys
import threading
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop, QObject, QTimer, Signal, SignalInstance
from PySide6.QtWidgets import QApplication

from desktop_agent.frontends.ui.window.shell import Shell
from desktop_agent.frontends.ui.window.single_instance import OpeningApplication, claim

# --- Import slow modules while the window stays responsive

_UNSEEN_MS = 300
"""Delay in milliseconds after which loading starts even if a minimized window is not painted."""


class ModuleLoader(QObject):
    """Imports a module in a background thread."""

    _done = Signal()

    def __init__(self, module: str) -> None:
        super().__init__()
        self._module = module
        self._fault: BaseException | None = None
        self._thread = threading.Thread(target=self._load, name="loading the program", daemon=True)

    def wait(self, painted: SignalInstance) -> None:
        """Run the event loop until the module is imported.

        The import starts when ``painted`` is emitted, or after 300 ms at the latest.

        Raises:
            BaseException: any exception that the import raised.
        """
        loop = QEventLoop()
        self._done.connect(loop.quit)
        painted.connect(self._begin)
        QTimer.singleShot(_UNSEEN_MS, self, self._begin)
        loop.exec()
        self._thread.join()  # otherwise it might release the last reference to this Qt object
        if self._fault is not None:
            raise self._fault

    def _begin(self) -> None:
        if self._thread.ident is None:
            gc.freeze()  # the importing thread may collect, but must not destroy Qt objects
            self._thread.start()

    def _load(self) -> None:
        try:
            importlib.import_module(self._module)
        except BaseException as fault:  # noqa: BLE001 - raised again by `wait`
            self._fault = fault
        self._done.emit()


os.environ.setdefault("QT_API", "pyside6")  # qasync would try the other bindings first

STATE_FILE = "window.ini"


def run(config: Path, file: str = "") -> int:
    """Show the window until it is closed, and return the exit status.

    ``config`` is the settings folder, and ``file`` is the path of a run to replay, or "" for none.
    If another instance is running, its window is brought to the front and replays the run.

    Raises:
        StorageError: another instance is using the folder and does not respond.
        ImportError: a module or system library is missing; the error has already been shown.
    """
    application = OpeningApplication if sys.platform == "darwin" else QApplication
    app = QApplication.instance() or application(sys.argv[:1])
    assert isinstance(app, QApplication)
    app.setApplicationName("Desktop Agent")
    app.setDesktopFileName("desktop-agent")
    # closing the last window must not end the loop before the run is stopped and recorded
    app.setQuitOnLastWindowClosed(False)
    instance = claim(config, file=file)
    if instance is None:
        return 0
    gc.disable()  # the window will collect garbage in its own thread
    try:
        shell = Shell(config / STATE_FILE)
        shell.show()

        try:
            ModuleLoader("desktop_agent.frontends.ui.main").wait(shell.painted)
        except ImportError as error:
            _tell(shell, error)
            raise
        if shell.closed:
            return 0
        from desktop_agent.frontends.ui.main import run as run_window

        instance.listen()
        return run_window(app, shell, instance, file)
    finally:
        gc.enable()
        instance.close()


def _tell(shell: Shell, error: ImportError) -> None:
    """Show the error in a dialog, since there may be no terminal, and wait until it is closed."""
    if shell.closed:
        return
    from PySide6.QtWidgets import QMessageBox

    tr = partial(QCoreApplication.translate, "Start")
    text = tr("Couldn't open the window: {0}.").format(error)
    box = QMessageBox(QMessageBox.Icon.Critical, shell.windowTitle(), text, parent=shell)
    box.setInformativeText(tr("Install the required system libraries; the README lists them."))
    loop = QEventLoop()
    box.finished.connect(loop.quit)
    shell.closing.connect(loop.quit)
    box.open()
    loop.exec()
    shell.hide()
