"""Tells the person of damaged files that were set aside while the program went on."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from desktop_agent.core.mended import Mended, MendedFiles, ReadOnly
from desktop_agent.ui.notice import show_error


class MendedNotice(QObject):
    """Shows a notice over a window for each; they are told of in the threads of the files."""

    _found = Signal(object)

    def __init__(self, window: QWidget, files: MendedFiles) -> None:
        super().__init__(window)
        self._window = window
        self._found.connect(self._show, Qt.ConnectionType.QueuedConnection)
        for each in files.listen(self._found.emit):
            self._found.emit(each)

    def _show(self, mended: Mended | ReadOnly) -> None:
        show_error(self._window, mended.message, mended.remedy)
