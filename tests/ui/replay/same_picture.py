"""Whether a run that is played again looks as it did when it was carried out: pixel for pixel."""

import asyncio
import random
from collections.abc import Sequence

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication, QWidget

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.core.events import Event
from desktop_agent.core.messages import Attachment
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.pages.replay import ReplayPage
from desktop_agent.frontends.ui.panels.reasoning import ReasoningPanel
from desktop_agent.frontends.ui.widgets.appearance import TOP
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from tests.recorded_cases import Case
from tests.ui.conftest import until
from tests.ui.replay.kinds import MENDED, Studio

SIZE = (760, 520)
_LOOKS = 20


class Shown:
    def __init__(self, theme: Theme) -> None:
        self.history = History()
        self.chat = ChatView(theme, self.history)
        self.tree = ReasoningPanel(theme)
        self.turn = Turn("")
        for part in (self.chat, self.tree):
            part.resize(*SIZE)
            part.show()

    def begin(self, question: str, attachments: Sequence[Attachment]) -> None:
        self.turn = Turn(question, self.turn.turn_id + 1, attachments)
        self.history.show(())
        self.history.append(self.turn)
        self.tree.show_turn(self.turn)

    def tell(self, event: Event) -> None:
        self.turn.apply(event)
        self.history.tell(self.turn.turn_id, event)
        self.tree.catch_up()

    def load(self, turn: Turn) -> None:
        self.turn = turn
        self.history.show(())
        outline = TurnOutline(turn.turn_id, len(turn.question), len(turn.text))
        self.history.show([outline], [turn])
        self.tree.show_turn(turn)

    def close(self) -> None:
        for part in (self.chat, self.tree, self.history):
            part.deleteLater()


async def pictures(chat: ChatView, tree: ReasoningPanel) -> list[QImage]:
    view = chat.message(0)
    assert view is not None
    await until(lambda: view.whole, seconds=60)
    await until(lambda: tree.model.root.children and not tree._soon.isActive(), seconds=60)
    tree.catch_up()
    tree.tree.expandAll()
    taken = []
    for go in (lambda: chat.scroll_to(0, 0, TOP), chat.go_to_latest):
        go()
        await asyncio.sleep(0.02)  # what came into sight is written
        await until(lambda: not view.filling)
        taken.append(await at_rest(chat.viewport()))
    await until(lambda: not tree._soon.isActive())
    tree.catch_up()
    tree.tree.doItemsLayout()  # as if it were opened now: how it was scrolled meanwhile is no matter
    tree.tree.expandAll()
    tree.tree.scrollToTop()
    tree.tree.horizontalScrollBar().setValue(0)
    # a window that was opened under the mouse keeps that row hovered
    QApplication.sendEvent(tree.tree.viewport(), QEvent(QEvent.Type.Leave))
    taken.append(await at_rest(tree.tree.viewport()))
    return taken


async def at_rest(seen: QWidget) -> QImage:
    """Gives what is seen once it changes no more: Qt lays some of it out later."""
    before, now = QImage(), seen.grab().toImage()
    while before != now:
        await asyncio.sleep(0.02)
        before, now = now, seen.grab().toImage()
    return now


def where(one: QImage, other: QImage) -> str:
    """Says where two pictures differ, for whoever reads that a test failed."""
    if one.size() != other.size():
        return f"{one.size().toTuple()} and {other.size().toTuple()}"
    rows = [y for y in range(one.height()) if bytes(one.scanLine(y)) != bytes(other.scanLine(y))]
    return f"rows {rows[0]} to {rows[-1]} of {one.height()}, {len(rows)} of them"


async def play_to_the_end(page: ReplayPage) -> None:
    page.player.speed = 10_000
    page.player.play()
    await until(lambda: page.player.at_end, seconds=60)


async def wander(page: ReplayPage, dice: random.Random, times: int) -> None:
    """Goes to places, not always waiting until they are painted, and to the end."""
    for _ in range(times):
        page.player.go_to(dice.randrange(page.player.count + 1))
        if dice.random() < 0.5:
            await asyncio.sleep(0)
    page.player.go_to(page.player.count)


class Stand:
    def __init__(self, theme: Theme, studio: Studio) -> None:
        self.tasks = Tasks()
        self._studio = studio
        self._live = Shown(theme)
        self._loaded = Shown(theme)
        self._tree = ReasoningPanel(theme)
        self._page = ReplayPage(theme, studio.session, self.tasks)
        self._page.chat.setFixedSize(*SIZE)
        self._page.turn_shown.connect(self._tree.show_turn)
        self._page.happened.connect(self._tree.catch_up)
        self._tree.resize(*SIZE)
        self._page.show()
        self._tree.show()
        for each in (self._live.tree, self._loaded.tree, self._tree):
            # the mouse may be anywhere, and a row under it looks hovered
            each.tree.viewport().setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    async def faults(self, case: Case, dice: random.Random, places: int = 5) -> list[str]:
        question, page = case.question, self._page
        self._live.begin(question.text, question.attachments)
        path = await self._studio.run(case, self._live.tell)
        loaded = Turn(question.text, 1, question.attachments)
        for event in self._studio.session.replay(path):
            loaded.apply(event)
        self._loaded.load(loaded)
        self._wanted: list[QImage] = []
        found: dict[str, list[str]] = {}
        if case.name not in MENDED:
            found["live"] = await self._differing(self._live.chat, self._live.tree)
        if question.attachments:
            page.open_turn(loaded)  # a recording does not hold the files of its question
        else:
            page.open_file(path)
        await until(lambda: page._reading is None)
        await play_to_the_end(page)
        found["played"] = await self._differing_page()
        await wander(page, dice, places)
        found["sought"] = await self._differing_page()
        return [
            f"{case.name}, {name}: {what}"
            for name, differing in found.items()
            for what in differing
        ]

    async def _differing(self, chat: ChatView, tree: ReasoningPanel) -> list[str]:
        """Names the pictures that are not those of the run out of the store.

        Work in threads (colours of code, pictures of formulas) ends later where the machine is busy,
        so what differs is looked at again.
        """
        differing: list[str] = []
        for _ in range(_LOOKS):
            self._wanted = self._wanted or await pictures(self._loaded.chat, self._loaded.tree)
            pairs = zip(self._wanted, await pictures(chat, tree), strict=True)
            differing = [f"picture {n}, {where(a, b)}" for n, (a, b) in enumerate(pairs) if a != b]
            if not differing:
                break
            self._wanted = []
            await asyncio.sleep(0.1)
        return differing

    async def _differing_page(self) -> list[str]:
        await until(lambda: self._tree._turn is self._page.player.turn)
        return await self._differing(self._page.chat, self._tree)

    async def close(self) -> None:
        await self.tasks.aclose()
        self._live.close()
        self._loaded.close()
        for part in (self._page, self._tree):
            part.close()
            part.deleteLater()
        await asyncio.sleep(0)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
