"""A screen reader finds controls by a name, also those that only some acts bring up."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import controls, nameless
from tests.ui.stage import MISSING, READY
from tests.ui.window.cited import QUOTE, cited_answer, viewers
from tests.ui.window.person import CTRL, SHIFT, ask, asked, click, press, send

KEY = Qt.Key


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
    window = await asked(open_window, scenes.approved(), question="How do heat pumps do?")
    window.refresh()
    await press(window, KEY.Key_F, CTRL)
    QTest.keyClicks(window.page.finding.field, "pump")
    await press(window, KEY.Key_F, CTRL | SHIFT)
    QTest.keyClicks(window.sidebar.head.search, "pump")
    await until(lambda: window.sidebar.view.current is not None)
    await until(lambda: window.page.finding.count.text().startswith("1 of"))
    assert nameless(window) == []
    names = [each.name for each in controls(window)]
    assert "Search chats" in names
    assert any("How do heat pumps do?" in name for name in names)


async def test_an_answer_its_next_version_what_is_being_edited_and_what_waits(open_window):
    window = await asked(open_window, scenes.verified(), scenes.approved(), [float("inf")])
    window.page.ask_last_again()
    await until(lambda: window.page.conversation.busy)
    await until(lambda: not window.page.conversation.busy)
    await asyncio.sleep(0.4)  # the parts below an answer come a little later
    assert nameless(window) == []
    names = [each.name for each in controls(window)]
    assert "You asked: What?" in names
    assert "Previous version" in names
    window.chat.wishes.edit.emit(window.page.conversation.history.outlines[0].id)
    assert nameless(window) == []
    QTest.keyClick(window.composer.edit, KEY.Key_Escape)
    send(window, "second")
    send(window, "third")
    await until(lambda: len(window.stage.scenes_played) == 3)
    assert nameless(window) == []
    names = [each.name for each in controls(window)]
    assert "Remove the queued question" in names


@pytest.mark.parametrize("state", [READY, MISSING], ids=["with a model", "without"])
async def test_the_first_window_has_few_controls(open_window, state):
    window = open_window([], state=state)
    window.refresh()
    window.look_for_models()
    await until(
        lambda: (
            window.composer.model.state is not None
            and not window.sidebar.head.search_entry.isVisible()
        )
    )
    found = [each.name for each in controls(window) if "Item" not in each.role]
    found.remove("Send")  # there is nothing to send
    assert len(found) <= 14, found
