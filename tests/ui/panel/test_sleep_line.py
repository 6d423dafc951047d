"""A run that waits, with its button, and how the answer and the reasoning tell of it."""

import time

import pytest
from PySide6.QtCore import QObject, Signal

from desktop_agent.core.events import (
    Notice,
    RunFinished,
    SleepEnded,
    SleepStarted,
    StepStarted,
    TaskStarted,
    TextDelta,
)
from desktop_agent.core.research import Usage
from desktop_agent.frontends.ui.chat.answer_view import ProgressLine
from desktop_agent.frontends.ui.composer.toolbar import SleepLine
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.panels.reasoning_model import ReasoningModel
from desktop_agent.frontends.ui.widgets.labels import ElidedLabel
from tests.ui import deep_scenes

FINISHED = RunFinished(status="stopped", usage=Usage())
WOKE = SleepEnded(reason="timer expired", slept_s=12.0, sleep_id="z1")


def asleep(mode="timer", seconds=192.4, **more):
    until = time.time() + seconds
    return SleepStarted(mode=mode, seconds=seconds, until=until, sleep_id="z1", **more)


class Runs(QObject):
    """The controller of a run that keeps what is asked of it."""

    told = Signal(object, object)

    def __init__(self):
        super().__init__()
        self.turn, self.pressed = Turn("q"), []

    def run_of(self, turn):
        return self if turn is not None and turn.started is not None else None

    def pause(self):
        self.pressed.append("paused")

    def resume(self):
        self.pressed.append("resumed")

    def tell(self, event):
        self.turn.apply(event)
        self.told.emit(self.turn, event)


@pytest.fixture
def runs():
    return Runs()


@pytest.fixture
def line(theme, place, runs):
    line = place(SleepLine(theme, runs), 700, 40)
    line.show_turn(runs.turn)
    return line


def test_a_run_is_paused_and_resumed_by_the_command_and_by_the_lines_button(line, runs):
    line.show_keys("Ctrl+J")
    line.switch()  # there is no run
    assert not runs.pressed
    runs.tell(deep_scenes.started())
    assert line.text == ""
    line.switch()
    assert line.text == "Pausing before the next step…"
    assert line.button.toolTip() == "Resume now (Ctrl+J)"
    line.button.click()
    assert line.text == ""
    line.switch()
    runs.tell(asleep("manual", by_person=True))
    assert line.text == "Paused"
    line.switch()
    assert runs.pressed == ["paused", "resumed", "paused", "resumed"]
    assert line.text == "Paused"  # until it is told that the run goes on
    runs.tell(WOKE)
    assert line.text == ""
    runs.tell(asleep("manual"))
    assert line.text == "Waiting for you to resume"
    runs.tell(FINISHED)
    assert line.text == ""


def test_a_timer_is_counted_down(line, runs, monkeypatch):
    runs.tell(deep_scenes.started())
    runs.tell(asleep())
    assert line.text == "Sleeping · 3:13 left"
    later = time.time() + 13
    monkeypatch.setattr(time, "time", lambda: later)
    line._draw()
    assert line.text == "Sleeping · 3:00 left"
    monkeypatch.setattr(time, "time", lambda: later + 4000)
    line._draw()
    assert line.text == "Sleeping · 0:00 left"


def test_what_is_waited_for_is_named_by_its_question_which_is_never_taken_for_markup(line, runs):
    runs.tell(deep_scenes.started())
    runs.tell(TaskStarted(task_id="t1", question="How <b>many</b>\nmoons?"))
    runs.tell(asleep("event", task_id="t1", reason="<img src=x>"))
    assert line.text == "Waiting for “How <b>many</b> moons?”"
    (label,) = line.findChildren(ElidedLabel)
    assert label.textFormat().name == "PlainText"
    assert label.toolTip().startswith("<qt>&lt;img src=x&gt;<br>Resumes by ")
    runs.tell(WOKE)
    runs.tell(asleep("event", task_id="run-7"))
    assert line.text == "Waiting for “run-7”"


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
    turn, line = Turn("How tall is it?"), place(ProgressLine(theme, lambda: None), 500, 30)
    told = []
    for event in (
        Notice(text="Searched by keyword only: no documents are embedded."),
        StepStarted(step_id="s1", agent="main", title="Think and gather evidence"),
        Notice(text="Reading 1,200 tokens, about 15 s", step_id="s1"),
        TextDelta(step_id="s1", channel="final", text="It"),
    ):
        turn.apply(event)
        line.show_turn(turn)
        told.append(line.accessibleName())
    assert told[1:3] == ["Thinking…", "Reading 1,200 tokens, about 15 s"]
    assert told[3] == "Writing the answer…"
