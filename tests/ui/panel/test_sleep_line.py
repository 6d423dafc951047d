"""The line in the status bar on a run that waits, with its button; the panel and the progress line."""

import asyncio
import time

import pytest
from PySide6.QtWidgets import QLabel

from desktop_agent.core.events import ModelCall, RunFinished, SleepEnded, SleepStarted, TaskStarted
from desktop_agent.core.research import Usage
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
def pressed(bar):
    told = []
    bar.paused.connect(lambda: told.append("paused"))
    bar.resumed.connect(lambda: told.append("resumed"))
    return told


def test_only_a_run_can_be_paused(bar):
    assert not bar.sleep.isVisible()
    bar.show_event(deep_scenes.started())
    assert bar.sleep.isVisible()
    assert (bar.sleep.text, bar.sleep.button.text()) == ("", "Pause")
    bar.show_event(FINISHED)
    assert not bar.sleep.isVisible()


def test_a_timer_is_counted_down(bar, monkeypatch):
    bar.show_event(deep_scenes.started())
    bar.show_event(asleep())
    assert bar.sleep.text == "Sleeping · 3:13 left"
    later = time.time() + 13
    monkeypatch.setattr(time, "time", lambda: later)
    bar.sleep.tick()
    assert bar.sleep.text == "Sleeping · 3:00 left"
    monkeypatch.setattr(time, "time", lambda: later + 4000)
    bar.sleep.tick()
    assert bar.sleep.text == "Sleeping · 0:00 left"
    bar.show_event(WOKE)
    assert (bar.sleep.text, bar.sleep.button.text()) == ("", "Pause")


def test_what_is_waited_for_is_named_by_its_question(bar):
    bar.show_event(deep_scenes.started())
    bar.show_event(TaskStarted(task_id="t1", question="How many\nmoons?"))
    bar.show_event(asleep("event", task_id="t1"))
    assert bar.sleep.text == "Sleeping until “How many moons?” ends"
    bar.show_event(WOKE)
    bar.show_event(asleep("event", task_id="run-7"))
    assert bar.sleep.text == "Sleeping until “run-7” ends"


def test_a_text_from_a_model_is_never_taken_for_markup(bar):
    bar.show_event(deep_scenes.started())
    bar.show_event(TaskStarted(task_id="t1", question="<b>Bold</b>?"))
    bar.show_event(asleep("event", task_id="t1", reason="<img src=x>"))
    (label,) = bar.sleep.findChildren(QLabel)
    assert bar.sleep.text == label.accessibleName() == "Sleeping until “<b>Bold</b>?” ends"
    assert label.textFormat().name == "PlainText"
    assert label.toolTip().startswith("<qt>&lt;img src=x&gt;<br>At the latest it goes on at ")


@pytest.mark.parametrize(
    ("by_person", "text"), [(True, "Paused: press Resume"), (False, "Sleeping: press Resume")]
)
def test_a_manual_sleep_says_what_to_press(bar, by_person, text):
    bar.show_event(deep_scenes.started())
    bar.show_event(asleep("manual", by_person=by_person))
    assert (bar.sleep.text, bar.sleep.button.text()) == (text, "Resume")


def test_the_button_asks_for_a_pause_takes_it_back_and_resumes(bar, pressed):
    bar.show_event(deep_scenes.started())
    bar.sleep.button.click()
    assert (bar.sleep.text, bar.sleep.button.text()) == ("Pauses before the next step…", "Resume")
    bar.sleep.button.click()
    assert (bar.sleep.text, bar.sleep.button.text()) == ("", "Pause")
    bar.sleep.button.click()
    bar.show_event(asleep("manual", by_person=True))
    bar.sleep.button.click()
    assert pressed == ["paused", "resumed", "paused", "resumed"]
    assert bar.sleep.button.text() == "Resume"  # until it is told that the run goes on
    bar.show_event(WOKE)
    assert bar.sleep.button.text() == "Pause"


def test_the_button_has_a_name_and_a_tooltip_in_each_state(bar):
    bar.show_event(deep_scenes.started())
    seen = {(bar.sleep.button.accessibleName(), bar.sleep.button.toolTip())}
    bar.show_event(asleep())
    seen.add((bar.sleep.button.accessibleName(), bar.sleep.button.toolTip()))
    assert seen == {
        (
            "Pause the run",
            "Let the run wait before its next model call; its time stands still",
        ),
        ("Resume the run", "Let the run go on now"),
    }


def test_the_time_of_the_run_stands_still_while_it_sleeps(bar, monkeypatch):
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    bar.show_event(deep_scenes.started())
    now += 5
    bar.show_event(asleep())
    now += 3000
    bar._tick()
    assert "5 s" in [label.text() for label in bar.findChildren(QLabel)]
    bar.show_event(WOKE)
    now += 2
    bar._tick()
    assert "7 s" in [label.text() for label in bar.findChildren(QLabel)]


def test_the_progress_line_tells_what_a_run_waits_for():
    turn = Turn("How many?")
    told = []
    for event in (
        TaskStarted(task_id="t1", question="How long?"),
        asleep(reason="the page changes soon"),
        WOKE,
        asleep("manual", by_person=True),
    ):
        turn.apply(event)
        told.append(turn.doing)
    assert told == [
        ("task", "How long?"),
        ("sleep", "the page changes soon"),
        ("think", ""),
        ("pause", ""),
    ]


def test_the_reasoning_panel_has_a_row_for_each(theme):
    tree = ReasoningModel()
    for event in (
        TaskStarted(task_id="t1", question="How long?"),
        asleep(seconds=12, reason="later"),
        WOKE,
        asleep("manual", by_person=True),
    ):
        tree.apply(event)
    rows = [(node.title, node.icon, node.detail) for node in tree.root.children]
    assert rows == [
        ("Research in the background", "runs", "t1"),
        ("Sleeping: later", "sleep", "12.0 s"),
        ("Goes on: timer expired", "play", "12.0 s"),
        ("Paused", "pause", ""),
    ]
    assert [node.title for node in tree.root.children[0].children] == ["How long?"]


async def test_the_bar_fits_into_the_smallest_window(theme, place):
    bar = place(StatusBar(theme, dict), 640, 36)
    for event in (
        deep_scenes.started(),
        ModelCall(
            agent="main",
            model="m",
            prompt_tokens=100,
            completion_tokens=3,
            ms=5,
            context_tokens=8000,
        ),
        TaskStarted(task_id="t1", question="How many moons does Jupiter have in all?"),
        asleep("event", task_id="t1"),
    ):
        bar.show_event(event)
    await asyncio.sleep(0.05)
    assert bar.minimumSizeHint().width() <= 640
    assert bar.sleep.button.toolButtonStyle().name == "ToolButtonIconOnly"
    assert bar.sleep.text == "Sleeping until “How many moons does Jupiter…” ends"
