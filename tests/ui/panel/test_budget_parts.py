"""The budget in the status bar: the parts of a run with their time, and a run that waits."""

import time

import pytest
from PySide6.QtWidgets import QLabel, QProgressBar

from desktop_agent.core.events import BudgetSpent, RunFinished, StepFinished, StepStarted
from desktop_agent.frontends.ui.window.status_bar import BudgetParts, StatusBar
from tests.ui import deep_scenes


def begun(step, title, t, seconds):
    return [
        StepStarted(step_id=step, agent="swarm", title=title, t=t),
        BudgetSpent(elapsed_s=t, remaining_s=300 - t, part=title, part_s=seconds, t=t),
    ]


def followed(*events):
    parts = BudgetParts()
    for event in events:
        parts.apply(event)
    return parts


def test_a_part_is_told_with_the_time_that_it_was_given_and_has_taken():
    parts = followed(
        *begun("s1", "Gather", 0.0, 60.0),
        *begun("s2", "Compute", 2.0, 30.0),
        StepFinished(step_id="s1", t=12.5),
    )
    assert parts.running == ("Compute",)
    assert parts.lines(20.0) == ["Gather: 12.5 s of 1 min 0 s", "▸ Compute: 18.0 s of 30.0 s"]


def test_two_parts_of_one_name_are_told_apart():
    parts = followed(
        *begun("s1", "Compute", 0.0, 60.0),
        StepFinished(step_id="s1", t=4.0),
        *begun("s2", "Compute", 5.0, 30.0),
    )
    assert parts.lines(6.0) == ["Compute: 4.0 s of 1 min 0 s", "▸ Compute: 1.0 s of 30.0 s"]


def test_another_run_begins_with_no_parts():
    parts = followed(*begun("s1", "Compute", 0.0, 60.0), deep_scenes.started())
    assert parts.lines(1.0) == []


@pytest.fixture
def bar(theme, place):
    return place(StatusBar(theme, dict), 1280, 36)


def meter(bar):
    (found,) = [
        each for each in bar.findChildren(QProgressBar) if each.accessibleName() == "Time used"
    ]
    return found


def said(bar):
    return [label.text() for label in bar.findChildren(QLabel) if label.isVisible()]


def test_the_bar_names_the_part_that_runs_and_its_tooltip_lists_all(bar):
    bar.show_event(deep_scenes.started())
    for event in begun("s1", "Weigh the results", 0.0, 60.0):
        bar.show_event(event)
    assert "Budget · Weigh the results" in said(bar)
    assert "▸ Weigh the results: " in meter(bar).toolTip()
    assert meter(bar).accessibleDescription() == meter(bar).toolTip()
    for event in begun("s2", "Compute", 0.0, 60.0):
        bar.show_event(event)
    assert "Budget · 2 parts" in said(bar)
    for step in ("s1", "s2"):
        bar.show_event(StepFinished(step_id=step, t=0.1))
    bar._tick()
    assert "Budget" in said(bar)


def test_a_narrow_bar_keeps_to_the_word(bar):
    bar.resize(640, 36)
    bar.show_event(deep_scenes.started())
    for event in begun("s1", "Weigh the results", 0.0, 60.0):
        bar.show_event(event)
    bar._tick()
    assert "Budget" in said(bar)


def test_while_a_plan_is_looked_over_the_run_waits_and_its_time_stands_still(bar, monkeypatch):
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now)
    bar.show_event(deep_scenes.started())
    bar.show_event(deep_scenes.proposal())
    assert any(text.startswith("Waits for you · 0 s") for text in said(bar))
    now += 60
    bar._tick()
    assert any(text.startswith("Waits for you · 0 s") for text in said(bar))
    bar.show_event(deep_scenes.looking_up()[0])
    bar._tick()
    assert "0 s" in said(bar)
    bar.show_event(RunFinished(status="answered"))
    assert not meter(bar).isVisible()
