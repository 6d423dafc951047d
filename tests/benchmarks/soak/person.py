"""A person who asks for hours: by every strategy, with all that a window offers, and never the same way."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from tests.benchmarks.soak.pastimes import WAIT_S, Pastimes, until
from tests.benchmarks.soak.world import PAGES

STRATEGIES = ("quick", "evidence", "verified", "auto", "team", "deep")
_WEIGHTS = (9, 3, 3, 2, 2, 1)
CASES = (
    *("plain", "search", "page", "documents", "flag", "thinking", "long"),
    *("refused", "none", "broken", "secret", "unknown", "dead", "drop"),
)
_SELDOM = ("code", "sleep", "begin")
_TOPICS = ("pumps in the cold", "what is refused", "pumps of drift", "nothing of that kind")
_BEHIND_MOST = 4
"""Runs in the background that are waited for before another is begun."""
_IN_ONE_MOST = 60
"""Turns of a conversation, after which a new one is begun."""
_KEPT_MOST = 60
"""Conversations, after which old ones are deleted: the list is to be no cause of growth."""


class Person:
    """Asks in a window, and does in between what people do."""

    def __init__(self, window: Any, seed: int, web: str, files: Path) -> None:
        self._window = window
        self._random = random.Random(seed)
        self._web = web
        self._files = files
        self._conversation = window.page.conversation
        self.pastimes = Pastimes(window, self._random, files.parent)
        self.asked = 0
        self._ways: tuple[tuple[Callable[[], Awaitable[None]], int], ...] = (
            (self._ask, 60),
            (self._ask_with_a_file, 6),
            (self._ask_behind, 8),
            (self._stop_in_the_middle, 6),
            (self._ask_again, 6),
            (self._ask_otherwise, 3),
        )

    async def go_on(self) -> None:
        """Asks one question in some way, and now and then does something else."""
        ways, weights = zip(*self._ways, strict=True)
        await self._do(self._random.choices(ways, weights)[0])
        self.asked += 1
        if self._random.random() < 0.35:
            await self._do(self._random.choice(self.pastimes.each))

    async def rest(self) -> None:
        """Goes back to where the program began: nothing is open, and nothing works."""
        window = self._window
        await self._free()
        async with asyncio.timeout(WAIT_S):
            await window.session.runs.idle()
        await until(lambda: window.session.runs.unfinished == 0)
        self._close_dialogs()
        window.middle.show_chat()
        window.page.begin_new()
        await self._delete_old()
        await window.session.knowledge.wait()
        await asyncio.sleep(0.6)  # what follows at a pace, and what closes later

    async def _do(self, act: Callable[[], Awaitable[None]]) -> None:
        async with asyncio.timeout(WAIT_S):
            await act()

    # --- asking

    def _question(self, case: str = "") -> str:
        if not case:
            case = self._random.choice(CASES)
            if self._random.random() < 0.08:
                case = self._random.choice(_SELDOM)
        where = f" See {self._web}/page/{self._random.randrange(PAGES)}." if case == "page" else ""
        topic = self._random.choices(_TOPICS, (12, 2, 1, 1))[0]
        return f"What do you know of {topic}, number {self.asked}?{where} (case: {case})"

    def _strategy(self) -> str:
        return self._random.choices(STRATEGIES, _WEIGHTS)[0]

    async def _ask(self) -> None:
        await self._place()
        self._window.ask(self._question(), self._strategy())
        await self._free()

    async def _ask_with_a_file(self) -> None:
        await self._place()
        composer = self._window.composer
        path = self._random.choice(sorted(self._files.iterdir()))
        composer.attachments.add_files([path])
        await until(lambda: not composer.attachments.reading)
        composer.mode.choose(self._strategy())
        composer.put(self._question())
        QTest.keyClick(composer.edit, Qt.Key.Key_Return)
        await until(lambda: not composer.edit.has_words)
        composer.attachments.clear()
        await self._free()

    async def _ask_behind(self) -> None:
        desk = self._window.session.runs
        await until(lambda: desk.unfinished < _BEHIND_MOST)
        composer = self._window.composer
        composer.mode.choose(self._strategy())
        composer.put(self._question())
        composer.send_to_background()
        if self._random.random() < 0.2:
            await self._stop_one_behind()

    async def _stop_one_behind(self) -> None:
        desk = self._window.session.runs
        for known in await desk.list(_BEHIND_MOST):
            await desk.stop(known.run_id)

    async def _stop_in_the_middle(self) -> None:
        await self._place()
        case = self._random.choice(("slow", "slow", "search", "long"))
        self._window.ask(self._question(case), self._random.choice(("quick", "verified", "team")))
        await asyncio.sleep(self._random.choice((0.0, 0.01, 0.05, 0.2)))
        self._conversation.stop()
        await self._free()

    async def _ask_again(self) -> None:
        if self._conversation.history.last is None:
            await self._ask()
        else:
            self._window.page.ask_last_again()
            await self._free()

    async def _ask_otherwise(self) -> None:
        last, composer = self._conversation.history.last, self._window.composer
        if last is None:
            await self._ask()
            return
        self._window.chat.wishes.edit.emit(last.turn_id)
        if composer.editing is not None:
            composer.put(self._question("plain"))
            QTest.keyClick(composer.edit, Qt.Key.Key_Return)
        await self._free()

    async def _place(self) -> None:
        """Goes on in the open conversation until it is long."""
        if len(self._conversation.history) >= _IN_ONE_MOST or self._random.random() < 0.05:
            self._window.page.begin_new()

    async def _free(self) -> None:
        await until(lambda: not self._conversation.busy)

    # --- rest

    async def _delete_old(self) -> None:
        store, sidebar = self._window.session.conversations, self._window.sidebar
        for each in (await store.list())[_KEPT_MOST:]:
            await store.delete(each.id)
        sidebar.refresh()

    def _close_dialogs(self) -> None:
        for each in QApplication.topLevelWidgets():
            if isinstance(each, QDialog) and each.isVisible():
                each.reject()
