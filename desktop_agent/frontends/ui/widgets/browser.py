"""Open URLs and folders in external applications."""

from functools import partial
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QCursor, QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QToolTip


def open_address(url: str) -> None:
    """Open a URL in the browser. If that fails, copy it to the clipboard and show a hint."""
    if QDesktopServices.openUrl(QUrl(url)):
        return
    QGuiApplication.clipboard().setText(url)
    tr = partial(QCoreApplication.translate, "Browser")
    text = tr("Couldn't open a browser. The address was copied.")
    QToolTip.showText(QCursor.pos(), text)


def open_folder(path: Path) -> None:
    """Open a local folder, or the folder that contains the given file."""
    # Qt's own paths would lose undecodable bytes of a name
    open_address((path if path.is_dir() else path.parent).as_uri())
