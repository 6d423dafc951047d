"""The panels alone, on the loop and the theme of the window's tests."""

from pathlib import Path

import pytest

from desktop_agent.core.research import Page
from desktop_agent.frontends.ui.panels.reasoning import ReasoningPanel
from desktop_agent.storage.snapshots import Snapshot, SnapshotStore


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
def dock(theme, place) -> ReasoningPanel:
    return place(ReasoningPanel(theme))
