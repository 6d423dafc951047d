"""A model server that dies, seen in a real window: the text stays, a card tells, the light turns."""

import asyncio
from collections.abc import Callable
from contextlib import ExitStack
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
from tests.ui.conftest import until
from tests.ui.scenes import labels

QUESTION = "What is the latest stable version of Python?"
SAYS = "The latest stable version of Python is 3.14.1."
DRAFT = "The latest stable version of Python is 3.14.1 [1]."
BUTTONS = ["Try again", "Use another model", "Show quotes instead"]
SOUND = Reply(json={"missing": [], "faults": [], "verdict": "ok"})


class Scene:
    """A window on a real session, its Ollama, and an OpenAI-compatible server beside it."""

    def __init__(self, world: World, theme: Any, ollama: Mortal, other: FakeOpenAI) -> None:
        self.world, self.server, self.other = world, ollama, other
        self.session = world.session()
        self.window = MainWindow(theme, self.session)
        self.window.resize(1180, 780)
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

    async def begin(self) -> None:
        self.window.show()
        self.window.look_for_models()
        await until(lambda: self.light == "ready")
        self.window.models._timer.stop()  # what turns the light is the failure, not the poll

    async def ask(
        self, strategy: str = "verified", kill_when: Callable[[Event], bool] = lambda _event: False
    ) -> None:
        self.kill_when = kill_when
        self.window.composer.mode.choose(strategy)
        QTest.keyClicks(self.window.composer.edit, QUESTION)
        QTest.keyClick(self.window.composer.edit, Qt.Key.Key_Return)
        await self.done()

    async def done(self) -> None:
        await until(lambda: self.window.chat.last is not None, 30)
        await until(lambda: not self.window.page.conversation.busy, 30)
        await until(lambda: self.window.chat.last.whole, 30)

    async def click(self, text: str) -> None:
        (button,) = [b for b in self.card.findChildren(QPushButton) if b.text() == text]
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.rect().center())
        await asyncio.sleep(0)

    async def close(self) -> None:
        self.window.close()
        await self.window.aclose()
        await self.session.aclose()
        self.window.deleteLater()


@pytest.fixture
async def make_scene(theme, tmp_path):
    with ExitStack() as stack:
        html = f"<html><title>Download Python</title><p>{SAYS}</p></html>"
        pages = PagesServer({"/downloads": Document(html.encode())})
        base = stack.enter_context(serve(pages))
        hits = [Result("Download Python | Python.org", f"{base}/downloads", SAYS)]
        made: list[Scene] = []

        async def make(*replies: Any, begins: bool = True) -> Scene:
            beside = FakeOpenAI(models=["beside-model"], replies=(DRAFT, SOUND))
            beside_url = stack.enter_context(serve(beside.app))
            ollama = FakeOllama(models=["m", "second"], replies=replies)
            server = stack.enter_context(mortal(ollama.app))
            environ = {
                "DESKTOP_AGENT_LLM__OLLAMA_URL": server.url,
                "DESKTOP_AGENT_LLM__OPENAI_URL": f"{beside_url}/v1",
            }
            world = stack.enter_context(
                build_world(tmp_path / "home", duckduckgo=[hits], environ=environ)
            )
            made.append(Scene(world, theme, server, beside))
            made[-1].pages = pages
            if begins:
                await made[-1].begin()
            return made[-1]

        yield make
        for scene in made:
            await scene.close()


def offered(card: ErrorCard) -> list[str]:
    return [each.text() for each in card.findChildren(QPushButton) if not each.isHidden()]


async def test_a_model_killed_before_the_question_is_told_by_a_card_and_the_light(make_scene):
    scene = await make_scene()
    scene.server.kill()
    await scene.ask()
    assert f"Ollama at {scene.server.url} cannot be reached" in labels(scene.card)
    assert "ollama serve" in scene.card.accessibleDescription()
    assert offered(scene.card) == BUTTONS
    await until(lambda: scene.light == "not ready")
    assert "Insufficient" not in labels(scene.window.chat.last)
    scene.window.page.begin_new()
    assert "is ready" not in labels(scene.window.page.welcome)


