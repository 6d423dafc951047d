"""What is done to the window before a picture of deep research."""

import asyncio

from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.gallery import acts


async def waiting(window: MainWindow) -> None:
    window.page.composer.mode.choose("deep")
    window.page.composer.options.review.setChecked(True)
    window.ask(window.property("question"), "deep")
    await asyncio.sleep(0.9)


async def at_work(window: MainWindow) -> None:
    window.page.composer.mode.choose("deep")
    window.show_panel(window.side.reasoning)
    window.ask(window.property("question"), "deep")
    await asyncio.sleep(1.2)


async def keep(window: MainWindow) -> None:
    await acts.asked(window)
    turn = window.page.conversation.history.last
    assert turn is not None
    window.templates.keep(turn)
    await asyncio.sleep(0.4)
