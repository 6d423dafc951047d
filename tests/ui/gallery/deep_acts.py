"""What is done to the window before a picture of deep research."""

import asyncio

from desktop_agent.frontends.ui.composer.plan_editor import PlanReview
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui.gallery import acts


async def waiting(window: MainWindow) -> None:
    window.page.composer.strategy.choose("deep")
    window.page.composer.review.setChecked(True)
    window.ask(window.property("question"), "deep")
    await asyncio.sleep(0.9)


async def changed(window: MainWindow) -> None:
    await waiting(window)
    card = window.page.findChild(PlanReview)
    assert card is not None
    card.add.click()
    await asyncio.sleep(0.1)


async def at_work(window: MainWindow) -> None:
    window.page.composer.strategy.choose("deep")
    window.show_panel(window.side.reasoning)
    window.ask(window.property("question"), "deep")
    await asyncio.sleep(1.2)


async def code(window: MainWindow) -> None:
    window.show_panel(window.side.reasoning)
    await acts.asked(window)
    model, view = window.side.reasoning.model, window.side.reasoning.tree
    rows = [model.index(row, 0) for row in range(model.rowCount())]
    plan = next(row for row in rows if str(row.data()).startswith("Plan"))
    part = model.index(3, 0, plan)
    rows = [model.index(row, 0, part) for row in range(model.rowCount(part))]
    call = next(row for row in rows if str(row.data()).startswith("Run code"))
    view.expand(part)
    view.setCurrentIndex(call)
    view.activated.emit(call)
    await asyncio.sleep(0.4)


async def templates(window: MainWindow) -> None:
    window.dialogs.templates.open_all()
    await asyncio.sleep(0.5)


async def keep(window: MainWindow) -> None:
    await acts.asked(window)
    turn = window.page.conversation.history.last
    assert turn is not None
    window.dialogs.templates.keep(turn)
    await asyncio.sleep(0.4)
