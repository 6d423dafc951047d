"""The page of runs: what it lists, what can be done there, and what stays while rows change."""

import asyncio

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel, QMenu

from desktop_agent.frontends.ui.pages.runs.run_list import Heading
from desktop_agent.frontends.ui.widgets.list_view import ROW
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import controls, nameless
from tests.ui.manners.test_accessible_names import stops, tab_round
from tests.ui.runs import shelf
from tests.ui.window.person import click, press

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
KEY = Qt.Key


@pytest.fixture
async def page(open_page):
    return await open_page(*shelf.filled())


def listed(page):
    """The ids of the runs and the groups of the headings, from the top."""
    rows = page.pane.view.rows
    found = [rows.index(at, 0).data(ROW) for at in range(rows.rowCount())]
    return [each.group if isinstance(each, Heading) else each.run_id for each in found]


def desk_of(page):
    return page.window().session.runs


def said(page, run_id):
    """What a screen reader says of a row."""
    index = page.pane.view.rows.index_of(run_id)
    return index.data(Qt.ItemDataRole.AccessibleTextRole)


@pytest.mark.parametrize(("key", "name"), [(KEY.Key_B, "runs"), (KEY.Key_K, "knowledge")])
async def test_a_key_opens_a_page_and_escape_goes_back_to_the_question(open_window, key, name):
    window = open_window([])
    window.activateWindow()
    await press(window, key, CTRL_SHIFT)
    assert window.middle.shown == name
    assert window.sidebar.foot.buttons[name].isChecked()
    page = window.middle.page(name)
    await until((page.pane if name == "runs" else page).empty.isVisible)
    await press(window, KEY.Key_Escape)
    assert not window.middle.shown
    assert not window.sidebar.foot.buttons[name].isChecked()
    assert QApplication.focusWidget() is window.composer.edit


async def test_runs_stand_in_groups_and_what_waits_for_the_person_first(page):
    rows = listed(page)
    assert rows[:2] == ["active", "asking"]
    assert set(rows[2:7]) == {"working", "late", "timer", "paused", "queued"}
    assert rows[7:9] == ["scheduled", "weekly"]
    assert rows[9:] == ["earlier", "answered", "unsure", "failed", "stopped"]
    assert page.state.accessibleName() == "2 running · 1 waiting for you · 2 sleeping · 2 queued"
    assert page.window().sidebar.foot.buttons["runs"].text() == "Runs · 7"


async def test_a_row_says_state_activity_time_budget_and_origin(page):
    window = page.window()
    parent = await window.session.conversations.create("Heat at home")
    desk_of(page).change("late", parent_conversation_id=parent.id)
    await until(lambda: "Heat at home" in said(page, "late"))
    late = said(page, "late")
    assert "Which heat pumps keep their full output below -15 °C?, Running" in late
    assert "Reading example.org" in late
    assert "4 min 41 s of 5 min used" in late
    assert "Careful · qwen3:4b · asked by a model in “Heat at home”" in late
    assert "wakes in 14:0" in said(page, "timer")
    assert "Paused by you" in said(page, "paused")
    assert "Failed: Ollama does not answer" in said(page, "failed")
    assert "scheduled" in said(page, "answered")
    runs = window.background.runs
    before = [runs.spent(run_id) for run_id in ("working", "answered", "asking")]
    await asyncio.sleep(0.05)
    after = [runs.spent(run_id) for run_id in ("working", "answered", "asking")]
    assert (after[0] > before[0], after[1:]) == (True, before[1:])


