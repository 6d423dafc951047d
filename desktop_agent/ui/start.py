"""From nothing to a window: the frame first, then the program in it."""

import gc
import os
import sys
from pathlib import Path

from PySide6.QtWidgets import QApplication

from desktop_agent.ui.shell import Shell
from desktop_agent.ui.single_instance import claim

os.environ.setdefault("QT_API", "pyside6")  # qasync would try the other bindings first

STATE_FILE = "window.ini"


def run(config: Path, file: str = "") -> int:
    """Shows the window until it is closed; gives the exit status.

    ``config`` is the folder of the settings, ``file`` a run to be played. Where a window is open
    already it is brought to the front instead, and plays that.

    Raises:
        StorageError: another start holds the folder and does not answer.
        ImportError: a part of the program, or a system library that it needs, is not there. The
            person has been told in the window.
    """
    app = QApplication.instance() or _make_application()
    assert isinstance(app, QApplication)
    app.setApplicationName("Desktop Agent")
    app.setDesktopFileName("desktop-agent")
    # the last window closing must not end the loop before the run has been stopped and recorded
    app.setQuitOnLastWindowClosed(False)
    instance = claim(config, file=file)
    if instance is None:
        return 0
    gc.disable()  # until the window collects by itself: another thread would destroy its objects
    try:
        shell = Shell(config / STATE_FILE)
        shell.show()
        from desktop_agent.ui.loading import Loading

        try:
            Loading("desktop_agent.ui.main").wait(shell.painted)
        except ImportError as error:
            _tell(shell, error)
            raise
        if shell.closed:
            return 0
        from desktop_agent.ui.main import run as run_window

        instance.listen()
        return run_window(app, shell, instance, file)
    finally:
        gc.enable()
        instance.close()


def _make_application() -> QApplication:
    if sys.platform == "darwin":
        from desktop_agent.ui.opening_application import OpeningApplication

        return OpeningApplication(sys.argv[:1])
    return QApplication(sys.argv[:1])


def _tell(shell: Shell, error: ImportError) -> None:
    """Says in the window why it stays empty, until that was read: there may be no terminal."""
    if shell.closed:
        return
    from PySide6.QtCore import QCoreApplication, QEventLoop
    from PySide6.QtWidgets import QMessageBox

    box = QMessageBox(
        QMessageBox.Icon.Critical,
        shell.windowTitle(),
        QCoreApplication.translate("Start", "The window cannot open: {0}.").format(error),
        parent=shell,
    )
    box.setInformativeText(
        QCoreApplication.translate(
            "Start", "Install the system libraries that it needs (the README names them)."
        )
    )
    loop = QEventLoop()
    box.finished.connect(loop.quit)
    shell.closing.connect(loop.quit)
    box.open()
    loop.exec()
    shell.hide()
