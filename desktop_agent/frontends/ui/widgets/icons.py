"""The program's own icons, drawn in the colour that they are asked for."""

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
    """Draws an icon ``side`` logical pixels wide; ``ratio`` is device pixels per logical pixel.

    Without one it is the largest of all screens: smaller looks sharp, larger does not.
    """
    return _pixmap(name, colour, side, largest_ratio() if ratio is None else ratio)


@lru_cache(maxsize=512)
def _pixmap(name: str, colour: str, side: int, ratio: float) -> QPixmap:
    """A list paints the same few again and again, a third of a millisecond each."""
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
    """Gives the icon at every size that the window uses; ``disabled`` is its colour when off.

    It is sharp on all screens that there are now.
    """
    return _icon(name, colour, disabled, largest_ratio())


def largest_ratio() -> float:
    """Gives the most device pixels per logical pixel that a screen has."""
    return max((screen.devicePixelRatio() for screen in QGuiApplication.screens()), default=1.0)


@lru_cache(maxsize=256)
def _icon(name: str, colour: str, disabled: str, ratio: float) -> QIcon:
    result = QIcon()
    for side in _SIDES:
        result.addPixmap(pixmap(name, colour, side, ratio))
        if disabled:
            result.addPixmap(pixmap(name, disabled, side, ratio), QIcon.Mode.Disabled)
    return result
