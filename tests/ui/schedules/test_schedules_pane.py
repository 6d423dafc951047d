"""The list of scheduled questions, its dialog and what was missed: real files, keys and clicks."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QPushButton

from desktop_agent.core.errors import AgentError
from desktop_agent.frontends.ui.pages.schedules.page import MissedBar, SchedulesPane
from tests.ui.conftest import put_away, until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.schedules import filled


@pytest.fixture
async def pane(theme, session, tasks, window):
    pane = SchedulesPane(theme, session, tasks)
    window.layout().addWidget(pane)
    await until(lambda: pane.rows.rowCount() == 3)
    pane.enter()
    return pane


def shown(pane):
    rows = pane.rows
    return [
        rows.index(at, 0).data(Qt.ItemDataRole.AccessibleTextRole) for at in range(rows.rowCount())
    ]


def row(pane, at):
    pane.view.setCurrentIndex(pane.rows.index(at, 0))


async def test_each_says_when_it_is_asked_and_what_has_come_of_it_and_enter_opens_the_answers(pane):
    heat, python, timetable = shown(pane)
    assert heat.startswith("What is new about heat pumps in cold winters?. Every Monday at ")
    assert "Deep" in heat
    assert heat.endswith("2 new, 2 changed, 1 gone")
    assert python.endswith("No answer yet")
    assert ". Off. " in timetable
    wanted = []
    pane.conversation_wanted.connect(wanted.append)
    QTest.keyClick(pane.view, Qt.Key.Key_Return)
    assert wanted == [pane.current.schedule.conversation_id]
    assert wanted[0]


async def test_space_turns_one_off_and_on_and_a_click_on_its_switch_does_too(pane, session):
    async def is_on(wanted):
        await until(lambda: pane.current.schedule.enabled == wanted)
        assert (await session.schedules.list())[0].enabled == wanted

    QTest.keyClick(pane.view, Qt.Key.Key_Space)
    await is_on(False)
    box = pane.view.itemDelegate().switch_box(pane.view.visualRect(pane.view.currentIndex()))
    QTest.mouseClick(pane.view.viewport(), Qt.MouseButton.LeftButton, pos=box.center())
    await is_on(True)


async def test_one_is_asked_now_by_keys_and_twice_only_when_the_first_is_over(pane, session):
    session.schedule_desk.stay_open = True
    failed = []
    pane.failed.connect(failed.append)
    QTest.keyClick(pane.view, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    await until(lambda: "is being asked" in pane.toast.text)
    assert session.schedule_desk.asked[0][1].text == filled.QUESTION
    QTest.mouseClick(pane.run, Qt.MouseButton.LeftButton)
    await until(lambda: failed)
    assert "being asked already" in failed[0].message
    assert len(session.schedule_desk.asked) == 1


async def test_what_is_removed_by_keys_comes_back(pane, session):
    before = shown(pane)
    QTest.keyClick(pane.view, Qt.Key.Key_Delete)
    await until(lambda: pane.rows.rowCount() == 2)
    assert pane.current is not None
    QTest.mouseClick(pane.toast.action, Qt.MouseButton.LeftButton)
    await until(lambda: pane.rows.rowCount() == 3)
    assert sorted(shown(pane)) == sorted(before)


async def test_a_new_one_is_made_with_a_preview_of_its_times_and_wrong_ones_are_told(pane, session):
    dialog = pane.scheduling.open("What is new about roofs?")
    await until(lambda: dialog.model.count() > 1)
    assert dialog.preview.text().startswith("Next: Mon 23 Nov, ")
    assert ", then Tue 24 Nov, " in dialog.preview.text()
    for button in dialog.time.days.buttons:
        button.setChecked(False)
    assert "No day of the week" in dialog.fault.text()
    assert not dialog.keep.isEnabled()
    dialog.time.choose("words")
    QTest.keyClicks(dialog.time.words, "every blursday 8:00")
    assert "“blursday” is no day" in dialog.fault.text()
    assert dialog.preview.isHidden()
    dialog.time.words.setText("every Friday 8:00")
    assert dialog.keep.isEnabled()
    dialog.question.setPlainText("  ")
    assert not dialog.keep.isEnabled()
    dialog.question.setPlainText("What is new about roofs?")
    dialog.time.choose("days")
    QTest.keyClick(dialog.time.days.buttons[6], Qt.Key.Key_Space)
    dialog.model.choose("llama3.2:3b")
    dialog.budget.choose_seconds(300.0)
    QTest.mouseClick(dialog.keep, Qt.MouseButton.LeftButton)
    await until(lambda: pane.rows.rowCount() == 4)
    made = (await session.schedules.list())[-1]
    assert made.rule == "FREQ=WEEKLY;BYDAY=SU;BYHOUR=8;BYMINUTE=0"
    assert (made.question, made.model) == ("What is new about roofs?", "llama3.2:3b")
    assert made.budget_s == 300.0


async def test_one_that_is_changed_keeps_its_time_unless_that_is_changed_too(pane, session):
    was = pane.current.schedule
    QTest.keyClick(pane.view, Qt.Key.Key_F2)
    dialog = pane.findChild(QDialog)
    assert dialog.time.often.currentData() == "days"
    dialog.question.setPlainText("What is new about heat?")
    QTest.mouseClick(dialog.keep, Qt.MouseButton.LeftButton)
    await until(lambda: pane.current.schedule.question == "What is new about heat?")
    assert pane.current.schedule.next_at == was.next_at
    dialog = pane.scheduling.open(schedule=pane.current.schedule)
    dialog.time.choose("month")
    dialog.time.day.setCurrentIndex(dialog.time.day.count() - 1)
    QTest.mouseClick(dialog.keep, Qt.MouseButton.LeftButton)
    await until(lambda: pane.current.schedule.rule.startswith("FREQ=MONTHLY;BYMONTHDAY=-1"))


async def test_the_form_shows_each_kind_of_time_as_it_is(pane, session):
    for words, name in (
        ("every 3 hours", "hours"),
        ("daily 6:45", "day"),
        ("weekends at 7", "days"),
        ("monthly on the 5th 6:00", "month"),
        ("2030-02-03 04:05", "once"),
        ("every 2 weeks on Monday 8:00", "words"),
        ("FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=1;BYHOUR=9;BYMINUTE=0", "words"),
    ):
        when = session.schedules.read_when(words)
        schedule = await session.schedules.add("q", when)
        dialog = pane.scheduling.open(schedule=schedule)
        assert dialog.time.often.currentData() == name
        assert (dialog.time.when.rule, dialog.time.when.first) == (when.rule, when.first)
        assert nameless(dialog) == []


async def test_nothing_scheduled_says_so_and_a_pane_that_is_gone_is_not_told_any_more(
    pane, session
):
    assert nameless(pane) == []
    for each in await session.schedules.list():
        await session.schedules.remove(each.id)
    await until(lambda: not pane.rows.rowCount())
    assert "No question is scheduled" in pane.note.text()
    assert not pane.remove.isEnabled()
    pane.setParent(None)
    await put_away(pane)
    await session.schedules.add("q", session.schedules.read_when("daily 7:30"))


# --- what was missed


@pytest.fixture
async def bar(theme, session, tasks, window):
    bar = MissedBar(theme, session, tasks)
    window.layout().addWidget(bar)
    return bar


def buttons(bar):
    return [each for each in bar.findChildren(QPushButton) if each.isVisible()]


async def test_what_was_missed_is_skipped_or_asked_and_offered_again_only_if_that_failed(
    bar, session
):
    bar.look()
    await until(lambda: not bar._tasks._running)
    assert bar.isHidden()
    filled.miss(session)
    bar.look()
    await until(bar.isVisible)
    QTest.mouseClick(buttons(bar)[1], Qt.MouseButton.LeftButton)
    await until(lambda: not bar._tasks._running)
    assert session.schedule_desk.asked == []
    assert await session.schedules.missed() == ()
    filled.miss(session)
    bar.look()
    await until(bar.isVisible)
    ask, _skip = buttons(bar)
    assert "was to be asked 5 times" in ask.accessibleName()
    assert nameless(bar) == []
    ask.setFocus()
    QTest.keyClick(ask, Qt.Key.Key_Space)
    await until(lambda: session.schedule_desk.asked)
    assert bar.isHidden()
    await until(lambda: not bar._tasks._running)  # asked, and written down as asked
    bar.look()
    await until(lambda: not bar._tasks._running)
    assert bar.isHidden()
    assert len(session.schedule_desk.asked) == 1
    filled.miss(session)
    session.schedule_desk.refuses = "The disk is full."
    failed = []
    bar.failed.connect(failed.append)
    bar.look()
    await until(bar.isVisible)
    QTest.mouseClick(buttons(bar)[0], Qt.MouseButton.LeftButton)
    await until(lambda: failed and bar.isVisible())
    assert isinstance(failed[0], AgentError)
