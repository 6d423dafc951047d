"""What a user keeps of an answer, a source or a stored page, with mouse and keys, and in the file."""

import json
from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from desktop_agent.core.events import AnswerGiven
from desktop_agent.core.research import CitationCheck, Claim, Page, Source
from desktop_agent.frontends.ui.chat.answer_sources import SourceCard
from desktop_agent.frontends.ui.chat.answer_view import MessageFooter
from desktop_agent.frontends.ui.panels.snapshot_viewer import SnapshotViewer
from desktop_agent.storage.snapshots import SnapshotStore
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.window.person import CTRL, LEFT, SHIFT, ask, button, click, press

KEY = Qt.Key
SOURCES = (
    Source(1, "Field tests of heat pumps", "https://energy.example.org/cold"),
    Source(2, "Gas boilers", "https://gas.example.org/boilers"),
)
TWO_SOURCES = AnswerGiven(
    text="Pumps deliver 2.6 units [1]. Boilers waste 8 percent [2].\n\nNobody knows the rest.",
    sources=SOURCES,
)


URL = "https://a.example.org/x"
QUOTE = "Heat pumps deliver 2.6 units."
TEXT = "line\n" * 500 + QUOTE + "\n" + "line\n" * 500


def cited_answer(window):
    """Stores the page in the window's home and gives a scene whose answer cites it."""
    page = Page(URL, URL, "Heat pumps", TEXT, "text/html", "2026-11-21T14:02:00+00:00", len(TEXT))
    name = SnapshotStore(window.stage.paths.snapshots).save(page)
    start = TEXT.index(QUOTE)
    check = CitationCheck(1, "supported", QUOTE, start, start + len(QUOTE), name)
    claim = Claim("They deliver 2.6 [1].", (1,), "supported", QUOTE, checks=(check,))
    source = Source(1, "Heat pumps", URL, name, True)
    return [AnswerGiven(text="They deliver 2.6 [1].", sources=(source,), claims=(claim,))]


def viewers():
    """Gives the windows that show a stored page."""
    return [each for each in QApplication.allWidgets() if isinstance(each, SnapshotViewer)]


def saved(window):
    """The lines of the file, each as the fields that it has."""
    file = window.stage.paths.discoveries_file
    return [json.loads(line) for line in file.read_bytes().splitlines()] if file.exists() else []


async def last_saved(window, count=1):
    await until(lambda: len(saved(window)) == len(titles(window)) == count)
    fields = saved(window)[-1]
    moment = datetime.fromisoformat(fields.pop("timestamp"))
    assert moment.tzinfo is not None
    assert timedelta(0) <= datetime.now(UTC) - moment < timedelta(minutes=2)
    return fields


def titles(window):
    return scenes.rows_of(window.side.discoveries.view.model())


def drag_over(text, words):
    """Selects words with the mouse: presses before them, moves, lets go behind them."""
    found = text.document().find(words)
    assert not found.isNull(), words
    ends = []
    for position in (found.selectionStart(), found.selectionEnd()):
        found.setPosition(position)
        ends.append(text.cursorRect(found).center())
    QTest.mousePress(text.viewport(), LEFT, pos=ends[0])
    QTest.mouseMove(text.viewport(), ends[1] - QPoint(4, 0))
    QTest.mouseMove(text.viewport(), ends[1])
    QTest.mouseRelease(text.viewport(), LEFT, pos=ends[1])


async def right_click(widget: QWidget, at: QPoint) -> QMenu:
    """Clicks as the window system does, and gives the menu that opens."""
    window = widget.window()
    place = widget.mapTo(window, at)
    hit = window.childAt(place)
    assert hit is widget or widget.isAncestorOf(hit)
    QTest.mouseClick(window.windowHandle(), Qt.MouseButton.RightButton, pos=place)
    await until(lambda: isinstance(QApplication.activePopupWidget(), QMenu))
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    return menu


async def right_click_row(window, view, right: int = 0) -> QMenu:
    """Clicks the current row of a list when the panel that it is in has unfolded.

    A second click at one place of the screen would be a double click, in another test too.
    """
    window.activateWindow()
    await until(window.isActiveWindow)
    seen = []

    def is_still():
        seen.append((view.visualRect(view.currentIndex()), view.mapTo(window, QPoint(0, 0))))
        return len(seen) > 20 and seen[-20:] == [seen[-1]] * 20

    await until(is_still)
    return await right_click(view.viewport(), seen[-1][0].center() + QPoint(right, 0))


def choose(menu: QMenu, text: str) -> None:
    """Clicks an entry of an open menu."""
    action = next(each for each in menu.actions() if each.text() == text)
    QTest.mouseClick(menu, LEFT, pos=menu.actionGeometry(action).center())


def entries(menu: QMenu) -> list[str]:
    shown = (each for each in menu.actions() if each.isVisible() and not each.isSeparator())
    return [each.text().replace("&", "").partition("\t")[0] for each in shown]


async def answered(open_window, *scene):
    window = open_window(list(scene) or [TWO_SOURCES])
    await ask(window, "How do heat pumps compare?")
    await until(lambda: window.chat.last.findChild(MessageFooter))
    await until(lambda: len(window.chat.last.findChildren(SourceCard)) == len(SOURCES) or scene)
    return window


def origin(window):
    conversation, run = window.page.conversation.id, window.stage.scenes_played[-1].run_id
    assert conversation
    return {"conversation_id": conversation, "run_id": run}


