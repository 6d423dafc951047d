"""Where the window was and how it was divided, remembered in a file of ours."""

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QMainWindow, QSplitter

from desktop_agent.ui.panel.side_panel import SidePanel

_SIZE = (1180, 780)


class WindowState:
    """Reads and writes ``window.ini`` in ``folder``, never the system's own place for settings."""

    def __init__(
        self, folder: Path, window: QMainWindow, splitter: QSplitter, side: SidePanel
    ) -> None:
        self._path = folder / "window.ini"
        self._window = window
        self._splitter = splitter
        self._side = side

    def restore(self) -> bool:
        """Puts everything back; gives whether the side panel was open."""
        store = self._store()
        geometry = store.value("geometry")
        if geometry is None or not self._window.restoreGeometry(geometry):
            self._window.resize(*_SIZE)
        sizes = store.value("splitter")
        if sizes is not None:
            self._splitter.restoreState(sizes)
        tab = str(store.value("tab", "0"))
        self._side.tab = int(tab) if tab.isdecimal() else 0
        return store.value("side", "false") == "true"

    def remember(self) -> None:
        """Writes how everything stands."""
        store = self._store()
        store.setValue("geometry", self._window.saveGeometry())
        store.setValue("splitter", self._splitter.saveState())
        store.setValue("side", "true" if self._side.isVisibleTo(self._window) else "false")
        store.setValue("tab", str(self._side.tab))
        store.sync()

    def _store(self) -> QSettings:
        return QSettings(str(self._path), QSettings.Format.IniFormat)
