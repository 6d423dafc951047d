"""What a person does between two questions: looks at pages, plays, compares, exports, changes settings."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from PySide6.QtTest import QTest

WAIT_S = 60.0
"""Seconds after which whatever is waited for is taken to hang."""
_SETTINGS: tuple[tuple[str, tuple[object, ...]], ...] = (
    ("search.count", (5, 8)),
    ("agent.max_tool_iterations", (2, 3)),
    ("appearance.theme", ("light", "dark")),
    ("appearance.font_size", (10, 11)),
    ("llm.temperature", (0.2, 0.5)),
)


class Pastimes:
    """``each`` are all of them, some several times, to choose among; files are exported to ``folder``."""

    def __init__(self, window: Any, chance: random.Random, folder: Path) -> None:
        self._window = window
        self._random = chance
        self._folder = folder
        self._conversation = window.page.conversation
        self.each: tuple[Callable[[], Awaitable[None]], ...] = (
            *(self._switch,) * 4,
            *(self._begin_new,) * 4,
            *(self._look_at_a_page,) * 2,
            self._replay,
            self._export,
            self._set,
            self._look_at_settings,
            self._find,
            self._search_conversations,
            self._scroll,
            self._turn_to_another_answer,
        )

    async def try_all_settings(self) -> None:
        """Has all colours and sizes drawn once: what is kept of them is kept for good."""
        for key, values in _SETTINGS:
            for value in (*values, values[0]):
                self._change(key, value)
                await asyncio.sleep(0.1)

    async def try_all(self) -> None:
        """Does each thing a few times: what is loaded and drawn for the first time is kept for good."""
        for act in dict.fromkeys(self.each):
            for _ in range(3):
                await act()

    async def _begin_new(self) -> None:
        self._window.page.begin_new()

    async def _switch(self) -> None:
        each = self._window.sidebar.conversations
        if each:
            chosen = self._random.choice(each[:12])
            self._window.page.open(chosen.id)
            await until(lambda: self._conversation.id == chosen.id)
            await until(lambda: not len(self._conversation.history) or self._last() is not None)

    async def _look_at_a_page(self) -> None:
        middle = self._window.middle
        name = self._random.choice(("tasks", "knowledge"))
        middle.open(name)
        await until(lambda: middle.is_built(name) and middle.currentWidget() is middle.page(name))
        await asyncio.sleep(0.05)
        middle.show_chat()

    async def _replay(self) -> None:
        turn, middle = self._last(), self._window.middle
        if turn is None or turn.running:
            return
        self._window.replay.play(turn)
        await until(lambda: middle.is_built("replay") and middle.page("replay").isVisible())
        await asyncio.sleep(0.05)
        middle.show_chat()

    async def _export(self) -> None:
        here = self._conversation.id
        if not here or self._random.random() < 0.5:
            return
        ending = self._random.choice(("md", "html", "json", "pdf"))
        path = self._folder / f"exported.{ending}"
        self._window.exports.save(here, path)
        await until(path.exists)
        path.unlink()

    async def _set(self) -> None:
        key, values = self._random.choice(_SETTINGS)
        self._change(key, self._random.choice(values))

    def _change(self, key: str, value: object) -> None:
        self._window.session.change_setting(key, value)
        self._window.setting_changed.emit(key)

    async def _look_at_settings(self) -> None:
        dialog = self._window.open_settings(self._random.choice(("models", "search")))
        await until(dialog.isVisible)
        dialog.reject()

    async def _find(self) -> None:
        self._window.page.finding.open("pump")
        await asyncio.sleep(0.02)
        self._window.page.finding.close_bar()

    async def _search_conversations(self) -> None:
        field = self._window.sidebar.head.search
        QTest.keyClicks(field, "pump")
        await asyncio.sleep(0.05)
        field.clear()

    async def _scroll(self) -> None:
        bar = self._window.chat.verticalScrollBar()
        for place in (0, bar.maximum() // 2, bar.maximum()):
            bar.setValue(place)
            await asyncio.sleep(0.02)

    async def _turn_to_another_answer(self) -> None:
        last = self._last()
        if last is not None and last.turn_id > 0:
            self._conversation.switch(last.turn_id, -1)
            await asyncio.sleep(0.02)

    def _last(self) -> Any:
        return self._conversation.history.last


async def until(condition: Callable[[], object]) -> None:
    """Waits for something to become true; raises `TimeoutError` after a minute."""
    deadline = time.monotonic() + WAIT_S
    while not condition():
        if time.monotonic() > deadline:
            raise TimeoutError(f"it did not come about: {condition.__qualname__}")
        await asyncio.sleep(0.004)
