"""The status bar: the parts of a run with their time, and a run that waits, with its button."""

import time
from types import SimpleNamespace

import pytest
from PySide6.QtWidgets import QLabel, QProgressBar

from desktop_agent.core.events import (
    BudgetSpent,
    Notice,
    RunFinished,
    SleepEnded,
    SleepStarted,
    StepFinished,
    StepStarted,
    TaskStarted,
    TextDelta,
)
from desktop_agent.core.research import Usage
from desktop_agent.frontends.ui.chat.answer_view import ProgressLine
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.panels.reasoning_model import ReasoningModel
from desktop_agent.frontends.ui.window.status_bar import StatusBar
from tests.ui import deep_scenes

FINISHED = RunFinished(status="stopped", usage=Usage())
WOKE = SleepEnded(reason="timer expired", slept_s=12.0, sleep_id="z1")


def asleep(mode="timer", seconds=192.4, **more):
    until = time.time() + seconds
    return SleepStarted(mode=mode, seconds=seconds, until=until, sleep_id="z1", **more)


@pytest.fixture
def bar(theme, place):
    return place(StatusBar(theme, dict), 1280, 36)


@pytest.fixture
def clock(monkeypatch):
    clock = SimpleNamespace(now=time.monotonic())
    monkeypatch.setattr(time, "monotonic", lambda: clock.now)
    return clock


def said(bar):
    return [label.text() for label in bar.findChildren(QLabel) if label.isVisible()]


def test_the_button_asks_for_a_pause_takes_it_back_and_resumes(bar):
    def shown():
        return bar.sleep.text, bar.sleep.button.text(), bar.sleep.button.accessibleName()

    pressed = []
    bar.sleep.paused.connect(lambda: pressed.append("paused"))
    bar.sleep.resumed.connect(lambda: pressed.append("resumed"))
    pause, resume = ("Pause", "Pause the run"), ("Resume", "Resume the run")
    bar.sleep.show_keys("Ctrl+J")
    bar.sleep.switch()  # there is no run
    assert not bar.sleep.isVisible()
    assert not pressed
    bar.show_event(deep_scenes.started())
    assert shown() == ("", *pause)
    assert "its time stands still" in bar.sleep.button.toolTip()
    bar.sleep.button.click()
    assert shown() == ("Pauses before the next step…", *resume)
    assert bar.sleep.button.toolTip() == "Let the run go on now"
    bar.sleep.button.click()
    assert shown() == ("", *pause)
    bar.sleep.button.click()
    bar.show_event(asleep("manual", by_person=True))
    assert shown() == ("Paused · press Resume or Ctrl+J", *resume)
    bar.sleep.switch()
    assert pressed == ["paused", "resumed", "paused", "resumed"]
    assert bar.sleep.button.text() == "Resume"  # until it is told that the run goes on
    bar.show_event(WOKE)
    assert bar.sleep.button.text() == "Pause"
    bar.show_event(asleep("manual"))
    assert shown() == ("Sleeping · press Resume or Ctrl+J", *resume)
    bar.show_event(FINISHED)
    assert not bar.sleep.isVisible()


def test_a_timer_is_counted_down(bar, monkeypatch):
    bar.show_event(deep_scenes.started())
    bar.show_event(asleep())
    assert bar.sleep.text == "Sleeping · 3:13 left · press Resume"
    later = time.time() + 13
    monkeypatch.setattr(time, "time", lambda: later)
    bar.sleep.tick()
    assert bar.sleep.text == "Sleeping · 3:00 left · press Resume"
    monkeypatch.setattr(time, "time", lambda: later + 4000)
    bar.sleep.tick()
    assert bar.sleep.text == "Sleeping · 0:00 left · press Resume"
    bar.show_event(WOKE)
    assert (bar.sleep.text, bar.sleep.button.text()) == ("", "Pause")


def test_what_is_waited_for_is_named_by_its_question_which_is_never_taken_for_markup(bar):
    bar.show_event(deep_scenes.started())
    bar.show_event(TaskStarted(task_id="t1", question="How <b>many</b>\nmoons?"))
    bar.show_event(asleep("event", task_id="t1", reason="<img src=x>"))
    (label,) = bar.sleep.findChildren(QLabel)
    told = "Sleeping until “How <b>many</b> moons?” ends · press Resume"
    assert bar.sleep.text == label.accessibleName() == told
    assert label.textFormat().name == "PlainText"
    assert label.toolTip().startswith("<qt>&lt;img src=x&gt;<br>At the latest it goes on at ")
    bar.show_event(WOKE)
    bar.show_event(asleep("event", task_id="run-7"))
    assert bar.sleep.text == "Sleeping until “run-7” ends · press Resume"


