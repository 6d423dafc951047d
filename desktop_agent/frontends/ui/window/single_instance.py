"""Allow one window per user and home folder; a second start raises that window and exits.

A lock file identifies the first process, which listens on a local socket that only its user may
open. A stale lock is detected. Qt's network module, which takes over 10 ms to import, is imported
only after the first paint or in a second start.
"""

import logging
import os
import sys
import time
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QLockFile, QObject, Signal
from PySide6.QtGui import QFileOpenEvent
from PySide6.QtWidgets import QApplication, QWidget

if TYPE_CHECKING:
    from PySide6.QtNetwork import QLocalServer, QLocalSocket


class OpeningApplication(QApplication):
    """The macOS application; ``opened`` is emitted with the path of each file to open."""

    opened = Signal(str)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QFileOpenEvent) and event.file():
            self.opened.emit(event.file())
            return True
        return super().event(event)


logger = logging.getLogger(__name__)

_WAIT_S = 5.0
"""Seconds that a second start waits for the first process to answer."""
_START_S = 10.0
"""Seconds to wait for a process that is not listening yet, as on a busy machine."""
_TRY_MS = 500
_MESSAGE_MOST = 256 * 1024
_ANSWER = b"shown\n"
_PATH_MOST = 100
"""Maximum length of a socket's path in bytes; systems allow 104 to 108."""
_TOKEN = "XDG_ACTIVATION_TOKEN"  # noqa: S105 - with it, Wayland allows a window to come to the front


class SingleInstance(QObject):
    """The lock that lets only one process open a window, held until `close` is called.

    ``raised`` is emitted when a second start asks to raise the window, and ``opened`` with the path
    of a run to show.
    """

    raised = Signal()
    opened = Signal(str)

    def __init__(self, lock: QLockFile | None, address: str) -> None:
        super().__init__()
        self._lock = lock
        self._address = address
        self._server: QLocalServer | None = None

    def listen(self) -> None:
        """Listen for connections from later starts. Call this once the window is painted."""
        if self._lock is None or self._server is not None:
            return
        from PySide6.QtNetwork import QLocalServer

        server = QLocalServer(self)
        server.setSocketOptions(QLocalServer.SocketOption.UserAccessOption)
        QLocalServer.removeServer(self._address)  # left by a crash, since this process has the lock
        if not server.listen(self._address):
            logger.warning("other starts will not be heard: %s", server.errorString())
            return
        server.newConnection.connect(self._called)
        self._server = server

    def close(self) -> None:
        if self._server is not None:
            self._server.close()
            self._server = None
        if self._lock is not None:
            self._lock.unlock()
            self._lock = None

    def _called(self) -> None:
        assert self._server is not None
        while (socket := self._server.nextPendingConnection()) is not None:
            socket.disconnected.connect(socket.deleteLater)
            socket.readyRead.connect(partial(self._read, socket))
            self._read(socket)

    def _read(self, socket: "QLocalSocket") -> None:
        if socket.canReadLine():
            line = bytes(socket.readLine(_MESSAGE_MOST).data())
            socket.write(_ANSWER)
            socket.flush()
            self._take(line)
        elif socket.bytesAvailable() > _MESSAGE_MOST:
            socket.abort()

    def _take(self, line: bytes) -> None:
        import json

        try:
            message = json.loads(line)
            token, file = str(message.get("token", "")), str(message.get("open", ""))
        except (ValueError, AttributeError, RecursionError):
            logger.warning("another start said what cannot be read")
            return
        if token:
            os.environ[_TOKEN] = token  # Qt takes it from there when the window is activated
        self.raised.emit()
        if file:
            self.opened.emit(file)


def claim(folder: Path, file: str = "") -> SingleInstance | None:
    """Claim the window for this process, and return the instance, which the caller must keep.

    Return None if a running instance has taken over ``file`` instead. ``folder`` must be readable
    only by the user, like the settings folder.

    Raises:
        StorageError: another instance is running but does not answer.
    """
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return SingleInstance(None, "")  # the first write to the folder reports the error
    lock = QLockFile(str(folder / "instance.lock"))
    lock.setStaleLockTime(0)  # only a dead process's lock is stale, however old it is
    address = _address(folder)
    end = time.monotonic() + _START_S
    while not lock.tryLock(0):
        if lock.error() != QLockFile.LockError.LockFailedError:
            return SingleInstance(None, "")
        if _hand_over(address, {"open": file}):
            return None
        # Qt does not treat the lock of a dead process under another host name as stale; the
        # system's own lock on the file shows whether the process is alive
        if lock.removeStaleLockFile():
            continue
        if time.monotonic() > end:
            from desktop_agent.core.errors import StorageError

            raise StorageError(
                f"Desktop Agent runs already (process {lock.getLockInfo()[0]}) and does not answer.",
                "End that process, then start again.",
            )
        time.sleep(0.05)
    return SingleInstance(lock, address)


def bring_to_front(window: QWidget) -> None:
    """Raise a window above all others, restoring it if minimized."""
    if window.isMinimized():
        window.showNormal()
    window.show()
    window.raise_()
    window.activateWindow()
    os.environ.pop(_TOKEN, None)  # it can be used only once


def _hand_over(address: str, wanted: dict[str, str]) -> bool:
    import json

    from PySide6.QtNetwork import QLocalSocket

    socket = QLocalSocket()
    socket.connectToServer(address)
    if not socket.waitForConnected(_TRY_MS):
        return False
    message = wanted | {"token": os.environ.get(_TOKEN, "")}
    socket.write(json.dumps(message).encode() + b"\n")
    heard = b""
    end = time.monotonic() + _WAIT_S
    while heard != _ANSWER and time.monotonic() < end:
        if not socket.waitForReadyRead(_TRY_MS) and not socket.isValid():
            break
        heard += socket.readAll().data()
    socket.abort()
    return heard == _ANSWER


def _address(folder: Path) -> str:
    path = str(folder.resolve() / "instance.socket")
    if sys.platform != "win32" and len(os.fsencode(path)) <= _PATH_MOST:
        return path
    import hashlib

    name = "desktop-agent-" + hashlib.sha256(str(folder.resolve()).encode()).hexdigest()[:16]
    if sys.platform == "win32":
        return name  # a named pipe, which only the user may open
    from PySide6.QtCore import QStandardPaths

    runtime = QStandardPaths.writableLocation(QStandardPaths.StandardLocation.RuntimeLocation)
    return str(Path(runtime) / name)
