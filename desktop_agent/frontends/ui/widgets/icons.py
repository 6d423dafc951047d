"""The application's icons, which can be drawn in any colour."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from desktop_agent.system.resources import resource_path

_SIDES = (16, 20, 24, 32, 48)


@lru_cache(maxsize=64)
def _drawing(name: str) -> str:
    return resource_path("icons", f"{name}.svg").read_text(encoding="utf-8")


def pixmap(name: str, colour: str, side: int, ratio: float | None = None) -> QPixmap:
    """Draw an icon ``side`` logical pixels wide.

    ``ratio`` is the number of device pixels per logical pixel. It defaults to the largest ratio of
    all screens, because scaling an icon up would blur it.
    """
    return _pixmap(name, colour, side, largest_ratio() if ratio is None else ratio)


@lru_cache(maxsize=512)
def _pixmap(name: str, colour: str, side: int, ratio: float) -> QPixmap:
    """Draw an icon. Cached, because drawing takes 0.3 ms and lists repeat the same few icons."""
    drawing = _drawing(name).replace("currentColor", colour)
    renderer = QSvgRenderer(QByteArray(drawing.encode()))
    image = QPixmap(QSize(round(side * ratio), round(side * ratio)))
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, image.width(), image.height()))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image


def icon(name: str, colour: str, disabled: str = "") -> QIcon:
    """Return an icon in all sizes that the window uses.

    ``disabled`` is the colour of the icon on a disabled widget.
    """
    return _icon(name, colour, disabled, largest_ratio())


def largest_ratio() -> float:
    """Return the largest number of device pixels per logical pixel among all screens."""
    return max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)


@lru_cache(maxsize=256)
def _icon(name: str, colour: str, disabled: str, ratio: float) -> QIcon:
    result = QIcon()
    for side in _SIDES:
        result.addPixmap(pixmap(name, colour, side, ratio))
        if disabled:
            result.addPixmap(pixmap(name, disabled, side, ratio), QIcon.Mode.Disabled)
    return result
