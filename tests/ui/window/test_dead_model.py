"""A model server that dies, seen in a real window: the text stays, a card tells, the light turns."""

import asyncio
from collections.abc import Callable
from contextlib import AsyncExitStack
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QMenu, QPushButton

from desktop_agent.core.events import Event, ModelCall, StepStarted, TextDelta
from desktop_agent.frontends.ui.chat.error_card import ErrorCard
from desktop_agent.frontends.ui.chat.verdict_view import VerdictView
from desktop_agent.frontends.ui.widgets.labels import Banner
from desktop_agent.frontends.ui.window.main_window import MainWindow
from tests.end2end.world import World, build_world
from tests.servers.loopback import Mortal, mortal, serve
from tests.servers.model_reply import Reply
from tests.servers.ollama import FakeOllama
from tests.servers.openai_compat import FakeOpenAI
from tests.servers.pages import Document, PagesServer
from tests.servers.search_replies import Result
from tests.ui.conftest import until, window_over
from tests.ui.scenes import labels
from tests.ui.window.person import send

QUESTION = "What is the latest stable version of Python?"
SAYS = "The latest stable version of Python is 3.14.1."
DRAFT = "The latest stable version of Python is 3.14.1 [1]."
BUTTONS = ["Try again", "Use another model", "Show quotes instead"]
SOUND = Reply(json={"missing": [], "faults": [], "verdict": "ok"})


class Scene:
    """A window on a real session, its Ollama, and an OpenAI-compatible server beside it."""

    def __init__(self, world: World, window: MainWindow, ollama: Mortal, other: FakeOpenAI) -> None:
        self.world, self.window, self.server, self.other = world, window, ollama, other
        self.lights: list[str] = []
        self.window.runs.happened.connect(self._happened)
        self.kill_when: Callable[[Event], bool] = lambda _event: False

    def _happened(self, event: Event) -> None:
        if isinstance(event, ModelCall) and event.lost:
            self.lights.append(self.light)
        if self.server.alive and self.kill_when(event):
            self.server.kill()

    @property
    def light(self) -> str:
        return "ready" if self.window.composer.model.found else "not ready"

    @property
    def card(self) -> ErrorCard:
        return self.window.chat.last.findChild(ErrorCard)

    @property
    def text(self) -> str:
        return self.window.chat.last.body.toPlainText()

    async def ask(self, strategy: str = "verified") -> None:
        self.window.composer.mode.choose(strategy)
        send(self.window, QUESTION)
        await self.done()

    async def done(self) -> None:
        await until(lambda: self.window.chat.last is not None, 30)
        await until(lambda: not self.window.page.conversation.busy, 30)
        await until(lambda: self.window.chat.last.whole, 30)

    async def click(self, text: str) -> None:
        (button,) = [b for b in self.card.findChildren(QPushButton) if b.text() == text]
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.rect().center())
        await asyncio.sleep(0)


@pytest.fixture
async def make_scene(theme, tmp_path):
    async with AsyncExitStack() as stack:
        html = f"<html><title>Download Python</title><p>{SAYS}</p></html>"
        pages = PagesServer({"/downloads": Document(html.encode())})
        base = stack.enter_context(serve(pages))
        hits = [Result("Download Python | Python.org", f"{base}/downloads", SAYS)]

        async def make(*replies: Any, alive: bool = True) -> Scene:
            beside = FakeOpenAI(models=["beside-model"], replies=(DRAFT, SOUND))
            beside_url = stack.enter_context(serve(beside.app))
            server = stack.enter_context(
                mortal(FakeOllama(models=["m", "second"], replies=replies).app)
            )
            environ = {
                "DESKTOP_AGENT_LLM__OLLAMA_URL": server.url,
                "DESKTOP_AGENT_LLM__OPENAI_URL": f"{beside_url}/v1",
            }
            world = stack.enter_context(
                build_world(tmp_path / "home", duckduckgo=[hits], environ=environ)
            )
            window = await stack.enter_async_context(window_over(theme, world.session()))
            scene = Scene(world, window, server, beside)
            scene.pages = pages
            if not alive:
                server.kill()
            window.look_for_models()
            await until(lambda: window.composer.model.state)
            assert scene.light == ("ready" if alive else "not ready")
            window.models._timer.stop()  # what turns the light is the failure, not the poll
            return scene

        yield make


