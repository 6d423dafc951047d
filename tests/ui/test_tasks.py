"""Who is called back when work of the window has ended."""

import asyncio
from functools import partial

import pytest
import shiboken6
from PySide6.QtWidgets import QLabel

from desktop_agent.core.errors import AgentError
from desktop_agent.frontends.ui.widgets.tasks import Tasks


async def refused() -> str:
    raise AgentError("It is refused.")


async def given() -> str:
    return "given"


class Told(QLabel):
    """Keeps what it was told, and shows it: that raises once Qt has deleted it."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []

    def done(self, text: str) -> None:
        self.told.append(text)
        self.setText(text)

    def failed(self, error: AgentError) -> None:
        self.done(error.message)


@pytest.mark.parametrize("work", [given, refused])
async def test_the_method_of_an_object_that_was_deleted_is_not_called(work: object) -> None:
    tasks, here, gone = Tasks(), Told(), Told()
    wrong: list[object] = []
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(lambda _loop, context: wrong.append(context))
    for label in (here, gone):
        tasks.start(work(), label.done, label.failed)  # type: ignore[operator]  # one of the two above
        tasks.start(work(), partial(label.done), partial(label.failed))  # type: ignore[operator]  # as above
    shiboken6.delete(gone)
    await asyncio.sleep(0.01)
    assert len(here.told) == 2
    assert gone.told == []
    assert wrong == []
