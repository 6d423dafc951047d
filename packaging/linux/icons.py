"""Draws the program's icon in the sizes of the hicolor theme: icons.py LOGO.svg FOLDER."""

import shutil
import sys
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QPainter
from PySide6.QtSvg import QSvgRenderer

SIZES = (16, 24, 32, 48, 64, 128, 256, 512)


def main(logo: Path, folder: Path) -> None:
    """Writes ``SIZExSIZE/apps/desktop-agent.png`` for each size, and the drawing itself."""
    app = QGuiApplication([])
    drawing = QSvgRenderer(str(logo))
    for size in SIZES:
        image = QImage(size, size, QImage.Format.Format_ARGB32)
        image.fill(Qt.GlobalColor.transparent)
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        drawing.render(painter)
        painter.end()
        place = folder / f"{size}x{size}" / "apps"
        place.mkdir(parents=True, exist_ok=True)
        if not image.save(str(place / "desktop-agent.png")):
            raise OSError(f"the icon cannot be written into {place}")
    place = folder / "scalable" / "apps"
    place.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(logo, place / "desktop-agent.svg")
    del app


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
