"""What is done before a picture of a replay, two answers, deep research or schedules."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtWidgets import QWidget

from desktop_agent.core.events import Event, SleepEnded, SleepStarted
from desktop_agent.frontends.ui.pages.replay import ReplayPage
from desktop_agent.frontends.ui.pages.tasks.page import TasksPage
from desktop_agent.frontends.ui.window.compare import ComparePage
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui import evidence_scenes, scenes
from tests.ui.gallery import runs_acts as background
from tests.ui.replay.recorded import recording, stamped, turn_of
from tests.ui.tasks import filled


def _instead(window: MainWindow, page: QWidget) -> None:
    window.middle.addWidget(page)
    window.middle.setCurrentWidget(page)


def _slept(events: Sequence[Event]) -> list[Event]:
    whole = stamped(
        [
            *events[:-30],
            SleepStarted(mode="timer", seconds=600, reason="the figures come out at noon"),
            SleepEnded(reason="the time was up", slept_s=600),
            *events[-30:],
        ],
        pace=0.6,
    )
    place = next(i for i, each in enumerate(whole) if isinstance(each, SleepEnded))
    return [*whole[:place], *(replace(each, t=each.t + 600) for each in whole[place:])]


async def replay(window: MainWindow) -> None:
    page = ReplayPage(window.theme, window.session, window.tasks)
    page.turn_shown.connect(window.side.show_turn)
    page.player.happened.connect(window.side.catch_up_soon)
    _instead(window, page)
    window.show_panel(window.side.reasoning)
    page.show_recording(recording(_slept(scenes.verified())))
    page.player.pause()
    page.player.go_to(round(page.player.count * 0.62))
    page.enter()
    await asyncio.sleep(0.6)
    window.side.reasoning.tree.expandToDepth(0)


async def compare(window: MainWindow) -> None:
    page = ComparePage(window.theme)
    _instead(window, page)
    window.panes.open_side(False)
    first = turn_of(scenes.approved(), 1, strategy="quick", model="llama3.2:3b")
    page.show_turns(first, turn_of(evidence_scenes.checked(), 2))
    await asyncio.sleep(0.8)


async def waiting(window: MainWindow) -> None:
    window.page.composer.mode.choose("deep")
    window.page.composer.options.review.setChecked(True)
    window.ask(window.property("question"), "deep")
    await asyncio.sleep(0.9)


async def dialog(window: MainWindow) -> None:
    await filled.fill(window.session)
    await background.every_state(window)
    page: TasksPage = window.middle.page("tasks")
    await asyncio.sleep(0.4)
    page.schedule().question.setPlainText(filled.QUESTION)
    await asyncio.sleep(0.4)
