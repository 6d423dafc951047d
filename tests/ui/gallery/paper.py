"""Pictures of what is exported: the web page and the first page of the PDF."""

import asyncio
import tempfile
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap
from PySide6.QtPdf import QPdfDocument
from PySide6.QtWidgets import QTextBrowser

from desktop_agent.ui.window import MainWindow
from tests.ui.gallery import acts

_PAGE = QSize(900, 1273)
"""An A4 page in pixels."""


async def _exported(window: MainWindow, name: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, name)
        await acts.asked(window)
        window.exports.save(window.page.conversation.id, file)
        await acts.until(file.exists, 20)
        await asyncio.sleep(0.2)
        return file.read_bytes()


async def pdf(window: MainWindow) -> QPixmap:
    """The first page of the PDF."""
    data = await _exported(window, "answer.pdf")
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "answer.pdf")
        file.write_bytes(data)
        document = QPdfDocument()
        document.load(str(file))
        page = document.render(0, _PAGE)
        document.close()
    picture = QPixmap(_PAGE)
    picture.fill(Qt.GlobalColor.white)
    return _over(picture, QPixmap.fromImage(page))


async def html(window: MainWindow) -> QPixmap:
    """The web page, as far as Qt's own small browser knows its styles."""
    data = await _exported(window, "answer.html")
    view = QTextBrowser()
    view.setHtml(data.decode())
    view.resize(900, 1100)
    picture = view.grab()
    view.deleteLater()
    return picture


def _over(below: QPixmap, above: QPixmap) -> QPixmap:
    from PySide6.QtGui import QPainter

    painter = QPainter(below)
    painter.drawPixmap(0, 0, above)
    painter.end()
    return below
