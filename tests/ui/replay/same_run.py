"""Whether a run that is played again shows the same as when it was carried out."""

import asyncio
import random

from PySide6.QtWidgets import QWidget

from desktop_agent.core.conversations import TurnOutline
from desktop_agent.core.events import Event
from desktop_agent.frontends.ui.chat.chat_view import ChatView
from desktop_agent.frontends.ui.conversation.history import History
from desktop_agent.frontends.ui.conversation.turn import Turn
from desktop_agent.frontends.ui.pages.replay import ReplayPage
from desktop_agent.frontends.ui.panels.reasoning import ReasoningPanel
from desktop_agent.frontends.ui.panels.reasoning_model import outline
from desktop_agent.frontends.ui.widgets.tasks import Tasks
from desktop_agent.frontends.ui.widgets.theme import Theme
from tests.recorded_cases import Case
from tests.ui.conftest import put_away, until
from tests.ui.replay.kinds import MENDED, Studio


async def shown(chat: ChatView, tree: ReasoningPanel) -> list[str]:
    """Gives all that the answer and the reasoning show, once nothing more is to be built."""
    view = chat.message(0)
    assert view is not None
    await until(lambda: view.whole)
    tree.catch_up()
    await until(lambda: tree.model.root.children and not tree._soon.isActive())
    names = [
        f"{type(each).__name__} {each.accessibleName()}"
        for each in view.findChildren(QWidget)
        if each.isVisibleTo(view) and each.accessibleName()
    ]
    return [view.body.toHtml(), *sorted(names), *outline(tree.model.root)]


class Stand:
    """A chat and a panel for a run that is carried out, and the page that plays it again."""

    def __init__(self, theme: Theme, studio: Studio) -> None:
        self._studio, self.tasks, self._history = studio, Tasks(), History()
        self._chat, self._live_tree = ChatView(theme, self._history), ReasoningPanel(theme)
        self._page = ReplayPage(theme, studio.session, self.tasks)
        self._tree = ReasoningPanel(theme)
        self._page.turn_shown.connect(self._tree.show_turn)
        self._page.player.happened.connect(self._tree.catch_up)
        self._parts = (self._chat, self._live_tree, self._page, self._tree)
        for part in self._parts:
            part.resize(760, 520)
            part.show()

    async def faults(self, case: Case, dice: random.Random, places: int = 5) -> list[str]:
        question, page, player = case.question, self._page, self._page.player
        live = Turn(question.text, 1, question.attachments)
        self._history.show(())
        self._history.append(live)
        self._live_tree.show_turn(live)

        def tell(event: Event) -> None:
            live.apply(event)
            self._history.tell(1, event)
            self._live_tree.catch_up()

        path = await self._studio.run(case, tell)
        found = {"live": await shown(self._chat, self._live_tree)}
        loaded = Turn(question.text, 1, question.attachments, self._studio.session.replay(path))
        self._history.show(())
        self._history.show([TurnOutline(1, len(loaded.question), len(loaded.text))], [loaded])
        self._live_tree.show_turn(loaded)
        wanted = await shown(self._chat, self._live_tree)
        if question.attachments:
            page.open_turn(loaded)  # a recording does not hold the files of its question
        else:
            page.open_file(path)
        await until(lambda: page._reading is None)
        player.speed = 10_000
        player.play()
        await until(lambda: player.at_end and self._tree._turn is player.turn)
        found["played"] = await shown(page.chat, self._tree)
        for _ in range(places):
            player.go_to(dice.randrange(player.count + 1))
            if dice.random() < 0.5:
                await asyncio.sleep(0)
        player.go_to(player.count)
        await until(lambda: self._tree._turn is player.turn)
        found["sought"] = await shown(page.chat, self._tree)
        if case.name in MENDED:
            del found["live"]  # its recording was changed
        return [f"{case.name}, {name}" for name, each in found.items() if each != wanted]

    async def close(self) -> None:
        await self.tasks.aclose()
        await put_away(*self._parts)