@pytest.mark.parametrize(
    ("replies", "killed_at", "stays", "title", "verdict"),
    [
        (
            [Reply(text=DRAFT, hang_after=4)],
            lambda event: isinstance(event, TextDelta),
            "The latest stable",
            "The model stopped answering.",
            "Stopped: the model failed",
        ),
        (
            [DRAFT, Reply(delay_s=30)],
            lambda event: isinstance(event, StepStarted) and event.agent == "consulter",
            SAYS[:-1],
            "The model stopped answering before this answer was reviewed.",
            "Not reviewed: the model stopped answering",
        ),
    ],
    ids=["text", "critique"],
)
async def test_a_model_killed_in_a_run_leaves_its_text_with_a_card_and_turns_the_light(
    make_scene, replies, killed_at, stays, title, verdict
):
    scene = await make_scene(*replies)
    await scene.ask(kill_when=killed_at)
    assert scene.window.chat.last.body.toPlainText().startswith(stays)
    assert title in labels(scene.card)
    assert scene.server.url in labels(scene.card)
    assert offered(scene.card) == BUTTONS
    assert scene.lights == ["not ready"], "the light turns with the failed call itself"
    assert scene.window.chat.last.turn.verdict.phrases[0] == verdict
    assert verdict in labels(scene.window.chat.last.findChild(VerdictView))
    stored = await scene.session.conversations.turns([scene.window.chat.last.turn.turn_id])
    assert stored[0].answer.startswith(stays)


async def test_try_again_works_when_the_server_is_back_and_the_light_turns_by_itself(make_scene):
    scene = await make_scene(Reply(text=DRAFT, hang_after=4), DRAFT, SOUND)
    await scene.ask(kill_when=lambda event: isinstance(event, TextDelta))
    await until(lambda: scene.light == "not ready")
    scene.kill_when = lambda _event: False
    scene.server.revive()
    scene.window.models._timer.start(20)
    await until(lambda: scene.light == "ready")
    await scene.click("Try again")
    await scene.done()
    assert SAYS[:-1] in scene.window.chat.last.body.toPlainText()
    assert scene.card is None


async def test_use_another_model_offers_what_answers_now_and_asks_it(make_scene):
    scene = await make_scene(Reply(text=DRAFT, hang_after=4))
    await scene.ask(kill_when=lambda event: isinstance(event, TextDelta))
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
    assert SAYS[:-1] in scene.window.chat.last.body.toPlainText()
    assert scene.card is None


async def test_show_quotes_instead_answers_from_the_pages_that_were_read(make_scene):
    scene = await make_scene(Reply(text=DRAFT, hang_after=4))
    await scene.ask(kill_when=lambda event: isinstance(event, TextDelta))
    asked = (len(scene.world.duckduckgo.queries), len(scene.pages.seen))
    await scene.click("Show quotes instead")
    await scene.done()
    turn = scene.window.chat.last.turn
    assert turn.started.strategy == "evidence"
    assert "3.14.1" in scene.window.chat.last.body.toPlainText()
    again = (len(scene.world.duckduckgo.queries), len(scene.pages.seen))
    assert again == asked, "what was found is used again"
    assert all(asked), "there was something to use again"


async def test_auto_that_quotes_for_want_of_a_model_says_so_above_the_quotes(make_scene):
    scene = await make_scene(begins=False)
    scene.server.kill()
    scene.window.show()
    scene.window.look_for_models()
    await until(lambda: scene.light == "not ready")
    await scene.ask("auto")
    banner = scene.window.chat.last.findChild(Banner)
    assert "No model is available: Ollama at" in labels(banner)
    assert labels(banner).endswith("These are quotes from the sources.")


async def _choose(menu: QMenu, name: str) -> None:
    (action,) = [each for each in menu.actions() if each.text() == name]
    at = menu.actionGeometry(action).center()
    QTest.mouseClick(menu, Qt.MouseButton.LeftButton, pos=QPoint(at))
    await asyncio.sleep(0)
