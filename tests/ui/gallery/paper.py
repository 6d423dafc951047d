"""Pictures of what is exported: the web page and the first page of the PDF."""

import asyncio
import tempfile
from pathlib import Path

from PySide6.QtWidgets import QTextBrowser, QWidget

from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.conftest import until

_PIXELS_A_POINT = 1.5


async def _exported(window: MainWindow, name: str) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, name)
        window.exports.save(window.page.conversation.id, file)
        await until(file.exists, 20)
        return await asyncio.to_thread(file.read_bytes)


async def html(window: MainWindow) -> QWidget:
    view = QTextBrowser()
    view.setHtml((await _exported(window, "answer.html")).decode())
    view.resize(900, 1100)
    return view
