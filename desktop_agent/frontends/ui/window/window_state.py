"""The window's geometry and layout, stored in a file."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from PySide6.QtCore import QByteArray, QEvent, QObject, QSettings, QThreadPool, QTimer
from PySide6.QtWidgets import QWidget

from desktop_agent.frontends.ui.window.shell import place

_SETTLED_MS = 1_500
_MOVES = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.WindowStateChange)

Value = str | QByteArray
T = TypeVar("T", str, QByteArray)


class WindowState(QObject):
    """Stores the window's geometry and the values registered by `keep` in ``folder/window.ini``.

    Shortly after the window moves or `touch` is called, a thread atomically replaces the file.
    """

    def __init__(self, folder: Path, window: QWidget) -> None:
        super().__init__(window)
        self._path = folder / "window.ini"
        self._window = window
        self._parts: dict[str, tuple[Callable[[], Value], Callable[[Any], object]]] = {}
        self._written: dict[str, Value] = {}
        self._writer = QThreadPool(self)
        self._writer.setMaxThreadCount(1)
        self._timer = QTimer(self, singleShot=True, interval=_SETTLED_MS)
        self._timer.timeout.connect(self._write)

    def keep(
        self,
        name: str,
        read: Callable[[], T],
        restore: Callable[[T], object] = lambda _stored: None,
    ) -> None:
        """Register a value: ``read`` returns it, and ``restore`` is called with the stored one.

        Values are text or bytes; a stored value of the other type is ignored.
        """
        self._parts[name] = (read, restore)

    def restore(self) -> frozenset[str]:
        """Restore the geometry and the registered values, and return the names of these values.

        A window that is already visible keeps its position.
        """
        there = set()
        store = QSettings(str(self._path), QSettings.Format.IniFormat)
        if not self._window.isVisible():
            place(self._window, store)
        for name, (read, restore) in self._parts.items():
            value = store.value(name)
            if isinstance(value, type(read())):
                restore(value)
                there.add(name)
        self._written = self._read()
        self._window.installEventFilter(self)
        return frozenset(there)

    def touch(self) -> None:
        self._timer.start()

    def remember(self) -> None:
        """Write the state immediately, and wait until it is written."""
        self._timer.stop()
        self._writer.waitForDone()
        _save(self._path, self._read())

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVES:
            self.touch()
        return super().eventFilter(watched, event)

    def _read(self) -> dict[str, Value]:
        values: dict[str, Value] = {name: read() for name, (read, _) in self._parts.items()}
        return {"geometry": self._window.saveGeometry()} | values

    def _write(self) -> None:
        values = self._read()
        if values != self._written:
            self._written = values
            self._writer.start(partial(_save, self._path, values))


def _save(path: Path, values: dict[str, Value]) -> None:
    store = QSettings(str(path), QSettings.Format.IniFormat)
    for name, value in values.items():
        store.setValue(name, value)
    store.sync()
