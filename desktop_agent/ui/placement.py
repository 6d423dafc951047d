"""Where a window goes: where it was, if that can be seen."""

from PySide6.QtCore import QByteArray, QRect, QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

SIZE = (1280, 820)
_GRIP = (120, 30)
"""Width and height of the window's top edge that must lie on a screen to take hold of it."""


def place(window: QWidget, store: QSettings, size: tuple[int, int] = SIZE) -> None:
    """Puts a window where ``store`` says that it was, or makes it ``size``, and where it is seen.

    Its screen may be gone since, or smaller, and the file may hold anything.
    """
    geometry = store.value("geometry")
    known = isinstance(geometry, QByteArray) and window.restoreGeometry(geometry)
    if not known:
        window.resize(*size)
    if window.isMaximized() or window.isFullScreen():
        return
    screens = [screen.availableGeometry() for screen in QGuiApplication.screens()]
    now = window.geometry()
    sane = within(now, screens)
    if sane != now:
        window.setGeometry(sane)


def within(window: QRect, screens: list[QRect]) -> QRect:
    """Gives the rectangle for a window that can be seen and taken hold of on one of the screens.

    One that fits stays as it is. Another goes to the screen it lies on most, or to the first.
    """
    if not screens:
        return window
    grip = QRect(window.left(), window.top(), window.width(), _GRIP[1])

    def held(screen: QRect) -> int:
        seen = screen.intersected(grip)
        return seen.width() if seen.height() >= _GRIP[1] else 0

    def shared(screen: QRect) -> int:
        seen = screen.intersected(window)
        return max(0, seen.width()) * max(0, seen.height())

    home = max(screens, key=shared)
    fits = window.width() <= home.width() and window.height() <= home.height()
    if fits and sum(held(screen) for screen in screens) >= _GRIP[0]:
        return window
    sane = QRect(window)
    sane.setSize(window.size().boundedTo(home.size()))
    sane.moveLeft(min(max(sane.left(), home.left()), home.right() - sane.width() + 1))
    sane.moveTop(min(max(sane.top(), home.top()), home.bottom() - sane.height() + 1))
    return sane
