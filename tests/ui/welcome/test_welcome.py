"""The first start: the one thing to do next on each system, and no dead end."""

import pytest
from PySide6.QtWidgets import QApplication

from desktop_agent.core.models import ProviderState
from desktop_agent.frontends.ui.pages.welcome import ModelWatch, Welcome, next_step
from desktop_agent.frontends.ui.widgets.model_download import Downloads
from tests.servers.ollama import FakeOllama
from tests.ui.conftest import until
from tests.ui.models.desk import desk

SILENT = ProviderState(False, "ollama", problem="Ollama does not answer.")
EMPTY = ProviderState(False, "ollama", problem="No model.", pullable="qwen3:4b")
READY = ProviderState(True, "ollama", "qwen3:4b")


@pytest.mark.parametrize(
    ("platform", "install", "start"),
    [
        ("linux", "curl -fsSL https://ollama.com/install.sh | sh", "ollama serve"),
        ("darwin", "", "open -a Ollama"),
        ("win32", "", "ollama serve"),
    ],
)
def test_each_system_has_its_own_next_step(platform, install, start):
    step = next_step(SILENT, platform, installed=False, offline=False)
    assert (step.kind, step.command) == ("install", install)
    step = next_step(SILENT, platform, installed=True, offline=False)
    assert (step.kind, step.command) == ("start", start)
    for state, installed, kind in (  # offline, nothing needs the internet
        (SILENT, False, "switch_on"),
        (SILENT, True, "start"),
        (EMPTY, True, "switch_on"),
    ):
        assert next_step(state, platform, installed=installed, offline=True).kind == kind


@pytest.fixture
async def first_start(theme, tmp_path, tasks, place):
    fake = FakeOllama(models=[], pull_pause_s=0.02)
    with desk(tmp_path / "home", fake) as session:
        downloads = Downloads(session, tasks)
        welcome = place(Welcome(theme, downloads, platform="linux"), 800, 600)
        yield welcome, session, tasks, downloads, fake
        welcome.close()
        await tasks.aclose()
        await session.aclose()
        downloads.deleteLater()


async def test_the_command_is_copied_by_a_click_and_without_network_it_says_what_works(first_start):
    welcome = first_start[0]
    welcome.show_state(SILENT)
    welcome.step.act.click()
    assert QApplication.clipboard().text() == "curl -fsSL https://ollama.com/install.sh | sh"
    welcome.show_offline(offline=True)
    welcome.show_state(SILENT)
    assert welcome.step.title.text() == "You are offline"
    assert "files you attach" in welcome.step.text.text()
    assert not welcome.examples.isVisible()


async def test_a_model_is_got_in_place_and_the_session_is_asked_anew(first_start):
    welcome, session, tasks, _, fake = first_start
    watch = ModelWatch(welcome, session, tasks, every_ms=40)
    appeared = []
    watch.appeared.connect(lambda: appeared.append(1))
    welcome.show_state(EMPTY)
    assert welcome.step.act.text() == "Download qwen3:4b (2.5 GB)"
    welcome.step.act.click()
    assert not welcome.step.act.isVisible()
    await until(lambda: "of" in welcome.step._view.told.text())
    await until(lambda: appeared)
    assert "qwen3:4b" in fake.models


async def test_it_looks_again_only_while_it_is_seen_and_waits_and_never_at_another_machine(
    first_start,
):
    welcome, session, tasks, *_ = first_start
    watch = ModelWatch(welcome, session, tasks, every_ms=20)
    watch.appeared.connect(lambda: welcome.show_state(EMPTY))
    welcome.show_state(SILENT)
    await until(lambda: welcome.needs_model)
    welcome.hide()
    await until(lambda: not watch._asking)
    watch._look()
    assert not watch._asking
    welcome.show()
    welcome.show_state(READY)
    watch._look()
    assert not watch._asking
    session._overrides = {"llm.ollama_url": "http://far.example.org:11434"}
    session.change_setting("llm.max_retries", 1)
    welcome.show_state(SILENT)
    watch._look()
    assert not watch._asking
