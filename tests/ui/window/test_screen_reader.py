"""A screen reader finds controls by a name, also those that only some acts bring up."""

import asyncio
import time

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from desktop_agent.core.events import DiscoveryFlagged
from desktop_agent.storage.network_ledger import LedgerEntry
from tests.ui import evidence_scenes, scenes
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import controls, nameless
from tests.ui.window.cited import QUOTE, cited_answer, viewers
from tests.ui.window.person import CTRL, SHIFT, ask, click, press, send

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


async def test_each_side_panel(open_window):
    found = DiscoveryFlagged(title="A figure", description="Of use.", url="https://example.org")
    window = open_window([found, *evidence_scenes.checked()])
    window.stage.ledger.append(LedgerEntry(time.time(), "a.example.org", "fetch", 500, 60_000))
    await ask(window, "What?")
    for panel in ("reasoning", "sources", "discoveries", "ledger"):
        side = getattr(window.side, panel)
        window.show_panel(side)
        for field in ("search", "filter"):
            if hasattr(getattr(side, field, None), "setText"):
                getattr(side, field).setText("a")
        await asyncio.sleep(0.2)
        assert side.isVisible()
        assert nameless(window) == [], panel


async def test_the_stored_page_opens_at_the_cited_passage(open_window):
    window = open_window([])
    window.stage._scenes = [cited_answer(window)]
    await ask(window, "What do they deliver?")
    await press(window, KEY.Key_R, CTRL | SHIFT)
    sources = window.side.sources
    await until(lambda: sources.isVisible() and sources.view.sources.rowCount())
    window.chat.last.body.cited.emit(1, 0)
    await until(sources.open_snapshot.isEnabled)
    click(sources.open_snapshot)
    await until(lambda: any(each.isVisible() for each in viewers()))
    viewer = next(each for each in viewers() if each.isVisible())
    await until(viewer.text.extraSelections)
    (marked,) = viewer.text.extraSelections()
    assert marked.cursor.selectedText() == QUOTE
    viewer.find_field.setText("pumps")
    assert nameless(viewer) == []
    assert len(controls(viewer)) > 5
    viewer.close()


async def test_the_sidebar_with_a_search_and_the_find_bar(open_window):
    window = open_window(scenes.approved())
    window.refresh()
    await ask(window, "How do heat pumps do?")
    await press(window, KEY.Key_F, CTRL)
    QTest.keyClicks(window.page.finding.field, "pump")
    await press(window, KEY.Key_F, CTRL | SHIFT)
    QTest.keyClicks(window.sidebar.head.search, "pump")
    await until(lambda: window.sidebar.view.current is not None)
    await until(lambda: window.page.finding.count.text().startswith("1 of"))
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
