"""What is done to the window before a picture: in the chat and the composer."""

import asyncio

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QToolTip

from desktop_agent.core.messages import Attachment
from desktop_agent.frontends.ui.chat.answer_view import AssistantMessage
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.ui import scenes
from tests.ui.conftest import until
from tests.ui.gallery.home import INTERRUPTED

_CHIP = 4
"""Which citation of the answer the keyboard goes to: one that its source does not support."""


def last(window: MainWindow) -> AssistantMessage:
    assert window.chat.last is not None
    return window.chat.last


async def nothing(_window: MainWindow) -> None:
    """The window as it opens."""


async def offline(window: MainWindow) -> None:
    window.commands["program.network"].action.trigger()


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


async def followed_up(window: MainWindow) -> None:
    await asked(window)
    window.setProperty("question", "and when did that one come out?")
    await asked(window)


async def to_the_top(window: MainWindow) -> None:
    await asked(window)
    window.chat.verticalScrollBar().setValue(0)


async def card(window: MainWindow) -> None:
    await to_the_top(window)
    body = last(window).body
    window.activateWindow()
    body.setFocus()
    await asyncio.sleep(0.2)  # becoming active hides a tooltip
    for _ in range(_CHIP):
        QTest.keyClick(body, Qt.Key.Key_Tab)
    await asyncio.sleep(0.2)
    assert QToolTip.isVisible(), "the keyboard has come to no citation"


async def find(window: MainWindow) -> None:
    await to_the_top(window)
    window.page.finding.open("heat pump")
    await asyncio.sleep(0.4)


async def branches(window: MainWindow) -> None:
    await asked(window)
    for _ in range(2):
        window.page.ask_last_again()
        await asyncio.sleep(0.1)
        await until(lambda: not window.page.conversation.busy)
    here = window.page.conversation
    here.switch(here.history.outline(-1).id, -1)
    await asyncio.sleep(0.3)
    window.chat.verticalScrollBar().setValue(0)
    await asyncio.sleep(0.1)
    QTest.mouseMove(window.chat.viewport(), QPoint(300, 60))


async def interrupted(window: MainWindow) -> None:
    found = [each for each in window.sidebar.conversations if each.title == INTERRUPTED]
    window.page.open(found[0].id)
    await until(lambda: window.chat.last)


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


async def queue(window: MainWindow) -> None:
    await begun(window)
    for text in ("And what does each cost to buy?", "How loud are they at night?"):
        window.composer.put(text)
        window.composer.send()
        await asyncio.sleep(0.05)
    window.composer.put("Which of them lasts longer?")


async def editing(window: MainWindow) -> None:
    await asked(window)
    window.chat.wishes.edit.emit(window.page.conversation.history.outline(-1).id)


async def large_text(window: MainWindow) -> None:
    for _ in range(5):
        window.zoom(1)
    await to_the_top(window)


async def password_prompt(window: MainWindow) -> None:
    window.page.ask("How tall is the lighthouse of Westerhever?")
    await asyncio.sleep(0.5)
    window.runs.password_wait.emit(True)
    await asyncio.sleep(0.3)
