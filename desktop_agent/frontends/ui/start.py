"""Application startup: show a placeholder window, then load the main window into it."""

import gc
import importlib
import os
import sys
import threading
from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEventLoop, QMetaObject, QTimer, SignalInstance
from PySide6.QtWidgets import QApplication

from desktop_agent.frontends.ui.window.shell import Shell
from desktop_agent.frontends.ui.window.single_instance import OpeningApplication, claim

# --- Import slow modules while the window stays responsive

_UNSEEN_MS = 300
"""Delay in milliseconds after which loading starts even if a minimized window is not painted."""


def load_module(name: str, painted: SignalInstance) -> None:
    """Import a module in a thread while running Qt's event loop.

    The import starts when ``painted`` is emitted, or after 300 ms at the latest. Any exception
    raised by the import is re-raised.
    """
    loop = QEventLoop()
    faults: list[BaseException] = []

    def load() -> None:
        try:
            importlib.import_module(name)
        except BaseException as fault:  # noqa: BLE001 - raised again below
            faults.append(fault)
        from PySide6.QtCore import Qt  # takes 15 ms, which the first paint need not wait for

        QMetaObject.invokeMethod(loop, "quit", Qt.ConnectionType.QueuedConnection)

    thread = threading.Thread(target=load, name="loading the program", daemon=True)

    def begin() -> None:
        if thread.ident is None:
            gc.freeze()  # the importing thread may collect, but must not destroy Qt objects
            thread.start()

    painted.connect(begin)
    QTimer.singleShot(_UNSEEN_MS, loop, begin)
    loop.exec()
    thread.join()  # otherwise it might release the last reference to a Qt object
    if faults:
        raise faults[0]


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
            load_module("desktop_agent.frontends.ui.main", shell.painted)
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
