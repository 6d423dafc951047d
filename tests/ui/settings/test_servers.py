"""The servers: tried with a click, and what is wrong with them repaired with another."""

import pytest
import shiboken6

from desktop_agent.frontends.ui.widgets.model_download import Downloads
from tests.servers.loopback import free_port, serve
from tests.servers.ollama import FakeOllama
from tests.servers.openai_compat import FakeOpenAI
from tests.ui.conftest import until
from tests.ui.models.desk import desk
from tests.ui.settings.opened import settings_dialog


@pytest.fixture
def fake():
    return FakeOllama(models=["qwen3:4b"])


@pytest.fixture
async def opened(theme, fake, tmp_path, tasks):
    with desk(tmp_path / "home", fake, DESKTOP_AGENT_LLM__NUM_CTX="8192") as session:
        downloads = Downloads(session, tasks)
        dialog = settings_dialog(theme, session, tasks, downloads=downloads)
        dialog.show_page("models/servers")
        dialog.open()
        await until(lambda: len(dialog.servers) == 3)
        yield dialog, session, downloads
        if shiboken6.isValid(dialog):
            dialog.close()
        await tasks.aclose()
        await session.aclose()
        downloads.deleteLater()


async def tried(card):
    card.test.click()
    assert not card.test.isEnabled()
    await until(card.test.isEnabled)
    return card.said.text(), card.advice.text()


async def test_a_server_says_whether_it_works_and_what_to_do(opened):
    dialog, session, _ = opened
    cards = dialog.servers
    assert cards["ollama"].key is None
    assert cards["ollama"].pill.text() == "In use"
    assert await tried(cards["ollama"]) == ("Connected: 1 model", "")
    assert cards["ollama"].repair.isHidden()
    session._overrides = {"llm.ollama_url": f"http://127.0.0.1:{free_port()}"}
    session.change_setting("llm.max_retries", 1)
    said, advice = await tried(cards["ollama"])
    assert said.startswith("Nothing is listening at http://127.0.0.1:")
    assert advice == "Start Ollama with: ollama serve"
    session.change_setting("llm.openai_url", "http://llm.example.org/v1")
    session.change_setting("network.offline", True)
    assert (await tried(cards["openai"]))[0].startswith("You are offline")


async def test_what_is_wrong_with_a_server_is_repaired_with_a_click(opened, fake):
    dialog, session, downloads = opened
    with serve(FakeOpenAI(models=["m"]).app) as url:
        session.change_setting("llm.openai_url", url)
        card = dialog.servers["openai"]
        said, advice = await tried(card)
        assert said == "The server answers, but not at this path"
        assert f"{url}/v1" in advice
        card.repair.click()
        await until(lambda: card.said.text().startswith("Connected"))
    assert session.settings.llm.openai_url == f"{url}/v1"
    assert card.address.widget.text() == f"{url}/v1"
    with serve(FakeOpenAI(key="sk-right").app) as url:
        session.change_setting("llm.openai_url", f"{url}/v1")
        assert (await tried(card))[0] == "API key required"
    card.repair.click()
    assert dialog.focusWidget() is card.key.field
    session.change_setting("llm.model", "new:1b")
    card = dialog.servers["ollama"]
    assert "new:1b is not installed" in (await tried(card))[0]
    card.repair.click()
    await until(lambda: downloads.get("new:1b").state == "done")
    assert "new:1b" in fake.models


async def test_a_value_of_the_environment_can_only_be_read_and_says_where_it_is_from(opened):
    dialog = opened[0]
    dialog.show_page("models/advanced")
    await until(lambda: "llm.num_ctx" in dialog.rows)
    row = dialog.rows["llm.num_ctx"]
    assert not row.widget.isEnabled()
    assert row.reset.isHidden()
    assert row.note.text() == "Set by DESKTOP_AGENT_LLM__NUM_CTX"
