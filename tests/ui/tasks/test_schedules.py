"""Scheduled questions on the page of tasks, their dialog and what was missed: real files and keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog

from tests.ui.conftest import put_away, until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.tasks import filled
from tests.ui.tasks.test_page import click_button, in_menu, listed
from tests.ui.window.person import click


@pytest.fixture
async def page(open_page):
    page = await open_page(schedules=True)
    await until(lambda: page.view.rows.rowCount() == 4)
    page.view.setFocus()
    choose(page, filled.QUESTION)
    return page


@pytest.fixture
def session(page):
    return page.window().session


def choose(page, question):
    page.view.setCurrentIndex(page.view.rows.index(listed(page).index(question), 0))


def said(page):
    rows = page.view.rows
    texts = [rows.index(at, 0).data(Qt.ItemDataRole.AccessibleTextRole) for at in range(1, 4)]
    return sorted(texts, key=lambda text: text.startswith("Which") + 2 * ("timetable" in text))


async def test_each_says_when_it_is_asked_and_what_has_come_of_it_and_enter_opens_the_chat(page):
    heat, python, timetable = said(page)
    assert heat.startswith("What is new about heat pumps in cold winters?, Mon 23 Nov, ")
    assert "Every Monday at " in heat
    assert "Deep" in heat
    assert "Every day at " in python
    assert ", Paused, " in timetable
    wanted = []
    page.opened.connect(lambda *ids: wanted.append(ids))
    place = page.view.current.schedule.conversation_id
    assert in_menu(page) == ["Open chat", "Ask now", "Pause", "Edit schedule…", "Remove"]
    QTest.keyClick(page.view, Qt.Key.Key_Return)
    assert wanted == [(place, 0)]
    assert place


async def test_one_is_paused_by_keys_resumed_by_its_button_removed_by_keys_and_comes_back(
    page, session
):
    async def is_on(wanted):
        await until(lambda: page.view.current.schedule.enabled == wanted)
        assert (await session.schedules.list())[0].enabled == wanted

    QTest.keyClick(page.view, Qt.Key.Key_Space)
    await is_on(False)
    click_button(page, page.view.current_id, "resume")
    await is_on(True)
    before = said(page)
    QTest.keyClick(page.view, Qt.Key.Key_Delete)
    await until(lambda: page.view.rows.rowCount() == 3)
    assert page.view.current is not None
    click(page.toast.action)
    await until(lambda: page.view.rows.rowCount() == 4)
    assert said(page) == before


async def test_one_is_asked_now_by_keys_and_twice_only_when_the_first_is_over(page, session):
    session.schedule_desk.stay_open = True
    failed = []
    page._tasks.report = failed.append
    QTest.keyClick(page.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: page.toast.text.startswith("Asking “"))
    assert session.schedule_desk.asked[0][1].text == filled.QUESTION
    click_button(page, page.view.current_id, "ask")
    await until(lambda: failed)
    assert "already being asked" in failed[0].message
    assert len(session.schedule_desk.asked) == 1


async def test_a_new_one_is_made_with_a_preview_of_its_times_and_wrong_ones_are_told(page, session):
    dialog = page.schedule()
    dialog.question.setPlainText("What is new about roofs?")
    await until(dialog.isActiveWindow)
    assert dialog.preview.text().startswith("Next: Mon 23 Nov, ")
    assert ", then Tue 24 Nov, " in dialog.preview.text()
    for button in dialog.days.buttons:
        button.setChecked(False)
    assert "No day of the week" in dialog.fault.text()
    assert not dialog.keep.isEnabled()
    dialog.choose("words")
    QTest.keyClicks(dialog.words, "every blursday 8:00")
    assert "“blursday” is no day" in dialog.fault.text()
    assert dialog.preview.isHidden()
    dialog.words.setText("every Friday 8:00")
    assert dialog.keep.isEnabled()
    dialog.question.setPlainText("  ")
    assert not dialog.keep.isEnabled()
    dialog.question.setPlainText("What is new about roofs?")
    dialog.choose("days")
    QTest.keyClick(dialog.days.buttons[6], Qt.Key.Key_Space)
    dialog.mode.setCurrentIndex(dialog.mode.findData("deep"))
    QTest.keyClick(dialog.question, Qt.Key.Key_Return)
    await until(lambda: page.view.rows.rowCount() == 5)
    made = (await session.schedules.list())[-1]
    assert made.rule == "FREQ=WEEKLY;BYDAY=SU;BYHOUR=8;BYMINUTE=0"
    assert (made.question, made.strategy) == ("What is new about roofs?", "deep")


async def test_one_that_is_changed_keeps_its_time_unless_that_is_changed_too(page, session):
    was = page.view.current.schedule
    QTest.keyClick(page.view, Qt.Key.Key_F2)
    dialog = page.findChild(QDialog)
    assert dialog.often.currentData() == "days"
    dialog.question.setPlainText("What is new about heat?")
    QTest.mouseClick(dialog.keep, Qt.MouseButton.LeftButton)
    await until(lambda: page.view.current.schedule.question == "What is new about heat?")
    assert page.view.current.schedule.next_at == was.next_at
    dialog = page.schedule(schedule=page.view.current.schedule)
    dialog.choose("words")
    dialog.words.setText("monthly on the last day 8:00")
    QTest.mouseClick(dialog.keep, Qt.MouseButton.LeftButton)
    await until(lambda: page.view.current.schedule.rule.startswith("FREQ=MONTHLY;BYMONTHDAY=-1"))


async def test_the_form_shows_each_kind_of_time_as_it_is(page, session):
    for words, name in (
        ("every 3 hours", "words"),
        ("daily 6:45", "day"),
        ("weekends at 7", "days"),
        ("monthly on the 5th 6:00", "words"),
        ("2030-02-03 04:05", "once"),
        ("every 2 weeks on Monday 8:00", "words"),
        ("FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1;BYHOUR=9;BYMINUTE=0", "words"),
    ):
        when = session.schedules.read_when(words)
        schedule = await session.schedules.add("q", when)
        dialog = page.schedule(schedule=schedule)
        assert dialog.often.currentData() == name
        assert (dialog.when.rule, dialog.when.first) == (when.rule, when.first)
        assert nameless(dialog) == []


async def test_a_page_that_is_gone_is_not_told_any_more(page, session):
    for each in await session.schedules.list():
        await session.schedules.remove(each.id)
    await until(page.empty.isVisible)
    page.window().middle.show_chat()
    page.setParent(None)
    await put_away(page)
    await session.schedules.add("q", session.schedules.read_when("daily 7:30"))


async def test_what_was_missed_is_told_once_and_asked_by_one_click(page, session):
    window = page.window()
    window.middle.show_chat()
    filled.miss(session)
    window.background.offer_missed(await session.schedules.missed())
    await until(lambda: window.toast.text == "1 scheduled question was missed")
    await until(lambda: not session.store.load()[1].missed)
    assert session.schedule_desk.asked == []
    click(window.toast.action)
    await until(lambda: session.schedule_desk.asked)
    assert await session.schedules.missed() == ()
