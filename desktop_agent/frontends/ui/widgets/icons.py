"""The application's icons, which can be drawn in any colour."""

from functools import lru_cache

from PySide6.QtCore import QByteArray, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from desktop_agent.system.resources import resource_path


@lru_cache(maxsize=64)
def _drawing(name: str) -> str:
    return resource_path("icons", f"{name}.svg").read_text(encoding="utf-8")


@lru_cache(maxsize=512)
def pixmap(name: str, colour: str, side: int, ratio: float) -> QPixmap:
    """Draw an icon ``side`` logical pixels wide; it is null if that is less than one pixel.

    ``ratio`` is the number of device pixels per logical pixel. Icons are cached, because drawing
    one takes 0.3 ms and lists repeat the same few icons.
    """
    pixels = round(side * ratio)
    if pixels < 1:  # a widget squeezed to nothing
        return QPixmap()
    drawing = _drawing(name).replace("currentColor", colour)
    renderer = QSvgRenderer(QByteArray(drawing.encode()))
    image = QPixmap(QSize(pixels, pixels))
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    renderer.render(painter, QRectF(0, 0, image.width(), image.height()))
    painter.end()
    image.setDevicePixelRatio(ratio)
    return image