async def test_selected_words_are_saved_with_the_source_cited_behind_them(open_window):
    window = await answered(open_window)
    body = window.chat.last.body
    drag_over(body, "Boilers waste 8")
    menu = await right_click(body.viewport(), body.cursorRect().center() - QPoint(8, 0))
    assert entries(menu) == ["Copy", "Copy Link Location", "Select All", "Save as discovery"]
    choose(menu, "Save as discovery")
    assert await last_saved(window) == {
        "title": "Boilers waste 8",
        "description": "Boilers waste 8",
        "url": SOURCES[1].url,
        **origin(window),
    }
    assert titles(window) == ["Boilers waste 8"]
    shown = body.toPlainText()
    chip = shown[shown.index("units") + 5 : shown.index(". Boilers")]
    drag_over(body, f"deliver 2.6 units{chip}. Boilers")  # the number becomes the address
    await press(window, KEY.Key_D, CTRL | SHIFT)
    fields = await last_saved(window, 2)
    assert (fields["description"], fields["url"]) == ("deliver 2.6 units. Boilers", SOURCES[0].url)
    drag_over(body, "Nobody knows")
    await press(window, KEY.Key_D, CTRL | SHIFT)
    fields = await last_saved(window, 3)
    assert (fields["description"], fields["url"]) == ("Nobody knows", SOURCES[1].url)


async def test_the_toast_leads_to_the_list_and_the_list_back_to_the_conversation(open_window):
    window = await answered(open_window)
    drag_over(window.chat.last.body, "Pumps deliver")
    await press(window, KEY.Key_D, CTRL | SHIFT)
    await until(lambda: window.toast.text == "Saved to discoveries")
    assert window.toast.action.text() == "Show"
    origin_id = window.page.conversation.id
    window.commands["view.knowledge"].action.trigger()
    click_toast = window.toast.action
    window.middle.show_chat()
    click(click_toast)
    await until(window.side.discoveries.view.isVisible)
    view = window.side.discoveries.view
    assert view.currentIndex().data() == "Pumps deliver"
    window.page.begin_new()
    window.commands["view.knowledge"].action.trigger()
    await until(lambda: window.middle.shown == "knowledge")
    view.setFocus()
    await press(window, KEY.Key_Return, CTRL)
    await until(lambda: window.page.conversation.id == origin_id)
    assert not window.middle.shown


async def test_the_answer_and_a_source_below_it_are_saved_from_their_menus_and_by_the_key(
    open_window,
):
    window = await answered(open_window)
    more = button(window.chat.last, "More")
    QTest.qWait(0)
    action = next(each for each in more.menu().actions() if each.text() == "Save as discovery")
    action.trigger()
    wanted = {
        "title": "How do heat pumps compare?",
        "description": "Pumps deliver 2.6 units. Boilers waste 8 percent.\nNobody knows the rest.",
        "url": SOURCES[0].url,
        **origin(window),
    }
    assert await last_saved(window) == wanted
    row = window.chat.last.findChildren(SourceCard)[1]
    choose(await right_click(row, row.rect().center()), "Save as discovery")
    wanted = {"title": "Gas boilers", "description": "", "url": SOURCES[1].url, **origin(window)}
    assert await last_saved(window, 2) == wanted
    row.setFocus()
    await press(window, KEY.Key_D, CTRL | SHIFT)
    assert await last_saved(window, 3) == wanted


async def test_a_source_in_the_panel_and_its_stored_page_are_saved_with_the_quote(open_window):
    window = await cited_source(open_window)
    view = window.side.sources.view
    choose(await right_click_row(window, view), "Save as discovery")
    wanted = {"title": "Heat pumps", "description": QUOTE, "url": URL, **origin(window)}
    assert await last_saved(window) == wanted
    click(window.side.sources.save_button)
    assert await last_saved(window, 2) == wanted
    choose(await right_click_row(window, view, 40), "Open stored page")
    await until(lambda: viewers() and viewers()[0].text.extraSelections())
    viewer = viewers()[0]
    (marked,) = viewer.text.extraSelections()
    assert marked.cursor.selectedText() == QUOTE
    assert nameless(viewer) == []
    await press(viewer, KEY.Key_D, CTRL | SHIFT)
    assert await last_saved(window, 3) == wanted
    viewer.close()


async def cited_source(open_window):
    window = open_window([])
    window.stage._scenes[:] = [cited_answer(window)]
    await ask(window, "q")
    await press(window, KEY.Key_R, CTRL | SHIFT)
    view = window.side.sources.view
    await until(lambda: view.model().rowCount() and view.isVisible())
    view.setCurrentIndex(view.sources.index_at(URL))
    return window


async def test_the_command_says_what_to_do_where_nothing_is_chosen_or_can_be_written(open_window):
    window = await answered(open_window)
    await press(window, KEY.Key_D, CTRL | SHIFT)
    await until(lambda: window.toast.text.startswith("Select a source or text"))
    assert saved(window) == []
    window.toast.dismiss()
    window.stage.paths.discoveries_file.mkdir(parents=True)
    told = []
    window.tasks.report = told.append
    drag_over(window.chat.last.body, "Pumps deliver")
    await press(window, KEY.Key_D, CTRL | SHIFT)
    await until(lambda: told)
    assert "discoveries.jsonl" in told[0].message
    assert not window.toast.text
