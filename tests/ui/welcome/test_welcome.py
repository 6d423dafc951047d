"""The first start: the one thing to do next on each system, and no dead end."""

import pytest
from PySide6.QtWidgets import QApplication

from desktop_agent.core.models import ProviderState
from desktop_agent.frontends.ui.pages.welcome import next_step
from tests.servers.ollama import FakeOllama
from tests.ui.conftest import until, window_over
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
async def window(theme, tmp_path):
    """A window at an Ollama without a model, which it asks often."""
    fake = FakeOllama(models=[], pull_pause_s=0.02)
    with desk(tmp_path / "home", fake) as session:
        async with window_over(theme, session) as window:
            window.models._timer.setInterval(20)
            yield window


async def test_the_command_is_copied_by_a_click_and_without_network_it_says_what_works(window):
    window.models._timer.stop()
    welcome = window.page.welcome
    welcome.show_installed(installed=False)
    welcome.show_state(SILENT)
    welcome.step.act.click()
    assert QApplication.clipboard().text() == "curl -fsSL https://ollama.com/install.sh | sh"
    welcome.show_offline(offline=True)
    welcome.show_state(SILENT)
    assert welcome.step.title.text() == "You are offline"
    assert "files you attach" in welcome.step.text.text()
    assert not welcome.examples.isVisible()


async def test_a_model_is_got_in_place_and_the_session_is_asked_anew(window):
    welcome = window.page.welcome
    window.look_for_models()
    await until(lambda: welcome.step.act.text() == "Download qwen3:4b (2.5 GB)")
    welcome.step.act.click()
    assert not welcome.step.act.isVisible()
    await until(lambda: "of" in welcome.step._view.told.text())
    await until(lambda: window.composer.model.found)
    assert not welcome.step.isVisible()


async def test_it_looks_again_only_while_it_is_seen_and_waits_and_never_at_another_machine(window):
    welcome, models = window.page.welcome, window.models
    welcome.show_state(SILENT)
    await until(lambda: welcome.step.step.kind == "get_model")
    models._timer.stop()
    await until(lambda: models._answered == models._asked)

    def asks():
        before = models._asked
        models._poll()
        return models._asked > before

    welcome.show_state(READY)
    assert not asks()
    welcome.show_state(SILENT)
    window.session._overrides = {"llm.ollama_url": "http://far.example.org:11434"}
    window.session.change_setting("llm.max_retries", 1)
    assert not asks()
    window.session._overrides = {}
    window.session.change_setting("llm.max_retries", 2)
    welcome.hide()
    assert not asks()
    welcome.show()
    assert asks()