def offered(card: ErrorCard) -> list[str]:
    return [each.text() for each in card.findChildren(QPushButton) if not each.isHidden()]


def at_first_word(event: Event) -> bool:
    return isinstance(event, TextDelta)


def at_critique(event: Event) -> bool:
    return isinstance(event, StepStarted) and event.agent == "consulter"


@pytest.mark.parametrize(
    ("replies", "killed_at", "stays", "title", "verdict"),
    [
        (
            [Reply(text=DRAFT, hang_after=4)],
            at_first_word,
            "The latest stable",
            "The model stopped answering.",
            "Stopped: the model failed",
        ),
        (
            [DRAFT, Reply(delay_s=30)],
            at_critique,
            SAYS[:-1],
            "The model stopped answering before this answer was reviewed.",
            "Not reviewed: the model stopped answering",
        ),
    ],
    ids=["text", "critique"],
)
async def test_a_model_killed_in_a_run_leaves_its_text(
    make_scene, replies, killed_at, stays, title, verdict
):
    scene = await make_scene(*replies)
    scene.kill_when = killed_at
    await scene.ask()
    assert scene.text.startswith(stays)
    assert title in labels(scene.card)
    assert scene.server.url in labels(scene.card)
    assert offered(scene.card) == BUTTONS
    assert scene.lights == ["not ready"], "the light turns with the failed call itself"
    turn = scene.window.chat.last.turn
    assert turn.verdict.phrases[0] == verdict
    assert verdict in labels(scene.window.chat.last.findChild(VerdictView))
    stored = await scene.window.session.conversations.turns([turn.turn_id])
    assert stored[0].answer.startswith(stays)


async def test_a_dead_model_is_told_by_a_card_each_of_whose_buttons_leads_to_an_answer(make_scene):
    scene = await make_scene(Reply(text=DRAFT, hang_after=4), DRAFT, SOUND)
    window = scene.window
    scene.kill_when = at_first_word
    await scene.ask()
    asked = (len(scene.world.duckduckgo.queries), len(scene.pages.seen))
    await scene.click("Show quotes instead")
    await scene.done()
    assert window.chat.last.turn.started.strategy == "evidence"
    assert "3.14.1" in scene.text
    again = (len(scene.world.duckduckgo.queries), len(scene.pages.seen))
    assert again == asked, "what was found is used again"
    assert all(asked), "there was something to use again"

    window.page.begin_new()
    assert "is ready" not in labels(window.page.welcome)

    await scene.ask()  # it is dead before the question
    assert f"Ollama at {scene.server.url} cannot be reached" in labels(scene.card)
    assert "ollama serve" in scene.card.accessibleDescription()
    assert offered(scene.card) == BUTTONS
    assert scene.light == "not ready"
    scene.kill_when = lambda _event: False
    scene.server.revive()
    window.models._timer.start(20)
    await until(lambda: scene.light == "ready")
    await scene.click("Try again")
    await scene.done()
    assert SAYS[:-1] in scene.text
    assert scene.card is None

    scene.server.kill()
    await scene.ask()
    await scene.click("Use another model")
    await until(lambda: scene.card.findChild(QMenu))
    menu = scene.card.findChild(QMenu)
    names = [each.text() for each in menu.actions() if each.text()]
    assert names == ["beside-model · OpenAI", "Model settings…"], (
        "the dead server's models are not offered"
    )
    await _choose(menu, names[0])
    await scene.done()
    assert scene.other.requests[0]["model"] == "beside-model"
    assert SAYS[:-1] in scene.text
    assert scene.card is None


async def test_auto_that_quotes_for_want_of_a_model_says_so_above_the_quotes(make_scene):
    scene = await make_scene(alive=False)
    await scene.ask("auto")
    banner = scene.window.chat.last.findChild(Banner)
    assert "No model is available: Ollama at" in labels(banner)
    assert labels(banner).endswith("These are quotes from the sources.")


async def _choose(menu: QMenu, name: str) -> None:
    (action,) = [each for each in menu.actions() if each.text() == name]
    at = menu.actionGeometry(action).center()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=QPoint(at))
    await asyncio.sleep(0)
