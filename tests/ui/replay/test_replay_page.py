"""Playing a run again: by the clock, by keyboard and mouse, from the window, and out of files."""

import asyncio
import random

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDialog,
    QFileDialog,
    QMessageBox,
    QPushButton,
    QToolButton,
)

from desktop_agent.core.errors import StorageError
from desktop_agent.core.events import AnswerGiven, RunFinished, StepStarted
from desktop_agent.core.research import Question, Source
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.pages.replay import Player, Recording, ReplayPage, playback_times
from tests.recorded_cases import Case
from tests.ui import evidence_scenes, scenes
from tests.ui.conftest import until
from tests.ui.manners.accessible_tree import nameless
from tests.ui.manners.activation import activate, tabbed
from tests.ui.replay.kinds import ANSWERS, MENDED
from tests.ui.replay.recorded import Shelf, recording, stamped, written
from tests.ui.replay.same_run import Stand


def timed(*times):
    return Recording(
        [StepStarted(step_id=f"{at}", agent="main", title="t", t=at) for at in times], "q"
    )


@pytest.fixture
def player(app, clock):
    player = Player(clock=lambda: clock.now)
    player.load(timed(0.0, 0.5, 1.0, 2.0, 4.0))
    yield player
    player.pause()


def run(player, clock, seconds, tick=0.05):
    for _ in range(round(seconds / tick)):
        clock.now += tick
        player.advance()


def test_events_happen_at_their_times_but_not_while_paused_or_asleep(player, clock):
    player.play()
    clock.now += 0.2
    player.advance()
    assert player.position == 1
    run(player, clock, 0.4)
    assert player.position == 2
    run(player, clock, 1.0)
    assert player.position == 3
    assert player.at == pytest.approx(1.6)
    player.pause()
    clock.now += 50
    player.advance()
    assert player.position == 3
    player.play()
    clock.now += 0.1
    player.advance()
    assert player.at == pytest.approx(1.7)
    clock.now += 3600  # the machine has slept
    player.advance()
    assert player.position == 3


def test_going_to_a_time_has_happened_what_was_before(player):
    for seconds, position in ((-5, 1), (0.49, 1), (0.5, 2), (3.9, 4), (99, 5)):
        player.seek(seconds)
        assert player.position == position
    player.go_to(-3)
    assert (player.position, player.at) == (0, 0.0)
    player.go_to(99)
    assert (player.position, player.at) == (5, 4.0)
    player.load(timed(0.0, 2.0, 1.0, 3.0))  # the clock went back in the recording
    player.seek(2.0)
    assert player.position == 3


def test_long_waits_last_a_second():
    assert playback_times([0.0, 1.0, 4000.0, 4002.0, 4010.0]) == pytest.approx([0, 1, 2, 4, 5])
    assert playback_times([0.0, 4.0, 8.0]) == [0, 4, 8]
    assert playback_times([4.5]) == [1.0]  # before the first event too


KEY = Qt.Key


@pytest.fixture
def open_replay(theme, tmp_path, tasks, place):
    return lambda: place(ReplayPage(theme, Shelf(tmp_path / "runs"), tasks), 900, 680)


@pytest.fixture
def page(open_replay):
    page = open_replay()
    page.show_recording(recording(stamped(scenes.verified())))
    page.player.pause()
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


async def test_of_a_turn_the_recording_or_else_the_chat_is_played(open_replay, tmp_path):
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


@pytest.fixture
async def window(open_window):
    window = open_window(scenes.verified(), scenes.approved())
    window.show_panel(window.side.reasoning)
    window.ask(scenes.QUESTION)
    await until(lambda: not window.page.conversation.busy)
    return window


async def test_the_panel_offers_the_run_and_follows_it_as_a_file(window, tmp_path):
    side, answered = window.side, window.page.conversation.history.last
    await until(side.reasoning.replay_button.isEnabled)
    side.reasoning.replay_button.click()
    await until(lambda: window.middle.shown == "replay" and window.middle.is_built("replay"))
    page = window.middle.page("replay")
    await until(lambda: page.player.playing)
    page.player.speed = 10_000
    await until(lambda: page.player.at_end)
    assert page.player.turn is not answered
    assert page.player.turn.text == answered.text
    await until(lambda: side._turn is page.player.turn)
    window.middle.stop()
    assert window.middle.shown == ""
    assert side._turn is answered
    assert not page.player.playing
    window.replay.open_recording()
    dialog = window.findChild(QFileDialog)
    dialog.filesSelected.emit([str(written(tmp_path, stamped([AnswerGiven(text="Other.")])))])
    dialog.close()
    await until(lambda: window.middle.shown == "replay")
    await until(lambda: page.player.turn.text == "Other.")
    assert window.chat.last.body.markdown == scenes.ANSWER


