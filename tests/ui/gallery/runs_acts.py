"""What is done to the window before a picture: on the page of runs."""

import asyncio
from typing import Any

from desktop_agent.core.runs import RunRecord
from desktop_agent.frontends.ui.pages.runs.page import RunsPage
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.conftest import until
from tests.ui.gallery import acts
from tests.ui.runs import shelf

QUESTIONS = tuple(each.question for each in shelf.filled())


def _put(window: MainWindow, *runs: RunRecord) -> None:
    stage: Any = window.session
    for run in runs:
        stage.runs.put(run)


async def _open(window: MainWindow, *runs: RunRecord) -> RunsPage:
    _put(window, *runs)
    window.activateWindow()
    window.background.begin()
    window.commands["view.runs"].action.trigger()
    await until(lambda: window.middle.is_built("runs") and window.background.runs.loaded)
    await asyncio.sleep(0.3)
    page: RunsPage = window.middle.page("runs")
    return page


async def every_state(window: MainWindow) -> None:
    first = (await window.session.conversations.list())[:1]
    page = await _open(window, *shelf.filled(first[0].id if first else ""))
    page.pane.view.go_to("working")
    page.pane.view.setFocus()
    await asyncio.sleep(0.1)


async def lines(window: MainWindow) -> None:
    working, late, *_others = shelf.filled()
    _put(window, working, late)
    window.background.begin()
    await acts.asked(window)
    window.chat.go_to_latest()
    await asyncio.sleep(0.3)


async def asked_elsewhere(window: MainWindow) -> None:
    await acts.asked(window)
    here = window.page.conversation
    parent = next(each for each in await window.session.conversations.list() if each.id != here.id)
    _put(
        window,
        shelf.run(
            "r",
            "q",
            "answered",
            "model",
            conversation_id=here.id,
            turn_id=here.history.outline(0).id,
            parent_conversation_id=parent.id,
        ),
    )
    window.background.begin()
    await asyncio.sleep(0.3)
    await acts.to_the_top(window)
