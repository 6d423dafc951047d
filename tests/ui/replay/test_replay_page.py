"""The page that plays a run again: by keyboard, by mouse, and what it tells the window."""

import asyncio

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton

from desktop_agent.core.events import (
    AnswerGiven,
    RunFinished,
    StepStarted,
)
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.pages.replay import ReplayPage
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.manners.activation import activate, tabbed
from tests.ui.replay.recorded import Shelf, recording, stamped, written

KEY = Qt.Key


@pytest.fixture
def open_replay(theme, tmp_path, tasks, place):
    return lambda: place(ReplayPage(theme, Shelf(tmp_path / "runs"), tasks), 900, 680)


@pytest.fixture
def page(open_replay):
    page = open_replay()
    page.show_recording(recording(stamped(scenes.verified())), play=False)
    activate(page)
    page.enter()
    return page


def press(key):
    QTest.keyClick(QApplication.focusWidget(), key)


async def test_the_keyboard_alone_plays_steps_and_leaves_wherever_on_the_page_it_is(page):
    player = page.player
    left = []
    page.left.connect(lambda: left.append(1))
    assert QApplication.focusWidget() is page.bar.play
    press(KEY.Key_Right)
    assert isinstance(page.player.turn.events[-1], StepStarted)
    here = player.position
    press(KEY.Key_Right)
    press(KEY.Key_Left)
    assert player.position == here
    press(KEY.Key_End)
    await until(lambda: isinstance(page.player.turn.events[-1], RunFinished))
    press(KEY.Key_Home)
    await until(lambda: page.player.turn.events == [])
    page.bar.speed.setFocus()
    press(KEY.Key_Down)
    assert player.speed == 2.0
    page.bar.play.setFocus()
    press(KEY.Key_Space)
    assert player.playing
    press(KEY.Key_Space)
    assert not player.playing
    press(KEY.Key_Escape)
    assert left == [1]
    for place in (page.chat, page.bar.slider, page.bar.speed):
        player.go_to(0)
        place.setFocus()
        press(KEY.Key_Right)
        assert player.position > 0, place
    page.chat.setFocus()
    press(KEY.Key_Space)
    assert player.playing


async def test_every_control_has_a_name_and_tab_comes_to_each(page):
    await asyncio.sleep(0.1)
    assert nameless(page) == []
    page.player.go_to(10)
    page.head.leave.setFocus()
    wanted = {page.bar.slider, page.bar.speed, page.open_button}
    wanted |= {each for each in page.bar.findChildren(QToolButton) if each.isEnabled()}
    assert wanted <= set(tabbed(60))


async def test_it_plays_to_the_end_and_from_where_one_clicked_on_the_line(page):
    page.player.speed = 10_000
    page.bar.play.click()
    assert page.bar.play.accessibleName() == "Pause"
    await until(lambda: page.player.at_end)
    assert page.player.turn.answer.text == scenes.ANSWER
    assert page.bar.play.accessibleName() == "Play"
    page.bar.play.click()
    assert page.player.position < 5
    page.player.pause()
    slider = page.bar.slider
    QTest.mouseClick(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() // 2, 12))
    assert page.player.at == pytest.approx(page.player.duration / 2, rel=0.05)
    QTest.mousePress(slider, Qt.MouseButton.LeftButton, pos=QPoint(slider.width() - 8, 12))
    QTest.mouseMove(slider, QPoint(3, 12))
    QTest.mouseRelease(slider, Qt.MouseButton.LeftButton, pos=QPoint(3, 12))
    assert len(page.player.turn.events) <= 2


async def test_a_file_is_read_and_played_and_a_broken_one_said_to_be(open_replay, tmp_path):
    page = open_replay()
    assert not page.bar.isEnabled()
    failed = []
    page._tasks.report = failed.append
    page.open_file(written(tmp_path, stamped(scenes.approved())))
    await until(lambda: page.player.playing)
    assert page.player.turn.question == scenes.QUESTION
    assert "run-1.jsonl" in page.head.state.accessibleName()
    broken = tmp_path / "a.jsonl"
    broken.write_text("{}\n")
    page.open_file(broken)
    await until(lambda: failed)
    assert "a.jsonl, line 1" in page.note.text()
    assert not page.bar.isEnabled()
    assert not page.player.playing


async def test_of_a_turn_the_recording_is_played_and_else_what_the_conversation_keeps(
    open_replay, tmp_path
):
    page = open_replay()
    events = stamped(scenes.verified())
    turn = Turn(scenes.QUESTION, 7)
    for event in recording(events).events[:1]:
        turn.apply(event)
    turn.apply(AnswerGiven(text="Short.", seq=1, run_id="run-1"))
    page.open_turn(turn)
    await until(lambda: page._recording is not None)
    assert page.player.count == 2
    written(tmp_path / "runs", events)
    page.open_turn(turn)
    await until(lambda: page.player.count == len(events))
    assert page.player.turn.turn_id == 7
