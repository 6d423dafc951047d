"""A screen reader finds controls by a name, also those that only some acts bring up."""

import asyncio
import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from desktop_agent.core.events import DiscoveryFlagged
from desktop_agent.frontends.ui.panels.snapshot_viewer import SnapshotViewer
from desktop_agent.storage.network_ledger import LedgerEntry
from tests.ui import evidence_scenes, scenes
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import controls, nameless
from tests.ui.window.cited import cited_answer
from tests.ui.window.person import CTRL, SHIFT, ask, press, send

KEY = Qt.Key


async def test_an_answer_and_its_next_version(open_window):
    window = open_window(scenes.verified(), scenes.approved())
    window.look_for_models()
    await ask(window, "How do they compare?")
    await asyncio.sleep(0.4)  # the parts below an answer come a little later
    assert nameless(window) == []
    names = [each.name for each in controls(window)]
    assert any(name.startswith("You asked: How do they") for name in names)
    window.page.ask_last_again()
    await until(lambda: window.page.conversation.busy)
    await until(lambda: not window.page.conversation.busy)
    await asyncio.sleep(0.4)
    assert nameless(window) == []


@pytest.mark.parametrize("panel", ["reasoning", "sources", "discoveries", "ledger"])
async def test_each_side_panel(open_window, panel):
    found = DiscoveryFlagged(title="A figure", description="Of use.", url="https://example.org")
    window = open_window([found, *evidence_scenes.checked()])
    window.stage.ledger.append(LedgerEntry(time.time(), "a.example.org", "fetch", 500, 60_000))
    await ask(window, "What?")
    side = getattr(window.side, panel)
    window.show_panel(side)
    for field in ("search", "filter"):
        if hasattr(getattr(side, field, None), "setText"):
            getattr(side, field).setText("a")
    await asyncio.sleep(0.4)
    assert side.isVisible()
    assert nameless(window) == []


async def test_the_stored_page(open_window):
    window = open_window([])
    window.stage._scenes = [cited_answer(window)]
    await ask(window, "What do they deliver?")
    window.show_panel(window.side.sources)
    window.chat.last.body.cited.emit(1, 0)
    await until(window.side.sources.open_snapshot.isEnabled)
    window.side.sources.open_snapshot.click()
    shown = [each for each in QApplication.allWidgets() if isinstance(each, SnapshotViewer)]
    await until(shown[0].text.extraSelections)
    shown[0].find_field.setText("pumps")
    assert nameless(shown[0]) == []
    assert len(controls(shown[0])) > 5
    shown[0].close()


async def test_the_sidebar_with_a_search_and_the_find_bar(open_window):
    window = open_window(scenes.approved())
    window.refresh()
    await ask(window, "How do heat pumps do?")
    await press(window, KEY.Key_F, CTRL)
    QTest.keyClicks(window.page._find_bar.field, "pump")
    await press(window, KEY.Key_F, CTRL | SHIFT)
    QTest.keyClicks(window.sidebar.head.search, "pump")
    await until(lambda: window.sidebar.view.current is not None)
    await until(lambda: window.page._find_bar.count.text().startswith("1 of"))
    assert nameless(window) == []
    names = [each.name for each in controls(window)]
    assert "Search conversations" in names
    assert any("How do heat pumps do?" in name for name in names)


async def test_what_waits_and_what_is_being_edited(open_window):
    window = open_window(scenes.approved(), [float("inf")])
    await ask(window, "first")
    window.chat.wishes.edit.emit(window.page.conversation.history.outline(0).id)
    assert nameless(window) == []
    QTest.keyClick(window.composer.edit, KEY.Key_Escape)
    send(window, "second")
    send(window, "third")
    await until(lambda: len(window.stage.scenes_played) == 2)
    assert nameless(window) == []
    names = [each.name for each in controls(window)]
    assert "Remove the queued question" in names
