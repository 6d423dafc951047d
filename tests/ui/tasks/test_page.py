"""The page of tasks: what it lists, what can be done there, and what stays while rows change."""

import asyncio
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QToolButton

from desktop_agent.core.runs import RunRecord
from desktop_agent.frontends.ui.widgets.list_view import ROW
from tests.ui.conftest import until
from tests.ui.manners.activation import focused
from tests.ui.tasks import shelf
from tests.ui.window.person import click, press, send

CTRL_SHIFT = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
KEY = Qt.Key


@pytest.fixture
async def page(open_page):
    return await open_page(*shelf.filled())


def listed(page):
    """The ids of the runs, the schedules' questions and the groups, from the top."""
    rows = page.view.rows
    found = [rows.index(at, 0).data(ROW) for at in range(rows.rowCount())]
    kinds = {str: lambda each: each, RunRecord: lambda each: each.run_id}
    return [kinds.get(type(each), lambda each: each.schedule.question)(each) for each in found]


def said(page, run_id):
    """What a screen reader says of a row."""
    return page.view.rows.index_of(run_id).data(Qt.ItemDataRole.AccessibleTextRole)


def in_menu(page):
    view = page.view
    view.customContextMenuRequested.emit(view.visualRect(view.currentIndex()).center())
    menu = page.findChild(QMenu)
    texts = [each.text() for each in menu.actions() if not each.isSeparator()]
    menu.close()
    menu.setParent(None)
    return texts


def click_button(page, row_id, name):
    page.view.go_to(row_id)
    box = page.view.delegate.button_box(page.view.currentIndex(), name)
    QTest.mouseClick(page.view.viewport(), Qt.MouseButton.LeftButton, pos=box.center())


async def test_a_key_opens_a_page_and_escape_goes_back_to_the_question(open_window):
    window = open_window([])
    window.activateWindow()
    send(window, "What is a roof?")
    title = window.commands["chat.find"].title
    (find,) = (b for b in window.findChildren(QToolButton) if b.accessibleName() == title)
    await until(lambda: find.isVisible() and not window.page.conversation.busy)
    for key, name in ((KEY.Key_B, "tasks"), (KEY.Key_K, "knowledge")):
        await press(window, key, CTRL_SHIFT)
        assert window.middle.shown == name
        assert not find.isVisible(), "the chat is not shown"
        assert window.sidebar.head.pages[name].isChecked()
        await until(window.middle.page(name).empty.isVisible)
        await press(window, KEY.Key_Escape)
        assert not window.middle.shown
        assert not window.sidebar.head.pages[name].isChecked()
        assert QApplication.focusWidget() is window.composer.edit


async def test_an_empty_page_offers_a_schedule(open_page):
    page = await open_page()
    await until(page.empty.isVisible)
    assert not page.search.isVisible()
    back = next(each for each in page.findChildren(QToolButton) if "Back" in each.toolTip())
    assert back.x() < page.column.width() // 10
    await until(lambda: focused(page.first))
    click(page.first)
    assert page.findChild(QDialog).windowTitle() == "Schedule a question"


async def test_tasks_stand_in_groups_and_what_waits_for_the_user_first(open_page):
    page = await open_page(*shelf.filled(), schedules=True)
    rows = listed(page)
    assert rows[:2] == ["In progress · 7", "asking"]
    assert set(rows[2:8]) == {"working", "late", "timer", "paused", "queued", "weekly"}
    assert rows[8] == "Scheduled · 3"
    assert rows[12:] == ["Finished · 4", "answered", "unsure", "failed", "stopped"]
    assert page.window().sidebar.head.pages["tasks"].text() == "Tasks · 7"


async def test_a_row_says_state_activity_time_limit_and_origin(page):
    window = page.window()
    parent = await window.session.conversations.create("Heat at home")
    window.sidebar.refresh()
    window.session.runs.change("late", parent_conversation_id=parent.id)
    await until(lambda: "Heat at home" in said(page, "late"))
    late = said(page, "late")
    assert "Which heat pumps keep their full output below -15 °C?, Running" in late
    assert "Reading example.org" in late
    assert "4 min 41 s of 5 min" in late
    assert "Careful · qwen3:4b · asked by a model in “Heat at home”" in late
    assert "resumes in 14:0" in said(page, "timer")
    assert "Paused" in said(page, "paused")
    assert "Failed: Ollama does not answer" in said(page, "failed")
    assert "scheduled" in said(page, "answered")
    runs = window.background.runs
    before = [runs.spent(run_id) for run_id in ("working", "answered", "asking")]
    await asyncio.sleep(0.05)
    after = [runs.spent(run_id) for run_id in ("working", "answered", "asking")]
    assert (after[0] > before[0], after[1:]) == (True, before[1:])


async def test_all_can_be_done_with_the_keyboard_alone(page):
    window, view = page.window(), page.view
    desk = window.session.runs
    page.search.setFocus()
    await press(window, KEY.Key_Down)
    assert focused(view)
    assert view.current_id == "asking"
    await press(window, KEY.Key_Up)
    assert focused(page.search)
    view.go_to("working")
    view.setFocus()
    await press(window, KEY.Key_Space)
    assert desk.runs["working"].sleeping.by_person
    await until(lambda: view.current.state == "asleep")
    await press(window, KEY.Key_Space)
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


async def test_the_buttons_on_a_row_act_on_it_and_its_menu_offers_what_it_allows(page):
    window, desk = page.window(), page.window().session.runs
    click_button(page, "working", "pause")
    await until(lambda: desk.runs["working"].state == "asleep")
    await until(lambda: page.view.current.state == "asleep")
    click_button(page, "working", "resume")
    await until(lambda: desk.runs["working"].state == "running")
    click_button(page, "queued", "stop")
    await until(lambda: desk.runs["queued"].state == "stopped")
    assert page.view.delegate.button_box(page.view.rows.index_of("answered"), "stop").isEmpty()
    click_button(page, "timer", "more")
    menu = page.findChild(QMenu)
    assert menu.isVisible()
    menu.close()
    menu.setParent(None)
    assert in_menu(page) == ["Open chat", "Resume", "Stop"]
    page.view.go_to("answered")
    recorded = ["Open chat", "Ask again", "Replay", "Export task…", "Remove"]
    assert in_menu(page) == recorded
    before = replace(desk.runs["answered"], run_id="before", asked=shelf.ago(90_000))
    desk.put(before)
    await until(lambda: "before" in listed(page))
    assert in_menu(page) == [*recorded[:3], "Compare with the previous answer", *recorded[3:]]
    wanted = []
    page.replay_wanted.connect(wanted.append)
    page.compare_wanted.connect(lambda *ids: wanted.append(ids))
    page.view.setFocus()
    await press(window, KEY.Key_F6)
    await press(window, KEY.Key_F7)
    assert wanted == ["answered", ("before", "answered")]


async def test_words_narrow_the_list_and_escape_first_shows_all_again(page):
    QTest.keyClicks(page.search, "battery 2024")
    await until(lambda: listed(page) == ["Finished · 1", "answered"])  # 2024 stands in its answer
    page.search.setText("no run has these words")
    await until(page.note.isVisible)
    page.show_run("timer")
    assert page.view.current_id == "timer"
    page.search.setText("battery")
    await until(lambda: "timer" not in listed(page))
    page.view.enter()
    await press(page.window(), KEY.Key_Escape)
    assert "timer" in listed(page)
    assert page.window().middle.shown == "tasks"
    await press(page.window(), KEY.Key_Escape)
    assert not page.window().middle.shown
