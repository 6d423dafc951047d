"""Confirmation and error dialogs, and the hook for uncaught exceptions."""

import logging
import sys
import threading
import traceback
from collections.abc import Callable
from functools import partial
from types import TracebackType

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from desktop_agent.core.errors import OUT_OF_MEMORY, REMEDY, AgentError, is_out_of_memory
from desktop_agent.frontends.ui.widgets.labels import SELECTABLE
from desktop_agent.frontends.ui.widgets.translation import localized

logger = logging.getLogger(__name__)
_tr = partial(QCoreApplication.translate, "Notice")

_FRAMES_MOST = 30
"""Maximum number of stack frames in the details; an endless recursion has a thousand."""


def show_error(
    parent: QWidget | None, message: str, remedy: str = "", details: str = ""
) -> QMessageBox:
    """Show an error without blocking. If ``details`` is given, a button copies the error."""
    message, remedy = localized(message), localized(remedy)
    box = QMessageBox(parent)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setIcon(QMessageBox.Icon.Warning)
    box.setWindowTitle("Desktop Agent")
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setText(message)
    box.setInformativeText(remedy)
    box.setTextInteractionFlags(SELECTABLE)
    okay = box.addButton(QMessageBox.StandardButton.Ok)
    box.setDefaultButton(okay)
    box.setEscapeButton(okay)  # Qt chooses none by itself if there are two buttons
    if details:
        _offer_copy(box, "\n\n".join(part for part in (message, remedy, details) if part))
    box.open()
    return box


def _offer_copy(box: QMessageBox, text: str) -> None:
    copy = box.addButton(_tr("Copy details"), QMessageBox.ButtonRole.ActionRole)
    copy.setToolTip(_tr("Copy the message and details for a report"))
    copy.clicked.disconnect()  # otherwise the click would close the message box

    def act() -> None:
        QGuiApplication.clipboard().setText(text)
        copy.setText(_tr("Copied"))

    copy.clicked.connect(act)


def confirm(
    parent: QWidget, text: str, about: str, yes: str, act: Callable[[], object], no: str = ""
) -> QMessageBox:
    """Ask for confirmation without blocking.

    The default button is the one that rejects. Its label is ``no``, or else "Cancel".
    """
    box = QMessageBox(parent)
    box.setIcon(QMessageBox.Icon.Question)
    box.setText(text)
    box.setInformativeText(about)
    box.addButton(yes, QMessageBox.ButtonRole.AcceptRole).clicked.connect(act)
    keep = box.addButton(QMessageBox.StandardButton.Cancel)
    if no:
        keep.setText(no)
    box.setDefaultButton(keep)
    box.setEscapeButton(keep)
    box.finished.connect(box.deleteLater)
    box.open()
    return box


class ExceptHook(QObject):
    """Logs uncaught exceptions and shows them to the user, one at a time."""

    _caught = Signal(str, str, str)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._parent = parent
        self._box: QMessageBox | None = None
        self._before = sys.excepthook
        self._before_threads = threading.excepthook
        self._caught.connect(self._tell)
        sys.excepthook = self._hook
        threading.excepthook = self._thread_hook

    def remove(self) -> None:
        sys.excepthook = self._before
        threading.excepthook = self._before_threads

    def report(self, error: BaseException) -> None:
        logger.error("unexpected error", exc_info=error)
        if isinstance(error, AgentError):
            self._caught.emit(error.message, error.remedy, "")
            return
        if is_out_of_memory(error):
            self._caught.emit(OUT_OF_MEMORY, REMEDY, "")
            return
        text = _tr("Something went wrong: {0}.")
        remedy = _tr("Your chat is saved. See the log file for details, and please report it.")
        details = "".join(traceback.format_exception(error, limit=-_FRAMES_MOST))
        self._caught.emit(text.format(type(error).__name__), remedy, details)

    def _hook(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if issubclass(kind, KeyboardInterrupt):
            QCoreApplication.quit()
            return
        self.report(error.with_traceback(trace))

    def _thread_hook(self, args: threading.ExceptHookArgs) -> None:
        if args.exc_value is not None and args.exc_type is not SystemExit:
            self.report(args.exc_value)

    def _tell(self, message: str, remedy: str, details: str) -> None:
        if self._box is not None:
            return  # a repeated error must not cover the window with dialogs
        self._box = show_error(self._parent, message, remedy, details)
        self._box.finished.connect(self._closed)

    def _closed(self, _result: int) -> None:
        self._box = None
