"""The panels alone, on the loop and the theme of the window's tests."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtWidgets import QApplication, QWidget

from desktop_agent.core.research import Page
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.storage.snapshots import Snapshot, SnapshotStore

W = TypeVar("W", bound=QWidget)


class Shelf:
    """The real store of snapshots, as a session gives it to the window."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = SnapshotStore(folder)

    def snapshot(self, name: str) -> Snapshot:
        return self.store.load(name)

    def keep(self, text: str, url: str = "https://a.example.org/x", title: str = "A page") -> str:
        page = Page(url, url, title, text, "text/html", "2026-11-21T14:02:00+00:00", len(text))
        return self.store.save(page)


@pytest.fixture
def shelf(tmp_path: Path) -> Shelf:
    return Shelf(tmp_path / "snapshots")


@pytest.fixture
async def tasks(app: QApplication) -> AsyncIterator[Tasks]:
    tasks = Tasks()
    yield tasks
    await tasks.aclose()


@pytest.fixture
async def place(tasks: Tasks) -> AsyncIterator[Callable[[W], W]]:
    """Shows a widget, and takes it away after the test."""
    shown: list[QWidget] = []

    def put(widget: W, width: int = 380, height: int = 640) -> W:
        widget.resize(width, height)
        widget.show()
        widget.activateWindow()
        shown.append(widget)
        return widget

    yield put
    for widget in shown:
        widget.close()
        widget.deleteLater()
    await tasks.aclose()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
