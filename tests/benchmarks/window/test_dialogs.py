"""How long dialogs keep the GUI thread: one frame (16 ms) is the limit for a turn of the event loop.

Each figure is the CPU time of this thread in one turn. The window below them has a conversation in
it. What is opened is opened twice: the first time pays for what Qt and Python load but once.
"""

import asyncio
import time
from collections.abc import Callable
from pathlib import Path
from types import TracebackType

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtTest import QTest

from desktop_agent.ui.panel.snapshot_viewer import SnapshotViewer
from desktop_agent.ui.settings.dialog import PAGES
from tests.ui import scenes
from tests.ui.conftest import until

pytestmark = pytest.mark.benchmark

FRAME_MS = 16


class Turns:
    """The CPU time of this thread in every turn of the event loop, in milliseconds."""

    def __init__(self) -> None:
        self.costs: list[float] = []
        self._timer = QTimer()
        self._timer.timeout.connect(self._turned)

    def __enter__(self) -> "Turns":
        self._last = time.thread_time()
        self._timer.start(0)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._timer.stop()

    def _turned(self) -> None:
        now = time.thread_time()
        self.costs.append((now - self._last) * 1000)
        self._last = now

    @property
    def most(self) -> float:
        return max(self.costs)

    @property
    def told(self) -> str:
        dear = sorted(self.costs)[-3:]
        return f"most {', '.join(f'{cost:.1f}' for cost in reversed(dear))} ms"


async def measured(name: str, act: Callable[[], object], until_true=lambda: True) -> float:
    """Does something in a turn of its own; gives the dearest turn up to where all is painted."""
    with Turns() as turns:
        await asyncio.sleep(0.02)
        act()
        await until(until_true)
        await asyncio.sleep(0.1)
    print(f"\n  {name:28} {turns.told}", end="")
    return turns.most


async def _window(open_window):
    window = open_window([*scenes.gathering(), *scenes.drafting()])
    window.ask(scenes.QUESTION)
    await until(lambda: not window.page.conversation.busy)
    await asyncio.sleep(0.3)
    return window
