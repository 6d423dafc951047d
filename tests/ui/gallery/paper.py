"""Pictures of what is exported: the web page and the first page of the PDF."""

import asyncio
import shutil
import subprocess
import tempfile
from pathlib import Path

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QTextBrowser, QWidget

from desktop_agent.ui.window import MainWindow
from tests.ui.gallery import acts


async def _export(window: MainWindow, file: Path) -> None:
    await acts.asked(window)
    window.exports.save(window.page.conversation.id, file)
    await acts.until(file.exists, 20)
    await asyncio.sleep(0.2)


async def pdf(window: MainWindow) -> QPixmap | None:
    """The first page of the PDF, where Poppler is there to draw it."""
    draw = shutil.which("pdftoppm")
    if draw is None:
        return None
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "answer.pdf")
        await _export(window, file)
        command = [draw, "-png", "-r", "110", "-singlefile", str(file), str(file.with_suffix(""))]
        await asyncio.to_thread(subprocess.run, command, check=True)
        return QPixmap(str(file.with_suffix(".png")))


async def html(window: MainWindow) -> QWidget:
    """The web page, as far as Qt's own small browser knows its styles."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "answer.html")
        await _export(window, file)
        page = await asyncio.to_thread(file.read_text, "utf-8")
    view = QTextBrowser()
    view.setHtml(page)
    view.resize(900, 1100)
    return view