class Archives:
    """Writes a line; takes in whatever is not called broken."""

    ending = "darun"

    async def export(self, run_id, path):
        path.write_text(run_id)

    async def import_(self, path):
        await asyncio.sleep(0)
        if "broken" in path.name:
            raise StorageError("It is damaged.")
        return "conversation", 7


EVENTS = stamped(
    [
        scenes.read("https://www.one.example.org/a", "t", 9, snapshot="a"),
        scenes.read("https://one.example.org/b", "t", 9, snapshot="b"),
        scenes.read("https://two.example.org/", "t", 9, snapshot=""),  # nothing was kept of it
        AnswerGiven(
            text="x",
            sources=(
                Source(1, "A", "https://one.example.org/a", "a", read=True),
                Source(2, "Mine", "file:///home/me/my%20notes.md", "c", read=True),
            ),
        ),
    ],
    run_id="run-7",
)


@pytest.fixture
def opened(open_window):
    window = open_window([])
    window.stage.archives = Archives()
    return window.replay


def choose(dialog, path):
    dialog.fileSelected.emit(str(path))
    dialog.filesSelected.emit([str(path)])
    QDialog.done(dialog, 1)


async def test_before_an_export_one_is_told_what_leaves(opened, tmp_path):
    opened.export_run(EVENTS).button(QMessageBox.StandardButton.Cancel).click()
    await asyncio.sleep(0)
    assert opened.parent().findChildren(QFileDialog) == []
    box = opened.export_run(EVENTS)
    assert "the text of 2 pages: one.example.org" in box.informativeText()
    assert "my notes.md" in box.informativeText()
    assert nameless(box) == []
    box.findChild(QPushButton, "primary").click()
    dialog = opened.parent().findChild(QFileDialog)
    assert dialog.defaultSuffix() == "darun"
    choose(dialog, tmp_path / "a.darun")
    await until(lambda: opened.parent().toast.text == "Exported to a.darun")
    assert (tmp_path / "a.darun").read_text() == "run-7"


async def test_a_recording_is_chosen_and_a_run_taken_in_or_refused(opened, tmp_path, monkeypatch):
    chosen, taken, failed = [], [], []
    monkeypatch.setattr(opened, "play_file", chosen.append)
    monkeypatch.setattr(opened.parent().page, "open", taken.append)
    monkeypatch.setattr(opened.parent().tasks, "report", failed.append)
    dialog = opened.open_recording()
    assert {"*.jsonl", "*.darun"} <= set(dialog.nameFilters()[0].strip(")").split("(")[1].split())
    choose(dialog, tmp_path / "a.jsonl")
    assert chosen == [tmp_path / "a.jsonl"]
    choose(opened.import_run(), tmp_path / "a.darun")
    await until(lambda: taken == ["conversation"])
    choose(opened.import_run(), tmp_path / "broken.darun")
    await until(lambda: failed)
    assert failed[0].message == "It is damaged."


class Written:
    """Stands in for a studio: its runs are scenes, which are recorded and not carried out."""

    def __init__(self, folder):
        self.session = Shelf(folder)

    async def run(self, case, seen):
        events = stamped(case.replies)
        for event in events:
            seen(event)
        return written(self.session.paths.runs, events)


async def test_runs_of_several_kinds_look_the_same_when_they_are_played_again(theme, tmp_path):
    stand = Stand(theme, Written(tmp_path))
    hostile = [AnswerGiven(text=ANSWERS["hostile"]), RunFinished(status="answered")]
    slept = MENDED["slept"](stamped(scenes.approved()))[1:]
    faults = []
    try:
        for number, scene in enumerate((evidence_scenes.checked(), hostile, slept)):
            case = Case(f"scene {number}", Question(scenes.QUESTION), scene)
            if await stand.faults(case, random.Random(number), places=2):
                # once in many runs of a busy machine; what is wrong is so twice
                faults += await stand.faults(case, random.Random(number), places=2)
    finally:
        await stand.close()
    assert faults == []