async def test_all_can_be_done_with_the_keyboard_alone(page):
    window, desk, view = page.window(), desk_of(page), page.pane.view
    page.pane.filter.field.setFocus()
    await press(window, KEY.Key_Down)
    assert view.hasFocus()
    assert view.current_id == "asking"
    await press(window, KEY.Key_Up)
    assert page.pane.filter.field.hasFocus()
    view.go_to("working")
    view.setFocus()
    await press(window, KEY.Key_Space)
    assert desk.runs["working"].sleeping.by_person
    await until(lambda: view.current.state == "asleep")
    await press(window, KEY.Key_Space)
    assert desk.runs["working"].state == "running"
    await until(lambda: view.current.state == "running")
    await press(window, KEY.Key_Delete)
    await until(lambda: view.current.state == "stopped")
    assert view.current_id == "working"
    await press(window, KEY.Key_F5)
    await until(lambda: desk.asked)
    question, origin = desk.asked[0]
    assert (question.strategy, origin) == ("deep", "person")
    assert question.text == shelf.filled()[0].question
    await press(window, KEY.Key_Delete)
    await until(lambda: "working" not in desk.runs)
    assert "working" not in listed(page)
    assert view.current_id
    assert QApplication.focusWidget() is view


async def test_the_buttons_and_the_menu_offer_what_the_run_allows(page):

    def offered(run_id):
        page.pane.view.go_to(run_id)
        return [name for name, each in page.pane.bar.buttons.items() if each.isVisible()]

    assert offered("working") == ["open", "pause", "stop"]
    assert offered("timer") == ["open", "resume", "stop"]
    assert offered("queued") == ["stop"]
    assert offered("answered") == ["open", "again", "replay", "compare", "export", "forget"]
    wanted = []
    page.control.replay_wanted.connect(wanted.append)
    page.control.compare_wanted.connect(wanted.append)
    click(page.pane.bar.buttons["replay"])
    click(page.pane.bar.buttons["compare"])
    assert wanted == ["answered", "answered"]
    view = page.pane.view
    view.customContextMenuRequested.emit(view.visualRect(view.currentIndex()).center())
    menu = page.pane.findChild(QMenu)
    texts = [each.text() for each in menu.actions() if not each.isSeparator()]
    buttons = [each.accessibleName() for each in page.pane.bar.buttons.values() if each.isVisible()]
    assert texts == buttons
    menu.close()


async def test_words_and_kinds_narrow_the_list_and_escape_first_shows_all_again(page):
    QTest.keyClicks(page.pane.filter.field, "battery 2024")
    await until(lambda: listed(page) == ["earlier", "answered"])  # 2024 stands in its answer
    page.pane.filter.field.clear()
    await until(lambda: len(listed(page)) > 2)
    kinds = page.pane.filter.kinds
    kinds.setCurrentIndex(kinds.findData("failed"))
    assert listed(page) == ["earlier", "failed", "stopped"]
    page.pane.filter.field.setText("no run has these words")
    await until(page.pane.note.isVisible)
    page.show_run("timer")
    assert page.pane.view.current_id == "timer"
    page.pane.filter.field.setText("battery")
    await until(lambda: "timer" not in listed(page))
    page.pane.view.enter()
    await press(page.window(), KEY.Key_Escape)
    assert "timer" in listed(page)
    assert page.window().middle.shown == "runs"
    await press(page.window(), KEY.Key_Escape)
    assert not page.window().middle.shown


async def test_an_offer_and_a_second_tab_have_places_and_tab_reaches_every_control(page):
    built = []

    def build():
        built.append(QLabel("What is asked at eight"))
        return built[-1]

    offer = QLabel("2 scheduled questions were due")
    page.put_offer(offer)
    page.add_tab("Schedules", build)
    await until(offer.isVisible)
    assert not built
    page.turn_to("Schedules")
    page.turn_to("Runs")
    page.turn_to("Schedules")
    assert len(built) == 1
    assert built[0].isVisible()
    page.show_run("timer")
    assert page.pane.isVisible()
    page.pane.view.go_to("answered")
    window = page.window()
    assert nameless(window) == []
    reached = tab_round(window, page.pane.filter.field)
    assert stops(window) - set(reached) - {page.pane.filter.field} == set()
    view = QAccessible.queryAccessibleInterface(page.pane.view)
    assert view.text(QAccessible.Text.Name) == "Runs"
    assert any(found.role == "ListItem" and "Answered" in found.name for found in controls(window))
