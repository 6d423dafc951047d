"""What is done to the window before a picture: in the chat and the composer."""

import asyncio

from desktop_agent.core.messages import Attachment
from desktop_agent.frontends.ui.chat.answer_view import AssistantMessage
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui import scenes
from tests.ui.conftest import until


def last(window: MainWindow) -> AssistantMessage:
    assert window.chat.last is not None
    return window.chat.last


async def nothing(_window: MainWindow) -> None:
    """The window as it opens."""


async def begun(window: MainWindow) -> None:
    window.ask(window.property("question"))
    await asyncio.sleep(0.7)


async def asked(window: MainWindow) -> None:
    window.ask(window.property("question"))
    await asyncio.sleep(0.1)
    await until(lambda: not window.page.conversation.busy)
    await asyncio.sleep(0.2)


async def at_the_end(window: MainWindow) -> None:
    """The verdict opened."""
    await asked(window)
    scenes.press(last(window), "Review")


async def to_the_top(window: MainWindow) -> None:
    await asked(window)
    window.chat.verticalScrollBar().setValue(0)


async def attachments(window: MainWindow) -> None:
    window.composer.put(
        "Compare the two reports.\nWhich of them measured in winter, and over how many houses?"
    )
    window.composer.attachments.put(
        (
            Attachment("field-study.pdf", "application/pdf", "x" * 48_000),
            Attachment("boilers.md", "text/markdown", "y" * 3_100, note="cut at 3,000 characters"),
        )
    )