def test_the_time_of_the_run_stands_still_while_it_sleeps_or_its_plan_is_looked_over(bar, clock):
    bar.show_event(deep_scenes.started())
    clock.now += 5
    bar.show_event(asleep())
    clock.now += 3000
    bar._tick()
    assert "5 s" in said(bar)
    bar.show_event(WOKE)
    clock.now += 2
    bar._tick()
    assert "7 s" in said(bar)
    bar.show_event(deep_scenes.proposal())
    clock.now += 60
    bar._tick()
    assert "Waits for you · 7 s" in said(bar)
    bar.show_event(deep_scenes.looking_up()[0])
    bar._tick()
    assert "7 s" in said(bar)
    bar.show_event(RunFinished(status="answered"))
    assert not meter(bar).isVisible()


def test_the_progress_line_and_the_reasoning_panel_tell_what_a_run_waits_for():
    turn, tree = Turn("How many?"), ReasoningModel()
    told = []
    for event in (
        TaskStarted(task_id="t1", question="How long?"),
        asleep(seconds=12, reason="later"),
        WOKE,
        asleep("manual", by_person=True),
    ):
        turn.apply(event)
        tree.apply(event)
        told.append(turn.doing)
    assert told == [("task", "How long?"), ("sleep", "later"), ("think", ""), ("pause", "")]
    rows = [(node.title, node.icon, node.detail) for node in tree.root.children]
    assert rows == [
        ("Background task", "runs", "t1"),
        ("Sleeping: later", "sleep", "12.0 s"),
        ("Resumed: timer expired", "play", "12.0 s"),
        ("Paused", "pause", ""),
    ]
    assert [node.title for node in tree.root.children[0].children] == ["How long?"]


def test_the_progress_line_says_how_long_a_model_reads_until_it_writes(theme, place):
    turn, line = Turn("How tall is it?"), place(ProgressLine(theme), 500, 30)
    told = []
    for event in (
        Notice(text="Searched by words alone: there is no embedding model."),
        StepStarted(step_id="s1", agent="main", title="Think and gather"),
        Notice(text="Reading 1,200 tokens, about 15 s", step_id="s1"),
        TextDelta(step_id="s1", channel="final", text="It"),
    ):
        turn.apply(event)
        line.show_turn(turn)
        told.append(line.accessibleName())
    assert told[1:3] == ["Thinking…", "Reading 1,200 tokens, about 15 s"]
    assert told[3] == "Writing the answer…"


# --- The budget


def begun(step, title, t, seconds):
    return [
        StepStarted(step_id=step, agent="swarm", title=title, t=t),
        BudgetSpent(elapsed_s=t, remaining_s=300 - t, part=title, part_s=seconds, t=t),
    ]


def meter(bar):
    (found,) = [
        each for each in bar.findChildren(QProgressBar) if each.accessibleName() == "Time used"
    ]
    return found


def test_the_bar_names_the_part_that_runs_and_its_tooltip_lists_all_with_their_times(bar, clock):
    bar.show_event(deep_scenes.started())
    for event in begun("s1", "Compute", 0.0, 60.0):
        bar.show_event(event)
    assert "Budget · Compute" in said(bar)
    bar.resize(640, 36)
    bar._tick()
    assert "Budget" in said(bar)  # there is no room for more
    bar.resize(1280, 36)
    for event in begun("s2", "Compute", 5.0, 30.0):
        bar.show_event(event)
    assert "Budget · 2 parts" in said(bar)
    bar.show_event(StepFinished(step_id="s1", t=12.5))
    clock.now += 20
    bar._tick()
    lines = ["Compute: 12.5 s of 1 min 0 s", "▸ Compute: 15.0 s of 30.0 s"]
    assert meter(bar).toolTip().splitlines()[1:] == lines
    assert meter(bar).accessibleDescription() == meter(bar).toolTip()
    bar.show_event(StepFinished(step_id="s2", t=20.0))
    bar._tick()
    assert "Budget" in said(bar)
    bar.show_event(deep_scenes.started())  # another run
    assert len(meter(bar).toolTip().splitlines()) == 1
