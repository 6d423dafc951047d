"""Opens web addresses and folders outside of the window, after a click and never by itself."""

from pathlib import Path

from PySide6.QtCore import QCoreApplication, QUrl
from PySide6.QtGui import QCursor, QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QToolTip


def open_address(url: str) -> None:
    """Opens an address in the browser; where there is none it is put on the clipboard, and said so."""
    if QDesktopServices.openUrl(QUrl(url)):
        return
    QGuiApplication.clipboard().setText(url)
    text = QCoreApplication.translate(
        "Browser", "No browser could be opened. The address is on the clipboard."
    )
    QToolTip.showText(QCursor.pos(), text)


def open_folder(path: Path) -> None:
    """Opens a folder of this machine; of a file, the one that it is in."""
    # not by way of Qt's own paths, which lose what is no text in a name
    open_address((path if path.is_dir() else path.parent).as_uri())
